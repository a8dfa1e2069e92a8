"""Which build of this package runs."""

from importlib.metadata import version
from pathlib import Path
from typing import Literal

from domain import playout

RELEASE = version("bottega")


def build() -> Literal["plain", "compiled"]:
    """Whether the rules are plain Python or compiled."""
    return "plain" if Path(playout.__file__).suffix == ".py" else "compiled"

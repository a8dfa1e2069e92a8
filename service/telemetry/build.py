"""Return version and kind of the running build."""

from importlib.metadata import version
from pathlib import Path
from typing import Literal

from domain import rollout

RELEASE = version("bottega")


def build() -> Literal["plain", "compiled"]:
    """Return whether the rules are plain Python or compiled."""
    return "plain" if Path(rollout.__file__).suffix == ".py" else "compiled"

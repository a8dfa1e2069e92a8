"""Which build of this package runs."""

from importlib.metadata import version
from pathlib import Path

from workers.thinking import search


def build() -> str:
    """Whether the hot modules are `plain` Python or `compiled`."""
    return "plain" if Path(search.__file__).suffix == ".py" else "compiled"


def release() -> str:
    """Name the release and its build, as `bottega --version` prints it."""
    return f"bottega {version('bottega')} ({build()})"

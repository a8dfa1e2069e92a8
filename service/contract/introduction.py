"""Read the introduction of the contract, `introduction.md`."""

from pathlib import Path

TEXT = Path(__file__).with_suffix(".md")


def text() -> str:
    """Return the introduction as Markdown."""
    return TEXT.read_text(encoding="utf-8")

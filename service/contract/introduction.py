"""Read the introduction to the API, `introduction.md`, and summarise it for the contract."""

from pathlib import Path

from domain.languages import ENGLISH_NAMES

TEXT = Path(__file__).with_suffix(".md")

SUMMARY = (
    "Bottega hosts turn-based board games: create games, submit actions, and show what each seat may see. Start with "
    "[how the API works](/docs/introduction) and the guides at [`/docs`](/docs). Each error has a stable `code`, which "
    "the [error codes](/docs/errors) explain."
)
"""The description of the contract. Generators copy it into each file, so it is short."""


def text() -> str:
    """Return the introduction as Markdown, with the names of the languages."""
    return TEXT.read_text(encoding="utf-8").replace("{languages}", ENGLISH_NAMES)

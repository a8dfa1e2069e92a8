"""Read the numbered paragraphs of a ruleset's rules from its `RULES.md`.

A paragraph is a list item that starts with its number in bold. `*(ruling)*` after the number marks the answer to a
question that the printed rules leave open, with the reason:

    - **6.2.1** A tile goes from the player's hand onto an empty space of the player's board.
    - **7.1.3** *(ruling)* The tower is tipped into the bag only when a tile must be drawn from an empty bag: ...

      Text after a blank line explains the paragraph to readers of the file and is not served. Tables and items without
      a bold number, such as worked examples, are not served either.
"""

import re
from importlib.resources import files
from typing import Final

import msgspec

_PARAGRAPH: Final = re.compile(
    r"^- \*\*(?P<number>\d+(?:\.\d+)*)\*\*(?P<ruling> \*\(ruling\)\*)? (?P<text>.+(?:\n  +\S.*)*)", re.MULTILINE
)
_EMPHASIS: Final = re.compile(r"\*+([^*]+)\*+")


class Paragraph(msgspec.Struct, frozen=True, omit_defaults=True):
    """A numbered paragraph of the rules."""

    paragraph: str
    """Its number."""
    text: str
    """Its text."""
    ruling: bool = False
    """True for the answer to a question that the printed rules leave open."""


def read_paragraphs(package: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of `RULES.md` in a ruleset's package, in the order of the file."""
    return parse_paragraphs(files(package).joinpath("RULES.md").read_text(encoding="utf-8"))


def parse_paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs in the text of a `RULES.md`; line breaks become spaces, emphasis is dropped."""
    return tuple(
        Paragraph(found["number"], _plain(found["text"]), ruling=found["ruling"] is not None)
        for found in _PARAGRAPH.finditer(text)
    )


def _plain(text: str) -> str:
    return _EMPHASIS.sub(r"\1", " ".join(text.split()))

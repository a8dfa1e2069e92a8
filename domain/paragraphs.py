"""The numbered paragraphs of a ruleset's rules, read from `RULES.md` in its folder: the one place where they stand.

A paragraph is a list item that begins with its number in bold; `*(ruling)*` after it marks a question that the printed
rules leave open, answered with the reason:

    - **6.2.1** A tile goes onto an empty space of the own board.
    - **7.1.3** *(ruling)* The tower is tipped into the bag only when a tile is to be drawn from an empty bag.

      What stands here, after a blank line, explains the paragraph to a reader of the file and is not served; so do
      tables, and items whose number is not in bold, such as worked examples.
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
    """The number of the paragraph."""
    text: str
    """The text of the paragraph."""
    ruling: bool = False
    """True if the paragraph answers a question that the printed rules leave open."""


def read_paragraphs(package: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of `RULES.md` in a ruleset's package, in the order of the file."""
    return parse_paragraphs(files(package).joinpath("RULES.md").read_text(encoding="utf-8"))


def parse_paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs in the text of a `RULES.md`: line breaks within them become spaces, emphasis is dropped."""
    return tuple(
        Paragraph(found["number"], _plain(found["text"]), ruling=found["ruling"] is not None)
        for found in _PARAGRAPH.finditer(text)
    )


def _plain(text: str) -> str:
    return _EMPHASIS.sub(r"\1", " ".join(text.split()))

"""Read the numbered paragraphs of a ruleset's rules from its `RULES.md`.

A paragraph is a list item that starts with its number in bold. Players read it, so it names neither code nor sources.
`*(ruling)*` after the number marks the answer to a question that the printed rules leave open:

    - **6.2.1** A tile goes from the player's hand onto an empty space of the player's board.
    - **7.1.3** *(ruling)* The tower is tipped into the bag only when a tile must be drawn from an empty bag.

      Reason: The text after a blank line explains the paragraph to developers and is not served.

    - 14.1.2 An item whose number is not bold is a note for developers: it can be cited and is not served.

Tables are not served either.
"""

import re
from typing import Final

import msgspec

from domain.package_files import required_text

_PARAGRAPH: Final = re.compile(
    r"^- \*\*(?P<number>\d+(?:\.\d+)*)\*\*(?P<ruling> \*\(ruling\)\*)? (?P<text>.+(?:\n  +\S.*)*)", re.MULTILINE
)
_EMPHASIS: Final = re.compile(r"\*+([^*]+)\*+")


class Paragraph(msgspec.Struct, frozen=True, omit_defaults=True):
    """A numbered paragraph of the rules."""

    paragraph: str
    """The number of the paragraph, such as `5.2.1`."""
    text: str
    """The text of the paragraph."""
    ruling: bool = False
    """True for the answer to a question that the printed rules leave open."""


def read_paragraphs(package: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of `RULES.md` in a ruleset's package, in the order of the file."""
    return parse_paragraphs(required_text(package, "RULES.md"))


def parse_paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs in the text of a `RULES.md`; line breaks become spaces, emphasis is dropped.

    >>> [each.text for each in parse_paragraphs("- **1.1** A seat takes *one* tile.")]
    ['A seat takes one tile.']
    """
    return tuple(
        Paragraph(found["number"], _plain(found["text"]), ruling=found["ruling"] is not None)
        for found in _PARAGRAPH.finditer(text)
    )


def _plain(text: str) -> str:
    return _EMPHASIS.sub(r"\1", " ".join(text.split()))

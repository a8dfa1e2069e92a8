"""The numbered paragraphs of a ruleset's rules, read from `RULES.md` beside its code: the one place where they stand.

A paragraph is a list item that begins with its number in bold; `*(ruling)*` after it marks a question that the printed
rules leave open, answered with the reason:

    - **6.2.1** A tile goes onto an empty space of the own board.
    - **7.1.3** *(ruling)* The tower is tipped into the bag only when a tile is to be drawn from an empty bag.

A paragraph ends at the next blank line or list item. Headings, tables, pictures and notes between paragraphs explain
them to a reader of the file, and are not served.
"""

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

import msgspec

PARAGRAPH: Final = re.compile(
    r"^- \*\*(?P<number>\d+(?:\.\d+)*)\*\*(?P<ruling> \*\(ruling\)\*)? (?P<text>.+(?:\n  +(?![-|`]).+)*)", re.MULTILINE
)
"""A paragraph in the text of `RULES.md`, its continuation lines included."""


class Paragraph(msgspec.Struct, frozen=True, omit_defaults=True):
    """A numbered paragraph of the rules."""

    paragraph: str
    """Its number."""
    text: str
    """What it says."""
    ruling: bool = False
    """True where the printed rules leave a question open, and this is the answer with its reason."""


def read_paragraphs(package: str) -> tuple[Paragraph, ...]:
    """Read the paragraphs from `RULES.md` in a ruleset's package, in the order of the file."""
    return parse_paragraphs(files(package).joinpath("RULES.md").read_text(encoding="utf-8"))


def parse_paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Find the paragraphs in the text of a `RULES.md`; the line breaks within them become spaces."""
    return tuple(
        Paragraph(found["number"], " ".join(found["text"].split()), ruling=found["ruling"] is not None)
        for found in PARAGRAPH.finditer(text)
    )


def in_order(*, rules: Iterable[tuple[str, str]], rulings: Iterable[tuple[str, str]]) -> tuple[Paragraph, ...]:
    """List the paragraphs of a ruleset, number and text each, in the order of the rules."""
    listed = [Paragraph(*row) for row in rules] + [Paragraph(*row, ruling=True) for row in rulings]
    return tuple(sorted(listed, key=lambda each: [int(part) for part in each.paragraph.split(".")]))

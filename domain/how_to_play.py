"""The page "How to play" of a ruleset: chapters for a player who has never seen the game.

`how_to_play_text` reads the page from `HOW_TO_PLAY.md`, and explains how to write one.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.languages import DEFAULT_LANGUAGE, Language


class HowToIcon(msgspec.Struct, frozen=True):
    """An icon in a text. It illustrates the words beside it and replaces none."""

    kind: str
    """The kind of the component, as in `names`."""
    id: str
    """The id of the component, as in `names`."""


class HowToSpan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of a text: words, an icon, or the paragraphs that state a rule exactly. A gap of a figure has none."""

    text: str = ""
    """The words. Spaces at both ends belong to the text."""
    strong: bool = False
    """Whether the words stand out."""
    icon: HowToIcon | UnsetType = UNSET
    """The icon. Omitted for other pieces."""
    paragraphs: tuple[str, ...] = ()
    """The numbers of the cited paragraphs, such as `5.2.1`. Omitted for other pieces."""


Line = tuple[HowToSpan, ...]
"""A text of several pieces."""


class HowToText(msgspec.Struct, frozen=True, tag_field="type", tag="text"):
    """A paragraph of the page."""

    line: Line
    """The text."""


class HowToHeading(msgspec.Struct, frozen=True, tag_field="type", tag="heading"):
    """A heading inside a chapter, such as a question."""

    text: str
    """The words of the heading."""


class HowToList(msgspec.Struct, frozen=True, tag_field="type", tag="list"):
    """A list."""

    numbered: bool
    """True for steps in their order."""
    items: tuple[Line, ...]
    """The text of each item."""


class HowToExample(msgspec.Struct, frozen=True, tag_field="type", tag="worked_example"):
    """A worked example."""

    line: Line
    """The text."""


class HowToTable(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """A table with a heading for each column."""

    head: tuple[Line, ...]
    """The heading of each column."""
    rows: tuple[tuple[Line, ...], ...]
    """The cells of each row, from left to right."""


class HowToFigure(msgspec.Struct, frozen=True, tag_field="type", tag="figure"):
    """Icons in rows, with signs such as an arrow between them."""

    rows: tuple[Line, ...]
    """The cells of each row: icons, signs and numbers. A cell with empty words is a gap."""
    caption: Line
    """What the figure shows; complete without the icons."""


class HowToPosition(msgspec.Struct, frozen=True, tag_field="type", tag="position"):
    """The board in the position of a scenario."""

    scenario: str
    """The name of the scenario."""
    caption: Line
    """What the board shows."""


Block = HowToText | HowToHeading | HowToList | HowToExample | HowToTable | HowToFigure | HowToPosition


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of the page."""

    id: str
    """The id of the chapter, equal in all languages: lower-case words joined by `-`."""
    title: str
    """The heading of the chapter."""
    blocks: tuple[Block, ...]
    """What the chapter contains, in order."""


class Page(msgspec.Struct, frozen=True):
    """The page in one language."""

    title: str
    """The heading of the page."""
    lead: tuple[Block, ...]
    """What stands before the first chapter."""
    chapters: tuple[Chapter, ...]
    """The chapters in the order of reading."""


class HowToPlay(msgspec.Struct, frozen=True):
    """The page in all languages."""

    pages: Mapping[Language, Page] = {}
    """The page by language; empty without one."""

    def page_in(self, language: Language) -> Page | None:
        """Return the page in a language, or the English one if it is not translated; None without a page."""
        return self.pages.get(language, self.pages.get(DEFAULT_LANGUAGE))


NO_PAGE: Final = HowToPlay()


def all_blocks(page: Page) -> Iterator[Block]:
    """Yield the blocks of a page in the order of reading."""
    yield from page.lead
    for chapter in page.chapters:
        yield from chapter.blocks


def all_spans(page: Page) -> Iterator[HowToSpan]:
    """Yield the spans of all texts of a page, in the order of reading."""
    for block in all_blocks(page):
        for line in lines_of(block):
            yield from line


def lines_of(block: Block) -> tuple[Line, ...]:
    """Return the texts of a block in the order of reading."""
    match block:
        case HowToText(line) | HowToExample(line):
            return (line,)
        case HowToHeading(text):
            return ((HowToSpan(text),),)
        case HowToList(items=items):
            return items
        case HowToTable(head, rows):
            return (*head, *(cell for row in rows for cell in row))
        case HowToFigure(rows, caption):
            return (*rows, caption)
    return (block.caption,)

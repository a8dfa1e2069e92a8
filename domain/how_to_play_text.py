"""Read the page "How to play" of a ruleset from `HOW_TO_PLAY.md` and `HOW_TO_PLAY.<language>.md` in its package.

A page is a small part of Markdown. An empty line separates its blocks:

    # How to play Nim

    Stones lie in heaps.                     before the first chapter: the lead

    ## A turn {#turn}                        a chapter; its id is equal in all languages

    Take ![stone/red] red stones (§ 2.3).    an icon by kind and id, and the paragraphs of `RULES.md`

    - **Take** stones, or                    a list; `1.` starts a list of steps
    - pass.

    > **Example.** You take 2 stones.        a worked example

    | heap | stones |                        a table
    |---|---|
    | left | 3 |

    ![stone/red] · → ![stone/blue]           a figure: rows of icons, the signs `→ + = ×`, numbers, and `·` for a gap,
    You swap a stone.                        with its caption

    ![position/last_stone]                   the board at a scenario of the ruleset, with its caption
    One stone is left.

    ### May I pass?                          a heading inside a chapter

No other mark is allowed, so that no mark of code reaches a player.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from domain.how_to_play import (
    Block,
    Chapter,
    HowToExample,
    HowToFigure,
    HowToHeading,
    HowToIcon,
    HowToList,
    HowToPlay,
    HowToPosition,
    HowToSpan,
    HowToTable,
    HowToText,
    Line,
    Page,
)
from domain.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from domain.package_files import text

_TITLE: Final = re.compile(r"# (.+)")
_CHAPTER: Final = re.compile(r"## (.+) \{#([a-z]+(?:-[a-z]+)*)\}")
_HEADING: Final = re.compile(r"### (.+)")
_POSITION: Final = re.compile(r"!\[position/([a-z][a-z0-9_]*)\]")
_ICON: Final = r"!\[([^\]/]+)/([^\]]+)\]"
_CELL: Final = re.compile(rf"{_ICON}|[·→+=×]|\d+")
_SPAN: Final = re.compile(rf"{_ICON}|\*\*([^*]+)\*\*|\(§ (\d[\d., ]*)\)")
_ITEM: Final = re.compile(r"- |\d+\. ")
_MARKS: Final = re.compile(r"[*`_#|<>{}\[\]\\§]")
_GAP: Final = "·"
_RULE: Final = re.compile(r"\|(?:-+\|)+")


class InvalidPage(Exception):
    """An unreadable page; the message names the file and the text at fault."""


def read_how_to_play(package: str) -> HowToPlay:
    """Return the page in a ruleset's package in all languages; files may be missing. Raises InvalidPage."""
    found = {language: text(package, file_of(language)) for language in LANGUAGES}
    return HowToPlay(
        {language: parse_page(written, file_of(language)) for language, written in found.items() if written is not None}
    )


def file_of(language: Language) -> str:
    """Return the name of the file with the page in a language."""
    return "HOW_TO_PLAY.md" if language == DEFAULT_LANGUAGE else f"HOW_TO_PLAY.{language}.md"


def parse_page(text: str, origin: str) -> Page:
    """Return the page in the text of the file `origin`; raises InvalidPage."""
    try:
        return _page([each.strip("\n") for each in re.split(r"\n\s*\n", text.strip())])
    except InvalidPage as error:
        raise InvalidPage(f"{origin}: {error}") from None


def _page(parts: list[str]) -> Page:
    title = _TITLE.fullmatch(parts[0])
    if title is None:
        raise InvalidPage(f"the page must start with its title, not with {parts[0]!r}")
    starts = [index for index, part in enumerate(parts) if part.startswith("## ")]
    lead, *chapters = (parts[start:end] for start, end in pairwise([1, *starts, len(parts)]))
    return Page(_plain(title[1]), tuple(map(_block, lead)), tuple(map(_chapter, chapters)))


def _chapter(parts: list[str]) -> Chapter:
    found = _CHAPTER.fullmatch(parts[0])
    if found is None:
        raise InvalidPage(f"a chapter is a line such as '## A turn {{#turn}}', not {parts[0]!r}")
    return Chapter(found[2], _plain(found[1]), tuple(map(_block, parts[1:])))


def _block(part: str) -> Block:
    """Return the block of a part of the file between two empty lines."""
    lines = part.split("\n")
    if _is_row(lines[0]):
        return _drawn(lines)
    if part.startswith("|"):
        return _table(lines)
    if _ITEM.match(part):
        return HowToList(not part.startswith("-"), tuple(_line(each) for each in _items(lines)))
    if part.startswith("> "):
        return HowToExample(_line(" ".join(line.removeprefix(">").strip() for line in lines)))
    heading = _HEADING.fullmatch(part)
    return HowToHeading(_plain(heading[1])) if heading else HowToText(_line(" ".join(lines)))


def _items(lines: list[str]) -> Iterator[str]:
    """Yield the text of each item of a list. Its further lines are indented."""
    starts = [index for index, line in enumerate(lines) if _ITEM.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        yield " ".join(line.strip() for line in (_ITEM.sub("", lines[start], count=1), *lines[start + 1 : end]))


def _table(lines: list[str]) -> HowToTable:
    """Return a table; raises InvalidPage if its rows have different lengths."""
    head, *rows = [tuple(_line(cell.strip()) for cell in line.strip("|").split("|")) for line in lines[:1] + lines[2:]]
    if len(lines) < 3 or not _RULE.fullmatch(lines[1]) or any(len(row) != len(head) for row in rows):
        raise InvalidPage(f"a table has a head, a line of dashes and rows of equal length: {lines[0]!r}")
    return HowToTable(head, tuple(rows))


def _is_row(line: str) -> bool:
    """Whether a line is a row of a figure: icons, signs and numbers, at least one of them an icon."""
    return "![" in line and not _CELL.sub("", line).strip()


def _drawn(lines: list[str]) -> Block:
    """Return a position or a figure; raises InvalidPage if the rows of a figure have different lengths."""
    if position := _POSITION.fullmatch(lines[0]):
        return HowToPosition(position[1], _line(" ".join(lines[1:])))
    drawn = next((index for index, line in enumerate(lines) if not _is_row(line)), len(lines))
    rows = tuple(tuple(map(_cell, _CELL.finditer(line))) for line in lines[:drawn])
    if len({*map(len, rows)}) > 1 or drawn == len(lines):
        raise InvalidPage(f"a figure has rows of equal length and a caption: {lines[0]!r}")
    return HowToFigure(rows, _line(" ".join(lines[drawn:])))


def _cell(found: re.Match[str]) -> HowToSpan:
    return _icon(found[1], found[2]) if found[1] else HowToSpan("" if found[0] == _GAP else found[0])


def _line(text: str) -> Line:
    """Return the spans of a text."""
    spans: list[HowToSpan] = []
    at = 0
    for found in _SPAN.finditer(text):
        if before := text[at : found.start()]:
            spans.append(HowToSpan(_plain(before)))
        spans.append(_marked(found))
        at = found.end()
    if after := text[at:]:
        spans.append(HowToSpan(_plain(after)))
    return tuple(spans)


def _marked(found: re.Match[str]) -> HowToSpan:
    """Return the span of a mark: an icon, strong words, or a citation."""
    kind, each, strong, cited = found.groups()
    if kind:
        return _icon(kind, each)
    return HowToSpan(_plain(strong), strong=True) if strong else HowToSpan(paragraphs=tuple(cited.split(", ")))


def _icon(kind: str, each: str) -> HowToSpan:
    return HowToSpan(icon=HowToIcon(kind, each))


def _plain(text: str) -> str:
    """Return words without marks; raises InvalidPage if a mark is left."""
    if _MARKS.search(text):
        raise InvalidPage(f"unknown mark in {text!r}")
    return text

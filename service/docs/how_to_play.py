"""Return the page "How to play" of a ruleset as Markdown, with the URLs of its icons and of the paragraphs it cites."""

from collections.abc import Iterator
from typing import Final

from domain.how_to_play import (
    Block,
    HowToExample,
    HowToFigure,
    HowToHeading,
    HowToList,
    HowToPosition,
    HowToSpan,
    HowToTable,
    HowToText,
    Line,
    Page,
)
from domain.ruleset import AnyRuleset
from service.reading.icons import icon_paths

GAP: Final = "&emsp;&ensp;"
"""A gap of a figure, as wide as an icon."""


def markdown_of(ruleset: AnyRuleset, page: Page) -> str:
    """Return a page as Markdown."""
    return "\n\n".join(_parts(ruleset, page))


def _parts(ruleset: AnyRuleset, page: Page) -> Iterator[str]:
    yield f"# {page.title}"
    yield f"[The web client](/#/how-to-play/{ruleset.name}) shows this page with boards and in all languages."
    yield from (_block(ruleset, each) for each in page.lead)
    for chapter in page.chapters:
        yield f"## {chapter.title}"
        yield from (_block(ruleset, each) for each in chapter.blocks)


def _block(ruleset: AnyRuleset, block: Block) -> str:
    match block:
        case HowToHeading(text):
            return f"### {text}"
        case HowToText(line) | HowToPosition(caption=line):
            return _line(ruleset, line)
        case HowToExample(line):
            return f"> {_line(ruleset, line)}"
        case HowToList(numbered, items):
            return "\n".join(f"{'1.' if numbered else '-'} {_line(ruleset, each)}" for each in items)
        case HowToTable(head, rows):
            return "\n".join([_row(ruleset, head), "|---" * len(head) + "|", *(_row(ruleset, row) for row in rows)])
        case HowToFigure(rows, caption):
            drawn = [" ".join(_span(ruleset, cell) or GAP for cell in row) for row in rows]
            return "\\\n".join([*drawn, _line(ruleset, caption)])


def _row(ruleset: AnyRuleset, cells: tuple[Line, ...]) -> str:
    return f"| {' | '.join(_line(ruleset, each) for each in cells)} |"


def _line(ruleset: AnyRuleset, line: Line) -> str:
    return "".join(_span(ruleset, each) for each in line)


def _span(ruleset: AnyRuleset, span: HowToSpan) -> str:
    if span.icon:
        return f"![]({icon_paths(ruleset)(span.icon.kind, span.icon.id)})"
    if span.paragraphs:
        return ", ".join(f"[§ {each}](/docs/rules/{ruleset.name}#{each})" for each in span.paragraphs)
    return f"**{span.text}**" if span.strong else span.text

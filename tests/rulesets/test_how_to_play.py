"""Test how the page "How to play" is read from a text."""

import pytest

from domain.how_to_play import (
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
    Page,
)
from domain.how_to_play_text import InvalidPage, parse_page, read_how_to_play
from domain.registry import RULESETS

RED = HowToSpan(icon=HowToIcon("stone", "red"))


def words(text):
    """Return a text of plain words."""
    return (HowToSpan(text),)


def block_of(text):
    """Return the only block of a page with this text."""
    (block,) = parse_page(f"# How to play\n\n{text}", "a file").lead
    return block


def test_a_page_has_a_title_a_lead_and_chapters():
    page = parse_page("# Nim\n\nStones.\n\n## A turn {#turn}\n\nTake.\n\nStop.\n\n## The end {#the-end}\n\nWin.\n", "f")
    assert page == Page(
        "Nim",
        (HowToText(words("Stones.")),),
        (
            Chapter("turn", "A turn", (HowToText(words("Take.")), HowToText(words("Stop.")))),
            Chapter("the-end", "The end", (HowToText(words("Win.")),)),
        ),
    )


BLOCKS = {
    "lines of a text are joined": ("Take\nall.", HowToText(words("Take all."))),
    "a heading": ("### May I pass?", HowToHeading("May I pass?")),
    "a list": ("- one\n  stone\n- two", HowToList(numbered=False, items=(words("one stone"), words("two")))),
    "steps": ("1. take\n2. stop", HowToList(numbered=True, items=(words("take"), words("stop")))),
    "an example": ("> You take\n> two.", HowToExample(words("You take two."))),
    "a table": ("| a | b |\n|---|---|\n| 1 | 2 |", HowToTable((words("a"), words("b")), ((words("1"), words("2")),))),
    "a figure": (
        "![stone/red] → 2\n· ![stone/red] +\nA caption.",
        HowToFigure(
            ((RED, HowToSpan("→"), HowToSpan("2")), (HowToSpan(), RED, HowToSpan("+"))),
            words("A caption."),
        ),
    ),
    "a position": ("![position/last_stone]\nThe end.", HowToPosition("last_stone", words("The end."))),
    "icons, strong words and citations": (
        "Take ![stone/red] **all** stones (§ 2.3, 2.4).",
        HowToText(
            (
                HowToSpan("Take "),
                RED,
                HowToSpan(" "),
                HowToSpan("all", strong=True),
                HowToSpan(" stones "),
                HowToSpan(paragraphs=("2.3", "2.4")),
                HowToSpan("."),
            )
        ),
    ),
}


@pytest.mark.parametrize(("text", "block"), BLOCKS.values(), ids=BLOCKS)
def test_a_block_is_read(text, block):
    assert block_of(text) == block


FAULTS = {
    "a page without a title": ("Stones.", "f: the page must start with its title, not with 'Stones.'"),
    "a chapter without an id": (
        "# Nim\n\n## A turn",
        "f: a chapter is a line such as '## A turn {#turn}', not '## A turn'",
    ),
    "a mark of code": ("# Nim\n\nSend `take`.", "f: unknown mark in 'Send `take`.'"),
    "an identifier": ("# Nim\n\nThe last_stone.", "f: unknown mark in 'The last_stone.'"),
    "an incomplete citation": ("# Nim\n\nTake (§ two).", "f: unknown mark in 'Take (§ two).'"),
    "an uneven table": (
        "# Nim\n\n| a | b |\n|---|---|\n| 1 |",
        "f: a table has a head, a line of dashes and rows of equal length: '| a | b |'",
    ),
    "a table without rows": (
        "# Nim\n\n| a |\n|---|",
        "f: a table has a head, a line of dashes and rows of equal length: '| a |'",
    ),
    "a figure without a caption": (
        "# Nim\n\n![stone/red] → 2",
        "f: a figure has rows of equal length and a caption: '![stone/red] → 2'",
    ),
    "an uneven figure": (
        "# Nim\n\n![stone/red] → 2\n![stone/red]\nStones.",
        "f: a figure has rows of equal length and a caption: '![stone/red] → 2'",
    ),
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_fault_names_the_file_and_the_text(text, fault):
    with pytest.raises(InvalidPage) as raised:
        parse_page(text, "f")
    assert str(raised.value) == fault


def test_a_ruleset_need_not_have_a_page():
    assert read_how_to_play("tests.tiny") == HowToPlay()
    assert HowToPlay().page_in("cs") is None


def test_a_page_without_a_translation_is_english():
    english = RULESETS["azul"].how_to_play.pages["en"]
    assert HowToPlay({"en": english}).page_in("cs") == english

"""Test the page "How to play" of every ruleset: all that it names exists, and all languages have the same page."""

import pytest
from msgspec import UNSET

from domain.how_to_play import HowToHeading, HowToList, HowToPosition, all_blocks, all_spans, lines_of
from domain.languages import LANGUAGES
from workers.promises.games import NAMES, PLAYED

every_ruleset = pytest.mark.parametrize("name", NAMES)


def shape(page):
    """Return what all languages have in common: chapters, kinds of blocks, and what each text cites and shows."""
    chapters = [(chapter.id, len(chapter.blocks)) for chapter in page.chapters]
    return chapters, [outline(block) for block in all_blocks(page)]


def outline(block):
    """Return the kind of a block with its citations, icons and scenario."""
    spans = [span for line in lines_of(block) for span in line]
    cited = {number for span in spans for number in span.paragraphs}
    icons = sorted((span.icon.kind, span.icon.id) for span in spans if span.icon)
    items = len(block.items) if isinstance(block, HowToList) else 0
    scenario = block.scenario if isinstance(block, HowToPosition) else ""
    return type(block), items, cited, icons, scenario


@every_ruleset
def test_the_page_cites_paragraphs_of_the_rules(name):
    """Cite numbers of paragraphs in `RULES.md`, as `(§ 2.3)`, in `HOW_TO_PLAY.md`."""
    known = {each.paragraph for each in PLAYED[name].paragraphs}
    for page in PLAYED[name].how_to_play.pages.values():
        cited = {number for span in all_spans(page) for number in span.paragraphs}
        assert cited <= known


@every_ruleset
def test_the_page_shows_icons_of_the_ruleset(name):
    """Use kinds and ids of `appearances.json`, as `![colour/red]`, in `HOW_TO_PLAY.md`."""
    for page in PLAYED[name].how_to_play.pages.values():
        shown = {(span.icon.kind, span.icon.id) for span in all_spans(page) if span.icon}
        assert shown <= {*PLAYED[name].appearances.icons}


@every_ruleset
def test_the_page_shows_positions_with_a_legal_action(name):
    """Use scenarios without a rejection, as `![position/draft_tiles]`, in `HOW_TO_PLAY.md`."""
    legal = {each.name for each in PLAYED[name].catalogue.scenarios if each.code is UNSET}
    for page in PLAYED[name].how_to_play.pages.values():
        shown = {block.scenario for block in all_blocks(page) if isinstance(block, HowToPosition)}
        assert shown <= legal


@every_ruleset
def test_the_page_has_the_same_chapters_in_all_its_languages(name):
    """Translate `HOW_TO_PLAY.md` block by block: chapters, lists, figures, citations and icons are the same."""
    shapes = {language: shape(page) for language, page in PLAYED[name].how_to_play.pages.items()}
    assert shapes == dict.fromkeys(shapes, shapes.get("en"))


@every_ruleset
def test_each_chapter_and_question_of_the_page_is_there_once(name):
    """Write for each chapter of `HOW_TO_PLAY.md` an id and a title of its own, and for each question its own words."""
    for page in PLAYED[name].how_to_play.pages.values():
        ids, titles = [each.id for each in page.chapters], [each.title for each in page.chapters]
        titles += [block.text for block in all_blocks(page) if isinstance(block, HowToHeading)]
        assert len({*ids}) == len(ids)
        assert len({*titles}) == len(titles)


@every_ruleset
def test_a_published_game_has_the_page_in_every_language(name):
    """Add `HOW_TO_PLAY.md`, and `HOW_TO_PLAY.<language>.md` for each other language."""
    if PLAYED[name].published:
        assert set(PLAYED[name].how_to_play.pages) == set(LANGUAGES)

"""Test the introduction of every ruleset: it names paragraphs, icons and scenarios that exist."""

import pytest
from msgspec import UNSET

from workers.promises.games import NAMES, PLAYED

every_ruleset = pytest.mark.parametrize("name", NAMES)


@every_ruleset
def test_the_help_names_paragraphs_of_the_rules(name):
    """Use numbers of paragraphs in `RULES.md` in `turn`, `end` and `scoring` of `introduction.json`."""
    introduction = PLAYED[name].introduction
    named = {*introduction.turn, *introduction.end, *introduction.scoring}
    assert named <= {each.paragraph for each in PLAYED[name].paragraphs}


@every_ruleset
def test_the_picture_names_icons(name):
    """Use kinds and ids of `appearances.json` in `picture` of `introduction.json`."""
    assert {*PLAYED[name].introduction.picture} <= {*PLAYED[name].appearances.icons}


@every_ruleset
def test_each_lesson_is_a_scenario_with_a_legal_action(name):
    """Use scenarios without a rejection in `lessons` of `introduction.json`, each once."""
    lessons = PLAYED[name].introduction.lessons
    legal = {each.name for each in PLAYED[name].catalogue.scenarios if each.code is UNSET}
    assert {*lessons} <= legal
    assert len({*lessons}) == len(lessons)


@every_ruleset
def test_a_published_game_is_introduced(name):
    """Add `introduction.json` with duration, complexity, picture, help and lessons."""
    ruleset = PLAYED[name]
    if ruleset.published:
        introduction = ruleset.introduction
        shown = introduction.turn, introduction.end, introduction.scoring, introduction.lessons, introduction.picture
        assert all(shown)
        assert introduction.duration is not None
        assert introduction.complexity is not None

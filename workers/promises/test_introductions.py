"""Test the introduction of every ruleset: it names paragraphs and icons that exist."""

import pytest

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
def test_a_published_game_is_introduced(name):
    """Add `introduction.json` with duration, complexity, picture and help."""
    ruleset = PLAYED[name]
    if ruleset.published:
        introduction = ruleset.introduction
        shown = introduction.turn, introduction.end, introduction.scoring, introduction.picture
        assert all(shown)
        assert introduction.duration is not None
        assert introduction.complexity is not None

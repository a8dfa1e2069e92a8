"""Whole games of each ruleset, by pointing only."""

import pytest

from domain.registry import RULESETS
from tests.browser.conftest import PHONE
from tests.browser.playing import computer, created, person, play, sit_down


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_is_played_by_pointing_alone(open_page, service, ruleset):
    game = created(service, ruleset, person("Ada"), computer())
    page = sit_down(open_page, service, game, 0)
    play(page)
    assert page.locator(".results .sheet tfoot").is_visible()

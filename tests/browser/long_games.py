"""Play the whole games that `whole_games` leaves out, since they take minutes: `make walks`."""

import pytest

from domain.registry import RULESETS
from tests.browser.whole_games import GAMES, LAST, play_with_keyboard, play_with_pointer


def test_the_longest_game_is_played_with_the_mouse_or_a_finger_only(open_page, service):
    play_with_pointer(open_page, service, LAST, GAMES[LAST])


@pytest.mark.parametrize("ruleset", [each for each in RULESETS if each != LAST])
def test_the_other_games_are_played_with_the_keyboard_only(open_page, service, ruleset):
    play_with_keyboard(open_page, service, ruleset)

"""Test intervals by deals, and meetings with half of the seats each."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest

from tests.lab.strength import deals, halves
from tests.lab.strength.playing import Game, Meeting, play

FOUR = Meeting("tiny", "default", 4, "greedy", "random")


def test_an_interval_by_deals_is_that_of_student():
    """Five deals with mean 3 and variance 2.5: the quantile is 2.776."""
    found = deals.interval([1, 2, 3, 4, 5])
    assert (found.mean, found.deals) == (3, 5)
    assert found.spread == pytest.approx(2.776 * (2.5 / 5) ** 0.5, abs=1e-3)


def test_less_than_two_deals_have_no_interval():
    assert deals.interval([1]) is None
    assert deals.line([0.5], [1]) == "too few deals for intervals by deals"


def test_a_deal_has_the_mean_share_and_the_mean_lead_of_its_games():
    meeting = Meeting("tiny", "default", 2, "greedy", "random")
    games = [
        Game(0, 0, (1, 2), (7, 3), 9),
        Game(0, 1, (1, 2), (6, 4), 9),
        Game(1, 0, (1, 2), (5, 3), 9),
        Game(1, 1, (2, 1), (1, 9), 9),
        Game(2, 0, (1, 2), (9, 0), 9),
    ]
    assert deals.of_one_seat(meeting, games) == deals.line([0.5, 1], [1, 5])


def test_a_lead_is_that_of_the_mean_of_own_seats_over_the_mean_of_the_others():
    assert deals.lead((10, 4, 6, 2), (0, 2)) == 5
    assert deals.lead((10, 4, 6, 2), (3,)) == pytest.approx(2 - 20 / 3)


def test_halves_are_all_choices_of_half_of_the_seats():
    assert halves.seatings(4) == list(combinations(range(4), 2))
    assert halves.seatings(2) == [(0,), (1,)]
    with pytest.raises(ValueError, match="3 seats"):
        halves.seatings(3)


def test_half_of_two_seats_is_one_seat():
    pair = Meeting("tiny", "default", 2, "greedy", "random")
    game = play(pair, 3, 1)
    assert halves.play_half(pair, 3, (1,)) == (game.won, deals.lead(game.totals, (1,)))


def test_equal_players_win_half_and_have_no_lead():
    equal = Meeting("tiny", "default", 4, "greedy", "greedy:temperature=1")
    with ThreadPoolExecutor(1) as pool:
        last = [*halves.play_halves(pool, equal, 3)][-1]
    assert last.endswith("half of the seats each: by 3 deals: won 50.0% ± 0.0%, lead +0.0 ± 0.0")


def test_a_stronger_player_wins_more_than_half():
    with ThreadPoolExecutor(1) as pool:
        (first,) = halves.play_halves(pool, FOUR, 1)
    assert first.endswith("too few deals for intervals by deals")
    games = [halves.play_half(FOUR, deal, own) for deal in range(4) for own in halves.seatings(4)]
    assert sum(each.won for each in games) > len(games) / 2

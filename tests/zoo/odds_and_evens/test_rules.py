"""Test the rules of Odds and Evens, paragraph by paragraph."""

from random import Random

import pytest

from tests.zoo.odds_and_evens import RULESET
from tests.zoo.odds_and_evens.rules import State
from tests.zoo.odds_and_evens.wire import ChooseFingers, ConcealedChoice, FingersShown, Options


def show(state, *fingers):
    """Choose fingers for each seat; return the facts."""
    facts = []
    for seat, number in enumerate(fingers):
        RULESET.apply(state, seat, ChooseFingers(number), Random(0), lambda fact, audience: facts.append(fact))
    return facts


def test_four_play_in_two_teams():
    """1.1, 1.2"""
    assert [RULESET.reject_setup(Options(), seats) is None for seats in (3, 4, 5)] == [False, True, False]
    assert RULESET.reject_setup(Options(rounds=10), 4).code == "bad_round_count"
    assert RULESET.teams(Options(), 4) == ("evens", "odds", "evens", "odds")


def test_all_seats_choose_at_once_and_in_secret():
    """2.1"""
    state = RULESET.setup(Options(), 4, Random(0))
    show(state, 2)
    assert RULESET.to_act(state) == (1, 2, 3)
    assert RULESET.reject(state, 0, ChooseFingers(1)).code == "already_chosen"
    assert RULESET.observe(ChooseFingers(2), 0, 1) == ConcealedChoice()
    assert [RULESET.view(state, seat).own_fingers == 2 for seat in (0, 1, None)] == [True, False, False]


@pytest.mark.parametrize(
    ("fingers", "team", "points"), [((1, 1, 2, 2), "evens", [1, 0]), ((1, 1, 1, 2), "odds", [0, 1])]
)
def test_the_sum_decides_which_team_scores(fingers, team, points):
    """2.2"""
    state = RULESET.setup(Options(), 4, Random(0))
    assert show(state, *fingers) == [FingersShown(fingers, team)]
    assert state.points == points


@pytest.mark.parametrize(
    ("points", "results"),
    [([2, 1], ("won", "lost", "won", "lost")), ([1, 2], ("lost", "won", "lost", "won")), ([2, 2], ("drawn",) * 4)],
)
def test_the_team_with_more_points_wins_and_equal_points_are_a_draw(points, results):
    """3.1, 3.2"""
    assert RULESET.outcome(State(0, points, [0] * 4)).results == results
    assert RULESET.reject(State(0, points, [0] * 4), 0, ChooseFingers(1)).code == "game_over"

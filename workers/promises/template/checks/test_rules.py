"""Test the rules of Nim, paragraph by paragraph."""

from random import Random

import pytest

from domain.ruleset import Rejection
from workers.promises.template import RULESET
from workers.promises.template.game import Options, State, Take


def state(*heaps, turn=0, misere=False):
    """Build a position."""
    return State(misere, list(heaps), turn)


def taken(before, heap, stones):
    """Take stones for the seat that must act, and return the state."""
    RULESET.apply(before, before.turn, Take(heap, stones), Random(0))
    return before


def test_only_two_can_play():
    """1.1"""
    assert RULESET.reject_setup(Options(), 2) is None
    assert RULESET.reject_setup(Options(), 3) == Rejection("bad_player_count", "0.1", {"seats": 3})


def test_the_first_seat_is_one_of_the_two():
    """2.1"""
    reason = Rejection("bad_first_seat", "0.2", {"first_seat": 2}, malformed=True)
    assert RULESET.reject_setup(Options(first_seat=2), 2) == reason
    assert RULESET.to_act(RULESET.setup(Options(first_seat=1), 2, Random(0))) == (1,)


def test_a_game_starts_with_three_heaps_and_seat_0():
    """1.2, 2.1"""
    started = RULESET.setup(Options(), 2, Random(0))
    assert (started.heaps, RULESET.to_act(started)) == ([3, 4, 5], (0,))


def test_seats_take_turns():
    """2.1"""
    after = taken(state(3, 4, 5), 3, 2)
    assert after == state(3, 4, 3, turn=1)
    assert RULESET.reject(after, 0, Take(1, 1)) == Rejection("not_your_turn", "0.4", {"to_act": [1]})


@pytest.mark.parametrize(("heap", "stones"), [(0, 1), (4, 1), (1, 0), (1, -1)])
def test_a_player_takes_stones_from_one_heap(heap, stones):
    """2.2"""
    assert RULESET.reject(state(3, 4, 5), 0, Take(heap, stones)).code == "malformed_action"
    assert list(RULESET.legal_actions(state(1, 0, 2), 0)) == [Take(1, 1), Take(3, 1), Take(3, 2)]


def test_a_player_takes_no_more_than_the_stones_of_the_heap():
    """2.3"""
    assert RULESET.reject(state(1, 2, 5), 0, Take(2, 3)) == Rejection("illegal_action", "0.6")


@pytest.mark.parametrize(("misere", "ranks"), [(False, [2, 1]), (True, [1, 2])])
def test_the_last_stone_ends_the_game_and_decides_it(misere, ranks):
    """3.1, 3.2"""
    before = state(0, 1, 0, turn=1, misere=misere)
    assert RULESET.outcome(before) is None
    end = taken(before, 2, 1)
    assert RULESET.to_act(end) == ()
    assert RULESET.reject(end, 0, Take(1, 1)) == Rejection("game_over", "0.5")
    assert [each.rank for each in RULESET.outcome(end).seats] == ranks

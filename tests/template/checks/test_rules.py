"""The rules of The Reserve, paragraph by paragraph."""

from random import Random

import pytest

from domain.ruleset import Rejection
from tests.template import RULESET
from tests.template.rules import State
from tests.template.wire import Options, ReserveOpened, Take


def state(heap=12, card=1, *, opened=False, turn=0):
    """Build a position."""
    return State("", heap, card, opened, turns=turn, turn=turn)


def taken(before, stones):
    """Take stones for the seat that must act; return the facts."""
    told = []
    RULESET.apply(before, before.turn, Take(stones), Random(0), lambda fact, audience: told.append((fact, audience)))
    return told


def test_only_two_can_play():
    """1.1"""
    assert RULESET.reject_setup(Options(), 2) is None
    assert RULESET.reject_setup(Options(), 3) == Rejection("bad_player_count", "1.1", {"seats": 3})


def test_a_motto_has_at_most_forty_characters():
    """1.2"""
    assert RULESET.reject_setup(Options("m" * 40), 2) is None
    assert RULESET.reject_setup(Options("m" * 41), 2) == Rejection("bad_motto", "1.2", {"length": 41}, malformed=True)


def test_the_first_seat_is_one_of_the_two():
    """2.1"""
    reason = Rejection("bad_first_seat", "2.1", {"first_seat": 2}, malformed=True)
    assert RULESET.reject_setup(Options(first_seat=2), 2) == reason
    assert RULESET.to_act(RULESET.setup(Options(first_seat=1), 2, Random(0))) == (1,)


def test_a_game_starts_with_twelve_stones_and_seat_0():
    """1.3, 2.1"""
    begun = RULESET.setup(Options(), 2, Random(0))
    assert (begun.heap, begun.opened, RULESET.to_act(begun)) == (12, False, (0,))


def test_each_card_is_dealt_and_only_seat_1_sees_it():
    """1.4"""
    dealt = [RULESET.setup(Options(), 2, Random(number)) for number in range(30)]
    assert {each.card for each in dealt} == {0, 1, 2}
    assert [RULESET.view(state(card=2), seat).card == 2 for seat in (1, 0, None)] == [True, False, False]


def test_seats_take_turns():
    """2.1"""
    before = state()
    taken(before, 2)
    assert (before.heap, before.turn) == (10, 1)
    assert RULESET.reject(before, 0, Take(1)) == Rejection("not_your_turn", "2.1", {"to_act": [1]})


@pytest.mark.parametrize("stones", [0, 4, -1])
def test_a_player_takes_one_two_or_three_stones(stones):
    """2.2"""
    assert RULESET.reject(state(), 0, Take(stones)).code == "malformed_action"
    assert list(RULESET.legal_actions(state(), 0)) == [Take(1), Take(2), Take(3)]


def test_a_player_takes_no_more_than_the_remaining_stones():
    """2.3"""
    assert list(RULESET.legal_actions(state(heap=2), 0)) == [Take(1), Take(2)]
    assert RULESET.reject(state(heap=2), 0, Take(3)) == Rejection("heap_too_small", "2.3", {"heap": 2})


def test_the_card_makes_a_new_heap():
    """2.4"""
    before = state(heap=2, card=2)
    assert taken(before, 2) == [(ReserveOpened(2), None)]
    assert before == state(heap=2, card=2, opened=True, turn=1)


def test_an_empty_reserve_ends_the_game():
    """2.4, 3.1"""
    before = state(heap=2, card=0)
    taken(before, 2)
    assert RULESET.to_act(before) == ()
    assert RULESET.reject(before, 0, Take(1)) == Rejection("game_over", "3.1")


def test_the_player_who_takes_the_last_stone_wins():
    """3.2"""
    before = state(heap=1, card=1, opened=True, turn=1)
    assert RULESET.outcome(before) is None
    taken(before, 1)
    assert [(each.seat, each.rank, each.total) for each in RULESET.outcome(before).seats] == [(0, 2, 0), (1, 1, 1)]

"""Test the rules of Liar's Dice, paragraph by paragraph."""

from random import Random

import pytest

from tests.zoo.liars_dice import RULESET
from tests.zoo.liars_dice.rules import State
from tests.zoo.liars_dice.wire import Bid, Challenge, DiceRolled, DiceShown, DieLost, Options


def act(state, seat, action):
    """Take a legal action; return the facts."""
    facts = []
    assert RULESET.reject(state, seat, action) is None
    RULESET.apply(state, seat, action, Random(0), lambda *fact: facts.append(fact))
    return facts


def test_two_or_three_play_with_equal_numbers_of_dice():
    """1.1, 1.2"""
    assert [RULESET.reject_setup(Options(), seats) is None for seats in range(5)] == [False, False, True, True, False]
    assert RULESET.reject_setup(Options(dice=6), 2).code == "bad_dice_count"
    assert list(map(len, RULESET.setup(Options(dice=2), 3, Random(0)).dice)) == [2, 2, 2]


def test_only_its_seat_sees_rolled_dice():
    """2.1"""
    facts = []
    state = RULESET.setup(Options(dice=1), 2, Random(0), lambda *fact: facts.append(fact))
    assert facts == [(DiceRolled(seat, tuple(state.dice[seat])), (seat,)) for seat in (0, 1)]


def test_bids_rise_in_turn():
    """2.2, 2.3"""
    state = State([[1, 2], [3]], 0)
    assert RULESET.reject(state, 0, Bid(4, 1)).code == "too_many_dice"
    act(state, 0, Bid(2, 3))
    assert RULESET.to_act(state) == (1,)
    assert RULESET.reject(state, 1, Bid(2, 3)).code == RULESET.reject(state, 1, Bid(1, 6)).code == "bid_too_low"
    assert RULESET.legal_actions(state, 1)[0] == Bid(2, 4)


@pytest.mark.parametrize(("bid", "loser"), [(Bid(2, 3), 1), (Bid(3, 3), 0)])
def test_a_challenge_costs_one_die(bid, loser):
    """2.4, 2.5"""
    state = State([[3, 4], [3, 5]], 0)
    assert RULESET.reject(state, 0, Challenge()).code == "nothing_to_challenge"
    act(state, 0, bid)
    shown = [DiceShown(0, (3, 4)), DiceShown(1, (3, 5)), DieLost(loser)]
    assert act(state, 1, Challenge())[:3] == [(fact, None) for fact in shown]
    assert (len(state.dice[loser]), state.turn, state.round) == (1, loser, 1)


def test_the_last_seat_with_dice_wins():
    """2.5, 3.1, 3.2"""
    state = State([[1], [2], [3]], 0)
    act(state, 0, Bid(1, 2))
    act(state, 1, Challenge())
    assert (state.out, state.turn) == ((1,), 2)
    state.dice, state.bid, state.bidder, state.turn = [[1], [], [3]], Bid(1, 6), 2, 0
    act(state, 0, Challenge())
    assert [(each.rank, each.total) for each in RULESET.outcome(state).seats] == [(1, 2), (3, 0), (2, 1)]
    assert RULESET.reject(state, 0, Challenge()).code == "game_over"

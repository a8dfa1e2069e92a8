"""Test the rules of Goofspiel, paragraph by paragraph."""

from random import Random

import pytest

from tests.zoo.goofspiel import RULESET
from tests.zoo.goofspiel.rules import State
from tests.zoo.goofspiel.wire import BidsRevealed, ConcealedBid, Options, SealBid


def bid(state, *cards):
    """Seal a bid for each seat; return the facts."""
    facts = []
    for seat, card in enumerate(cards):
        RULESET.apply(state, seat, SealBid(card), Random(0), lambda fact, audience: facts.append(fact))
    return facts


def test_two_or_three_play_with_equal_hands():
    """1.1, 1.2"""
    assert [RULESET.reject_setup(Options(), seats) is None for seats in range(5)] == [False, False, True, True, False]
    assert RULESET.reject_setup(Options(cards=2), 2).code == "bad_card_count"
    assert RULESET.setup(Options(cards=3), 2, Random(0)).hands == [[1, 2, 3]] * 2


def test_all_seats_bid_at_once_and_bids_are_sealed():
    """2.1, 2.2"""
    state = RULESET.setup(Options(cards=3), 2, Random(0))
    assert RULESET.to_act(state) == (0, 1)
    bid(state, 2)
    assert RULESET.to_act(state) == (1,)
    assert RULESET.reject(state, 0, SealBid(1)).code == "already_bid"
    assert RULESET.reject(state, 1, SealBid(4)).code == "not_in_hand"
    assert RULESET.observe(SealBid(2), 0, 1) == ConcealedBid()
    assert [RULESET.view(state, seat).own_bid == 2 for seat in (0, 1, None)] == [True, False, False]


@pytest.mark.parametrize(("cards", "points"), [((1, 3), [0, 2]), ((3, 3), [0, 0])])
def test_the_highest_bid_takes_the_prize_unless_several_seats_have_it(cards, points):
    """2.3, 2.4"""
    state = State(1, 2, [1, 3], [[1, 2, 3], [1, 2, 3]], [0, 0], [0, 0])
    assert bid(state, *cards)[0] == (BidsRevealed(cards, 1) if any(points) else BidsRevealed(cards))
    assert state.points == points


def test_most_points_win_after_the_last_prize():
    """3.1, 3.2"""
    state = State(3, 2, [], [[1], [3]], [0, 0], [4, 3])
    assert RULESET.outcome(state) is None
    bid(state, 1, 3)
    assert [(each.rank, each.total) for each in RULESET.outcome(state).seats] == [(2, 4), (1, 5)]
    assert RULESET.reject(state, 0, SealBid(1)).code == "game_over"

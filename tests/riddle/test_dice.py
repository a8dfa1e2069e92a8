"""Test random draws with named purposes: games of one deal start with equal hands, and have similar draws later."""

from collections import Counter

import pytest

from domain.dice import Dice
from domain.riddle import RULESET
from domain.riddle.rules import piles
from domain.riddle.rules.cards import MAIN_DECK
from domain.riddle.wire.constants import MAIN
from domain.riddle.wire.facts import CardSeen, DeckRenewed, TurnBegan
from domain.riddle.wire.options import Options
from workers.promises import deals


def drawn(game):
    """List the cards drawn in each turn, up to the one in which a deck is first renewed."""
    turns, turn = {}, 1
    for fact in game.of(TurnBegan, CardSeen, DeckRenewed):
        if isinstance(fact, DeckRenewed):
            break
        if isinstance(fact, TurnBegan):
            turn = fact.turn
        else:
            turns.setdefault(turn, Counter())[fact.card] += 1
    return turns


def agreement(mode, seats):
    """Return the share of equal cards in the same turns of two games of a deal."""
    same = cards = 0
    for deal in range(10):
        games = [deals.play(RULESET, Options(mode=mode), seats, deal, each, plays_well=True) for each in range(2)]
        one, other = map(drawn, games)
        for turn in one.keys() & other.keys():
            same += (one[turn] & other[turn]).total()
            cards += max(one[turn].total(), other[turn].total())
    return same / cards


@pytest.mark.parametrize("seats", [2, 5])
def test_each_turn_of_the_base_game_brings_the_same_card_until_the_deck_is_renewed(seats):
    """8.1.1"""
    assert agreement("base", seats) == 1


@pytest.mark.parametrize("seats", [2, 5])
def test_most_cards_that_a_turn_brings_are_the_same_with_the_expansion_too(seats):
    """8.1.2"""
    assert agreement("expansion", seats) > 0.5


@pytest.mark.parametrize("mode", ["base", "expansion"])
def test_only_the_draws_of_one_turn_share_a_purpose(mode):
    """8.1.1, 8.1.2, 12.5.1"""
    for deal in range(10):
        purposes = deals.play(RULESET, Options(mode=mode), 3, deal, 0).purposes
        others = [purpose for purpose in purposes if not purpose.startswith("draw")]
        turns = [int(purpose.split()[1]) for purpose in purposes if purpose.startswith("draw")]
        assert len(set(others)) == len(others)
        assert turns == sorted(turns)


def test_two_cards_of_a_turn_are_any_two_of_the_deck():
    """8.1.2"""
    pairs = Counter()
    for deal in range(3000):
        state = RULESET.setup(Options(mode="expansion"), 2, Dice(deals.secret(0)))
        state.deck[MAIN] = list(MAIN_DECK[:5])
        dice = Dice(deals.secret(deal))
        pairs[tuple(piles.take_from_deck(state, 0, MAIN, dice, None) for _ in range(2))] += 1
    every = [(one, other) for one in MAIN_DECK[:5] for other in MAIN_DECK[:5] if one != other]
    assert deals.deviation(pairs, dict.fromkeys(every, 1 / 20)) < 2


def test_a_card_traded_is_any_one_of_the_hand():
    """12.5.1"""
    state = RULESET.setup(Options(mode="expansion"), 2, Dice(deals.secret(0)))
    hand = piles.hand_of(state, 1)
    taken = Counter(piles.draw_from_hand(state, 0, 1, Dice(deals.secret(deal))) for deal in range(3000))
    assert deals.deviation(taken, dict.fromkeys(hand, 1 / len(hand))) < 2

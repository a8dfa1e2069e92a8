"""Test random draws with named purposes: games of one deal have the same deck, whichever seat looks at it."""

from collections import Counter
from math import comb

import pytest

from domain.dice import Dice
from domain.leonardo import RULESET
from domain.leonardo.rules import deck
from domain.leonardo.rules.inventions import BY_TIER, TIER
from domain.leonardo.wire.constants import BRONZE, COPPER, GOLD, SILVER
from domain.leonardo.wire.facts import InventionRemoved, InventionsRequested, Looked
from domain.leonardo.wire.options import Options
from workers.promises import deals

SEATS = range(2, 6)


def opened(deal, seats, **options):
    return RULESET.setup(Options(first_player=0, **options), seats, Dice(deals.secret(deal)))


def whole_deck(state, deal):
    """Turn up the whole deck."""
    return [deck.turn_up(state, Dice(deals.secret(deal))) for step in range(len(state.deck))]


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", SEATS)
def test_games_of_one_deal_reveal_the_same_cards_unless_a_player_arranges_them(seats):
    """3.4.5, 3.5.5, 9.1.1"""
    for deal in range(4):
        expert = Options(setup="expert")
        games = [deals.play(RULESET, expert, seats, deal, player, plays_well=True) for player in range(2)]
        shown = [[card for fact in game.of(InventionsRequested) for card in fact.inventions] for game in games]
        before = min(first_look(game) for game in games)
        assert shown[0][:before] == shown[1][:before]
        assert games[0].of(InventionRemoved) == games[1].of(InventionRemoved)


def first_look(game):
    """Count the inventions that are requested before a seat looks at the deck."""
    requested = 0
    for fact in game.of(Looked, InventionsRequested):
        if isinstance(fact, Looked):
            break
        requested += len(fact.inventions)
    return requested


@pytest.mark.parametrize("seats", SEATS)
def test_looking_does_not_change_the_deck(seats):
    """7.3.6"""
    for deal in range(10):
        untouched, looked_at = opened(deal, seats), opened(deal, seats)
        order = whole_deck(untouched, deal)
        seen = [*deck.look(looked_at, 4, Dice(deals.secret(deal)))]
        assert (seen, whole_deck(looked_at, deal)) == (order[:4], order)


@pytest.mark.parametrize("setup", ["beginner", "expert"])
@pytest.mark.parametrize("seats", SEATS)
def test_the_deck_has_its_three_piles(seats, setup):
    """3.4.3, 3.4.4, 3.4.5"""
    for deal in range(10):
        state = opened(deal, seats, setup=setup)
        tiers = state.top_tiers
        order = whole_deck(state, deal)
        top, middle, bottom = order[: sum(tiers)], order[sum(tiers) : -5], order[-5:]
        assert tuple(sum(TIER[card] == tier for card in top) for tier in (BRONZE, COPPER, SILVER)) == tiers
        assert sorted(TIER[card] for card in middle) == [BRONZE, COPPER, COPPER, SILVER, SILVER, SILVER, *[GOLD] * 5]
        assert sorted(bottom) == [21, 22, 23, 24, 25]


@pytest.mark.no_cover
def test_the_deck_has_the_distribution_of_a_shuffled_one():
    """3.4.4, 3.4.5, 3.5.2"""
    first, tiers, middle, bottom = Counter(), Counter(), Counter(), Counter()
    for deal in range(3000):
        state = opened(deal, 3)
        pile, order = sum(state.top_tiers), whole_deck(state, deal)
        first[order[0]] += 1
        tiers[TIER[order[0]], TIER[order[1]]] += 1
        middle[order[pile] if order[pile] > 15 else 0] += 1
        bottom[order[-1], order[-2]] += 1
    state = opened(0, 3)
    of_top, size = state.top_tiers, sum(state.top_tiers)
    cards = {tier: [card for card in BY_TIER[tier] if card in state.deck] for tier in (BRONZE, COPPER, SILVER)}
    chance = {card: of_top[tier] / size / len(cards[tier]) for tier in cards for card in cards[tier] if of_top[tier]}
    assert deals.deviation(first, chance) < 2
    pairs = {
        (one, other): (of_top[one] * of_top[other] if one != other else 2 * comb(of_top[one], 2)) / size / (size - 1)
        for one in cards
        for other in cards
    }
    assert deals.deviation(tiers, {pair: part for pair, part in pairs.items() if part}) < 2
    assert deals.deviation(middle, {0: 6 / 11, **dict.fromkeys(range(16, 21), 1 / 11)}) < 2
    last = range(21, 26)
    assert deals.deviation(bottom, {(one, other): 1 / 20 for one in last for other in last if one != other}) < 2

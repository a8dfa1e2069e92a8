"""Test named purposes of random draws: two games of one deal have the same factories and supply if their bags agree."""

from collections import Counter
from math import comb

import pytest

from domain.azul import RULESET
from domain.azul.rules import bag
from domain.azul.rules.tiles import unpack
from domain.azul.wire.actions import numbers_of
from domain.azul.wire.constants import TILES_PER_FACTORY
from domain.azul.wire.facts import FactoryFilled, RoundBegan, SupplyRefilled
from domain.azul.wire.options import Options
from domain.dice import Dice
from tests.azul.builders import drafting, tiles
from workers.promises import deals


def factories(game):
    """Count the tiles of each colour by round and factory."""
    filled, in_round = {}, 1
    for fact in game.of(RoundBegan, FactoryFilled):
        if isinstance(fact, RoundBegan):
            in_round = fact.round
        else:
            filled[in_round, fact.source] = Counter(dict(enumerate(numbers_of(fact.tiles))))
    return filled


def agreement(seats):
    """Return for each round the share of factory tiles that two games of a deal have in common."""
    same, tiles_drawn = Counter(), Counter()
    for deal in range(12):
        one, other = (factories(deals.play(RULESET, Options(), seats, deal, player)) for player in range(2))
        for (in_round, source), filled in one.items():
            same[in_round] += (filled & other[in_round, source]).total()
            tiles_drawn[in_round] += TILES_PER_FACTORY
    return [round(same[each] / tiles_drawn[each], 2) for each in sorted(same)]


def test_factories_of_one_deal_agree_and_but_little_less_once_towers_were_tipped():
    """4.2.4, 7.1.2"""
    two, four = agreement(2), agreement(4)
    assert (two[0], four[0]) == (1, 1)
    assert min(two[:5]) > 0.9
    assert min(four) > 0.6


def test_no_purpose_is_drawn_twice_in_a_game():
    for seats in (2, 4):
        for deal in range(12):
            purposes = deals.play(RULESET, Options(side="AB"[deal % 2]), seats, deal, 0, plays_well=True).purposes
            assert len(set(purposes)) == len(purposes)


def test_the_tiles_of_the_supply_are_numbered_as_they_are_drawn():
    """6.7.1, 6.7.3"""
    for deal in range(12):
        game = deals.play(RULESET, Options(), 2, deal, 0, plays_well=True)
        drawn = sum(sum(numbers_of(fact.tiles)) for fact in game.of(SupplyRefilled))
        supply = [each for each in game.purposes if each.startswith("supply") and not each.endswith("tipped")]
        assert supply == [f"supply {tile}" for tile in range(drawn)]


def drawn(deal, number, **lying):
    """Draw from a bag with the random draws of a deal."""
    state = drafting()
    state.bag, state.tower = tiles(**lying.get("bag", {})), tiles(**lying.get("tower", {}))
    return numbers_of(unpack(bag.draw_named(state, number, Dice(deals.secret(deal)), None, "factory", 1, 1)))


def chances(bag_, number):
    """Return the probability of each draw without replacement, for the first three colours."""
    every = comb(sum(bag_), number)
    return {
        (first, second, number - first - second): comb(bag_[0], first)
        * comb(bag_[1], second)
        * comb(bag_[2], number - first - second)
        / every
        for first in range(min(bag_[0], number) + 1)
        for second in range(min(bag_[1], number - first) + 1)
        if number - first - second <= bag_[2]
    }


@pytest.mark.no_cover
def test_every_draw_is_as_likely_as_without_replacement():
    """11.1.1, 11.1.2"""
    counts = Counter(drawn(deal, 4, bag={"purple": 5, "green": 3, "orange": 2})[:3] for deal in range(4000))
    likely = chances((5, 3, 2), 4)
    assert counts.keys() == likely.keys()
    assert deals.deviation(counts, likely) < 2


@pytest.mark.no_cover
def test_a_draw_from_a_tower_just_tipped_is_as_likely_too():
    """7.1.3"""
    lying = {"bag": {"red": 1}, "tower": {"purple": 5, "green": 3, "orange": 2}}
    counts = Counter(drawn(deal, 4, **lying) for deal in range(4000))
    assert {each[-1] for each in counts} == {1}
    assert deals.deviation(Counter({each[:3]: times for each, times in counts.items()}), chances((5, 3, 2), 3)) < 2


@pytest.mark.no_cover
def test_two_draws_of_a_round_are_independent():
    """11.1.3"""
    both = Counter()
    for deal in range(4000):
        state = drafting()
        state.bag = tiles(purple=11, green=11)
        first, second = (
            bag.draw_named(state, 1, Dice(deals.secret(deal)), None, "factory", 1, source) for source in (1, 2)
        )
        both[first == second] += 1
    assert deals.deviation(both, {True: 10 / 21, False: 11 / 21}) < 4

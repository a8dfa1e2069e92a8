"""Test that components packed into one number behave as separate numbers of cards."""

from random import Random

from domain.leonardo.rules.components import ONE, count, counts, covers, fewer, packed, total
from domain.leonardo.rules.inventions import RECIPE, buildable_mask, members
from domain.leonardo.wire.constants import INVENTIONS, KINDS


def hands(most: int, number: int = 300) -> list[list[int]]:
    """Return random numbers of cards by kind."""
    rng = Random(most)
    return [[rng.randrange(most + 1) for _ in KINDS] for _ in range(number)]


def test_packed_components_can_be_counted_1_1_4() -> None:
    """1.1.4"""
    for cards in hands(12):
        hand = packed(cards)
        assert counts(hand) == [count(hand, kind) for kind in range(len(KINDS))] == cards
        assert total(hand) == sum(cards)


def test_adding_and_removing_components_are_sums_and_differences() -> None:
    for some, others in zip(hands(6), hands(12), strict=True):
        assert counts(packed(some) + packed(others)) == [one + two for one, two in zip(some, others, strict=True)]
        for kind in range(len(KINDS)):
            assert counts(packed(others) - count(packed(others), kind) * ONE[kind])[kind] == 0
            assert count(packed(some) + ONE[kind], kind) == some[kind] + 1


def test_components_suffice_if_those_of_every_kind_do_5_2_1() -> None:
    for have, need in zip(hands(4), hands(3), strict=True):
        assert covers(packed(have), packed(need)) == all(one >= two for one, two in zip(have, need, strict=True))
        assert counts(fewer(packed(have), packed(need))) == [min(pair) for pair in zip(have, need, strict=True)]


def test_buildable_inventions_follow_from_each_recipe_5_2_1() -> None:
    for cards in hands(5):
        fits = [n for n in INVENTIONS if all(have >= need for have, need in zip(cards, RECIPE[n], strict=True))]
        assert list(members(buildable_mask(packed(cards)))) == fits

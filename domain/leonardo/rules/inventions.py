"""The inventions by number: recipes, weeks, prices, and which inventions components allow."""

from functools import lru_cache
from typing import Final, TypeVar

from domain.leonardo.rules.components import CARD_MASK, GUARDS, packed
from domain.leonardo.rules.lookup_cache import evict_if_full
from domain.leonardo.wire.card_list import CARDS
from domain.leonardo.wire.constants import INVENTIONS, KINDS, TIERS, TYPES

T = TypeVar("T")

# By invention number, with a blank entry at 0, so a number is its own index.
RECIPE: Final[tuple[tuple[int, ...], ...]] = (
    (0,) * 5,
    *(tuple(row.components.get(kind, 0) for kind in KINDS) for row in CARDS),
)
CARDS_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(kind for kind, cards in enumerate(recipe) for _ in range(cards)) for recipe in RECIPE
)
"""The kind of each component card of an invention."""
WEEKS: Final[tuple[int, ...]] = (0, *(row.weeks for row in CARDS))
TYPE: Final[tuple[int, ...]] = (-1, *(TYPES.index(row.type) for row in CARDS))
TIER: Final[tuple[int, ...]] = (-1, *(TIERS.index(row.tier) for row in CARDS))
FIRST_PRICE: Final[tuple[int, ...]] = (0, *(row.first for row in CARDS))
LATER_PRICE: Final[tuple[int, ...]] = (0, *(row.later for row in CARDS))
BY_TIER: Final = tuple(tuple(number for number in INVENTIONS if TIER[number] == tier) for tier in range(4))

MASK_BITS: Final = 26
"""The number of bits in a mask of inventions; bit 0 stands for no invention."""


NEED: Final[tuple[int, ...]] = tuple([packed(recipe) for recipe in RECIPE])
"""Packed components of each invention (`components`)."""


def buildable_mask(components: int) -> int:
    """Return the inventions whose recipe these packed components cover, as a bit mask: bit n for invention n.

    For each of the five kinds, a table holds the inventions covered in that kind. The result is their intersection.
    The plain rule is in `tests/leonardo/test_components.py`.
    """
    return (
        _WITHIN[components & 31]
        & _WITHIN[32 | components >> 6 & 31]
        & _WITHIN[64 | components >> 12 & 31]
        & _WITHIN[96 | components >> 18 & 31]
        & _WITHIN[128 | components >> 24 & 31]
    )


_WITHIN: Final[tuple[int, ...]] = tuple(
    [
        sum(1 << number for number in INVENTIONS if RECIPE[number][kind] <= cards)
        for kind in range(len(KINDS))
        for cards in range(CARD_MASK + 1)
    ]
)
"""The inventions that need at most `cards` of a kind, as a bit mask, at index 32 * kind + cards."""


@lru_cache(maxsize=1 << 14)
def mask_of(numbers: tuple[int, ...]) -> int:
    """Return inventions as a bit mask: bit n for invention n."""
    return sum(1 << number for number in numbers)


def members(mask: int) -> tuple[int, ...]:
    """Return the inventions of a bit mask, ascending, with 0 first for bit 0."""
    known = _MEMBERS.get(mask)
    if known is None:
        evict_if_full(_MEMBERS)
        known = _MEMBERS[mask] = tuple([number for number in range(MASK_BITS) if mask >> number & 1])
    return known


_MEMBERS: Final[dict[int, tuple[int, ...]]] = {}


def add_plans(found: list[T], table: tuple[tuple[T, ...], ...], components: int, small: int, large: int) -> None:
    """Add what two labs can start with these packed components: nothing, one invention, or two different ones.

    `small` and `large` are the options of each lab: bit n for invention n, bit 0 for nothing. The added items are
    entries of `table`, in the row of the small lab's invention and the column of the large lab's, row by row.
    """
    makeable = buildable_mask(components) | 1
    seconds = members(makeable & large)
    for first in members(makeable & small):
        row, left = table[first], (components | GUARDS) - NEED[first]
        for second in seconds:
            if left - NEED[second] & GUARDS == GUARDS and (second != first or not first):
                found.append(row[second])  # noqa: PERF401 - no list in between


PLAN_BITS: Final = 5
PLAN_MASK: Final = (1 << PLAN_BITS) - 1
PLANS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(small << PLAN_BITS | large for large in range(MASK_BITS)) for small in range(MASK_BITS)
)
"""A table for `add_plans` of numbers that identify both inventions."""

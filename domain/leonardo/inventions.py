"""The inventions by number, in the form the rules reckon with: recipes, weeks and prices, and what components allow."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from domain.leonardo.cards import CARDS
from domain.leonardo.tables import INVENTIONS, KINDS, TIERS, TYPES

# By invention number, with a blank at 0 so that a number is its own index.
RECIPE: Final[tuple[tuple[int, ...], ...]] = (
    (0,) * 5,
    *(tuple(row.components.get(kind, 0) for kind in KINDS) for row in CARDS),
)
WEEKS: Final[tuple[int, ...]] = (0, *(row.weeks for row in CARDS))
TYPE: Final[tuple[int, ...]] = (-1, *(TYPES.index(row.type) for row in CARDS))
TIER: Final[tuple[int, ...]] = (-1, *(TIERS.index(row.tier) for row in CARDS))
FIRST_PRICE: Final[tuple[int, ...]] = (0, *(row.first for row in CARDS))
LATER_PRICE: Final[tuple[int, ...]] = (0, *(row.later for row in CARDS))
BY_TIER: Final = tuple(tuple(number for number in INVENTIONS if TIER[number] == tier) for tier in range(4))

ALL_INVENTIONS: Final = sum(1 << number for number in INVENTIONS)
"""All inventions as a bit mask: bit n for invention n."""
LARGE_BITS: Final = 26
Plan = tuple[int, int]
"""What the two labs of a player hold together: a bit mask, and the index 26 * small + large, by invention, 0 for none.
The mask has bit n for invention n in the small lab and bit `LARGE_BITS` + n for n in the large one, so that one `&`
tells whether any of them is barred."""


def covers(components: Sequence[int], *recipes: Sequence[int]) -> bool:
    """Say whether components, by kind, suffice for all these recipes together."""
    return all(have >= sum(needs) for have, *needs in zip(components, *recipes, strict=True))


CARD_BITS: Final = 6
"""Bits for each kind where components are packed into one number: five, and a guard bit above them.

Subtracting a need clears the guard bit of each kind that falls short, so one comparison serves for all kinds. Two
recipes need at most 24 of a kind (2.4.1).
"""
CARD_MASK: Final = 0b11111
_GUARDS: Final = sum(0b100000 << CARD_BITS * kind for kind in range(len(KINDS)))


def packed(components: Sequence[int]) -> int:
    """Pack components by kind into one number."""
    return sum([cards << CARD_BITS * kind for kind, cards in enumerate(components)])


def packed_row(cards: list[int], row: int) -> int:
    """Pack a row of a flat list of components, five kinds a row."""
    at = 5 * row
    return cards[at] | cards[at + 1] << 6 | cards[at + 2] << 12 | cards[at + 3] << 18 | cards[at + 4] << 24


NEED: Final[tuple[int, ...]] = tuple([packed(recipe) for recipe in RECIPE])
"""What each invention takes, packed."""


_PLANS: Final[tuple[Plan, ...]] = tuple(
    (1 << small | 1 << LARGE_BITS + large, LARGE_BITS * small + large)
    for small in range(LARGE_BITS)
    for large in range(LARGE_BITS)
)
"""By index."""


@lru_cache(maxsize=1 << 15)
def plans(components: int, labs: int = 0b11) -> tuple[Plan, ...]:
    """List what two labs can hold of these components, packed: nothing, one invention, or two different ones.

    `labs` says which of them may hold any: bit 0 the small one, bit 1 the large one.
    """
    have = components | _GUARDS
    single = [0, *[number for number in INVENTIONS if have - NEED[number] & _GUARDS == _GUARDS]]
    in_small, in_large = single if labs & 0b01 else [0], single if labs & 0b10 else [0]
    found: list[Plan] = []
    for small in in_small:
        first, left = LARGE_BITS * small, have - NEED[small]
        found += [
            _PLANS[first + large]
            for large in in_large
            if left - NEED[large] & _GUARDS == _GUARDS and (large != small or not large)
        ]
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def buildable_mask(components: int) -> int:
    """Give the inventions whose recipe these components, packed, cover, as a bit mask: bit n for invention n."""
    have = components | _GUARDS
    return sum(1 << number for number in INVENTIONS if have - NEED[number] & _GUARDS == _GUARDS)

"""The inventions by number, in the form the rules reckon with: recipes, weeks and prices, and what components allow."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from domain.leonardo.cards import CARDS
from domain.leonardo.memory import make_room
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

LARGE_BITS: Final = 26
"""The size of a mask of inventions and of bit 0, which stands for none."""


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


def buildable_mask(components: int) -> int:
    """Give the inventions whose recipe these components, packed, cover, as a bit mask: bit n for invention n."""
    known = _BUILDABLE.get(components)
    if known is None:
        make_room(_BUILDABLE)
        known = _BUILDABLE[components] = _buildable_mask(components)
    return known


_BUILDABLE: Final[dict[int, int]] = {}


def _buildable_mask(components: int) -> int:
    """Work out `buildable_mask`."""
    have = components | _GUARDS
    return sum(1 << number for number in INVENTIONS if have - NEED[number] & _GUARDS == _GUARDS)


_HALF: Final = LARGE_BITS // 2
_LOW: Final[list[list[int]]] = [[bit for bit in range(_HALF) if mask >> bit & 1] for mask in range(1 << _HALF)]
_HIGH: Final[list[list[int]]] = [[_HALF + bit for bit in low] for low in _LOW]


@lru_cache(maxsize=1 << 14)
def mask_of(numbers: tuple[int, ...]) -> int:
    """Give inventions as a bit mask: bit n for invention n."""
    return sum(1 << number for number in numbers)


def members(mask: int) -> list[int]:
    """List the inventions of a bit mask, ascending."""
    return _LOW[mask & (1 << _HALF) - 1] + _HIGH[mask >> _HALF]


def plans(components: int, small: int, large: int) -> list[int]:
    """List what two labs can hold of these components, packed: nothing, one invention, or two different ones.

    `small` and `large` say what each of them may hold: bit n for invention n, bit 0 for nothing. A plan is the number
    26 * small + large, by invention, 0 for none; they come ascending.
    """
    makeable = buildable_mask(components) | 1
    firsts = members(small & makeable)
    if large == 1:
        return [LARGE_BITS * first for first in firsts]
    found: list[int] = []
    for first in firsts:
        if first:
            makeable = (buildable_mask(components - NEED[first]) | 1) & ~(1 << first)
        row = LARGE_BITS * first
        found += [row + second for second in members(large & makeable)]
    return found

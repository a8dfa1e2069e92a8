"""Multisets of tiles as one whole number: six bits a colour, purple lowest, of which the highest stays free.

Joining and taking away are `+` and `-`. A colour has 22 tiles, so five bits hold any count and nothing runs over.
"""

from collections.abc import Iterable
from typing import Final

from domain.azul.wire.actions import Tiles, numbers_of
from domain.azul.wire.constants import COLOUR_COUNT

BITS: Final = 6
COUNT: Final = 63
SHIFT: Final = tuple(BITS * colour for colour in range(COLOUR_COUNT))
ONE: Final = tuple(1 << shift for shift in SHIFT)
"""By colour, a single tile."""
GUARD: Final = 1 << 5 | 1 << 11 | 1 << 17 | 1 << 23 | 1 << 29 | 1 << 35
"""The free bit of every colour, written out so that compiled code has it as a constant."""
SET_MODULUS: Final = 127
"""Free bits leave different powers of two when divided by it."""
UP_TO_GUARD: Final = GUARD - (GUARD >> 5)
"""What carries any count above 0 into its free bit."""


def count(tiles: int, colour: int) -> int:
    """Count the tiles of a colour."""
    return tiles >> BITS * colour & COUNT


def counts(tiles: int) -> list[int]:
    """Count the tiles of each colour, in canonical order."""
    return [tiles >> shift & COUNT for shift in SHIFT]


def total(tiles: int) -> int:
    """Count all tiles."""
    return (
        (tiles & 63) + (tiles >> 6 & 63) + (tiles >> 12 & 63) + (tiles >> 18 & 63) + (tiles >> 24 & 63) + (tiles >> 30)
    )


def few(tiles: int) -> int:
    """Count all tiles of a multiset of fewer than 63, faster than `total`: each digit to the base 64 leaves itself."""
    return tiles % COUNT


def pack(numbers: Iterable[int]) -> int:
    """Make a multiset from the number of tiles of each colour, in canonical order, each 0 to 31."""
    return sum(one * number for one, number in zip(ONE, numbers, strict=True))


def unpack(tiles: int) -> Tiles:
    """Write a multiset for the wire."""
    return Tiles(*counts(tiles))


def packed(tiles: Tiles) -> int:
    """Read a multiset whose numbers the rules have accepted."""
    return pack(numbers_of(tiles))


def present(tiles: int) -> int:
    """Give the number of the set of colours present, from 0 to 63, as `number_of` does.

    The free bit of colour c is 2 ** (5 + 6c), which divided by 127 leaves 2 ** (5 - c).
    """
    return (tiles + UP_TO_GUARD & GUARD) % SET_MODULUS


def number_of(colours: int) -> int:
    """Give the number of a set of colours, itself a bit mask by colour: its bits the other way round."""
    return sum(1 << COLOUR_COUNT - 1 - colour for colour in range(COLOUR_COUNT) if colours >> colour & 1)


SETS: Final[tuple[int, ...]] = tuple(number_of(number) for number in range(1 << COLOUR_COUNT))
"""By number of a set of colours, the set: turning the bits round twice leaves them as they are."""


def capped(tiles: int, most: int) -> int:
    """Leave at most so many tiles of each colour: what a choice of `most` tiles can tell apart."""
    left = 0
    for shift in SHIFT:
        number = tiles >> shift & COUNT
        left += (min(most, number)) << shift
    return left


def by_colours(parts: list[int]) -> tuple[tuple[int, ...], ...]:
    """Give, by number of a set of colours, the places of the multisets that have no others."""
    return tuple(
        tuple([place for place, part in enumerate(parts) if not present(part) & ~number])
        for number in range(1 << COLOUR_COUNT)
    )


def contained(whole: int, parts: list[int], places: tuple[int, ...]) -> list[int]:
    """List those places whose multisets can be taken from `whole`: no free bit lends to its colour."""
    guarded = whole | GUARD
    return [place for place in places if guarded - parts[place] & GUARD == GUARD]


def choices(size: int) -> list[int]:
    """List all multisets of `size` tiles of any colours, those with more of the earlier colours first."""
    return _choices(size, 0)


def _choices(size: int, colour: int) -> list[int]:
    """List the multisets of `size` tiles of this and later colours."""
    if colour == COLOUR_COUNT - 1:
        return [ONE[colour] * size]
    return [
        ONE[colour] * number + rest for number in range(size, -1, -1) for rest in _choices(size - number, colour + 1)
    ]

"""Multisets of tiles as one integer: six bits a colour, purple lowest; the highest bit of each colour is free.

Two purple tiles and an orange one are 2 + (1 << 12). Adding and removing tiles are `+` and `-`. A colour has 22 tiles,
so five bits hold any count without overflow. Sets of colours are bit masks: purple and orange are 0b000101.
"""

from collections.abc import Iterable
from typing import Final

from domain.azul.wire.actions import Tiles, numbers_of
from domain.azul.wire.constants import ALL_COLOURS, COLOUR_COUNT

BITS: Final = 6
COUNT: Final = 63
SHIFT: Final = tuple(BITS * colour for colour in range(COLOUR_COUNT))
ONE: Final = tuple(1 << shift for shift in SHIFT)
"""For each colour: a single tile."""
GUARD: Final = 1 << 5 | 1 << 11 | 1 << 17 | 1 << 23 | 1 << 29 | 1 << 35
"""The free bit of every colour, written out so that compiled code has it as a constant."""
UP_TO_GUARD: Final = GUARD - (GUARD >> 5)
"""31 of every colour: added to a multiset, it carries any count above 0 into the free bit."""
COLOURS_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(colour for colour in range(COLOUR_COUNT) if colours >> colour & 1) for colours in range(ALL_COLOURS + 1)
)
"""For each set of colours: its colours, ascending."""


def count(tiles: int, colour: int) -> int:
    """Count the tiles of a colour."""
    return tiles >> BITS * colour & COUNT


def counts(tiles: int) -> list[int]:
    """Count the tiles of each colour, in the order of 1.3.3."""
    return [tiles >> shift & COUNT for shift in SHIFT]


def total(tiles: int) -> int:
    """Count all tiles."""
    return (
        (tiles & 63) + (tiles >> 6 & 63) + (tiles >> 12 & 63) + (tiles >> 18 & 63) + (tiles >> 24 & 63) + (tiles >> 30)
    )


def pack(numbers: Iterable[int]) -> int:
    """Return the multiset of the number of tiles of each colour, in the order of 1.3.3, each 0 to 31."""
    return sum(one * number for one, number in zip(ONE, numbers, strict=True))


def unpack(tiles: int) -> Tiles:
    """Return a multiset in the form of the API."""
    return Tiles(*counts(tiles))


def packed(tiles: Tiles) -> int:
    """Return the multiset for validated API data."""
    return pack(numbers_of(tiles))


# Divided by 127, the free bits 2**5, 2**11, 2**17, ... leave 32, 16, 8, ... So every set of colours has its own
# remainder. Example:
#   two purple tiles and an orange one   2 + (1 << 12)
#   plus 31 of every colour              the free bits of purple and orange: 2**5 + 2**17
_REMAINDERS: Final = 127
_SET_BY_REMAINDER: Final[tuple[int, ...]] = tuple(
    sum(1 << colour for colour in range(COLOUR_COUNT) if remainder & 32 >> colour) for remainder in range(64)
)


def present(tiles: int) -> int:
    """Return the set of colours with at least one tile."""
    return _SET_BY_REMAINDER[(tiles + UP_TO_GUARD & GUARD) % _REMAINDERS]


def capped(tiles: int, most: int) -> int:
    """Return a multiset with at most `most` tiles of each colour."""
    left = 0
    for shift in SHIFT:
        left += min(most, tiles >> shift & COUNT) << shift
    return left


# Choosing several tiles


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


def places_by_colours(multisets: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return by set of colours the indexes of the multisets without other colours."""
    return tuple(
        tuple([place for place, each in enumerate(multisets) if not present(each) & ~colours])
        for colours in range(ALL_COLOURS + 1)
    )


def contained(whole: int, multisets: list[int], places: tuple[int, ...]) -> list[int]:
    """List the indexes among `places` whose multisets are contained in `whole`.

    With the free bits set in `whole`, subtracting too many tiles of a colour clears its free bit.
    """
    guarded = whole | GUARD
    return [place for place in places if guarded - multisets[place] & GUARD == GUARD]

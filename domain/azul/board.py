"""The boards: where tiles may go (6.2, 9.1), what a payment may be (6.3), what a placement brings (6.5, 6.6)."""

from functools import lru_cache
from typing import Final

from domain.azul.actions import PlaceTile
from domain.azul.state import STAR_COUNT, State
from domain.azul.tables import (
    ALL_COLOURS,
    COLOUR_COUNT,
    COLOURED,
    COLOURS,
    COST,
    FULL_STAR,
    MAX_COST,
    MIDDLE,
    SLOTS,
    SPACES,
    STAR_COLOUR,
    STARS,
    TOUCHING,
    Decoration,
)
from domain.azul.tiles import COUNT, SHIFT, count, presence, present

PLACE: Final = tuple(
    tuple(PlaceTile(STARS[space // SLOTS], space % SLOTS, colour) for colour in COLOURS) for space in range(SPACES)
)
"""By space and colour, the action without `wilds`."""


def new_board(side: int) -> list[int]:
    """Give the colours that each star of an empty board takes (6.2.2, 6.2.3, 9.1.3)."""
    if side == COLOURED:
        return [*(1 << colour for colour in STAR_COLOUR), ALL_COLOURS]
    return [ALL_COLOURS] * STAR_COUNT


_REACHES: Final = MAX_COST + 1


def _table(side: int, star: int, covered: int) -> tuple[tuple[PlaceTile, ...], ...]:
    """List the placements on a star with these spaces covered, by column: seven a colour, one for each reach."""
    takes = new_board(side)[star]
    return tuple(
        tuple(
            PLACE[SLOTS * star + slot][colour]
            for slot in range(SLOTS)
            if takes >> colour & 1 and not covered >> slot & 1 and COST[side][SLOTS * star + slot] <= reach
        )
        for colour in range(COLOUR_COUNT)
        for reach in range(_REACHES)
    )


PLACEMENTS: Final = tuple(
    tuple(tuple(_table(side, star, covered) for covered in range(FULL_STAR + 1)) for star in range(STAR_COUNT))
    for side in range(len(COST))
)
"""By side, star, its covered spaces and column: the placements within reach."""
COLOURS_OF: Final = tuple(
    tuple(colour for colour in range(COLOUR_COUNT) if colours >> colour & 1) for colours in range(ALL_COLOURS + 1)
)


_COLUMNS: Final = tuple((shift, _REACHES * colour) for colour, shift in enumerate(SHIFT))
_REACH: Final = tuple(min(tiles, MAX_COST) for tiles in range(2 * COUNT))
_HELD: Final = {presence(colours): colours for colours in range(ALL_COLOURS + 1)}


@lru_cache(maxsize=1 << 14)
def reaches(hand: int, wild: int) -> tuple[int, list[int]]:
    """Give the set of colours held, and by colour the column for the dearest number that the hand can pay (6.3)."""
    wilds = hand >> SHIFT[wild] & COUNT
    columns = [first + _REACH[(hand >> shift & COUNT) + wilds] for shift, first in _COLUMNS]
    columns[wild] = _REACHES * wild + _REACH[wilds]
    return _HELD[present(hand)], columns


def placements(state: State, seat: int) -> tuple[PlaceTile, ...]:
    """List every placement the seat can pay, star by star (12.1.3, 12.3.3)."""
    takes = tuple(state.takes[STAR_COUNT * seat : STAR_COUNT * (seat + 1)])
    return _placements(state.side, state.round - 1, state.hand[seat], state.covered[seat], takes)


@lru_cache(maxsize=1 << 10)
def _placements(side: int, wild: int, hand: int, covered: int, takes: tuple[int, ...]) -> tuple[PlaceTile, ...]:
    """Give `placements`, remembered: whether there are any is asked before which."""
    held_colours, columns = reaches(hand, wild)
    options: list[PlaceTile] = []
    for table, colours in zip(PLACEMENTS[side], takes, strict=True):
        if within := colours & held_colours:
            row = table[covered & FULL_STAR]
            for colour in COLOURS_OF[within]:
                options += row[columns[colour]]
        covered >>= SLOTS
    return tuple(options)


def can_place(state: State, seat: int) -> bool:
    """Say whether the seat has any placement (12.4.3)."""
    return bool(placements(state, seat))


def wilds_range(state: State, seat: int, space: int, colour: int) -> tuple[int, int]:
    """Give the fewest and the most wilds that can pay a placement (6.3.4); more fewest than most if none can."""
    cost, hand, wild = COST[state.side][space], state.hand[seat], state.round - 1
    own = hand >> SHIFT[colour] & COUNT
    if colour == wild:
        return (0, 0) if own >= cost else (1, 0)
    return max(0, cost - own), min(cost - 1, hand >> SHIFT[wild] & COUNT)


def lay(state: State, seat: int, space: int, colour: int) -> None:
    """Cover a space and note what its star takes from now on."""
    state.covered[seat] |= 1 << space
    state.shown[COLOUR_COUNT * seat + colour] |= 1 << space
    star = space // SLOTS
    if state.side != COLOURED:
        state.takes[STAR_COUNT * seat + star] = _takes(state, seat, star, colour)
    elif star == MIDDLE:
        state.takes[STAR_COUNT * seat + star] &= ~(1 << colour)


def _takes(state: State, seat: int, star: int, colour: int) -> int:
    """Give what a star of side B takes after a tile of this colour: the second tile decides (9.1.3, 9.1.4)."""
    tiles, alike = state.star(seat, star), on_star(state, seat, star, colour)
    if not tiles & tiles - 1:
        return ALL_COLOURS
    if alike & alike - 1:
        return 1 << colour
    if tiles.bit_count() > 2:
        return state.takes[STAR_COUNT * seat + star] & ~(1 << colour)
    return ALL_COLOURS & ~colours_on(state, seat, star)


def on_star(state: State, seat: int, star: int, colour: int) -> int:
    """Give the spaces of a star that show a colour, a mask of slots."""
    return state.shown[COLOUR_COUNT * seat + colour] >> SLOTS * star & FULL_STAR


def colours_on(state: State, seat: int, star: int) -> int:
    """Give the set of colours that a star shows."""
    return sum(1 << colour for colour in range(COLOUR_COUNT) if on_star(state, seat, star, colour))


def completed(state: State, seat: int, space: int) -> list[Decoration]:
    """List the decorations whose last space has just been covered (6.6.1)."""
    covered = state.covered[seat]
    return [decoration for mask, decoration in TOUCHING[space] if covered & mask == mask]


def held(state: State, seat: int, colour: int) -> int:
    """Count the tiles of a colour in a hand."""
    return count(state.hand[seat], colour)

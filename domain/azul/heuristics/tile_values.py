"""The heuristic value of tiles in hand, in points: as wilds, or for the stars on which their colours are collected."""

from typing import Final

from domain.azul.heuristics.star_plans import MIXED, plans, work_out
from domain.azul.rules.state import State
from domain.azul.wire.constants import (
    COLOUR_COUNT,
    COLOURED,
    FULL_STAR,
    MIDDLE,
    ROUNDS,
    SLOTS,
    STAR_COLOUR,
    STAR_COUNT,
    TILES_PER_COLOUR,
)

TILE: Final = 0.5
"""A tile in hand beyond what it brings to the star where its colour is collected."""
WILD: Final = 1.8
"""A wild in hand, as a help for any colour; also a tile that will be wild in the next round."""
LEAD: Final = 1.3
"""Beginning phase 2 and the next round."""

EVERY_COLOUR: Final[tuple[int, ...]] = tuple(range(COLOUR_COUNT))
NO_STAR: Final = -1
ANYTHING: Final = -1
"""Stands for an empty star of side B beside the colours of stars."""
HOMES: Final[list[int]] = [STAR_COLOUR.index(colour) for colour in range(COLOUR_COUNT)]


def homes(state: State, seat: int) -> list[int]:
    """Return by colour the star on which it is collected; the list is not to be changed.

    On side B that is the star with most tiles of this colour and no other, or else the first empty star; NO_STAR if
    there is neither.
    """
    if state.side == COLOURED:
        return HOMES
    covered, empty = state.covered[seat], NO_STAR
    found, most = [NO_STAR] * COLOUR_COUNT, [0] * COLOUR_COUNT
    for star in range(STAR_COUNT):
        slots = covered >> SLOTS * star & FULL_STAR
        if not slots:
            empty = star if empty == NO_STAR else empty
        elif slots != FULL_STAR:
            colour, tiles = looks_like(state, seat, star), slots.bit_count()
            if colour != MIXED and tiles > most[colour]:
                found[colour], most[colour] = star, tiles
    return [empty if star == NO_STAR else star for star in found]


def looks_like(state: State, seat: int, star: int) -> int:
    """Return what kind a star is, as it looks so far: its colour, MIXED or ANYTHING."""
    if state.side == COLOURED:
        return MIXED if star == MIDDLE else STAR_COLOUR[star]
    shift, first = SLOTS * star, COLOUR_COUNT * seat
    slots = state.covered[seat] >> shift & FULL_STAR
    for colour in range(COLOUR_COUNT):
        alike = state.shown[first + colour] >> shift & FULL_STAR
        if alike:
            return colour if alike == slots else MIXED
    return ANYTHING


NOTHING_COLLECTED: Final[list[float]] = [0.0] * (TILES_PER_COLOUR + 1)
"""What tiles are worth that no star collects, by their number."""
_NOTHING: Final[list[list[float]]] = [NOTHING_COLLECTED] * COLOUR_COUNT
"""The same by colour."""
AS_WILDS: Final[list[float]] = [WILD * tiles for tiles in range(TILES_PER_COLOUR + 1)]
"""What wilds are worth, by their number."""


def collected(state: State, seat: int, home: list[int], colours: tuple[int, ...]) -> list[list[float]]:
    """Return by colour and number what tiles in hand make of the star where they are collected, given by `home`.

    Only `colours` are worked out.
    """
    side, covered, later = state.side, state.covered[seat], ROUNDS - state.round
    known = plans(side, later)
    worths = _NOTHING[:]
    for colour in colours:
        star = home[colour]
        if star != NO_STAR:
            plan = known[COLOUR_COUNT * star + colour] or work_out(side, later, star, colour)
            worths[colour] = plan[covered >> SLOTS * star & FULL_STAR]
    return worths


def in_hand(state: State, seat: int, wild: int) -> list[list[float]]:
    """Return by colour and number what tiles in hand are worth, as wilds or for the star that collects them."""
    worths = collected(state, seat, homes(state, seat), EVERY_COLOUR)
    worths[wild] = AS_WILDS
    return worths

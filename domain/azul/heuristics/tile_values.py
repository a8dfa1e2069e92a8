"""Value tiles in hand, in points: as wilds, or for the stars on which their colours are collected."""

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
"""Value of a tile in hand beyond its value for the star that collects its colour."""
WILD: Final = 1.8
"""Value of a wild in hand, and of a tile that will be wild in the next round."""
LEAD: Final = 1.3
"""Value of starting phase 2 and the next round."""

EVERY_COLOUR: Final[tuple[int, ...]] = tuple(range(COLOUR_COUNT))
NO_STAR: Final = -1
ANYTHING: Final = -1
"""An empty star of side B, as a number beside the colours."""
HOMES: Final[list[int]] = [STAR_COLOUR.index(colour) for colour in range(COLOUR_COUNT)]


def homes(state: State, seat: int) -> list[int]:
    """Return by colour the star that collects it; callers must not change the list.

    On side B that is the star with most tiles of this colour only, otherwise the first empty star. NO_STAR if there is
    neither.
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
    """Return the expected kind of a star: its colour, MIXED or ANYTHING."""
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
"""For each number of tiles: the value of tiles that no star collects."""
_NOTHING: Final[list[list[float]]] = [NOTHING_COLLECTED] * COLOUR_COUNT
"""`NOTHING_COLLECTED` for each colour."""
AS_WILDS: Final[list[float]] = [WILD * tiles for tiles in range(TILES_PER_COLOUR + 1)]
"""The value of wilds, by their number."""


def collected(state: State, seat: int, home: list[int], colours: tuple[int, ...]) -> list[list[float]]:
    """Return by colour and number what tiles in hand add to the star in `home` that collects them.

    Only `colours` are computed.
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
    """Return by colour and number the value of tiles in hand, as wilds or for the star that collects them."""
    worths = collected(state, seat, homes(state, seat), EVERY_COLOUR)
    worths[wild] = AS_WILDS
    return worths

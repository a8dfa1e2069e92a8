"""Value stars heuristically: their expected bonuses, and what tiles in hand can add to them.

The value of a star does not depend on its rotation. So tables store it by its kind, with its spaces in the order p1 to
p6 (3.1.4), here called "turned". The bonus of a full star is identified by its colour, or MIXED.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeVar

from domain.azul.rules.board import RUN
from domain.azul.wire.constants import (
    COLOUR_COUNT,
    COST,
    FULL_STAR,
    MIDDLE,
    MIXED_BONUS,
    ROUNDS,
    SLOTS,
    STAR_BONUS,
    STAR_COUNT,
    TILES_PER_COLOUR,
)

Row = TypeVar("Row")

STAR_TILES: Final = 3.6
"""Tiles that a player is expected to spend on one star in each later round."""
STAR_TILES_NOW: Final = 0.5
"""Tiles that a star may still receive in this round beyond those in hand."""

MIXED: Final = 6
"""The number of the star of several colours; each colour has a smaller number."""
BONUS: Final[tuple[int, ...]] = (*STAR_BONUS, MIXED_BONUS)

KIND: Final[tuple[tuple[int, ...], ...]] = ((0,) * STAR_COUNT, (1,) * MIDDLE + (2,))
"""The kind of star, by side and star.

0: its spaces cost 1 to 6. 1: an outer star of side B. 2: all its spaces cost the same.
"""
KIND_COST: Final[tuple[tuple[int, ...], ...]] = (COST[0][-SLOTS:], (*COST[1][1:SLOTS], COST[1][0]), COST[1][-SLOTS:])
"""The costs of the spaces p1 to p6, by kind of star."""
P1: Final[tuple[int, ...]] = (*((star + 1) % SLOTS for star in range(MIDDLE)), 0)
"""The slot of the space p1, by star."""


def _turn(star: int, covered: int) -> int:
    """Rotate the covered spaces of a star so that p1 comes first."""
    return (covered >> P1[star] | covered << SLOTS - P1[star]) & FULL_STAR


TURNED: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_turn(star, covered) for covered in range(FULL_STAR + 1)) for star in range(STAR_COUNT)
)
"""For each star and mask of its covered slots: the mask in the order p1 to p6."""


def _prospects(kind: int, bonus: int, later: int) -> tuple[float, ...]:
    """Return by covered spaces the expected part of a star's bonus, with `later` rounds after this one.

    The whole bonus for a full star, less for each missing tile.
    """
    tiles = STAR_TILES * later + STAR_TILES_NOW
    missing = [
        sum(cost for place, cost in enumerate(KIND_COST[kind]) if not covered >> place & 1)
        for covered in range(FULL_STAR + 1)
    ]
    return tuple([BONUS[bonus] * max(0.0, 1 - each / tiles) for each in missing])


_PROSPECTS: Final = tuple(
    tuple(tuple(_prospects(kind, bonus, later) for bonus in range(len(BONUS))) for later in range(ROUNDS + 1))
    for kind in range(len(KIND_COST))
)
"""The results of `_prospects` by kind, later rounds, bonus and covered spaces, turned."""


def _turned_back(star: int, table: Sequence[Row]) -> tuple[Row, ...]:
    """Return a table by covered spaces, turned, in the slot order of a star on the board."""
    return tuple([table[TURNED[star][covered]] for covered in range(FULL_STAR + 1)])


PROSPECTS: Final[tuple[tuple[tuple[tuple[tuple[float, ...], ...], ...], ...], ...]] = tuple(
    tuple(
        tuple(tuple(_turned_back(star, each) for each in _PROSPECTS[kind][later]) for star, kind in enumerate(kinds))
        for later in range(ROUNDS + 1)
    )
    for kinds in KIND
)
"""The results of `_prospects` by side, later rounds, star, bonus and covered spaces."""

Plans = tuple[list[float], ...]
"""The best values that tiles can add, by covered spaces of a star and number of tiles of the right colour."""
_PLANS: Final[list[list[Plans]]] = [[()] * (COLOUR_COUNT * STAR_COUNT) for _ in range(len(KIND) * ROUNDS)]


def plans(side: int, later: int) -> list[Plans]:
    """Return the plans for stars and colours, at 6 * star + colour; `()` if not computed yet."""
    return _PLANS[ROUNDS * side + later]


def work_out(side: int, later: int, star: int, colour: int) -> Plans:
    """Compute what tiles of a colour can add to a star in that colour: points for runs, and progress to its bonus.

    Computed on first use, since it takes some milliseconds.
    """
    worked_out = _turned_back(star, _of_kind(KIND[side][star], colour, later))
    _PLANS[ROUNDS * side + later][COLOUR_COUNT * star + colour] = worked_out
    return worked_out


@cache
def _of_kind(kind: int, colour: int, later: int) -> list[list[float]]:
    """Build plans from the plans of fuller stars: the value that remains after one more space is paid for."""
    prospects = _PROSPECTS[kind][later][colour]
    worked_out: list[list[float]] = [[]] * (FULL_STAR + 1)
    for covered in range(FULL_STAR, -1, -1):
        column = [prospects[covered]] * (TILES_PER_COLOUR + 1)
        for place, cost in enumerate(KIND_COST[kind]):
            if not covered >> place & 1:
                after = covered | 1 << place
                for tiles in range(cost, TILES_PER_COLOUR + 1):
                    column[tiles] = max(column[tiles], RUN[after][place] + worked_out[after][tiles - cost])
        worked_out[covered] = column
    return worked_out

"""Derive the points for all table sizes from the sizes that a plan states."""

from collections.abc import Mapping

from service.tournaments.rules.limits import LEAST_TABLE, MOST_TABLE
from service.tournaments.rules.plan import USUAL_POINTS

Points = Mapping[int, tuple[int, ...]]
"""Points by number of entrants at the table, then by place from the first."""


def scale(named: Points) -> Points:
    """Return the points for tables of every size. A size without stated points gets those of the nearest size, fitted.

    If two sizes are equally near, the larger one counts. Without any stated size, the default points apply.
    """
    sizes = range(LEAST_TABLE, MOST_TABLE + 1)
    given = named or USUAL_POINTS
    return {size: given[size] if size in given else fitted(given[_nearest(given, size)], size) for size in sizes}


def _nearest(given: Points, size: int) -> int:
    return min(given, key=lambda each: (abs(each - size), -each))


def fitted(points: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Fit points to another table size: the first and last places keep their points, the others are interpolated.

    Interpolated points are rounded to whole points, halves up.

    >>> [fitted((12, 8, 4, 0), 3), fitted((5, 3, 2, 1), 3), fitted((3, 1), 4)]
    [(12, 6, 0), (5, 3, 1), (3, 2, 2, 1)]
    """
    last = size - 1
    return tuple(_between(points, place * (len(points) - 1), last) for place in range(size))


def _between(points: tuple[int, ...], numerator: int, denominator: int) -> int:
    """Return the interpolated points at a fractional place, counted from 0."""
    below, part = divmod(numerator, denominator)
    above = min(below + 1, len(points) - 1)
    exact = points[below] * (denominator - part) + points[above] * part
    return (2 * exact + denominator) // (2 * denominator)

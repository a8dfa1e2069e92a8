"""One scale of points for tables of all sizes: what a size that nobody named is worth, follows from one that was."""

from collections.abc import Mapping

from service.tournament.plan import LEAST_TABLE, MOST_TABLE, USUAL_POINTS

Points = Mapping[int, tuple[int, ...]]
"""By number of entrants at the table, and by place from the first."""


def scale(named: Points) -> Points:
    """Return points for tables of every size: those named, and for each other size the nearest named one, fitted to it.

    Of two sizes that are equally near, the larger one counts. Where no size is named, all have the usual points.
    """
    sizes = range(LEAST_TABLE, MOST_TABLE + 1)
    given = named or USUAL_POINTS
    return {size: given[size] if size in given else fitted(given[_nearest(given, size)], size) for size in sizes}


def _nearest(given: Points, size: int) -> int:
    return min(given, key=lambda each: (abs(each - size), -each))


def fitted(points: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Fit points to a table of another size: the first and last place keep theirs, the others lie evenly between.

    Points between two places are those of the line between them, rounded to whole points, halves up.

    >>> [fitted((12, 8, 4, 0), 3), fitted((5, 3, 2, 1), 3), fitted((3, 1), 4)]
    [(12, 6, 0), (5, 3, 1), (3, 2, 2, 1)]
    """
    last = size - 1
    return tuple(_between(points, place * (len(points) - 1), last) for place in range(size))


def _between(points: tuple[int, ...], numerator: int, denominator: int) -> int:
    """Return the points at a place that is a fraction, counted from 0."""
    below, part = divmod(numerator, denominator)
    above = min(below + 1, len(points) - 1)
    exact = points[below] * (denominator - part) + points[above] * part
    return (2 * exact + denominator) // (2 * denominator)

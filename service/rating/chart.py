"""Draw the rating history of a player as SVG; the same history always returns the same bytes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service import svg

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 624, 36, 288
"""Edges of the plot, in pixels."""
LEAST_STEP, MOST_STEPS = 10, 7
"""Distance between grid lines in points, and their number."""


class Point(NamedTuple):
    """A rating after a game."""

    day: str
    """The day of the game, as `YYYY-MM-DD`."""
    rating: int
    uncertainty: int


def draw(points: Sequence[Point], title: str) -> str:
    """Return ratings in game order as SVG; without ratings, only the title and the grid."""
    low = min((each.rating - each.uncertainty for each in points), default=900)
    high = max((each.rating + each.uncertainty for each in points), default=1100)
    step = max(LEAST_STEP, svg.round_step(high - low, MOST_STEPS))
    low = low // step * step
    high = max(low + step, -(-high // step) * step)
    plot = svg.Plot(LEFT, TOP, RIGHT, BOTTOM, 0, len(points) - 1, low, high)
    shapes = [svg.text(LEFT, 20, title, "strong"), *plot.rows(step), *(_line(points, plot) if points else ())]
    return svg.document(WIDTH, HEIGHT, title, f"{len(points)} rated games.", shapes)


def _line(points: Sequence[Point], plot: svg.Plot) -> Iterator[str]:
    """Draw the ratings with their uncertainty as a band, the latest one as a number, and the first and last day."""
    middle, upper, lower = (
        [plot.at(game, each.rating + sign * each.uncertainty) for game, each in enumerate(points)]
        for sign in (0, 1, -1)
    )
    yield svg.path([*upper, *reversed(lower)], "band", is_closed=True)
    yield svg.path(middle, "way")
    last, (x, y) = points[-1], middle[-1]
    yield svg.box(x - 4, y - 4, 8, 8, "mark", round_by=4)
    yield svg.text(RIGHT, 20, f"{last.rating} ± {last.uncertainty}", anchor="end")
    yield svg.text(LEFT, HEIGHT - 10, points[0].day, "faint")
    if len(points) > 1:
        yield svg.text(RIGHT, HEIGHT - 10, last.day, "faint", "end")

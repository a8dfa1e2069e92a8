"""Draw the rating history of a player as SVG; the same history always returns the same bytes.

Text and grid follow the light or dark colour scheme. The line is blue, in shades that colour-blind people can
distinguish. The band around the line is the uncertainty. Labels are text elements.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 36, 32
"""Margins around the plot, in pixels."""
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Possible distances between grid lines, in points."""
MOST_LINES = 7
STYLE = (
    ":root{color:#1f2328;--line:#0072b2}@media(prefers-color-scheme:dark){:root{color:#e6edf3;--line:#56b4e9}}"
    "text{font:12px system-ui,sans-serif;fill:currentColor}.title{font-size:14px;font-weight:600}"
    ".grid{stroke:currentColor;stroke-opacity:.18}.band{fill:var(--line);fill-opacity:.2}"
    ".line{fill:none;stroke:var(--line);stroke-width:2;stroke-linejoin:round}.now{fill:var(--line)}"
)


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
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    low = low // step * step
    high = max(low + step, -(-high // step) * step)
    parts = [*_grid(low, high, step), *_line(points, low, high)]
    shown = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">'
        f'<title id="title">{shown}</title><style>{STYLE}</style><text class="title" x="{LEFT}" y="20">{shown}</text>'
        f"{''.join(parts)}</svg>\n"
    )


def _grid(low: int, high: int, step: int) -> Iterator[str]:
    for rating in range(low, high + 1, step):
        y = _y(rating, low, high)
        yield f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{rating}</text>'


def _line(points: Sequence[Point], low: int, high: int) -> Iterator[str]:
    """Draw the ratings with their band, the latest one as a number, and the first and last day."""
    if not points:
        return
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, len(points) - 1) for index in range(len(points))]
    middle, upper, lower = (
        [f"{x:.1f} {_y(each.rating + sign * each.uncertainty, low, high)}" for x, each in zip(xs, points, strict=True)]
        for sign in (0, 1, -1)
    )
    yield f'<path class="band" d="M{"L".join([*upper, *reversed(lower)])}Z"/>'
    yield f'<path class="line" d="M{"L".join(middle)}"/>'
    last, x, y = points[-1], xs[-1], _y(points[-1].rating, low, high)
    yield f'<circle class="now" cx="{x:.1f}" cy="{y}" r="4"/>'
    yield f'<text x="{WIDTH - RIGHT}" y="20" text-anchor="end">{last.rating} ± {last.uncertainty}</text>'
    yield f'<text x="{LEFT}" y="{HEIGHT - 10}">{points[0].day}</text>'
    if len(points) > 1:
        yield f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 10}" text-anchor="end">{last.day}</text>'


def _y(rating: int, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

"""Geometry of the board (3.5).

The unit is the distance of neighbouring star centres; y goes down, and the origin is the middle of the board.
"""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt
from typing import Final

import msgspec

from domain.azul.wire.constants import MIDDLE, Decoration

STAR_ANGLE: Final = (330, 30, 90, 150, 210, 270)  # 3.1.2, outer stars, degrees clockwise from straight up
SIDE: Final = 1 / 3  # of the rhombus that is a space
TIP: Final = 1 / sqrt(3)
LABEL: Final = 0.46
WINDOW: Final = 1.5


class Point(msgspec.Struct, frozen=True):
    """A point of the board."""

    x: float
    """The distance to the right of the origin."""
    y: float
    """The distance below the origin."""


def at(radius: float, degrees: float, origin: Point | None = None) -> Point:
    """Return the point at a distance and direction, clockwise from straight up, from the middle or another point."""
    x, y = (origin.x, origin.y) if origin else (0.0, 0.0)
    angle = degrees * pi / 180
    return Point(x + radius * sin(angle), y - radius * cos(angle))


def rounded(point: Point) -> Point:
    """Return a number rounded to five places, without a negative zero."""
    return Point(round(point.x, 5) + 0.0, round(point.y, 5) + 0.0)


def star_centre(star: int) -> Point:
    """Return the centre of a star."""
    return at(0, 0) if star == MIDDLE else at(1, STAR_ANGLE[star])


def space_polygon(star: int, slot: int) -> tuple[Point, ...]:
    """Return the corners of a space: star centre, left corner, tip, right corner (3.5.1)."""
    centre, tip = star_centre(star), 60 * slot
    corners = (centre, at(SIDE, tip - 30, centre), at(TIP, tip, centre), at(SIDE, tip + 30, centre))
    return tuple(map(rounded, corners))


def label(star: int, slot: int) -> Point:
    """Return the position of a space's number."""
    return rounded(at(LABEL, 60 * slot, star_centre(star)))


def decoration_polygon(decoration: Decoration) -> tuple[Point, ...]:
    """Return the corners of a decoration: an end of the long axis, a side corner, the other end, the other corner."""
    centre, axis = _place(decoration)
    radii = ((TIP / 2, 0), (SIDE / 2, 90), (TIP / 2, 180), (SIDE / 2, 270))
    return tuple(rounded(at(radius, axis + turn, centre)) for radius, turn in radii)


def _place(decoration: Decoration) -> tuple[Point, int]:
    """Return the centre of a decoration and the direction of its long axis (3.5.2)."""
    star = decoration.spaces[0] // 6
    angle = STAR_ANGLE[star]
    if decoration.kind == "window":
        return at(WINDOW, angle), angle + 90
    if decoration.kind == "pillar":
        return at(1 / 2, angle), angle + 90
    return middle((star_centre(star), star_centre((star + 1) % MIDDLE))), angle + 30


def middle(points: Iterable[Point]) -> Point:
    """Return the mean of several points."""
    xs, ys = zip(*((point.x, point.y) for point in points), strict=True)
    return Point(sum(xs) / len(xs), sum(ys) / len(ys))

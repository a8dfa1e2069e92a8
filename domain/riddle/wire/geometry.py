"""Geometry of the zones (1.6, 1.7).

The unit is the distance of neighbouring zone centres; y goes down, and the origin is the centre of zone 4.
"""

from typing import Final

import msgspec

from domain.riddle.wire.constants import DECKS

CARD_WIDTH: Final = 0.76
CARD_HEIGHT: Final = 0.9
BEYOND: Final = 1 / 4
"""How far a line extends beyond its outer zone centres to the edge, as a fraction of their distance."""
PILES: Final = (2.2, 3.1)
"""The distance of the decks and discard piles to the right of the middle."""


class Point(msgspec.Struct, frozen=True):
    """A point of a player's zones."""

    x: float
    """The distance to the right of the origin."""
    y: float
    """The distance below the origin."""


def zone_centre(zone: int) -> Point:
    """Return the centre of a zone from its owner's view (1.6.1)."""
    return Point(float(zone % 3 - 1), float(zone // 3 - 1))


def pile_centre(deck: int, *, discarded: bool) -> Point:
    """Return the centre of a deck or discard pile: right of the zones, one row for each deck, discard piles outside."""
    return Point(PILES[discarded], deck - (len(DECKS) - 1) / 2)


def card_outline(centre: Point) -> tuple[Point, ...]:
    """Return the corners of a card at a centre, clockwise from the top left."""
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    return tuple(Point(round(centre.x + right, 5), round(centre.y + down, 5)) for right, down in corners)


def line_ends(line: tuple[int, ...]) -> tuple[Point, Point]:
    """Return where a line meets the edges, before its first zone and after its last."""
    first, last = zone_centre(line[0]), zone_centre(line[-1])
    across, down = (last.x - first.x) * BEYOND, (last.y - first.y) * BEYOND
    return Point(first.x - across, first.y - down), Point(last.x + across, last.y + down)

"""Drawing a table (1.6, 1.7): unit is the distance of neighbouring zones' centres, y goes down, origin is zone 4."""

from typing import Final

import msgspec

from domain.riddle.wire.constants import DECKS

CARD_WIDTH: Final = 0.76
CARD_HEIGHT: Final = 0.9
BEYOND: Final = 1 / 4
"""How far a line runs on beyond its outer centres to the edge of the table, in parts of their distance."""
PILES: Final = (2.2, 3.1)
"""How far right of the middle the decks and their discards lie."""


class Point(msgspec.Struct, frozen=True):
    """A point of the table."""

    x: float
    """To the right."""
    y: float
    """Downwards."""


def zone_centre(zone: int) -> Point:
    """Return the centre of a zone, as its owner sees it (1.6.1)."""
    return Point(float(zone % 3 - 1), float(zone // 3 - 1))


def pile_centre(deck: int, *, discarded: bool) -> Point:
    """Return where a deck or its discard lies: right of the table, discards beyond the decks, one row for each deck."""
    return Point(PILES[discarded], deck - (len(DECKS) - 1) / 2)


def card_outline(centre: Point) -> tuple[Point, ...]:
    """Return the corners of a card that lies there, clockwise from the top left."""
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    return tuple(Point(round(centre.x + right, 5), round(centre.y + down, 5)) for right, down in corners)


def line_ends(line: tuple[int, ...]) -> tuple[Point, Point]:
    """Return where a line meets the edges of the table, beyond its first zone and beyond its last."""
    first, last = zone_centre(line[0]), zone_centre(line[-1])
    across, down = (last.x - first.x) * BEYOND, (last.y - first.y) * BEYOND
    return Point(first.x - across, first.y - down), Point(last.x + across, last.y + down)

"""Drawing the table: a plan of our own of the city, of a player's side of the table, and of each side of a lab.

Every plan is a unit square: x goes from 0 at the left to 1 at the right, y from 0 at the top to 1 at the bottom. A
front end may stretch a plan in either direction; nothing in one plan overlaps but the council spaces, which lie in the
Council.
"""

from typing import Final

import msgspec

from domain.leonardo.wire.actions import LabName, SpaceNumber
from domain.leonardo.wire.constants import AREAS, LABS, ROBOT_SPACES
from domain.leonardo.wire.facts import AreaName


class Box(msgspec.Struct, frozen=True):
    """A rectangle of a plan, in parts of its unit square."""

    x: float
    """Its left edge."""
    y: float
    """Its upper edge."""
    width: float
    """To the right."""
    height: float
    """Downwards."""


class AreaBox(msgspec.Struct, frozen=True):
    """Where an area of the city is."""

    area: AreaName
    box: Box
    """In the plan of the city."""


class CouncilSpaceBox(msgspec.Struct, frozen=True):
    """Where a space of the Council is."""

    space: SpaceNumber
    box: Box
    """In the plan of the city."""


class City(msgspec.Struct, frozen=True):
    """The plan of the city, with the requested inventions and the deck before its gate."""

    areas: tuple[AreaBox, ...]
    """In the order of resolving."""
    council_spaces: tuple[CouncilSpaceBox, ...]
    """Inside the Council, in the order of their numbers."""
    requested: tuple[Box, ...]
    """Where the requested inventions lie, as many as can lie there, the first one first."""
    deck: Box
    """Where the deck lies."""


class LabBox(msgspec.Struct, frozen=True):
    """Where a lab is."""

    lab: LabName
    box: Box
    """In the plan of a player's side."""


class PlayerSide(msgspec.Struct, frozen=True):
    """The plan of one player's side of the table."""

    labs: tuple[LabBox, ...]
    """The small one first."""
    supply: Box
    """Where the people stand that are ready to be placed."""
    academy: Box
    """Where the apprentices stand that are still in the Academy."""
    owned: Box
    """Where the inventions lie that the player owns."""


_CITY_AREAS = {
    "council": Box(0.03, 0.02, 0.575, 0.27),
    "workshop": Box(0.63, 0.02, 0.34, 0.27),
    "academy": Box(0.03, 0.31, 0.3, 0.22),
    "smith": Box(0.35, 0.31, 0.3, 0.22),
    "glassmaker": Box(0.67, 0.31, 0.3, 0.22),
    "carpenter": Box(0.03, 0.56, 0.22, 0.22),
    "brickworks": Box(0.27, 0.56, 0.22, 0.22),
    "ropemaker": Box(0.51, 0.56, 0.22, 0.22),
    "market": Box(0.75, 0.56, 0.22, 0.22),
}
_COUNCIL_SPACES = {space: Box(round(0.045 + 0.1375 * (space - 1), 4), 0.175, 0.1325, 0.1) for space in range(1, 5)}
_REQUESTED = tuple(Box(round(0.03 + 0.158 * place, 4), 0.8, 0.15, 0.19) for place in range(5))
_LABS = {"small": Box(0.02, 0.3, 0.32, 0.68), "large": Box(0.36, 0.3, 0.38, 0.68)}

CITY: Final = City(
    areas=tuple(AreaBox(area, _CITY_AREAS[area]) for area in AREAS),
    council_spaces=tuple(CouncilSpaceBox(space, box) for space, box in _COUNCIL_SPACES.items()),
    requested=_REQUESTED,
    deck=Box(0.825, 0.8, 0.145, 0.19),
)
PLAYER_SIDE: Final = PlayerSide(
    labs=tuple(LabBox(lab, _LABS[lab]) for lab in LABS),
    supply=Box(0.4, 0.02, 0.34, 0.24),
    academy=Box(0.76, 0.02, 0.22, 0.24),
    owned=Box(0.76, 0.3, 0.22, 0.68),
)


def lab_spaces(side: int) -> tuple[Box, ...]:
    """Return where the spaces of a side of a lab are, those that can hold a robot last."""
    columns = side - 2 if ROBOT_SPACES[side] else side
    rows = 1 if side <= columns else 2
    width, height = 1 / columns, 1 / rows
    boxes = [divmod(space, columns) for space in range(side)]
    return tuple(_cell(column * width, row * height, width, height) for row, column in boxes)


def _cell(x: float, y: float, width: float, height: float) -> Box:
    """Leave a margin around a cell of a grid, and round to four places."""
    margin = 0.03
    sizes = (x + margin, y + margin, width - 2 * margin, height - 2 * margin)
    return Box(*[round(size, 4) for size in sizes])

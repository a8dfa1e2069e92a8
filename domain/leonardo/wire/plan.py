"""Plans for drawing: the city, the state of a player, and each lab side.

The plans are our own. Each plan is a unit square: x goes from 0 (left) to 1 (right), y from 0 (top) to 1 (bottom).
Clients may stretch a plan in either direction. Nothing in a plan overlaps except the Council spaces, which lie in the
Council.
"""

from typing import Final

import msgspec

from domain.leonardo.wire.actions import LabName, SpaceNumber
from domain.leonardo.wire.constants import AREAS, LABS, ROBOT_SPACES
from domain.leonardo.wire.facts import AreaName


class Box(msgspec.Struct, frozen=True):
    """A rectangle in the unit square of a plan."""

    x: float
    """The x of the left edge, from 0 to 1."""
    y: float
    """The y of the upper edge, from 0 to 1."""
    width: float
    """The width, from 0 to 1."""
    height: float
    """The height, from 0 to 1."""


class AreaBox(msgspec.Struct, frozen=True):
    """The position of an area of the city."""

    area: AreaName
    box: Box
    """The rectangle in the plan of the city."""


class CouncilSpaceBox(msgspec.Struct, frozen=True):
    """The position of a Council space."""

    space: SpaceNumber
    box: Box
    """The rectangle in the plan of the city."""


class City(msgspec.Struct, frozen=True):
    """The plan of the city, with the requested inventions and the deck."""

    areas: tuple[AreaBox, ...]
    """The areas in the order in which they are resolved."""
    council_spaces: tuple[CouncilSpaceBox, ...]
    """The Council spaces inside the Council, in the order of their numbers."""
    requested: tuple[Box, ...]
    """The positions of the requested inventions, in the order of the requests. There is one position for each invention
    that can be requested."""
    deck: Box
    """The position of the deck."""


class LabBox(msgspec.Struct, frozen=True):
    """The position of a lab."""

    lab: LabName
    box: Box
    """The rectangle in the plan of a player."""


class PlayerSide(msgspec.Struct, frozen=True):
    """The plan of a player's labs, people and inventions."""

    labs: tuple[LabBox, ...]
    """The labs, the small one first."""
    supply: Box
    """The position of people who are ready to be placed."""
    academy: Box
    """The position of apprentices in the Academy."""
    owned: Box
    """The position of the player's inventions."""


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
    """Return the rectangles of the spaces of a lab side; spaces for robots come last."""
    columns = side - 2 if ROBOT_SPACES[side] else side
    rows = 1 if side <= columns else 2
    width, height = 1 / columns, 1 / rows
    boxes = [divmod(space, columns) for space in range(side)]
    return tuple(_cell(column * width, row * height, width, height) for row, column in boxes)


def _cell(x: float, y: float, width: float, height: float) -> Box:
    """Return a grid cell without its margin, rounded to four places."""
    margin = 0.03
    sizes = (x + margin, y + margin, width - 2 * margin, height - 2 * margin)
    return Box(*[round(size, 4) for size in sizes])

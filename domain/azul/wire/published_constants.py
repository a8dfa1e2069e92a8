"""The published `constants` of Azul: Summer Pavilion."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.azul.wire import geometry
from domain.azul.wire.actions import ColourName, Slot, StarName
from domain.azul.wire.constants import (
    COLOURED,
    COLOURS,
    COST,
    DECORATIONS,
    DIRECTIONS,
    FACTORIES,
    LEAST_SCORE,
    MIDDLE,
    MIXED_BONUS,
    MOST_KEPT,
    NUMBER_BONUS,
    SIDES,
    SLOTS,
    STAR_BONUS,
    STAR_COLOUR,
    STARS,
    START_SCORE,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    TOUCHING,
    TRACK,
    Decoration,
)
from domain.azul.wire.facts import DecorationName, RoundNumber
from domain.azul.wire.geometry import Point
from domain.azul.wire.views import SideName
from domain.fields import numbers, words
from domain.wire import ViewBox, view_box

Cost = Annotated[int, numbers(1, 6, "The number printed on a space.")]
Reward = Annotated[int, numbers(1, 3, "The number of bonus tiles.")]
Direction = Annotated[str, words(DIRECTIONS, "The direction on the board.", named="direction")]
DecorationKind = Annotated[
    str, words(dict.fromkeys(each.kind for each in DECORATIONS), "The kind of the decoration.", named="decoration_kind")
]


class Colour(msgspec.Struct, frozen=True):
    """A colour, the round in which it is wild, and the bonus of a complete star of it."""

    colour: ColourName
    wild_round: RoundNumber
    star_bonus: int
    """The points at the end of the game for a complete star of the colour."""


class Costs(msgspec.Struct, frozen=True, omit_defaults=True):
    """The numbers printed on a star of one board side."""

    star: StarName
    costs: tuple[Cost, ...]
    """The numbers of the spaces, by slot."""
    colour: ColourName | UnsetType = UNSET
    """The only colour that the star accepts. Omitted: the tiles on the star decide which colours it accepts."""


class Side(msgspec.Struct, frozen=True):
    """A board side."""

    side: SideName
    stars: tuple[Costs, ...]
    """The costs of the spaces of each star."""


class Space(msgspec.Struct, frozen=True):
    """A space of the board; it differs between the sides only by its number."""

    star: StarName
    slot: Slot
    direction: Direction
    """The direction of the space's outer tip."""
    neighbours: tuple[Slot, ...]
    """The slots of the same star that share an edge with the space."""
    decorations: tuple[DecorationName, ...]
    """The decorations that the space borders on."""
    polygon: tuple[Point, ...]
    """The corners of the space."""
    label: Point
    """The position of the space's number."""


class SpaceName(msgspec.Struct, frozen=True):
    """The star and slot of a space."""

    star: StarName
    slot: Slot


class BoardDecoration(msgspec.Struct, frozen=True):
    """A pillar, statue or window, with the spaces that complete it."""

    decoration: DecorationName
    kind: DecorationKind
    tiles: Reward
    spaces: tuple[SpaceName, ...]
    """The spaces that must all be covered."""
    polygon: tuple[Point, ...]
    """The corners of the decoration."""


class NumberBonus(msgspec.Struct, frozen=True):
    """The bonus for covering all spaces of a number."""

    number: int
    """The number printed on the spaces."""
    points: int
    """The points at the end of the game."""


class Constants(msgspec.Struct, frozen=True):
    """The constants of Azul: Summer Pavilion.

    The unit of length is the distance of neighbouring star centres. x goes right, y goes down, and the origin is the
    middle of the board.
    """

    colours: tuple[Colour, ...]
    """The colours in the order of the rounds in which they are wild."""
    sides: tuple[Side, ...]
    """The two sides of the player boards."""
    spaces: tuple[Space, ...]
    """The spaces of a board, by star."""
    decorations: tuple[BoardDecoration, ...]
    """The pillars, statues and windows of a board."""
    view_box: ViewBox
    """The extent of a board with its spaces and decorations."""
    mixed_star_bonus: int
    """The points at the end of the game for a complete star in the middle."""
    number_bonuses: tuple[NumberBonus, ...]
    """The bonuses at the end, by number."""
    factories: tuple[int, ...]
    """The number of factory displays with 2, 3 and 4 players."""
    tiles_per_factory: int
    """The number of tiles drawn for each factory display."""
    tiles_per_colour: int
    """The number of tiles of each colour in the game."""
    supply_spaces: int
    """The number of tiles in the full supply."""
    max_kept: int
    """The maximum number of tiles kept for the next round."""
    start_score: int
    """The points of each player at the start."""
    min_score: int
    """The lowest possible score."""
    score_track: int
    """The number of spaces of the score track."""


def _costs(side: int, star: int) -> Costs:
    colour = COLOURS[STAR_COLOUR[star]] if side == COLOURED and star != MIDDLE else UNSET
    return Costs(STARS[star], COST[side][SLOTS * star : SLOTS * (star + 1)], colour)


def _space(space: int) -> Space:
    star, slot = divmod(space, SLOTS)
    return Space(
        star=STARS[star],
        slot=slot,
        direction=DIRECTIONS[slot],
        neighbours=((slot + 5) % SLOTS, (slot + 1) % SLOTS),
        decorations=tuple(decoration.name for _, decoration in TOUCHING[space]),
        polygon=geometry.space_polygon(star, slot),
        label=geometry.label(star, slot),
    )


def _decoration(decoration: Decoration) -> BoardDecoration:
    spaces = tuple(SpaceName(STARS[space // SLOTS], space % SLOTS) for space in decoration.spaces)
    polygon = geometry.decoration_polygon(decoration)
    return BoardDecoration(decoration.name, decoration.kind, decoration.tiles, spaces, polygon)


_SPACES = tuple(_space(space) for space in range(SLOTS * len(STARS)))
_DECORATIONS = tuple(map(_decoration, DECORATIONS))
_CORNERS = (
    *(each for space in _SPACES for each in space.polygon),
    *(each for other in _DECORATIONS for each in other.polygon),
)

CONSTANTS: Final = Constants(
    colours=tuple(Colour(name, colour + 1, STAR_BONUS[colour]) for colour, name in enumerate(COLOURS)),
    sides=tuple(Side(name, tuple(_costs(side, star) for star in range(len(STARS)))) for side, name in enumerate(SIDES)),
    spaces=_SPACES,
    decorations=_DECORATIONS,
    view_box=view_box((point.x, point.y) for point in _CORNERS),
    mixed_star_bonus=MIXED_BONUS,
    number_bonuses=tuple(NumberBonus(number, points) for number, points in NUMBER_BONUS.items()),
    factories=tuple(FACTORIES.values()),
    tiles_per_factory=TILES_PER_FACTORY,
    tiles_per_colour=TILES_PER_COLOUR,
    supply_spaces=SUPPLY_SPACES,
    max_kept=MOST_KEPT,
    start_score=START_SCORE,
    min_score=LEAST_SCORE,
    score_track=TRACK,
)

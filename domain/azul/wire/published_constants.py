"""The constants that a front end draws with, as the ruleset's `constants`."""

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

Cost = Annotated[int, numbers(1, 6, "The number printed on a space.")]
Reward = Annotated[int, numbers(1, 3, "Bonus tiles.")]
Direction = Annotated[str, words(DIRECTIONS, "A direction on the board.", named="direction")]
DecorationKind = Annotated[
    str, words(dict.fromkeys(each.kind for each in DECORATIONS), "What stands there.", named="decoration_kind")
]


class Colour(msgspec.Struct, frozen=True):
    """A colour, the round in which it is wild, and the bonus of a full star in it."""

    colour: ColourName
    wild_round: RoundNumber
    star_bonus: int
    """Points at the end of the game."""


class Costs(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed on one star of one side."""

    star: StarName
    costs: tuple[Cost, ...]
    """By slot."""
    colour: ColourName | UnsetType = UNSET
    """The only colour it takes; left out where the tiles placed decide."""


class Side(msgspec.Struct, frozen=True):
    """A side of the boards."""

    side: SideName
    stars: tuple[Costs, ...]
    """What each space of each star costs."""


class Space(msgspec.Struct, frozen=True):
    """A space, the same on both sides but for its number."""

    star: StarName
    slot: Slot
    direction: Direction
    """Where its outer tip points."""
    neighbours: tuple[Slot, ...]
    """Slots of the same star that share an edge with it."""
    decorations: tuple[DecorationName, ...]
    """Those that it borders on."""
    polygon: tuple[Point, ...]
    """Its outline."""
    label: Point
    """Where its number is printed."""


class SpaceName(msgspec.Struct, frozen=True):
    """Which space."""

    star: StarName
    slot: Slot


class BoardDecoration(msgspec.Struct, frozen=True):
    """A pillar, statue or window, and the spaces that must be covered for its tiles."""

    decoration: DecorationName
    kind: DecorationKind
    tiles: Reward
    spaces: tuple[SpaceName, ...]
    """All of them must be covered."""
    polygon: tuple[Point, ...]
    """Its outline."""


class NumberBonus(msgspec.Struct, frozen=True):
    """What it brings to have all spaces of a number covered."""

    number: int
    """As printed on the spaces."""
    points: int
    """At the end of the game."""


class Constants(msgspec.Struct, frozen=True):
    """What never changes in Azul: Summer Pavilion.

    Lengths are in distances of neighbouring star centres; x goes right, y goes down, the origin is the board's middle.
    """

    colours: tuple[Colour, ...]
    """In the order of the rounds in which they are wild."""
    sides: tuple[Side, ...]
    """Of the player boards."""
    spaces: tuple[Space, ...]
    """All that can be covered, star by star."""
    decorations: tuple[BoardDecoration, ...]
    """All pillars, statues and windows of a board."""
    mixed_star_bonus: int
    """Points for the full star in the middle."""
    number_bonuses: tuple[NumberBonus, ...]
    """At the end, by number."""
    factories: tuple[int, ...]
    """With 2, 3 and 4 players."""
    tiles_per_factory: int
    """How many are drawn onto each."""
    tiles_per_colour: int
    """How many there are in the game."""
    supply_spaces: int
    """How many tiles the supply holds."""
    max_kept: int
    """How many tiles may be kept for the next round."""
    start_score: int
    """Points to begin with."""
    min_score: int
    """Points that nobody falls below."""
    score_track: int
    """How many spaces the track has."""


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


CONSTANTS: Final = Constants(
    colours=tuple(Colour(name, colour + 1, STAR_BONUS[colour]) for colour, name in enumerate(COLOURS)),
    sides=tuple(Side(name, tuple(_costs(side, star) for star in range(len(STARS)))) for side, name in enumerate(SIDES)),
    spaces=tuple(_space(space) for space in range(SLOTS * len(STARS))),
    decorations=tuple(map(_decoration, DECORATIONS)),
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

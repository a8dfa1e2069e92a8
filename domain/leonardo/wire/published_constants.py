"""The constants that a front end draws with, as the ruleset's `constants`."""

from typing import Final

import msgspec

from domain.leonardo.wire.card_list import CARDS, Invention
from domain.leonardo.wire.constants import (
    AREAS,
    COUNCIL_PURCHASE,
    FAVOURS_PER_SEAT,
    KINDS,
    LAST_CITY_ROUND,
    LAST_ROUND,
    MARKET,
    PRICES,
    REQUESTED,
    ROBOT_SPACES,
    SHOP_KIND,
    TRACK_END,
    TYPES,
    VARIETY_BONUS,
)
from domain.leonardo.wire.names import NAMES
from domain.leonardo.wire.plan import CITY, PLAYER_SIDE, Box, City, PlayerSide, lab_spaces


class AreaNames(msgspec.Struct, frozen=True, omit_defaults=True):
    """An area of the city with its names; a shop with what it sells."""

    area: str
    """Its id."""
    letter: str
    """As printed on the board."""
    english: str
    """In English."""
    czech: str
    """In Czech."""
    italian: str | msgspec.UnsetType = msgspec.UNSET
    """In Italian, where the game gives it."""
    sells: str | msgspec.UnsetType = msgspec.UNSET
    """The kind of component; of shops only."""


class LabSide(msgspec.Struct, frozen=True):
    """One side of a lab: its number of spaces, and how many of them can hold a robot."""

    side: int
    """Its number of spaces."""
    robot_spaces: int
    """How many of them can hold a robot."""
    spaces: tuple[Box, ...]
    """Where they are in the unit square of the lab, those that can hold a robot last."""


class Constants(msgspec.Struct, frozen=True):
    """What never changes in Maestro Leonardo.

    Each plan to draw by is a unit square: x goes right, y goes down, the origin is its upper left corner.
    """

    kinds: tuple[str, ...]
    """Of components."""
    types: tuple[str, ...]
    """Of inventions."""
    areas: tuple[AreaNames, ...]
    """In the order of resolving."""
    lab_sides: tuple[LabSide, ...]
    """All sides of all labs."""
    inventions: tuple[Invention, ...]
    """All cards, by number."""
    prices: tuple[int, ...]
    """Florins for the first to the fourth action in an area."""
    council_purchase: int
    """Florins for a card bought at the Council (7.3.7)."""
    work_track: int
    """Where the work marker stops."""
    rounds: int
    """How many a game has."""
    city_rounds: int
    """Rounds in which people go to the city."""
    requested: tuple[int, ...]
    """How many inventions are requested with 2, 3, 4 and 5 players."""
    favours_each: tuple[int, ...]
    """How many favours each player takes in the expert set-up, with 2, 3, 4 and 5 players."""
    variety_bonus: tuple[int, ...]
    """Florins for 0 to 5 different types."""
    city: City
    """Where everything is in the city."""
    player_side: PlayerSide
    """Where everything is on one player's side of the table."""


def _area(area: int) -> AreaNames:
    """Describe an area."""
    name = NAMES.things["place"][AREAS[area]]
    italian = msgspec.UNSET if area == MARKET else name.it  # the Italian rulebook has no Codex II
    sells = KINDS[SHOP_KIND[area]] if area in SHOP_KIND else msgspec.UNSET
    return AreaNames(AREAS[area], "ABCDEFGHI"[area], name.en, name.cs, italian, sells)


CONSTANTS: Final = Constants(
    kinds=KINDS,
    types=TYPES,
    areas=tuple(_area(area) for area in range(len(AREAS))),
    lab_sides=tuple(LabSide(side, spaces, lab_spaces(side)) for side, spaces in ROBOT_SPACES.items() if side),
    inventions=CARDS,
    prices=PRICES,
    council_purchase=COUNCIL_PURCHASE,
    work_track=TRACK_END,
    rounds=LAST_ROUND,
    city_rounds=LAST_CITY_ROUND,
    requested=tuple(REQUESTED.values()),
    favours_each=tuple(FAVOURS_PER_SEAT.values()),
    variety_bonus=VARIETY_BONUS,
    city=CITY,
    player_side=PLAYER_SIDE,
)

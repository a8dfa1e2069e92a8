"""The published `constants` of Maestro Leonardo."""

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
from domain.wire import ViewBox


class AreaNames(msgspec.Struct, frozen=True, omit_defaults=True):
    """An area of the city with its names; a shop also has its component."""

    area: str
    """The id of the area."""
    letter: str
    """The letter on the board, A to I."""
    english: str
    """The English name."""
    czech: str
    """The Czech name."""
    italian: str | msgspec.UnsetType = msgspec.UNSET
    """The Italian name. Omitted if the game has none."""
    sells: str | msgspec.UnsetType = msgspec.UNSET
    """The kind of component sold. Omitted for areas that are no shop."""


class LabSide(msgspec.Struct, frozen=True):
    """A side of a lab."""

    side: int
    """The number of spaces, which is the id of the side."""
    robot_spaces: int
    """The number of spaces that can hold a robot."""
    spaces: tuple[Box, ...]
    """The rectangles of the spaces in the unit square of the lab. Spaces for robots come last."""


class Constants(msgspec.Struct, frozen=True):
    """The constants of Maestro Leonardo.

    Each plan is a unit square: x goes right, y goes down, and the origin is the upper left corner.
    """

    kinds: tuple[str, ...]
    """The kinds of components."""
    types: tuple[str, ...]
    """The types of inventions."""
    areas: tuple[AreaNames, ...]
    """The areas in the order in which they are resolved."""
    lab_sides: tuple[LabSide, ...]
    """The sides of all labs."""
    inventions: tuple[Invention, ...]
    """The invention cards, by number."""
    prices: tuple[int, ...]
    """The florins for the first to fourth action in an area."""
    council_purchase: int
    """The florins for a component bought at the Council (7.3.7)."""
    work_track: int
    """The last position of the work marker."""
    rounds: int
    """The number of rounds."""
    city_rounds: int
    """The number of rounds in which people can be placed in the city."""
    requested: tuple[int, ...]
    """The number of requested inventions with 2, 3, 4 and 5 players."""
    favours_each: tuple[int, ...]
    """The number of favours for each player in the expert set-up, with 2, 3, 4 and 5 players."""
    variety_bonus: tuple[int, ...]
    """The florins for 0 to 5 different types of inventions."""
    city: City
    """The plan of the city."""
    player_side: PlayerSide
    """The plan of a player's labs, people and inventions."""
    view_box: ViewBox
    """The extent of each plan: of the city, of a player, and of each lab side."""


def _area(area: int) -> AreaNames:
    """Return the constants of an area."""
    name = NAMES.things["place"][AREAS[area]]
    italian = msgspec.UNSET if area == MARKET else name.read_in("it")  # the Italian rulebook has no Codex II
    sells = KINDS[SHOP_KIND[area]] if area in SHOP_KIND else msgspec.UNSET
    return AreaNames(AREAS[area], "ABCDEFGHI"[area], name.en, name.read_in("cs"), italian, sells)


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
    view_box=ViewBox(0, 0, 1, 1),
)

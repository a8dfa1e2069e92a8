"""Facts of the event log; all of them are public (11.2.1)."""

from typing import Annotated, ClassVar

import msgspec

from domain.azul.wire.actions import ColourName, SeatNumber, Slot, SourceName, StarName, Tiles, Wilds
from domain.azul.wire.constants import DECORATION_NAMES, NUMBER_BONUS
from domain.effects import Move
from domain.fields import numbers, words

DecorationName = Annotated[str, words(DECORATION_NAMES, "The id of a pillar, statue or window.", named="decoration")]
RoundNumber = Annotated[int, numbers(1, 6, "The number of the round.")]
Lost = Annotated[int, numbers(0, 132, "The number of points lost; the score never falls below 1.")]


class _Fact(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of all facts: immutable, tagged by `type`."""


class StartDrawn(_Fact, frozen=True, tag="start_drawn"):
    """The start seat of the first round was chosen at random (4.2)."""

    seat: SeatNumber


class TilesDrafted(_Fact, frozen=True, tag="tiles_drafted"):
    """A player took tiles from a source."""

    effects: ClassVar = (
        Move("tiles", "factories/{source}/tiles centre", "seats/{seat}/hand"),
        Move("moved", "factories/{source}/tiles", "centre"),
    )

    seat: SeatNumber
    source: SourceName
    tiles: Tiles
    """The tiles that the player took."""
    moved: Tiles
    """The tiles that moved from the factory to the table centre."""


class TokenTaken(_Fact, frozen=True, tag="token_taken"):
    """A player was the first to take from the table centre (5.3.1)."""

    effects: ClassVar = (Move("equipment/token", "centre?", "seats/{seat}?"),)

    seat: SeatNumber
    lost: Lost


class PlacingBegan(_Fact, frozen=True, tag="placing_began"):
    """All tiles are drafted. Phase 2 starts with this seat."""

    seat: SeatNumber


class TilePlaced(_Fact, frozen=True, tag="tile_placed"):
    """A player placed a tile on the board."""

    effects: ClassVar = (
        Move("colour", "seats/{seat}/hand", "seats/{seat}/board/{star}{slot}"),
        Move("discarded", "seats/{seat}/hand", "tower"),
    )

    seat: SeatNumber
    star: StarName
    slot: Slot
    colour: ColourName
    wilds: Wilds
    automatic: bool
    """Whether this was the only way to pay (12.4.1)."""
    discarded: Tiles
    """The tiles that went into the tower."""
    points: Annotated[int, numbers(1, 6, "The points scored: the length of the run (6.5.1).")]


class DecorationCompleted(_Fact, frozen=True, tag="decoration_completed"):
    """All spaces around a decoration are covered."""

    seat: SeatNumber
    decoration: DecorationName
    reward: Annotated[int, numbers(1, 3, "The number of tiles that the decoration brings.")]


class BonusTaken(_Fact, frozen=True, tag="bonus_taken"):
    """A player took the reward from the supply, as far as tiles were left (6.6.5)."""

    effects: ClassVar = (Move("tiles", "supply", "seats/{seat}/hand"),)

    seat: SeatNumber
    tiles: Tiles
    """The tiles that the player took from the supply."""
    automatic: bool
    """Whether the player had no choice (12.4.2)."""


class TowerTipped(_Fact, frozen=True, tag="tower_tipped"):
    """The bag was empty, so the tiles of the tower were put into it."""

    effects: ClassVar = (Move("tiles", "tower", "bag"),)

    tiles: Tiles
    """The tiles that the tower held."""


class SupplyRefilled(_Fact, frozen=True, tag="supply_refilled"):
    """Tiles were drawn for the supply."""

    effects: ClassVar = (Move("tiles", "bag", "supply"),)

    tiles: Tiles
    """The drawn tiles."""


class Passed(_Fact, frozen=True, tag="passed"):
    """A player passed for the rest of the round."""

    seat: SeatNumber
    automatic: bool
    """Whether the player had no legal placement (12.4.3)."""


class HandCleared(_Fact, frozen=True, tag="hand_cleared"):
    """A player who passed kept some tiles of the hand and discarded the others (6.8)."""

    effects: ClassVar = (
        Move("kept", "seats/{seat}/hand", "seats/{seat}/corners"),
        Move("discarded", "seats/{seat}/hand", "tower"),
    )

    seat: SeatNumber
    kept: Tiles
    """The tiles kept on the corners of the board for the next round."""
    discarded: Tiles
    """The tiles discarded into the tower."""
    lost: Lost
    automatic: bool
    """Whether no tiles could be kept because it was the last round."""


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """A round has started with this seat and this wild colour."""

    round: RoundNumber
    wild: ColourName
    seat: SeatNumber


class FactoryFilled(_Fact, frozen=True, tag="factory_filled"):
    """Tiles were drawn for a factory; fewer than four if bag and tower are empty."""

    effects: ClassVar = (Move("tiles", "bag", "factories/{source}/tiles"),)

    source: SourceName
    tiles: Tiles
    """The tiles on the factory."""


class TilesReturned(_Fact, frozen=True, tag="tiles_returned"):
    """Kept tiles have returned to the hand (7.1.6)."""

    effects: ClassVar = (Move("tiles", "seats/{seat}/corners", "seats/{seat}/hand"),)

    seat: SeatNumber
    tiles: Tiles
    """The returned tiles."""


class StarScored(_Fact, frozen=True, tag="star_scored"):
    """A complete star has scored its bonus (8.1.2)."""

    seat: SeatNumber
    star: StarName
    points: Annotated[int, numbers(12, 20, "The bonus points of the star.")]


class NumberScored(_Fact, frozen=True, tag="number_scored"):
    """All spaces of a number are covered, and their bonus is scored (8.1.3)."""

    seat: SeatNumber
    number: Annotated[int, numbers(min(NUMBER_BONUS), max(NUMBER_BONUS), "The number printed on the spaces.")]
    points: Annotated[int, numbers(4, 16, "The bonus points of the number.")]


class GameEnded(_Fact, frozen=True, tag="game_ended"):
    """The last round is over."""


Fact = (
    StartDrawn
    | TilesDrafted
    | TokenTaken
    | PlacingBegan
    | TilePlaced
    | DecorationCompleted
    | BonusTaken
    | TowerTipped
    | SupplyRefilled
    | Passed
    | HandCleared
    | RoundBegan
    | FactoryFilled
    | TilesReturned
    | StarScored
    | NumberScored
    | GameEnded
)

CHANCE = (StartDrawn, SupplyRefilled, FactoryFilled)
"""The facts of random draws: the start seat, and tiles from the bag."""

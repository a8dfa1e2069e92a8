"""What an action made happen, as the log tells it; everybody may know all of it (11.2.1)."""

from typing import Annotated

import msgspec

from domain.azul.wire.actions import ColourName, SeatNumber, Slot, SourceName, StarName, Tiles, Wilds
from domain.azul.wire.constants import DECORATION_NAMES, NUMBER_BONUS
from domain.fields import numbers, words

DecorationName = Annotated[str, words(DECORATION_NAMES, "A pillar, statue or window.", named="decoration")]
RoundNumber = Annotated[int, numbers(1, 6, "A round.")]
Lost = Annotated[int, numbers(0, 132, "Points really lost; the score never falls below 1.")]


class _Fact(msgspec.Struct, frozen=True, tag_field="type"):
    """What all facts share: immutable, tagged by `type`."""


class StartDrawn(_Fact, frozen=True, tag="start_drawn"):
    """The lot has fallen on this seat to begin the first round (4.2)."""

    seat: SeatNumber


class TilesDrafted(_Fact, frozen=True, tag="tiles_drafted"):
    """A player took tiles from a source."""

    seat: SeatNumber
    source: SourceName
    tiles: Tiles
    """What went into the hand."""
    moved: Tiles
    """What moved from a factory to the table centre."""


class TokenTaken(_Fact, frozen=True, tag="token_taken"):
    """A player was the first to take from the table centre (5.3.1)."""

    seat: SeatNumber
    lost: Lost


class PlacingBegan(_Fact, frozen=True, tag="placing_began"):
    """All tiles are drafted; phase 2 begins with this seat."""

    seat: SeatNumber


class TilePlaced(_Fact, frozen=True, tag="tile_placed"):
    """A tile lies on a board."""

    seat: SeatNumber
    star: StarName
    slot: Slot
    colour: ColourName
    wilds: Wilds
    automatic: bool
    """Whether this was the only way to pay (12.4.1)."""
    discarded: Tiles
    """What went into the tower."""
    points: Annotated[int, numbers(1, 6, "The length of the run (6.5.1).")]


class DecorationCompleted(_Fact, frozen=True, tag="decoration_completed"):
    """All spaces around a decoration are covered."""

    seat: SeatNumber
    decoration: DecorationName
    reward: Annotated[int, numbers(1, 3, "Tiles it brings.")]


class BonusTaken(_Fact, frozen=True, tag="bonus_taken"):
    """A player took tiles from the supply, as many as it had for the reward (6.6.5)."""

    seat: SeatNumber
    tiles: Tiles
    """What went from the supply into the hand."""
    automatic: bool
    """Whether there was nothing to choose (12.4.2)."""


class TowerTipped(_Fact, frozen=True, tag="tower_tipped"):
    """The bag was empty; these tiles of the tower were put into it."""

    tiles: Tiles
    """All that the tower held."""


class SupplyRefilled(_Fact, frozen=True, tag="supply_refilled"):
    """Tiles were drawn onto the supply."""

    tiles: Tiles
    """The new ones."""


class Passed(_Fact, frozen=True, tag="passed"):
    """A player takes no more turns in this round."""

    seat: SeatNumber
    automatic: bool
    """Whether there was no legal placement (12.4.3)."""


class HandCleared(_Fact, frozen=True, tag="hand_cleared"):
    """A player who has passed kept some tiles of the hand and lost the others (6.8)."""

    seat: SeatNumber
    kept: Tiles
    """On the corners of the board, for the next round."""
    discarded: Tiles
    """Into the tower."""
    lost: Lost
    automatic: bool
    """Whether nothing could be kept: the last round."""


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """A new round has begun with this seat and this wild colour."""

    round: RoundNumber
    wild: ColourName
    seat: SeatNumber


class FactoryFilled(_Fact, frozen=True, tag="factory_filled"):
    """Tiles were drawn onto a factory; fewer than four, or none, when bag and tower are empty."""

    source: SourceName
    tiles: Tiles
    """What lies on it now."""


class TilesReturned(_Fact, frozen=True, tag="tiles_returned"):
    """Kept tiles are back in the hand (7.1.6)."""

    seat: SeatNumber
    tiles: Tiles
    """The kept tiles."""


class StarScored(_Fact, frozen=True, tag="star_scored"):
    """A full star brought its bonus (8.1.2)."""

    seat: SeatNumber
    star: StarName
    points: Annotated[int, numbers(12, 20, "Its bonus.")]


class NumberScored(_Fact, frozen=True, tag="number_scored"):
    """All spaces of a number are covered (8.1.3)."""

    seat: SeatNumber
    number: Annotated[int, numbers(min(NUMBER_BONUS), max(NUMBER_BONUS), "A number of spaces.")]
    points: Annotated[int, numbers(4, 16, "Its bonus.")]


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
"""What the dice decide: who begins, and which tiles come out of the bag."""

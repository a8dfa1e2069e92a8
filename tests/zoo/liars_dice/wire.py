"""Types that clients of Liar's Dice read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 2
MAX_SEATS: Final = 3
MOST_DICE: Final = 5
FACES: Final = 6
DECISIONS: Final = ("first_bid", "bid_or_challenge")

SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Count = Annotated[int, numbers(1, MAX_SEATS * MOST_DICE, "A number of dice of all seats.")]
Face = Annotated[int, numbers(1, FACES, "A face of a die.")]
DecisionName = Annotated[str, words(DECISIONS, "The kind of the pending decision.", named="decision")]
Dice = Annotated[tuple[Face, ...], several(MOST_DICE)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    dice: Annotated[int, numbers(1, MOST_DICE, "The number of dice of each seat.")] = 3


class Bid(TaggedAction, frozen=True):
    """Claim that at least so many dice of all seats show a face (2.2)."""

    count: Count
    face: Face


class Challenge(TaggedAction, frozen=True):
    """Challenge the last bid (2.4)."""


class DiceRolled(Tagged, frozen=True):
    """A seat rolled its dice, which only that seat sees (2.1)."""

    seat: SeatNumber
    dice: Dice


class DiceShown(Tagged, frozen=True):
    """A seat showed its dice after a challenge (2.4)."""

    seat: SeatNumber
    dice: Dice


class DieLost(Tagged, frozen=True):
    """A seat lost a die (2.4)."""

    seat: SeatNumber


Action = Bid | Challenge
Fact = DiceRolled | DiceShown | DieLost
CHANCE_FACTS: Final = (DiceRolled,)


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat, or a spectator, may see it."""

    dice_left: Annotated[tuple[int, ...], several(MAX_SEATS)]
    bid: Bid | UnsetType = UNSET
    decision_kind: DecisionName | UnsetType = UNSET
    own_dice: Dice | UnsetType = UNSET


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    faces: int


CONSTANTS: Final = Constants(FACES)
BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
BAD_DICE_COUNT: Final = RejectionCode("bad_dice_count", "1.2", parameters={"dice": None})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
NOT_YOUR_TURN: Final = RejectionCode("not_your_turn", "2.2", parameters={"to_act": "seat"})
MALFORMED_ACTION: Final = RejectionCode(
    "malformed_action", "2.2", parameters={"count": None, "face": None, "fault": None}
)
TOO_MANY_DICE: Final = RejectionCode("too_many_dice", "2.2", parameters={"dice": None})
BID_TOO_LOW: Final = RejectionCode("bid_too_low", "2.3")
NOTHING_TO_CHALLENGE: Final = RejectionCode("nothing_to_challenge", "2.4")

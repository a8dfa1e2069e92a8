"""Types that clients of Liar's Dice read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode

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


class Bid(msgspec.Struct, frozen=True, tag_field="type", tag="bid", forbid_unknown_fields=True):
    """Claim that at least so many dice of all seats show a face (2.2)."""

    count: Count
    face: Face


class Challenge(msgspec.Struct, frozen=True, tag_field="type", tag="challenge", forbid_unknown_fields=True):
    """Challenge the last bid (2.4)."""


class DiceRolled(msgspec.Struct, frozen=True, tag_field="type", tag="dice_rolled"):
    """A seat rolled its dice, which only that seat sees (2.1)."""

    seat: SeatNumber
    dice: Dice


class DiceShown(msgspec.Struct, frozen=True, tag_field="type", tag="dice_shown"):
    """A seat showed its dice after a challenge (2.4)."""

    seat: SeatNumber
    dice: Dice


class DieLost(msgspec.Struct, frozen=True, tag_field="type", tag="die_lost"):
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
REJECTIONS: Final = (
    RejectionCode("bad_player_count", "1.1", "The game is for two or three players.", {"seats": None}),
    RejectionCode("bad_dice_count", "1.2", "Each seat has 1 to 5 dice.", {"dice": None}),
    RejectionCode("game_over", "3.1", "The game is over."),
    RejectionCode("not_your_turn", "2.2", "It is not your turn.", {"to_act": "seat"}),
    RejectionCode("malformed_action", "2.2", "There is no such bid.", {"count": None, "face": None, "fault": None}),
    RejectionCode("too_many_dice", "2.2", "There are not so many dice.", {"dice": None}),
    RejectionCode("bid_too_low", "2.3", "The bid is not higher than the last one."),
    RejectionCode("nothing_to_challenge", "2.4", "There is no bid to challenge."),
)

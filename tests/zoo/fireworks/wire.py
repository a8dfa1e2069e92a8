"""Types that clients of Fireworks read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 2
MAX_SEATS: Final = 3
HAND: Final = 2
HINTS: Final = 2
MISTAKES: Final = 2
COLOURS: Final = ("red", "blue")
NUMBERS: Final = (1, 2, 3)
CARDS: Final = tuple(f"{colour}_{number}" for colour in COLOURS for number in NUMBERS)
COPIES: Final = (2, 2, 1)
"""The number of cards of a colour with each number."""
TEAM: Final = "all"

SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Position = Annotated[int, numbers(0, HAND - 1, "The position of a card in a hand, from 0.")]
Card = Annotated[str, words(CARDS, "A card.", named="card")]
SeenCard = Annotated[str, words((*CARDS, "unknown"), "A card, if the viewer knows it.", named="card")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices: none."""


class PlayCard(TaggedAction, frozen=True):
    """Play a card without looking at it (2.2)."""

    position: Position


class DiscardCard(TaggedAction, frozen=True):
    """Discard a card without looking at it, and get a hint back (2.3)."""

    position: Position


class GiveHint(TaggedAction, frozen=True):
    """Name a card in the hand of another seat (2.4)."""

    to: SeatNumber
    position: Position


class CardDrawn(Tagged, frozen=True):
    """A seat drew a card, which all other seats see (1.2, 2.5)."""

    seat: SeatNumber
    card: Card


class CardPlayed(Tagged, frozen=True):
    """A seat played a card (2.2)."""

    seat: SeatNumber
    card: Card
    fits: bool


class CardDiscarded(Tagged, frozen=True):
    """A seat discarded a card (2.3)."""

    seat: SeatNumber
    card: Card


class CardNamed(Tagged, frozen=True):
    """A card in a hand was named (2.4)."""

    seat: SeatNumber
    position: Position
    card: Card


Action = PlayCard | DiscardCard | GiveHint
Fact = CardDrawn | CardPlayed | CardDiscarded | CardNamed
CHANCE_FACTS: Final = (CardDrawn,)


class SeatView(msgspec.Struct, frozen=True):
    """What a viewer sees of a seat."""

    hand: Annotated[tuple[SeenCard, ...], several(HAND)]
    """The hand: the viewer knows those of the other seats, and its own cards that were named."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat, or a spectator, may see it."""

    seats: Annotated[tuple[SeatView, ...], several(MAX_SEATS)]
    """The seats, in their order."""
    fireworks: Annotated[tuple[int, ...], several(len(COLOURS))]
    """The highest number of each colour, in the order of `constants.colours`; 0 for none."""
    cards_left: int
    hints_left: int
    mistakes: int
    decision_kind: (
        Annotated[str, words(("take_turn",), "The kind of the pending decision.", named="decision")] | UnsetType
    ) = UNSET


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    colours: tuple[str, ...]


CONSTANTS: Final = Constants(COLOURS)
BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
NOT_YOUR_TURN: Final = RejectionCode("not_your_turn", "2.1", parameters={"to_act": "seat"})
MALFORMED_ACTION: Final = RejectionCode("malformed_action", "2.1", parameters={"fault": None})
NO_SUCH_CARD: Final = RejectionCode("no_such_card", "2.1")
NO_HINT_LEFT: Final = RejectionCode("no_hint_left", "2.4")
NOTHING_TO_NAME: Final = RejectionCode("nothing_to_name", "2.4")

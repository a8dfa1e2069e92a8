"""Types that clients of Goofspiel read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 2
MAX_SEATS: Final = 3
FEWEST_CARDS: Final = 3
MOST_CARDS: Final = 13

SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Card = Annotated[int, numbers(1, MOST_CARDS, "The number on a card of a hand.")]
Prize = Annotated[int, numbers(1, MOST_CARDS, "The points of a prize.")]
Hand = Annotated[tuple[Card, ...], several(MOST_CARDS)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    cards: Annotated[int, numbers(FEWEST_CARDS, MOST_CARDS, "The number of cards in each hand.")] = 7
    """The number of cards in each hand (1.2)."""


class SealBid(TaggedAction, frozen=True):
    """Bid a card from the hand, face down (2.2)."""

    card: Card


class ConcealedBid(Tagged, frozen=True):
    """A sealed bid as other seats see it (2.2)."""


class PrizeTurned(Tagged, frozen=True):
    """The prize of the round was turned up (2.1)."""

    prize: Prize


class BidsRevealed(Tagged, frozen=True, omit_defaults=True):
    """All bids were turned up, and the highest took the prize (2.3, 2.4)."""

    bids: Annotated[tuple[Card, ...], several(MAX_SEATS)]
    """The bids by seat."""
    winner: SeatNumber | UnsetType = UNSET
    """The seat with the highest bid; omitted if several seats bid the highest card."""


Action = SealBid
Observed = SealBid | ConcealedBid
Fact = PrizeTurned | BidsRevealed
CHANCE_FACTS: Final = (PrizeTurned,)


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat, or a spectator, may see it."""

    prize: Prize
    """The prize of the round, or of the last round at the end."""
    prizes_left: Annotated[tuple[Prize, ...], several(MOST_CARDS)]
    """The prizes that are still face down, lowest first."""
    points: Annotated[tuple[int, ...], several(MAX_SEATS)]
    hands: Annotated[tuple[Hand, ...], several(MAX_SEATS)]
    """The cards of each seat that were not revealed, including the sealed bid."""
    has_bid: Annotated[tuple[bool, ...], several(MAX_SEATS)]
    """Whether each seat has sealed a bid."""
    decision_kind: (
        Annotated[str, words(("seal_bid",), "The kind of the pending decision.", named="decision")] | UnsetType
    ) = UNSET
    own_bid: Card | UnsetType = UNSET
    """The sealed bid of the viewer."""


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    most_cards: int


CONSTANTS: Final = Constants(MOST_CARDS)
BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
BAD_CARD_COUNT: Final = RejectionCode("bad_card_count", "1.2", parameters={"cards": None})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
ALREADY_BID: Final = RejectionCode("already_bid", "2.2")
MALFORMED_ACTION: Final = RejectionCode("malformed_action", "2.2", parameters={"card": None, "fault": None})
NOT_IN_HAND: Final = RejectionCode("not_in_hand", "2.2", parameters={"card": None})

"""Types that clients of The Reserve read and write: options, actions, facts, views and constants."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import numbers, seat_number, words
from domain.ruleset import RejectionCode

HEAP: Final = 12
MOST_TAKEN: Final = 3
HIGHEST_CARD: Final = 2
LONGEST_MOTTO: Final = 40

SeatNumber = Annotated[int, seat_number(2)]
Stones = Annotated[int, numbers(1, MOST_TAKEN, "A number of stones to take.")]
DecisionName = Annotated[str, words(("take",), "The kind of the pending decision.", named="decision")]
Card = Annotated[int, numbers(0, HIGHEST_CARD, "The number on the card: the stones in the reserve.")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    motto: Annotated[
        str, Meta(description="The motto of the table.", extra_json_schema={"maxLength": LONGEST_MOTTO})
    ] = ""
    first_seat: SeatNumber = 0
    """The seat that begins (2.1)."""


class Take(msgspec.Struct, frozen=True, tag_field="type", tag="take", forbid_unknown_fields=True):
    """Take stones from the heap (2.2)."""

    stones: Stones


class CardDealt(msgspec.Struct, frozen=True, tag_field="type", tag="card_dealt"):
    """The card was dealt; only seat 1 sees it (1.4)."""

    card: Card


class ReserveOpened(msgspec.Struct, frozen=True, tag_field="type", tag="reserve_opened"):
    """The heap was empty, and the card was turned up (2.4)."""

    card: Card


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat, or a spectator, may see it."""

    motto: str
    """The motto of the table."""
    heap: Annotated[int, numbers(0, HEAP, "Stones in the heap.")]
    opened: bool
    """Whether the card is open."""
    decision_kind: DecisionName | UnsetType = UNSET
    turn: SeatNumber | UnsetType = UNSET
    """The seat that must act; omitted at the end."""
    card: Card | UnsetType = UNSET
    """The card; omitted for viewers who may not know it."""


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    heap: int
    """The number of stones at the start."""
    most_taken: int
    """The maximum number of stones in one action."""
    highest_card: int
    """The highest card."""


CONSTANTS: Final = Constants(HEAP, MOST_TAKEN, HIGHEST_CARD)

REJECTIONS: Final = (
    RejectionCode("bad_player_count", "1.1", "The game is for two players.", {"seats": None}),
    RejectionCode("bad_motto", "1.2", "The motto is too long.", {"length": None}),
    RejectionCode("bad_first_seat", "2.1", "The first seat must be 0 or 1.", {"first_seat": "seat"}),
    RejectionCode("game_over", "3.1", "The game is over."),
    RejectionCode("not_your_turn", "2.1", "It is not your turn.", {"to_act": "seat"}),
    RejectionCode("malformed_action", "2.2", "Take one, two or three stones.", {"stones": None, "fault": None}),
    RejectionCode("heap_too_small", "2.3", "The heap has fewer stones.", {"heap": None}),
)

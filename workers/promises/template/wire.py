"""Types that clients of Nim read and write: options, actions, facts, views and constants."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 2
MAX_SEATS: Final = 2
HEAPS: Final = (3, 4, 5)

SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Heap = Annotated[int, numbers(1, len(HEAPS), "The number of a heap.")]
Stones = Annotated[int, numbers(1, max(HEAPS), "A number of stones to take.")]
Sizes = Annotated[tuple[int, ...], several(len(HEAPS))]
DecisionName = Annotated[str, words(("take",), "The kind of the pending decision.", named="decision")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    misere: bool = False
    """Whether the seat that takes the last stone loses (3.2)."""
    first_seat: SeatNumber = 0
    """The first seat (2.1)."""


class Take(TaggedAction, frozen=True):
    """Take stones from a heap (2.2)."""

    heap: Heap
    stones: Stones


class HeapEmptied(Tagged, frozen=True):
    """The last stone of a heap was taken (2.2)."""

    heap: Heap


Action = Take
"""The actions: a union if there are several types."""
Fact = HeapEmptied
"""The facts: a union if there are several types."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game, which everybody sees in full."""

    heaps: Sizes
    """The number of stones in each heap."""
    decision_kind: DecisionName | UnsetType = UNSET
    turn: SeatNumber | UnsetType = UNSET
    """The seat that must act; omitted at the end."""


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    heaps: Sizes
    """The number of stones in each heap at the start."""


CONSTANTS: Final = Constants(HEAPS)

BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
BAD_FIRST_SEAT: Final = RejectionCode("bad_first_seat", "2.1", parameters={"first_seat": "seat"})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
NOT_YOUR_TURN: Final = RejectionCode("not_your_turn", "2.1", parameters={"to_act": "seat"})
MALFORMED_ACTION: Final = RejectionCode("malformed_action", "2.2", parameters={"heap": None, "fault": None})
HEAP_TOO_SMALL: Final = RejectionCode("heap_too_small", "2.3", parameters={"stones": None})

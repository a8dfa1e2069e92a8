"""Types that clients of Nim read and write: options, actions, facts, views and constants."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode

HEAPS: Final = (3, 4, 5)

SeatNumber = Annotated[int, seat_number(2)]
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


class Take(msgspec.Struct, frozen=True, tag_field="type", tag="take", forbid_unknown_fields=True):
    """Take stones from a heap (2.2)."""

    heap: Heap
    stones: Stones


class HeapEmptied(msgspec.Struct, frozen=True, tag_field="type", tag="heap_emptied"):
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

REJECTIONS: Final = (
    RejectionCode("bad_player_count", "1.1", "The game is for two players.", {"seats": None}),
    RejectionCode("bad_first_seat", "2.1", "The first seat must be 0 or 1.", {"first_seat": "seat"}),
    RejectionCode("game_over", "3.1", "The game is over."),
    RejectionCode("not_your_turn", "2.1", "It is not your turn.", {"to_act": "seat"}),
    RejectionCode("malformed_action", "2.2", "Take stones from one heap.", {"heap": None, "fault": None}),
    RejectionCode("heap_too_small", "2.3", "The heap has fewer stones.", {"stones": None}),
)

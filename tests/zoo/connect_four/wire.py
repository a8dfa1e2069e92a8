"""Types that clients of Connect Four read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 2
MAX_SEATS: Final = 2
COLUMNS: Final = 7
ROWS: Final = 6

SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Column = Annotated[int, numbers(1, COLUMNS, "A column, from the left.")]
Row = Annotated[int, numbers(1, ROWS, "A row, from below.")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    first_seat: SeatNumber = 0
    """The first seat (2.1)."""


class DropDisc(TaggedAction, frozen=True):
    """Drop a disc into a column (2.2)."""

    column: Column


class DiscLanded(Tagged, frozen=True):
    """A disc landed on the lowest empty space of its column (2.2)."""

    column: Column
    row: Row


Action = DropDisc
Fact = DiscLanded


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game, which everybody sees in full."""

    columns: Annotated[tuple[Annotated[tuple[SeatNumber, ...], several(ROWS)], ...], several(COLUMNS)]
    """The discs of each column by their seats, from below."""
    decision_kind: (
        Annotated[str, words(("drop_disc",), "The kind of the pending decision.", named="decision")] | UnsetType
    ) = UNSET
    turn: SeatNumber | UnsetType = UNSET
    """The seat that must act; omitted at the end."""


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    columns: int
    rows: int


CONSTANTS: Final = Constants(COLUMNS, ROWS)
BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
BAD_FIRST_SEAT: Final = RejectionCode("bad_first_seat", "2.1", parameters={"first_seat": "seat"})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
NOT_YOUR_TURN: Final = RejectionCode("not_your_turn", "2.1", parameters={"to_act": "seat"})
MALFORMED_ACTION: Final = RejectionCode("malformed_action", "2.2", parameters={"column": None, "fault": None})
COLUMN_FULL: Final = RejectionCode("column_full", "2.3", parameters={"column": None})

"""Types that clients of Connect Four read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.ruleset import RejectionCode

COLUMNS: Final = 7
ROWS: Final = 6

SeatNumber = Annotated[int, seat_number(2)]
Column = Annotated[int, numbers(1, COLUMNS, "A column, from the left.")]
Row = Annotated[int, numbers(1, ROWS, "A row, from below.")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    first_seat: SeatNumber = 0
    """The first seat (2.1)."""


class DropDisc(msgspec.Struct, frozen=True, tag_field="type", tag="drop_disc", forbid_unknown_fields=True):
    """Drop a disc into a column (2.2)."""

    column: Column


class DiscLanded(msgspec.Struct, frozen=True, tag_field="type", tag="disc_landed"):
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
REJECTIONS: Final = (
    RejectionCode("bad_player_count", "1.1", "The game is for two players.", {"seats": None}),
    RejectionCode("bad_first_seat", "2.1", "The first seat must be 0 or 1.", {"first_seat": "seat"}),
    RejectionCode("game_over", "3.1", "The game is over."),
    RejectionCode("not_your_turn", "2.1", "It is not your turn.", {"to_act": "seat"}),
    RejectionCode("malformed_action", "2.2", "There is no such column.", {"column": None, "fault": None}),
    RejectionCode("column_full", "2.3", "The column is full.", {"column": None}),
)

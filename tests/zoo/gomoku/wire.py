"""Types that clients of Gomoku read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, seat_number, several, words
from domain.grids import Grid, GridLines, GridPiece
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 2
MAX_SEATS: Final = 2
MOST: Final = 19
SIZES: Final = ("small", "large")
LINES_OF: Final = {"small": 9, "large": MOST}
LETTERS: Final = tuple("abcdefghjklmnopqrst")
"""The names of the columns; boards of lines have no column i."""

SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Column = Annotated[int, numbers(1, MOST, "A column, from the left.")]
Row = Annotated[int, numbers(1, MOST, "A row, from below.")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    size: Annotated[str, words(SIZES, "The size of the board (1.2).", named="size")] = "small"
    first_seat: SeatNumber = 0
    """The first seat (2.1)."""


class PlaceStone(TaggedAction, frozen=True):
    """Put a stone on an empty point (2.2)."""

    column: Column
    row: Row


class FiveConnected(Tagged, frozen=True):
    """A seat has five stones in a row (3.1)."""

    seat: SeatNumber


class Stone(msgspec.Struct, frozen=True):
    """A stone on the board."""

    column: Column
    row: Row
    seat: SeatNumber


Action = PlaceStone
Fact = FiveConnected


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game, which everybody sees in full."""

    lines: Annotated[int, numbers(min(LINES_OF.values()), MOST, "The number of columns and of rows.")]
    stones: Annotated[tuple[Stone, ...], several(MOST * MOST)]
    """The stones in the order in which they were put."""
    decision_kind: (
        Annotated[str, words(("place_stone",), "The kind of the pending decision.", named="decision")] | UnsetType
    ) = UNSET
    turn: SeatNumber | UnsetType = UNSET
    """The seat that must act; omitted at the end."""


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    letters: tuple[str, ...]


CONSTANTS: Final = Constants(LETTERS)
GRIDS: Final = (
    Grid(
        cells="stones/{column}{row}/seat",
        columns=GridLines("column", LETTERS, first=1),
        rows=GridLines("row", tuple(str(row) for row in range(1, MOST + 1)), first=1),
        size="lines",
        shape="intersection",
        selects=("column+row",),
        pieces=(GridPiece("0", "seat/0", "#1f1a17", "B"), GridPiece("1", "seat/1", "#f4eee2", "W")),
        marks=("d4", "k4", "q4", "d10", "k10", "q10", "d16", "k16", "q16"),
    ),
)
BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
BAD_OPTION: Final = RejectionCode("bad_option", "1.2", parameters={"size": "size", "first_seat": "seat"})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
NOT_YOUR_TURN: Final = RejectionCode("not_your_turn", "2.1", parameters={"to_act": "seat"})
MALFORMED_ACTION: Final = RejectionCode("malformed_action", "2.2", parameters={"fault": None})
POINT_TAKEN: Final = RejectionCode("point_taken", "2.2")

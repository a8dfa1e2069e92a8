"""Connect Four: its types and rules; numbers in brackets are paragraphs of `RULES.md`."""

from dataclasses import dataclass
from random import Random
from typing import Annotated, Final

import msgspec

from domain.fields import numbers, seat_number, several
from domain.grids import Grid, GridLines, GridPiece
from domain.ruleset import Emit, Outcome, ScoreRow, SeatOutcome
from domain.wire import TaggedAction

MIN_SEATS = MAX_SEATS = 2
COLUMNS, ROWS = 7, 6
SeatNumber = Annotated[int, seat_number(MAX_SEATS)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    first_seat: SeatNumber = 0
    """The first seat (2.1)."""


class DropDisc(TaggedAction, frozen=True):
    """Drop a disc into a column (2.2)."""

    column: Annotated[int, numbers(1, COLUMNS, "A column, from the left.")]


class View(msgspec.Struct, frozen=True):
    """The game, which everybody sees in full."""

    columns: Annotated[tuple[Annotated[tuple[SeatNumber, ...], several(ROWS)], ...], several(COLUMNS)]
    """The discs of each column by their seats, from below."""


@dataclass
class State:
    """The state of the game."""

    columns: list[list[int]]
    turn: int
    winner: int | None = None


Action = DropDisc
GRIDS: Final = (
    Grid(
        cells="columns/{column}/{row}",
        columns=GridLines("column", tuple("1234567"), first=1),
        rows=GridLines("row", tuple("abcdef"), first=1),
        selects=("column",),
        pieces=(GridPiece("0", "seat/0", "#e0a800", "Y"), GridPiece("1", "seat/1", "#b5382a", "R", shape="ring")),
    ),
)


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Start with an empty board (1.1)."""
    return State([[] for _ in range(COLUMNS)], options.first_seat)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat that must act; none once a row of four or a full board ends the game (2.1, 3.1, 3.2)."""
    return () if state.winner is not None or all(len(each) == ROWS for each in state.columns) else (state.turn,)


def legal_actions(state: State, seat: int) -> list[DropDisc]:
    """List the columns with an empty space (2.3)."""
    columns = enumerate(state.columns, 1) if seat in to_act(state) else ()
    return [DropDisc(number) for number, column in columns if len(column) < ROWS]


def apply(state: State, seat: int, action: DropDisc, rng: Random, emit: Emit | None = None) -> None:
    """Drop a disc and pass the turn on (2.1, 2.2, 3.1)."""
    column = state.columns[action.column - 1]
    column.append(seat)
    state.winner = seat if has_four(state, seat, action.column - 1, len(column) - 1) else None
    state.turn = 1 - seat


def has_four(state: State, seat: int, column: int, row: int) -> bool:
    """Return whether a row of four discs of a seat contains a space (3.1)."""
    held = {(x, y) for x, each in enumerate(state.columns) for y, owner in enumerate(each) if owner == seat}
    return any(
        all((column + right * far, row + up * far) in held for far in range(start, start + 4))
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        for start in range(-3, 1)
    )


def outcome(state: State) -> Outcome | None:
    """Rank the seats: a row of four wins, a full board without one is a draw (3.1, 3.2)."""
    if to_act(state):
        return None
    won = [int(state.winner == seat) for seat in range(MAX_SEATS)]
    rows = [(ScoreRow("four_connected", "3.1", each),) for each in won]
    return Outcome(tuple(SeatOutcome(each, 1 + max(won) - won[each], won[each], rows[each]) for each in (0, 1)))


def view(state: State, seat: int | None) -> View:
    """Return the board, the same for everybody."""
    return View(tuple(map(tuple, state.columns)))

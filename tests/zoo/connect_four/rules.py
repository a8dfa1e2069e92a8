"""The rules of Connect Four; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.connect_four import wire
from tests.zoo.connect_four.wire import COLUMNS, ROWS, DiscLanded, DropDisc, Options, View

DROPS: Final = tuple(DropDisc(column) for column in range(1, COLUMNS + 1))
Cell = tuple[int, int]
"""Column and row, from 0."""


def _line(start: Cell, step: Cell) -> tuple[Cell, ...]:
    return tuple((start[0] + far * step[0], start[1] + far * step[1]) for far in range(4))


LINES: Final = tuple(
    line
    for column in range(COLUMNS)
    for row in range(ROWS)
    for step in ((1, 0), (0, 1), (1, 1), (1, -1))
    if (line := _line((column, row), step))[3][0] < COLUMNS and 0 <= line[3][1] < ROWS
)
"""Each row of four spaces on the board (3.1)."""
LINES_OF: Final = {(c, r): [line for line in LINES if (c, r) in line] for c in range(COLUMNS) for r in range(ROWS)}


@dataclass
class State:
    """The state of the game; nothing is hidden."""

    columns: list[list[int]]
    """The seats of the discs in each column, from below."""
    turn: int
    winner: int | None = None


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 2.1)."""
    if not wire.MIN_SEATS <= seats <= wire.MAX_SEATS:
        return wire.BAD_PLAYER_COUNT(seats=seats)
    if not 0 <= options.first_seat < wire.MAX_SEATS:
        return wire.BAD_FIRST_SEAT(first_seat=options.first_seat, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Start with an empty board (1.2)."""
    return State([[] for _ in range(COLUMNS)], options.first_seat)


def discs(state: State) -> int:
    """Count the discs on the board."""
    return sum(map(len, state.columns))


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat that must act; none once a row of four or a full board ends the game (2.1, 3.1, 3.2)."""
    return () if state.winner is not None or discs(state) == COLUMNS * ROWS else (state.turn,)


def legal_actions(state: State, seat: int) -> Sequence[DropDisc]:
    """List the columns with an empty space, from the left (2.2, 2.3)."""
    return [DROPS[c] for c in range(COLUMNS) if len(state.columns[c]) < ROWS] if seat in to_act(state) else ()


def reject(state: State, seat: int, action: DropDisc) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if action not in DROPS:
        return wire.MALFORMED_ACTION(column=action.column, malformed=True)
    if not to_act(state):
        return wire.GAME_OVER()
    if seat != state.turn:
        return wire.NOT_YOUR_TURN(to_act=[state.turn])
    if len(state.columns[action.column - 1]) == ROWS:
        return wire.COLUMN_FULL(column=action.column)
    return None


def apply(state: State, seat: int, action: DropDisc, rng: Random, emit: Emit | None = None) -> None:
    """Drop a disc and pass the turn on (2.1, 2.2, 3.1)."""
    column = action.column - 1
    if connects(state, seat, column):
        state.winner = seat
    state.columns[column].append(seat)
    state.turn = 1 - seat
    if emit:
        emit(DiscLanded(action.column, len(state.columns[column])), None)


def connects(state: State, seat: int, column: int) -> bool:
    """Return whether the next disc in a column completes a row of four for a seat (3.1)."""
    landing = (column, len(state.columns[column]))
    return any(
        all(cell == landing or disc_at(state, cell) == seat for cell in line) for line in LINES_OF.get(landing, ())
    )


def disc_at(state: State, cell: Cell) -> int | None:
    """Return the seat of the disc on a space, or None."""
    column = state.columns[cell[0]]
    return column[cell[1]] if cell[1] < len(column) else None


def outcome(state: State) -> Outcome | None:
    """Rank the seats: the seat with a row of four wins, a full board without one is a draw (3.1, 3.2)."""
    if to_act(state):
        return None
    totals = [int(state.winner == seat) for seat in range(wire.MAX_SEATS)]
    rows = [(ScoreRow("four_connected", "3.1", total),) for total in totals]
    return Outcome(
        tuple(SeatOutcome(each, 1 + (max(totals) > totals[each]), totals[each], rows[each]) for each in (0, 1))
    )


def view(state: State, seat: int | None) -> View:
    """Return the board, the same for everybody."""
    columns = tuple(map(tuple, state.columns))
    return View(columns, "drop_disc", state.turn) if to_act(state) else View(columns)


def observe(action: DropDisc, actor: int, viewer: int | None) -> DropDisc:
    """Return the action unchanged: everybody sees it."""
    return action


def clone(state: State) -> State:
    """Copy a state."""
    return State([list(column) for column in state.columns], state.turn, state.winner)


def determinize(state: State, seat: int, rng: Random) -> State:
    """Return a copy: nothing is hidden."""
    return clone(state)


def default_action(state: State, seat: int) -> DropDisc:
    """Return the column whose rows of four have the fewest discs of the seat, the leftmost of equals."""
    return min(legal_actions(state, seat), key=lambda action: _company(state, seat, action.column - 1))


def _company(state: State, seat: int, column: int) -> int:
    landing = (column, len(state.columns[column]))
    return sum(disc_at(state, cell) == seat for line in LINES_OF[landing] for cell in line)


def reveals_nothing(before: State, seat: int, action: DropDisc, after: State) -> bool:
    """Return True: nothing is hidden."""
    return True

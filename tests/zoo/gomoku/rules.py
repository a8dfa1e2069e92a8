"""The rules of Gomoku; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.gomoku import wire
from tests.zoo.gomoku.wire import FiveConnected, Options, PlaceStone, Stone, View

Point = tuple[int, int]
"""Column and row, from 1."""
DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
ROW: Final = 5
"""The stones in a row that win."""


@dataclass
class State:
    """The state of the game; nothing is hidden."""

    lines: int
    turn: int
    stones: list[Stone] = field(default_factory=list)
    winner: int | None = None


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 1.2, 2.1)."""
    if not wire.MIN_SEATS <= seats <= wire.MAX_SEATS:
        return wire.BAD_PLAYER_COUNT(seats=seats)
    if options.size not in wire.SIZES:
        return wire.BAD_OPTION(size=options.size, malformed=True)
    if not 0 <= options.first_seat < wire.MAX_SEATS:
        return wire.BAD_OPTION(first_seat=options.first_seat, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Start with an empty board (1.2)."""
    return State(wire.LINES_OF[options.size], options.first_seat)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat that must act; none once five in a row or a full board ends the game (2.1, 3.1, 3.2)."""
    return () if state.winner is not None or len(state.stones) == state.lines**2 else (state.turn,)


def taken(state: State) -> dict[Point, int]:
    """Return the seats of the stones by their points."""
    return {(stone.column, stone.row): stone.seat for stone in state.stones}


def legal_actions(state: State, seat: int) -> Sequence[PlaceStone]:
    """List the empty points, row by row from below (2.2)."""
    if seat not in to_act(state):
        return ()
    held, lines = taken(state), range(1, state.lines + 1)
    return [PlaceStone(column, row) for row in lines for column in lines if (column, row) not in held]


def reject(state: State, seat: int, action: PlaceStone) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if not (1 <= action.column <= wire.MOST and 1 <= action.row <= wire.MOST):
        return wire.MALFORMED_ACTION(malformed=True)
    if not to_act(state):
        return wire.GAME_OVER()
    if seat != state.turn:
        return wire.NOT_YOUR_TURN(to_act=[state.turn])
    if max(action.column, action.row) > state.lines or (action.column, action.row) in taken(state):
        return wire.POINT_TAKEN()
    return None


def apply(state: State, seat: int, action: PlaceStone, rng: Random, emit: Emit | None = None) -> None:
    """Put a stone and pass the turn on (2.1, 2.2, 3.1)."""
    if longest(taken(state), seat, (action.column, action.row)) >= ROW:
        state.winner = seat
    state.stones.append(Stone(action.column, action.row, seat))
    state.turn = 1 - seat
    if emit and state.winner is not None:
        emit(FiveConnected(seat), None)


def longest(held: dict[Point, int], seat: int, point: Point) -> int:
    """Return the length of the longest row that a stone of a seat on a point would complete (3.1)."""
    return max(1 + sum(_run(held, seat, point, (x * way, y * way)) for way in (1, -1)) for x, y in DIRECTIONS)


def _run(held: dict[Point, int], seat: int, point: Point, step: Point) -> int:
    """Count the stones of a seat beside a point in one direction."""
    count = 0
    while held.get((point[0] + (count + 1) * step[0], point[1] + (count + 1) * step[1])) == seat:
        count += 1
    return count


def outcome(state: State) -> Outcome | None:
    """Rank the seats: the seat with five in a row wins, a full board without them is a draw (3.1, 3.2)."""
    if to_act(state):
        return None
    totals = [int(state.winner == seat) for seat in range(wire.MAX_SEATS)]
    rows = [(ScoreRow("five_connected", "3.1", total),) for total in totals]
    return Outcome(
        tuple(SeatOutcome(each, 1 + (max(totals) > totals[each]), totals[each], rows[each]) for each in (0, 1))
    )


def view(state: State, seat: int | None) -> View:
    """Return the board, the same for everybody."""
    shown = View(state.lines, tuple(state.stones))
    return View(shown.lines, shown.stones, "place_stone", state.turn) if to_act(state) else shown


def observe(action: PlaceStone, actor: int, viewer: int | None) -> PlaceStone:
    """Return the action unchanged: everybody sees it."""
    return action


def clone(state: State) -> State:
    """Copy a state."""
    return State(state.lines, state.turn, list(state.stones), state.winner)


def determinize(state: State, seat: int, rng: Random) -> State:
    """Return a copy: nothing is hidden."""
    return clone(state)


def default_action(state: State, seat: int) -> PlaceStone:
    """Return the point with the shortest row of the seat, the first of equals."""
    held = taken(state)
    return min(legal_actions(state, seat), key=lambda action: longest(held, seat, (action.column, action.row)))


def reveals_nothing(before: State, seat: int, action: PlaceStone, after: State) -> bool:
    """Return True: nothing is hidden."""
    return True

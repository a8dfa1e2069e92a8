"""The rules of Nim; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from workers.promises.template import wire
from workers.promises.template.wire import HEAPS, HeapEmptied, Options, Take, View


@dataclass
class State:
    """The state of the game; nothing is hidden."""

    misere: bool
    heaps: list[int]
    turn: int
    """The seat that must act; at the end the one that did not take the last stone."""
    turns: int = 0
    """The number of turns before the current one."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 2.1)."""
    if not wire.MIN_SEATS <= seats <= wire.MAX_SEATS:
        return wire.BAD_PLAYER_COUNT(seats=seats)
    if not 0 <= options.first_seat < wire.MAX_SEATS:
        return wire.BAD_FIRST_SEAT(first_seat=options.first_seat, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Lay out the heaps (1.2); this game has no random draws."""
    return State(options.misere, list(HEAPS), options.first_seat)


def to_act(state: State) -> tuple[int, ...]:
    """List the seat that must act; empty once the game has ended (2.1, 3.1)."""
    return (state.turn,) if any(state.heaps) else ()


def legal_actions(state: State, seat: int) -> Sequence[Take]:
    """List the legal actions by heap, fewer stones first (2.2, 2.3)."""
    if seat not in to_act(state):
        return ()
    return [Take(heap, stones) for heap, size in enumerate(state.heaps, 1) for stones in range(1, size + 1)]


def reject(state: State, seat: int, action: Take) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if not (1 <= action.heap <= len(HEAPS) and action.stones >= 1):
        return wire.MALFORMED_ACTION(heap=action.heap, malformed=True)
    if not to_act(state):
        return wire.GAME_OVER()
    if seat != state.turn:
        return wire.NOT_YOUR_TURN(to_act=[state.turn])
    if action.stones > state.heaps[action.heap - 1]:
        return wire.HEAP_TOO_SMALL(stones=state.heaps[action.heap - 1])
    return None


def apply(state: State, seat: int, action: Take, rng: Random, emit: Emit | None = None) -> None:
    """Take stones and pass the turn on (2.1, 2.2)."""
    state.heaps[action.heap - 1] -= action.stones
    state.turn, state.turns = 1 - seat, state.turns + 1
    if emit and not state.heaps[action.heap - 1]:
        emit(HeapEmptied(action.heap), None)


def outcome(state: State) -> Outcome | None:
    """Rank the seats: the seat that took the last stone wins, or loses a misère game (3.2)."""
    if to_act(state):
        return None
    winner = state.turn if state.misere else 1 - state.turn
    return Outcome(tuple(_seat_outcome(seat, won=seat == winner) for seat in range(wire.MAX_SEATS)))


def _seat_outcome(seat: int, *, won: bool) -> SeatOutcome:
    return SeatOutcome(seat, 1 if won else 2, int(won), (ScoreRow("last_stone", "3.2", int(won)),))


def view(state: State, seat: int | None) -> View:
    """Return the heaps, the same for everybody."""
    shown = View(tuple(state.heaps))
    return View(shown.heaps, "take", state.turn) if to_act(state) else shown


def observe(action: Take, actor: int, viewer: int | None) -> Take:
    """Return the action unchanged: everybody sees it."""
    return action


def clone(state: State) -> State:
    """Copy a state."""
    return replace(state, heaps=list(state.heaps))


def determinize(state: State, seat: int, rng: Random) -> State:
    """Return a copy: nothing is hidden, so `seat` can distinguish the true state from all others."""
    return clone(state)


def default_action(state: State, seat: int) -> Take:
    """Return the default action: take one stone from the first heap that has any."""
    return legal_actions(state, seat)[0]


def reveals_nothing(before: State, seat: int, action: Take, after: State) -> bool:
    """Return True: nothing is hidden."""
    return True

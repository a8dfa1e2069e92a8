"""Nim: its types and rules; numbers in brackets are paragraphs of `RULES.md`."""

from dataclasses import dataclass
from random import Random
from typing import Annotated, Final

import msgspec

from domain.fields import numbers, seat_number, several
from domain.ruleset import Emit, Outcome, ScoreRow, SeatOutcome
from domain.wire import TaggedAction

MIN_SEATS = MAX_SEATS = 2
HEAPS: Final = (3, 4, 5)
"""The number of stones in each heap at the start (1.2)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    misere: bool = False
    """Whether the seat that takes the last stone loses (3.2)."""
    first_seat: Annotated[int, seat_number(MAX_SEATS)] = 0
    """The first seat (2.1)."""


class Take(TaggedAction, frozen=True):
    """Take stones from a heap (2.2)."""

    heap: Annotated[int, numbers(1, len(HEAPS), "The number of a heap.")]
    stones: Annotated[int, numbers(1, max(HEAPS), "A number of stones to take.")]


Action = Take
"""The actions: a union if there are several types."""


class View(msgspec.Struct, frozen=True):
    """The game, which everybody sees in full."""

    heaps: Annotated[tuple[int, ...], several(len(HEAPS))]
    """The number of stones in each heap."""


@dataclass
class State:
    """The state of the game."""

    misere: bool
    heaps: list[int]
    turn: int
    """The seat that must act; at the end the one that did not take the last stone."""


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Lay out the heaps (1.2)."""
    return State(options.misere, list(HEAPS), options.first_seat)


def to_act(state: State) -> tuple[int, ...]:
    """List the seat that must act; empty once the game has ended (2.1, 3.1)."""
    return (state.turn,) if any(state.heaps) else ()


def legal_actions(state: State, seat: int) -> list[Take]:
    """List the legal actions by heap, fewer stones first (2.2, 2.3)."""
    if seat not in to_act(state):
        return []
    return [Take(heap, stones) for heap, size in enumerate(state.heaps, 1) for stones in range(1, size + 1)]


def apply(state: State, seat: int, action: Take, rng: Random, emit: Emit | None = None) -> None:
    """Take stones and pass the turn on (2.1, 2.2)."""
    state.heaps[action.heap - 1] -= action.stones
    state.turn = 1 - seat


def outcome(state: State) -> Outcome | None:
    """Rank the seats: the seat that took the last stone wins, or loses a misère game (3.2)."""
    if to_act(state):
        return None
    winner = state.turn if state.misere else 1 - state.turn
    return Outcome(tuple(_seat_outcome(seat, won=seat == winner) for seat in range(MAX_SEATS)))


def _seat_outcome(seat: int, *, won: bool) -> SeatOutcome:
    return SeatOutcome(seat, 1 if won else 2, int(won), (ScoreRow("last_stone", "3.2", int(won)),))


def view(state: State, seat: int | None) -> View:
    """Return the heaps, the same for everybody."""
    return View(tuple(state.heaps))

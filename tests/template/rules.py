"""The rules of The Reserve; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from domain.chance import below
from domain.dice import random_for
from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.template.wire import (
    HEAP,
    HIGHEST_CARD,
    LONGEST_MOTTO,
    MOST_TAKEN,
    CardDealt,
    Options,
    ReserveOpened,
    Take,
    View,
)

SEATS: Final = 2
CARD_HOLDER: Final = 1
"""The seat that knows the card (1.4)."""
TAKES: Final = tuple(Take(stones) for stones in range(1, MOST_TAKEN + 1))


@dataclass
class State:
    """The true state of the game."""

    motto: str
    heap: int
    card: int
    opened: bool
    turns: int
    """The number of started turns before the current one."""
    turn: int
    """The seat that must act; at the end the one that took the last stone."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 1.2, 2.1)."""
    if seats != SEATS:
        return Rejection("bad_player_count", "1.1", {"seats": seats})
    if len(options.motto) > LONGEST_MOTTO:
        return Rejection("bad_motto", "1.2", {"length": len(options.motto)}, malformed=True)
    if not 0 <= options.first_seat < SEATS:
        return Rejection("bad_first_seat", "2.1", {"first_seat": options.first_seat}, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Lay out the heap and deal the card (1.3, 1.4)."""
    card = below(random_for(rng, "card"), HIGHEST_CARD + 1)
    if emit:
        emit(CardDealt(card), (CARD_HOLDER,))
    return State(options.motto, HEAP, card, opened=False, turns=0, turn=options.first_seat)


def is_over(state: State) -> bool:
    """Whether the game has ended (3.1)."""
    return state.opened and not state.heap


def to_act(state: State) -> tuple[int, ...]:
    """List the seat that must act; empty once the game has ended (2.1)."""
    return () if is_over(state) else (state.turn,)


def legal_actions(state: State, seat: int) -> Sequence[Take]:
    """List the legal actions, fewer stones first (2.2, 2.3)."""
    return TAKES[: state.heap] if seat in to_act(state) else ()


def reject(state: State, seat: int, action: Take) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if action in legal_actions(state, seat):
        return None
    if action not in TAKES:
        return Rejection("malformed_action", "2.2", {"stones": action.stones}, malformed=True)
    if is_over(state):
        return Rejection("game_over", "3.1")
    if seat != state.turn:
        return Rejection("not_your_turn", "2.1", {"to_act": [state.turn]})
    return Rejection("heap_too_small", "2.3", {"heap": state.heap})


def apply(state: State, seat: int, action: Take, rng: Random, emit: Emit | None = None) -> None:
    """Take stones, open the reserve when the heap is empty, and pass the turn on (2.2, 2.4, 3.1)."""
    state.heap -= action.stones
    if not state.heap and not state.opened:
        state.opened, state.heap = True, state.card
        if emit:
            emit(ReserveOpened(state.card), None)
    if not is_over(state):
        state.turns, state.turn = state.turns + 1, 1 - seat


def outcome(state: State) -> Outcome | None:
    """Rank the seats: the seat that took the last stone wins (3.2)."""
    if not is_over(state):
        return None
    return Outcome(tuple(_seat_outcome(seat, won=seat == state.turn) for seat in range(SEATS)))


def _seat_outcome(seat: int, *, won: bool) -> SeatOutcome:
    return SeatOutcome(seat, 1 if won else 2, int(won), (ScoreRow("last_stone", "3.2", int(won)),))


def view(state: State, seat: int | None) -> View:
    """Return what everybody sees, and the card if the seat may know it (1.4, 2.4)."""
    shown = View(state.motto, state.heap, state.opened)
    if not is_over(state):
        shown = _with(shown, decision_kind="take", turn=state.turn)
    return _with(shown, card=state.card) if state.opened or seat == CARD_HOLDER else shown


def _with(shown: View, **fields: Any) -> View:
    return View(**{**{name: getattr(shown, name) for name in View.__struct_fields__}, **fields})


def observe(action: Take, actor: int, viewer: int | None) -> Take:
    """Return the action unchanged: everybody sees it."""
    return action


def clone(state: State) -> State:
    """Copy a state."""
    return replace(state)


def determinize(state: State, seat: int, rng: Random) -> State:
    """Sample a state that `seat` cannot distinguish from the true one: the hidden card may have any number (1.4)."""
    if state.opened or seat == CARD_HOLDER:
        return clone(state)
    return replace(state, card=below(rng, HIGHEST_CARD + 1))


def default_action(state: State, seat: int) -> Take:
    """Return the default action: take one stone."""
    return TAKES[0]


def reveals_nothing(before: State, seat: int, action: Take, after: State) -> bool:
    """Return whether the reserve stays closed; opening it shows the card to all (2.4)."""
    return after.opened == before.opened

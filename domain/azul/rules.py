"""The course of the game (5.1) and its decision points (section 12): which module answers for which.

What a search does all the time is told apart by plain comparisons, which compile to direct calls.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from domain.azul import bonus, draft, keeping, placing, rounds, turns
from domain.azul.actions import (
    ANSWERS,
    CHOOSE_BONUS,
    CHOOSE_KEEP,
    CHOOSE_PAYMENT,
    DRAFT_TILES,
    PLACE_OR_PASS,
)
from domain.azul.shape import malformed
from domain.azul.state import ACQUIRE, OVER, PLACE, State
from domain.azul.tables import MAX_SEATS
from domain.ruleset import Emit, Reason

REFUSALS: Final[dict[str, Callable[[State, int, Any], Reason | None]]] = {
    DRAFT_TILES: draft.refuse,
    PLACE_OR_PASS: placing.refuse,
    CHOOSE_PAYMENT: placing.refuse_payment,
    CHOOSE_BONUS: bonus.refuse,
    CHOOSE_KEEP: keeping.refuse,
}
"""By kind of decision, what says why an answer to it is not legal."""
ALONE: Final[tuple[tuple[int, ...], ...]] = tuple([(seat,) for seat in range(MAX_SEATS)])


def to_act(state: State) -> tuple[int, ...]:
    """List the seat with the open decision: always one, until the game is over."""
    return ALONE[state.turn] if state.decision else ()


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List every action the seat may take now."""
    decision = state.decision
    if seat != state.turn or not decision:
        return ()
    if decision == DRAFT_TILES:
        return draft.legal_actions(state, seat)
    if decision == PLACE_OR_PASS:
        return placing.legal_actions(state, seat)
    if decision == CHOOSE_PAYMENT:
        return placing.legal_payments(state, seat)
    if decision == CHOOSE_BONUS:
        return bonus.legal_actions(state, seat)
    return keeping.legal_actions(state, seat)


def apply(state: State, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
    """Carry out a legal action and everything automatic after it, up to the next decision."""
    decision = state.decision
    if decision == DRAFT_TILES:
        draft.apply(state, seat, action, emit)
    elif decision == PLACE_OR_PASS:
        placing.apply(state, seat, action, emit)
    elif decision == CHOOSE_PAYMENT:
        placing.apply_payment(state, seat, action, emit)
    elif decision == CHOOSE_BONUS:
        bonus.apply(state, seat, action, emit)
    else:
        keeping.apply(state, seat, action, emit)
    while not state.decision and state.phase != OVER:
        _go_on(state, rng, emit)


def _go_on(state: State, rng: Random, emit: Emit | None) -> None:
    """Take the next automatic step: all tiles are drafted, a turn of phase 2 is over, or the whole phase."""
    if state.phase == ACQUIRE:
        turns.begin(state, emit)
    elif state.phase == PLACE:
        turns.end_turn(state, rng, emit)
    else:
        rounds.prepare(state, rng, emit)


def refuse(state: State, seat: int, action: Any) -> Reason | None:
    """Say why an action is not legal: the first reason in the order of 13.2, or None if it is."""
    if action in legal_actions(state, seat):
        return None
    return _out_of_turn(state, seat, action) or malformed(action) or REFUSALS[state.decision](state, seat, action)


def _out_of_turn(state: State, seat: int, action: Any) -> Reason | None:
    """Refuse an action that answers no open decision of the seat (13.2.4 to 13.2.6)."""
    if not state.decision:
        return Reason("game_over", "8.1.1")
    if seat != state.turn:
        return Reason("not_your_turn", "6.1.1", {"to_act": [state.turn]})
    if type(action) not in ANSWERS[state.decision]:
        return Reason("wrong_decision", "12.1.1", {"open": state.decision})
    return None

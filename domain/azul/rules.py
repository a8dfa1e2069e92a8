"""The course of the game (5.1) and its decision points (section 12): which module answers for which."""

from collections.abc import Sequence
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
from domain.decisions import DecisionPoint
from domain.ruleset import Emit, Reason

DECISIONS: Final = {
    DRAFT_TILES: DecisionPoint(draft.legal_actions, draft.apply, draft.refuse),
    PLACE_OR_PASS: DecisionPoint(placing.legal_actions, placing.apply, placing.refuse),
    CHOOSE_PAYMENT: DecisionPoint(placing.legal_payments, placing.apply_payment, placing.refuse_payment),
    CHOOSE_BONUS: DecisionPoint(bonus.legal_actions, bonus.apply, bonus.refuse),
    CHOOSE_KEEP: DecisionPoint(keeping.legal_actions, keeping.apply, keeping.refuse),
}


def to_act(state: State) -> Sequence[int]:
    """List the seat with the open decision: always one, until the game is over."""
    return (state.turn,) if state.decision else ()


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List every action the seat may take now."""
    if seat != state.turn or not state.decision:
        return ()
    return DECISIONS[state.decision].legal(state, seat)


def apply(state: State, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
    """Carry out a legal action and everything automatic after it, up to the next decision."""
    DECISIONS[state.decision].apply(state, seat, action, rng, emit)
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
    return (
        _out_of_turn(state, seat, action) or malformed(action) or DECISIONS[state.decision].refuse(state, seat, action)
    )


def _out_of_turn(state: State, seat: int, action: Any) -> Reason | None:
    """Refuse an action that answers no open decision of the seat (13.2.4 to 13.2.6)."""
    if not state.decision:
        return Reason("game_over", "8.1.1")
    if seat != state.turn:
        return Reason("not_your_turn", "6.1.1", {"to_act": [state.turn]})
    if type(action) not in ANSWERS[state.decision]:
        return Reason("wrong_decision", "12.1.1", {"open": state.decision})
    return None

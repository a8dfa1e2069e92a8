"""Dispatch each decision (section 12) to its module.

Dispatch uses comparisons, not a table: mypyc compiles comparisons to direct calls.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.azul.rules import bonus, draft, flow, keeping, placing
from domain.azul.rules.state import OVER, State
from domain.azul.wire.actions import (
    CHOOSE_BONUS,
    CHOOSE_PAYMENT,
    DRAFT_TILES,
    PLACE_OR_PASS,
)
from domain.azul.wire.constants import MAX_SEATS
from domain.ruleset import Emit

ALONE: Final[tuple[tuple[int, ...], ...]] = tuple([(seat,) for seat in range(MAX_SEATS)])


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat with the pending decision; empty once the game is over."""
    return ALONE[state.turn] if state.decision else ()


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List every legal action of the seat."""
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
    """Carry out a legal action and all automatic steps up to the next decision."""
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
        flow.advance(state, rng, emit)


def default_action(state: State, seat: int) -> Any:
    """Return the default action of an absent player: draft fewest tiles, pass, keep as many as allowed (11.4.2)."""
    legal = legal_actions(state, seat)
    if state.decision == DRAFT_TILES:
        sizes = [draft.size(state, action) for action in legal]
        return legal[sizes.index(min(sizes))]
    return legal[-1] if state.decision == PLACE_OR_PASS else legal[0]

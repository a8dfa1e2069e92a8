"""Explain why an action is illegal, by the checks of 13.2 in order; the first failed check sets the code."""

from collections.abc import Callable
from typing import Any, Final

from domain.azul.rules import bonus, draft, keeping, placing
from domain.azul.rules.decisions import legal_actions
from domain.azul.rules.malformed import malformed
from domain.azul.rules.state import State
from domain.azul.wire.actions import ACTION_TYPES, CHOOSE_BONUS, CHOOSE_KEEP, CHOOSE_PAYMENT, DRAFT_TILES, PLACE_OR_PASS
from domain.ruleset import Rejection

_EXPLAIN: Final[dict[str, Callable[[State, int, Any], Rejection | None]]] = {
    DRAFT_TILES: draft.reject,
    PLACE_OR_PASS: placing.reject,
    CHOOSE_PAYMENT: placing.reject_payment,
    CHOOSE_BONUS: bonus.reject,
    CHOOSE_KEEP: keeping.reject,
}
"""For each decision: the function that explains why an action is illegal."""


def reject(state: State, seat: int, action: Any) -> Rejection | None:
    """Return the first reason to reject an action in the order of 13.2; None if the action is legal."""
    if action in legal_actions(state, seat):
        return None
    return _out_of_turn(state, seat, action) or malformed(action) or _EXPLAIN[state.decision](state, seat, action)


def _out_of_turn(state: State, seat: int, action: Any) -> Rejection | None:
    """Reject an action that does not match a pending decision of the seat (13.2)."""
    if not state.decision:
        return Rejection("game_over", "8.1.1")
    if seat != state.turn:
        return Rejection("not_your_turn", "6.1.1", {"to_act": [state.turn]})
    if type(action) not in ACTION_TYPES[state.decision]:
        return Rejection("wrong_decision", "12.1.1", {"open": state.decision})
    return None

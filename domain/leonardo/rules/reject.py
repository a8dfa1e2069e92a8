"""Explain why an action is illegal, by the checks of section 14 in order; the first failed check sets the code."""

from typing import Any

from domain.leonardo.rules import finishing
from domain.leonardo.rules.decisions import DECISIONS, legal_actions, to_act
from domain.leonardo.rules.malformed import malformed
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import DECISION
from domain.ruleset import Rejection


def reject(state: State, seat: int, action: Any) -> Rejection | None:
    """Return the first reason to reject an action in the order of section 14; None if the action is legal."""
    if action in legal_actions(state, seat):
        return None
    return (
        _not_a_player(state, seat)
        or malformed(action)
        or _out_of_turn(state, seat, action)
        or DECISIONS[state.decision].reject(state, seat, action)
    )


def _not_a_player(state: State, seat: int) -> Rejection | None:
    """Reject a caller without a seat (14.1.2)."""
    return None if 0 <= seat < state.seats else Rejection("not_a_player", "14.1.2", {"seats": state.seats})


def _out_of_turn(state: State, seat: int, action: Any) -> Rejection | None:
    """Reject an action that does not match a pending decision of the seat (14.1.2)."""
    waiting = to_act(state)
    if not waiting:
        return Rejection("game_over", "9.1.4")
    if seat not in waiting:
        sealed = DECISION[type(action)] == "bid" and state.auction and seat in finishing.bidders(state, state.auction)
        if sealed:
            return Rejection("already_bid", "8.6.3")
        return Rejection("not_your_turn", "13.1.1", {"to_act": list(waiting)})
    if DECISION[type(action)] != state.decision:
        return Rejection("wrong_decision", "13.1.3", {"open": state.decision})
    return None

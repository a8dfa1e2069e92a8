"""Phase C, areas B to H: the cost track (7.4), Workshop, Academy (7.5) and shops (7.6)."""

from functools import lru_cache
from random import Random
from typing import Final

from msgspec import UNSET

from domain.leonardo.rules.effects import leave_area, move_florins, ranking, take_apprentice, take_component
from domain.leonardo.rules.labs import SIZE, improve, improvements, robot_space_free
from domain.leonardo.rules.state import AREA_PAID, NOBODY, State
from domain.leonardo.wire.actions import AreaTurn
from domain.leonardo.wire.constants import (
    ACADEMY,
    AREAS,
    IMPROVEMENTS,
    KIND_SOLD,
    LABS,
    LARGE,
    NOT_OWNED,
    PRICES,
    TURNED_SIDE,
    WORKSHOP,
)
from domain.leonardo.wire.facts import AreaOpened
from domain.ruleset import Emit, Rejection

ACT: Final = AreaTurn("act")
WITHDRAW: Final = AreaTurn("withdraw")
IMPROVE: Final = tuple(AreaTurn("act", improvement) for improvement in IMPROVEMENTS)
NO_IMPROVEMENT: Final = len(IMPROVEMENTS)
TAKEN: Final[dict[AreaTurn, int]] = {
    WITHDRAW: -1,
    ACT: NO_IMPROVEMENT,
    **{action: improvement for improvement, action in enumerate(IMPROVE)},
}
"""Improvement index of each turn, NO_IMPROVEMENT for the benefit of other areas; -1 for withdrawing."""


def start(state: State, emit: Emit | None) -> None:
    """Compute the order of the groups in the area (7.1.3) and open the first decision."""
    state.order = ranking(state, state.area)
    state.step = state.price = 0
    if emit:
        emit(AreaOpened(AREAS[state.area], tuple(state.order)), None)
    _offer(state, emit)


def _offer(state: State, emit: Emit | None) -> None:
    """Open the decision of the next player who can act; others withdraw (7.4.6). Without players, end the area."""
    area = state.area
    while state.order:
        seat = state.order[state.step]
        if state.florins[seat] >= PRICES[state.price] and _has_effect(state, seat, area):
            state.decision, state.turn = "area_turn", seat
            return
        _withdraw(state, seat, emit)
    _close(state)


def _has_effect(state: State, seat: int, area: int) -> bool:
    """Whether an action of the area would change anything for the seat (7.4.6)."""
    if area == WORKSHOP:
        return improvements(state, seat) != 0
    if area == ACADEMY:
        return state.academy[seat] > 0
    return state.stock[KIND_SOLD[area]] > 0


def _withdraw(state: State, seat: int, emit: Emit | None) -> None:
    """Return the seat's people; the next player in order is on turn (7.4.2, 7.4.3)."""
    leave_area(state, seat, state.area, emit)
    state.order.pop(state.step)
    if state.step == len(state.order):
        state.step = 0


def _close(state: State) -> None:
    """End the area; the price marker returns to 0 (7.4.4)."""
    state.price = 0
    state.decision, state.turn = "", NOBODY


def legal_actions(state: State, seat: int) -> tuple[AreaTurn, ...]:
    """List acting, in the Workshop each possible improvement; withdrawing comes last."""
    return _improvements(improvements(state, seat)) if state.area == WORKSHOP else (ACT, WITHDRAW)


@lru_cache
def _improvements(mask: int) -> tuple[AreaTurn, ...]:
    """List the turns for a bit mask of improvements."""
    return (*(turn for number, turn in enumerate(IMPROVE) if mask >> number & 1), WITHDRAW)


def apply(state: State, seat: int, action: AreaTurn, rng: Random, emit: Emit | None) -> None:
    """Act at the current price or withdraw, and open the next decision."""
    taken = TAKEN[action]
    if taken < 0:
        _withdraw(state, seat, emit)
    else:
        _act(state, seat, taken, emit)
        state.step = (state.step + 1) % len(state.order)
        if state.price == len(PRICES):
            _send_all_back(state, emit)
    _offer(state, emit)


def _act(state: State, seat: int, taken: int, emit: Emit | None) -> None:
    """Pay, take the benefit of the area or the chosen improvement, and move the price marker (7.4.1)."""
    move_florins(state, seat, -PRICES[state.price], AREA_PAID, emit)
    area = state.area
    if area == WORKSHOP:
        improve(state, seat, IMPROVEMENTS[taken], emit)
    elif area == ACADEMY:
        take_apprentice(state, seat, emit)
    else:
        take_component(state, seat, KIND_SOLD[area], emit)
    state.price += 1


def _send_all_back(state: State, emit: Emit | None) -> None:
    """End the area after an action for 4 florins (7.4.4)."""
    for seat in state.order:
        leave_area(state, seat, state.area, emit)
    state.order = []


def reject(state: State, seat: int, action: AreaTurn) -> Rejection | None:
    """Return the first reason to reject a turn, in the order of 14.1.3."""
    if action.choice == "withdraw":
        return None
    if (state.area == WORKSHOP) != (action.improvement is not UNSET):
        return Rejection("malformed_action", "14.1.4", {"action": "area_turn", "parameter": "improvement"})
    misfit = _reject_improvement(state, seat, str(action.improvement)) if state.area == WORKSHOP else None
    return misfit or _reject_purchase(state, seat)


def _reject_improvement(state: State, seat: int, improvement: str) -> Rejection | None:
    """Reject an improvement that the lab does not allow (7.4.7)."""
    name = {"improvement": improvement}
    if improvement not in IMPROVEMENTS:
        return Rejection("no_such_improvement", "7.4.7", name, malformed=True)
    size = SIZE[improvement]
    lab = 2 * seat + size
    if improvement != "take_large" and state.work[lab]:
        return Rejection("lab_working", "7.4.8", {"lab": LABS[size]})
    if _improvement_gone(improvement, size, state.side[lab]):
        return Rejection("improvement_not_possible", "7.4.7", {**name, "side": state.side[lab]})
    if improvement.startswith("robot") and not robot_space_free(state, lab):
        return Rejection("no_robot_space", "7.4.10", {"lab": LABS[size]})
    return None


def _improvement_gone(improvement: str, size: int, side: int) -> bool:
    """Whether the lab is already turned or taken, or not owned yet."""
    if improvement == "take_large":
        return side != NOT_OWNED
    if improvement.startswith("turn"):
        return side in (NOT_OWNED, TURNED_SIDE[size])
    return size == LARGE and side == NOT_OWNED


def _reject_purchase(state: State, seat: int) -> Rejection | None:
    """Reject a purchase that is sold out or too expensive; only a guard: the player has no decision then (7.4.6)."""
    if state.area != WORKSHOP and not _has_effect(state, seat, state.area):
        return Rejection("out_of_stock", "7.4.6", {"area": AREAS[state.area]})
    price = PRICES[state.price]
    if state.florins[seat] < price:
        return Rejection("cannot_afford", "7.4.2", {"price": price, "florins": state.florins[seat]})
    return None

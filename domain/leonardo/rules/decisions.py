"""The course of the game (section 4), and its decision points (section 13) by module."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.leonardo.rules import (
    areas,
    council,
    council_spaces,
    favours,
    finishing,
    market,
    placement,
    work,
)
from domain.leonardo.rules.decision_point import DecisionPoint
from domain.leonardo.rules.flow import next_stage
from domain.leonardo.rules.state import (
    NOBODY,
    OVER,
    State,
)
from domain.leonardo.wire.constants import (
    MAX_SEATS,
    WORKSHOP,
)
from domain.ruleset import Emit

DECISIONS: Final = {
    "choose_favour": DecisionPoint(favours.legal_actions, favours.apply, favours.reject),
    "declare_work": DecisionPoint(work.legal_actions, work.apply, work.reject),
    "place": DecisionPoint(placement.legal_actions, placement.apply, placement.reject),
    "name_leonardo": DecisionPoint(council.legal_names, council.name_leonardo, council.reject_name),
    "council_space": DecisionPoint(council.legal_spaces, council.take_space, council.reject_space),
    "council_move": DecisionPoint(
        council_spaces.legal_moves, council_spaces.move_apprentice, council_spaces.reject_move
    ),
    "council_order": DecisionPoint(
        council_spaces.legal_orders, council_spaces.order_cards, council_spaces.reject_order
    ),
    "council_buy": DecisionPoint(council_spaces.legal_purchases, council_spaces.buy, council_spaces.reject_purchase),
    "area_turn": DecisionPoint(areas.legal_actions, areas.apply, areas.reject),
    "market_swap": DecisionPoint(market.legal_actions, market.apply, market.reject),
    "auction_choice": DecisionPoint(finishing.legal_choices, finishing.choose_auction, finishing.reject_choice),
    "bid": DecisionPoint(finishing.legal_bids, finishing.bid, finishing.reject_bid),
}
"""The decision points by tag of the action.

`legal_actions` and `apply` call the functions of the three most frequent kinds directly. Compiled code calls a known
function many times faster than one from a table.
"""


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats with a pending decision: one, or in an auction all that have not bid (13.1.1)."""
    if state.turn != NOBODY:
        return ALONE[state.turn]
    return finishing.awaited(state) if state.decision else ()


ALONE: Final[tuple[tuple[int, ...], ...]] = tuple([(seat,) for seat in range(MAX_SEATS)])


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List every legal action of the seat."""
    if seat == NOBODY or (seat != state.turn and (state.turn != NOBODY or seat not in to_act(state))):
        return ()
    decision = state.decision
    if decision == "place":
        return placement.legal_actions(state, seat)
    if decision == "area_turn":
        return areas.legal_actions(state, seat)
    if decision == "declare_work":
        return work.legal_actions(state, seat)
    return DECISIONS[decision].legal(state, seat)


def apply(state: State, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
    """Carry out a legal action and all automatic steps up to the next decision."""
    decision = state.decision
    if decision == "place":
        placement.apply(state, seat, action, rng, emit)
    elif decision == "area_turn":
        areas.apply(state, seat, action, rng, emit)
    elif decision == "declare_work":
        work.apply(state, seat, action, rng, emit)
    else:
        DECISIONS[decision].apply(state, seat, action, rng, emit)
    while not state.decision and state.stage != OVER:
        next_stage(state, rng, emit)


def default_action(state: State, seat: int) -> Any:
    """Return the default action of an absent player: an apprentice goes to the Workshop and spends the florins there.

    All other default actions do as little as possible. A seat that keeps its starting florins would beat beginners, so
    it must spend them. The Workshop improves only the seat's own labs.
    """
    legal = legal_actions(state, seat)
    decision = state.decision
    if decision == "place":
        is_first = state.florins[seat] > 0 and not state.placed[seat]
        return TO_WORKSHOP if is_first and TO_WORKSHOP in legal else legal[-1]
    if decision == "area_turn" and state.area == WORKSHOP:
        return legal[0]
    return legal[-1] if decision in LAST_IS_NOTHING else legal[0]


TO_WORKSHOP: Final = placement.APPRENTICES_AT[WORKSHOP][0]
LAST_IS_NOTHING: Final = {"choose_favour", "council_space", "council_move", "council_buy", "area_turn"}
"""Decisions whose default action is the last legal one, which declines, withdraws or brings no florins.

For other decisions it is the first legal action, which changes least.
"""

"""The course of the game (section 4) and its decision points (section 13): which module answers for which."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.decisions import DecisionPoint
from domain.leonardo import areas, council, council_spaces, deck, favours, finishing, labs, market, placement, work
from domain.leonardo.actions import DECISION
from domain.leonardo.facts import GameEnded, InventionsRequested, RoundBegan
from domain.leonardo.shape import malformed
from domain.leonardo.state import (
    FAVOURS,
    FINISHING,
    FIRST_AREA,
    LABS_WORK,
    NOBODY,
    OVER,
    PLACEMENT,
    WORK,
    State,
)
from domain.leonardo.tables import COUNCIL, COUNCIL_FLORINS, LAST_CITY_ROUND, LAST_ROUND, MARKET, MAX_SEATS, REQUESTED
from domain.ruleset import Emit, Reason

DECISIONS: Final = {
    "choose_favour": DecisionPoint(favours.legal_actions, favours.apply, favours.refuse),
    "declare_work": DecisionPoint(work.legal_actions, work.apply, work.refuse),
    "place": DecisionPoint(placement.legal_actions, placement.apply, placement.refuse),
    "name_leonardo": DecisionPoint(council.legal_names, council.name_leonardo, council.refuse_name),
    "council_space": DecisionPoint(council.legal_spaces, council.take_space, council.refuse_space),
    "council_move": DecisionPoint(
        council_spaces.legal_moves, council_spaces.move_apprentice, council_spaces.refuse_move
    ),
    "council_order": DecisionPoint(
        council_spaces.legal_orders, council_spaces.order_cards, council_spaces.refuse_order
    ),
    "council_buy": DecisionPoint(council_spaces.legal_purchases, council_spaces.buy, council_spaces.refuse_purchase),
    "area_turn": DecisionPoint(areas.legal_actions, areas.apply, areas.refuse),
    "market_swap": DecisionPoint(market.legal_actions, market.apply, market.refuse),
    "auction_choice": DecisionPoint(finishing.legal_choices, finishing.choose_auction, finishing.refuse_choice),
    "bid": DecisionPoint(finishing.legal_bids, finishing.bid, finishing.refuse_bid),
}
"""By the tag of its answer. The three kinds that make nine decisions of ten are called by name where games are played,
for compiled code calls a function that it knows many times faster than one out of a table.
"""


def to_act(state: State) -> tuple[int, ...]:
    """List the seats with an open decision: one, or in an auction all who have not bid (13.1.1)."""
    if state.turn != NOBODY:
        return ALONE[state.turn]
    return finishing.awaited(state) if state.decision else ()


ALONE: Final[tuple[tuple[int, ...], ...]] = tuple([(seat,) for seat in range(MAX_SEATS)])


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List every action the seat may take now."""
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
    """Carry out a legal action and everything automatic after it, up to the next decision."""
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
        _next_stage(state, rng, emit)


def _next_stage(state: State, rng: Random, emit: Emit | None) -> None:
    """Begin the next stage of the round; it leaves a decision open unless all of it is automatic."""
    stage = state.stage = state.stage + 1
    if stage == WORK:
        _begin_round(state, emit)
    elif stage == PLACEMENT:
        placement.begin(state, emit)
    elif stage < LABS_WORK:
        _resolve_next_area(state, emit)
    elif stage == LABS_WORK:
        labs.work_all(state, emit)
    elif stage == FINISHING:
        finishing.begin(state, emit)
    else:
        _end_round(state, rng, emit)


def _begin_round(state: State, emit: Emit | None) -> None:
    """Move the round marker on (3.6.7, 9.1.4) and open phase A."""
    state.round += 1
    if emit:
        emit(RoundBegan(state.round), None)
    work.begin(state)


def _resolve_next_area(state: State, emit: Emit | None) -> None:
    """Resolve the first area in which anybody still stands (7.1.1); nobody stands in those before."""
    if not state.groups:
        state.stage = LABS_WORK - 1
        return
    area = MARKET
    for group in state.groups:
        area = min(area, group >> 3)
    state.stage = FIRST_AREA + area
    if area == COUNCIL:
        council.begin(state, emit)
    elif area == MARKET:
        market.begin(state, emit)
    else:
        areas.begin(state, emit)


def _end_round(state: State, rng: Random, emit: Emit | None) -> None:
    """Refill the Council and the display (9.1.1), then lead to the next round or end the game (9.1.4)."""
    if state.round <= LAST_CITY_ROUND:
        state.council_florins += COUNCIL_FLORINS
        _refill(state, rng, emit)
    if state.round == LAST_ROUND:
        state.stage = OVER
        if emit:
            emit(GameEnded(), None)
        return
    state.stage = FAVOURS


def _refill(state: State, rng: Random, emit: Emit | None) -> None:
    """Turn cards up until the usual number is requested or the deck is empty."""
    before = len(state.requested)
    while len(state.requested) < REQUESTED[state.seats] and state.deck:
        state.requested = (*state.requested, deck.turn_up(state, rng))
    if emit and len(state.requested) > before:
        emit(InventionsRequested(state.requested[before:]), None)


def refuse(state: State, seat: int, action: Any) -> Reason | None:
    """Say why an action is not legal (section 14): the first reason in the order given there, or None if it is."""
    if action in legal_actions(state, seat):
        return None
    return (
        _not_a_player(state, seat)
        or malformed(action)
        or _out_of_turn(state, seat, action)
        or DECISIONS[state.decision].refuse(state, seat, action)
    )


def _not_a_player(state: State, seat: int) -> Reason | None:
    """Refuse a sender without a seat (14.1.2)."""
    return None if 0 <= seat < state.seats else Reason("not_a_player", "14.1.2", {"seats": state.seats})


def _out_of_turn(state: State, seat: int, action: Any) -> Reason | None:
    """Refuse an action that answers no open decision of the seat (14.1.2)."""
    waiting = to_act(state)
    if not waiting:
        return Reason("game_over", "9.1.4")
    if seat not in waiting:
        sealed = DECISION[type(action)] == "bid" and state.auction and seat in finishing.bidders(state, state.auction)
        if sealed:
            return Reason("already_bid", "8.6.3")
        return Reason("not_your_turn", "13.1.1", {"to_act": list(waiting)})
    if DECISION[type(action)] != state.decision:
        return Reason("wrong_decision", "13.1.3", {"open": state.decision})
    return None


def default_action(state: State, seat: int) -> Any:
    """Give what an absent player does: nothing where that is possible, else the first legal action."""
    legal = legal_actions(state, seat)
    return legal[-1] if state.decision in LAST_IS_NOTHING else legal[0]


LAST_IS_NOTHING: Final = {"place", "council_space", "council_move", "council_buy", "area_turn"}
"""Decisions whose last legal action passes, declines or withdraws; of all others the first is the empty or least."""

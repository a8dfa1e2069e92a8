"""The rollout policy, the scores of actions, and all heuristics of the ruleset, in florins at the end of the game.

Scores depend on the current position and on the seat's knowledge only (`appraisal`), without looking ahead.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from domain.heuristics import Heuristics, best
from domain.leonardo.heuristics.appraisal import card_worths, rounds_left, type_counts
from domain.leonardo.heuristics.area_scores import apprentice_worths, improvement_worth, money
from domain.leonardo.heuristics.collecting import aim, gains, potential
from domain.leonardo.heuristics.council_scores import moves, names, orders, purchases, spaces
from domain.leonardo.heuristics.evaluation import values
from domain.leonardo.heuristics.placement_scores import place, placements
from domain.leonardo.heuristics.weights import BID_SHADE, BID_SLOPE, FAVOUR, FAVOUR_COMPONENT, WITHDRAW
from domain.leonardo.heuristics.work_scores import declarations, declare
from domain.leonardo.rules import areas, finishing
from domain.leonardo.rules.components import ONE
from domain.leonardo.rules.decisions import legal_actions
from domain.leonardo.rules.inventions import TYPE
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import AreaTurn, AuctionChoice, Bid, ChooseFavour, MarketSwap
from domain.leonardo.wire.constants import ACADEMY, FAVOURS, KIND, KIND_SOLD, PRICES, WORKSHOP


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Return the action with the best score, the first of equals; uses no random numbers.

    Four decisions are made without scoring every legal action.
    """
    decision = state.decision
    if decision == "place":
        return place(state, seat)
    if decision == "area_turn":
        return area_turn(state, seat)
    if decision == "declare_work":
        return declare(state, seat)
    if decision == "bid":
        return bid(state, seat)
    legal = legal_actions(state, seat)
    return best(legal, scores(state, seat, legal))


def rounds_begun(state: State) -> int:
    """Return the number of rounds started."""
    return state.round


def scores(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score the legal actions of the pending decision."""
    if state.decision == "place":
        return placements(state, seat, legal)
    return SCORES[state.decision](state, seat, legal)


def _favours(state: State, seat: int, legal: Sequence[ChooseFavour]) -> list[float]:
    """Score favours by their letter, and components by their value for the hand (3.6)."""
    purpose = aim(state, seat)
    hand = state.hand[seat]
    before = potential(hand, purpose)
    worths = []
    for action in legal:
        worth = FAVOUR[FAVOURS.index(action.favour)]
        if action.components:
            worth += FAVOUR_COMPONENT * (potential(hand + _packed(action.components), purpose) - before)
        worths.append(worth)
    return worths


def _packed(kinds: tuple[str, ...]) -> int:
    """Return the integer form of a list of components (`components`)."""
    return sum([ONE[KIND[kind]] for kind in kinds])


def area_turn(state: State, seat: int) -> AreaTurn:
    """Return the action that `_area_turns` scores best, without scores of all if they are not needed."""
    if state.area == WORKSHOP:
        legal = areas.legal_actions(state, seat)
        return best(legal, _area_turns(state, seat, legal))
    price = PRICES[state.price] * money(state.florins[seat], rounds_left(state))
    return areas.ACT if _benefit(state, seat, areas.ACT) - price >= WITHDRAW else areas.WITHDRAW


def _area_turns(state: State, seat: int, legal: Sequence[AreaTurn]) -> list[float]:
    """Score the actions in an area by their value less the price (7.4.2)."""
    price = PRICES[state.price] * money(state.florins[seat], rounds_left(state))
    return [WITHDRAW if action is areas.WITHDRAW else _benefit(state, seat, action) - price for action in legal]


def _benefit(state: State, seat: int, action: AreaTurn) -> float:
    """Return the value of an action in the current area."""
    kind = KIND_SOLD[state.area]
    if kind >= 0:
        return gains(state, seat).one[kind]
    if state.area == ACADEMY:
        return apprentice_worths(state, seat)[0]
    return improvement_worth(state, str(action.improvement))


def _swaps(state: State, seat: int, legal: Sequence[MarketSwap]) -> list[float]:
    """Score swaps by the value of the hand after them (11.2.3)."""
    purpose = aim(state, seat)
    hand = state.hand[seat]
    return [potential(hand - _packed(action.give) + _packed(action.take), purpose) for action in legal]


def _auction_choices(state: State, seat: int, legal: Sequence[AuctionChoice]) -> list[float]:
    """Settle the less valuable card first, so that its price can be bid on the other one (8.5.3)."""
    cards = card_worths(type_counts(state, seat), rounds_left(state))
    return [-cards[TYPE[choice.invention]] for choice in legal]


def _bids(state: State, seat: int, legal: Sequence[Bid]) -> list[float]:
    """Score bids by their distance from the best bid."""
    best = bid(state, seat).amount
    return [-BID_SLOPE * abs(action.amount - best) for action in legal]


def bid(state: State, seat: int) -> Bid:
    """Return a bid: a share of the sum of the card's value to the seat and the value denied to the others (8.6).

    The bid is at most one florin more than any rival owns, which public history shows (12.2.2).
    """
    rivals = [other for other in finishing.bidders(state, state.auction) if other != seat]
    worth = _card_worth(state, seat) + max(_card_worth(state, other) for other in rivals) / (state.seats - 1)
    richest = max(state.florins[other] for other in rivals)
    amount = min(max(1, round(BID_SHADE * worth)), richest + 1, state.florins[seat])
    return finishing.legal_bids(state, seat)[amount]


def _card_worth(state: State, seat: int) -> float:
    """Return the value to a seat of the card being auctioned."""
    return card_worths(type_counts(state, seat), rounds_left(state))[TYPE[state.auction]]


SCORES: Final[Mapping[str, Callable[[State, int, Any], list[float]]]] = {
    "choose_favour": _favours,
    "declare_work": declarations,
    "place": placements,
    "name_leonardo": names,
    "council_space": spaces,
    "council_move": moves,
    "council_order": orders,
    "council_buy": purchases,
    "area_turn": _area_turns,
    "market_swap": _swaps,
    "auction_choice": _auction_choices,
    "bid": _bids,
}

HEURISTICS: Final = Heuristics(
    rollout_policy=greedy,
    score_actions=scores,
    temperature=2.0,
    evaluate=values,
    win_temperature=8.0,
    rounds_begun=rounds_begun,
    exploration=0.1,
    prior_weight=0.6,
    horizon=1,  # positions at the start of a round are valued better than rollouts through it
    tree_per_seat=True,  # a single tree of all choices grows too wide to reach the end of a round
    restart_every=200,  # with the full budget `hard` wins 68 % against `normal`; with 400 it wins 56 %
    budget_share=0.5,  # `expert` wins 60 % against `hard`; with the full budget it wins 44 %
)

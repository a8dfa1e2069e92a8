"""AI levels: how a seat chooses among its legal actions. Each is handed a state drawn from the seat's knowledge.

The greedy level scores the present position by rules of thumb (`appraisal`) and looks no further ahead; of equally good
actions it takes the first legal one, and it needs no dice.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from domain.chance import pick
from domain.leonardo import areas, favours, finishing, market
from domain.leonardo.actions import AreaTurn, AuctionChoice, Bid, ChooseFavour, MarketSwap
from domain.leonardo.appraisal import aim, capped, card_worths, gains, potential, rounds_left, type_counts
from domain.leonardo.inventions import TYPE
from domain.leonardo.policy_council import council_buy, council_move, council_order, council_space, name_leonardo
from domain.leonardo.policy_places import apprentice_worths, improvement_worth, money, place
from domain.leonardo.policy_weights import BID_SHADE, FAVOUR, FAVOUR_COMPONENT
from domain.leonardo.policy_work import declare_work
from domain.leonardo.rules import legal_actions
from domain.leonardo.state import State
from domain.leonardo.tables import ACADEMY, FAVOURS, KIND, PRICES, SHOP_KIND


def random(state: State, seat: int, rng: Random) -> Any:
    """Take any legal action, each equally likely."""
    return pick(rng, legal_actions(state, seat))


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Take the action that promises most by rules of thumb."""
    return CHOICES[state.decision](state, seat)


def choose_favour(state: State, seat: int) -> ChooseFavour:
    """Choose a favour by its letter, and components by what they do for the hand (3.6)."""
    purpose = aim(state, seat)
    hand = state.hand[5 * seat : 5 * seat + 5]
    before = potential(capped(hand), purpose)
    legal = favours.legal_actions(state, seat)
    best, best_worth = legal[0], -1.0
    for action in legal:
        worth = FAVOUR[FAVOURS.index(action.favour)]
        if action.components:
            gained = potential(_hand_with(hand, (), action.components), purpose) - before
            worth += FAVOUR_COMPONENT * gained
        if worth > best_worth:
            best, best_worth = action, worth
    return best


def _hand_with(hand: list[int], give: tuple[str, ...], take: tuple[str, ...]) -> tuple[int, ...]:
    """Give a hand (capped) after some components have left it and others have come."""
    changed = list(hand)
    for kind in give:
        changed[KIND[kind]] -= 1
    for kind in take:
        changed[KIND[kind]] += 1
    return capped(changed)


def area_turn(state: State, seat: int) -> AreaTurn:
    """Act while the benefit is worth its price (7.4.2), in the Workshop on the best improvement."""
    area = state.area
    price = PRICES[state.price] * money(state.florins[seat], rounds_left(state))
    if area in SHOP_KIND:
        return areas.ACT if gains(state, seat)[0][SHOP_KIND[area]] > price else areas.WITHDRAW
    if area == ACADEMY:
        return areas.ACT if apprentice_worths(state, seat)[0] > price else areas.WITHDRAW
    best, best_worth = areas.WITHDRAW, price
    for action in areas.legal_actions(state, seat)[:-1]:
        worth = improvement_worth(state, str(action.improvement))
        if worth > best_worth:
            best, best_worth = action, worth
    return best


def market_swap(state: State, seat: int) -> MarketSwap:
    """Make the swap that does most for the hand (11.2.3), or none."""
    purpose = aim(state, seat)
    hand = state.hand[5 * seat : 5 * seat + 5]
    legal = market.legal_actions(state, seat)
    best, best_worth = legal[0], potential(capped(hand), purpose)
    for action in legal[1:]:
        worth = potential(_hand_with(hand, action.give, action.take), purpose)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


def auction_choice(state: State, seat: int) -> AuctionChoice:
    """Settle first the card that is worth less, so that the money of both can go into the better one (8.5.3)."""
    cards = card_worths(type_counts(state, seat), rounds_left(state))
    return min(finishing.legal_choices(state, seat), key=lambda choice: cards[TYPE[choice.invention]])


def bid(state: State, seat: int) -> Bid:
    """Bid a share of what the card is worth to the seat and of what it keeps from the others (8.6).

    Never more than beats all the money of any rival, which public history tells (12.2.2).
    """
    rivals = [other for other in finishing.bidders(state, state.auction) if other != seat]
    worth = _card_worth(state, seat) + max(_card_worth(state, other) for other in rivals) / (state.seats - 1)
    richest = max(state.florins[other] for other in rivals)
    amount = min(max(1, round(BID_SHADE * worth)), richest + 1, state.florins[seat])
    return finishing.legal_bids(state, seat)[amount]


def _card_worth(state: State, seat: int) -> float:
    """Give what the card being auctioned is worth to a seat."""
    return card_worths(type_counts(state, seat), rounds_left(state))[TYPE[state.auction]]


CHOICES: Final[Mapping[str, Callable[[State, int], Any]]] = {
    "choose_favour": choose_favour,
    "declare_work": declare_work,
    "place": place,
    "name_leonardo": name_leonardo,
    "council_space": council_space,
    "council_move": council_move,
    "council_order": council_order,
    "council_buy": council_buy,
    "area_turn": area_turn,
    "market_swap": market_swap,
    "auction_choice": auction_choice,
    "bid": bid,
}

"""Action cards (sections 11 and 12): legal targets and effects.

A card has one of eleven operations (11.4.1); `OPERATIONS` has a function to list the uses and one for the effect.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any, Final

from msgspec import UNSET

from domain.riddle.rules.cards import CARD, CARDS, DURATION, EXTRA, OPERATION, PILE, SORT, TIMING, names
from domain.riddle.rules.piles import discard, draw_from_hand, exchange, hand_of, put_in_hand, show, take_from_hand
from domain.riddle.rules.plays import ALL_BITS, CORNER_BITS, END_STEP
from domain.riddle.rules.protection import prohibited, sealed, silenced
from domain.riddle.rules.state import EMPTY, NOWHERE, State
from domain.riddle.wire.actions import DiscardActions, UseAction
from domain.riddle.wire.constants import ACTION, CORNERS, CROSS, DECKS, OPPONENTS, SORTS, ZONES
from domain.riddle.wire.facts import CardStays, CardsTraded, CardTaken, TradeSeen, ZonesSwapped
from domain.ruleset import Emit

PAIRS: Final = tuple(
    sorted((*pair, 1 << pair[0] | 1 << pair[1]) for zones in (CROSS, CORNERS) for pair in combinations(zones, 2))
)
"""Each pair of zones of the same kind, ascending, and its bit mask."""


# The uses of action cards as shared objects.


@cache
def _bare(card: int) -> UseAction:
    return UseAction(CARDS[card])


@cache
def _on_zones(card: int, seat: int, zones: int) -> tuple[UseAction, ...]:
    """List the uses of a card on each of these zones (a bit mask) of an opponent."""
    name = CARDS[card]
    return tuple(UseAction(name, target_seat=seat, zone=zone) for zone in range(ZONES) if zones >> zone & 1)


@cache
def _on_pairs(card: int, seat: int, closed: int) -> tuple[UseAction, ...]:
    """List the uses of a card on pairs of zones that are not closed; seat NOWHERE is the user's table."""
    target = UNSET if seat == NOWHERE else seat
    pairs = (pair for *pair, mask in PAIRS if not mask & closed)
    return tuple(UseAction(CARDS[card], target_seat=target, zones=tuple(pair)) for pair in pairs)


@cache
def _taking(card: int, taken: int) -> UseAction:
    return UseAction(CARDS[card], take=CARDS[taken])


@cache
def _trading(card: int, seat: int, given: int) -> UseAction:
    return UseAction(CARDS[card], target_seat=seat, give=CARDS[given])


# How uses are listed


def _once(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the use of a card without targets."""
    return [_bare(card)]


def _own_pairs(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the pairs of the seat's cards that can be swapped (12.2.1)."""
    return _on_pairs(card, NOWHERE, _closed(state, seat))


def _redirections(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the use of a redirection unless one is in force (12.3.5)."""
    return [] if state.redirecting else [_bare(card)]


def _discarded_symbols(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the symbol cards of both discard piles in the order discarded (12.4.1)."""
    return [_taking(card, other) for pile in state.discard for other in pile if SORT[other] != ACTION]


def _trades(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the opponents, each with every card that can be given (12.5.1).

    Every opponent has cards: the smallest decks hold more than tables and hands take, so every turn fills its hand.
    """
    gifts = [other for other in hand_of(state, seat) if other != card]
    return [_trading(card, target, given) for target in OPPONENTS[state.seats][seat] for given in gifts]


def _hand_choices(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the choices of other hand cards (12.6.1), small ones first."""
    others = names(other for other in hand_of(state, seat) if other != card)
    return [UseAction(CARDS[card], cards=chosen) for chosen in _subsets(others)]


def _corner_cards(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the corner cards of opponents that are neither sealed nor prohibited (12.7.1)."""
    uses: list[UseAction] = []
    for target in _unsealed(state, seat):
        uses += _on_zones(card, target, CORNER_BITS & ~_closed(state, target))
    return uses


def _opponents_pairs(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the pairs of cards of unsealed opponents that can be swapped (12.8.1)."""
    uses: list[UseAction] = []
    for target in _unsealed(state, seat):
        uses += _on_pairs(card, target, _closed(state, target))
    return uses


def _seals(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the use of a seal unless the seat's table is sealed (13.1.4)."""
    return [] if sealed(state, seat) else [_bare(card)]


def _open_zones(state: State, seat: int, card: int) -> Sequence[UseAction]:
    """List the opponents' zones that are not prohibited yet (12.10.1)."""
    uses: list[UseAction] = []
    for target in OPPONENTS[state.seats][seat]:
        uses += _on_zones(card, target, ALL_BITS & ~prohibited(state, target))
    return uses


def _unsealed(state: State, seat: int) -> Sequence[int]:
    opponents = OPPONENTS[state.seats][seat]
    return [other for other in opponents if not sealed(state, other)] if state.in_play else opponents


def _closed(state: State, seat: int) -> int:
    """Return the zones of a table that are empty or prohibited, as a bit mask; only corners can be empty."""
    at, table, closed = ZONES * seat, state.table, prohibited(state, seat) if state.in_play else 0
    for zone in CORNERS:
        if table[at + zone] == EMPTY:
            closed |= 1 << zone
    return closed


def _subsets(cards: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
    """List the non-empty subsets of cards, small ones first; at most 2,047 for a full hand (18.1.6)."""
    return list(chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1)))


# Effects; `action` is a `UseAction` with the parameters of its card.


def _allow_more(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Allow more plays this turn (12.1.1)."""
    state.extra += EXTRA[CARD[action.card]]


def _redirect(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Let the player choose where replaced cards go this turn."""
    state.redirecting = True


def _take(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Take a card from a discard pile into the hand, seen by all."""
    card = CARD[action.take]
    state.discard[PILE[card]].remove(card)
    put_in_hand(state, seat, card)
    show(state, card)
    if emit:
        emit(CardTaken(seat, CARDS[card]), None)


def _trade(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Exchange a card for a random one of the target's; the action card has already left the hand."""
    target, given = action.target_seat, CARD[action.give]
    taken = draw_from_hand(state, seat, target, rng)
    exchange(state, seat, given, target, taken)
    if emit:
        emit(CardsTraded(seat, target, DECKS[PILE[given]], DECKS[PILE[taken]]), None)
        emit(TradeSeen(CARDS[given], CARDS[taken]), (seat, target))


def _remove_corner(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Discard the card of a corner."""
    at = ZONES * action.target_seat + action.zone
    discard(state, state.table[at], emit)
    state.table[at] = EMPTY


def _stay(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Lay the card in front of its user; it is in force while it lies there (`protection`)."""
    target = NOWHERE if action.target_seat is UNSET else action.target_seat
    zone = NOWHERE if action.zone is UNSET else action.zone
    state.in_play.append((CARD[action.card], seat, target, zone))
    if emit:
        emit(CardStays(seat, action.card), None)


def _swap(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Swap the cards of two zones of the target's table, or of the user's table."""
    table, owner = state.table, seat if action.target_seat is UNSET else action.target_seat
    first, second = (ZONES * owner + zone for zone in action.zones)
    table[first], table[second] = table[second], table[first]
    if emit:
        emit(ZonesSwapped(owner, action.zones), None)


def discard_cards(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> None:
    """Discard the hand cards that an action names (10.1.9, 12.6.1)."""
    for name in action.cards:
        take_from_hand(state, seat, CARD[name])
        discard(state, CARD[name], emit)


@dataclass(frozen=True)
class Operation:
    """Functions of an action card: list its uses, and carry out its effect."""

    uses: Callable[[State, int, int], Sequence[UseAction]]
    effect: Callable[[State, int, Any, Random, Emit | None], None]


OPERATIONS: Final = {
    "extra_play": Operation(_once, _allow_more),
    "swap_own": Operation(_own_pairs, _swap),
    "redirect_replaced": Operation(_redirections, _redirect),
    "take_from_discard": Operation(_discarded_symbols, _take),
    "trade_random": Operation(_trades, _trade),
    "discard_hand": Operation(_hand_choices, discard_cards),
    "remove_corner": Operation(_corner_cards, _remove_corner),
    "swap_opponent": Operation(_opponents_pairs, _swap),
    "protect_table": Operation(_seals, _stay),
    "freeze_zone": Operation(_open_zones, _stay),
    "forbid_actions": Operation(_once, _stay),
}


# Both steps with action cards


def uses(state: State, seat: int, timing: str) -> list[UseAction]:
    """List the uses of the action cards in hand that have this timing (11.1)."""
    return [use for card in _usable(state, seat, timing) for use in OPERATIONS[OPERATION[card]].uses(state, seat, card)]


def can_start(state: State, seat: int) -> bool:
    """Whether any action card in hand has a use in step `start_actions`."""
    return any(OPERATIONS[OPERATION[card]].uses(state, seat, card) for card in _usable(state, seat, "start"))


def _usable(state: State, seat: int, timing: str) -> list[int]:
    """List the action cards in hand that have this timing; empty while no seat may use any (12.11.1)."""
    hand = state.hand[SORTS * seat + ACTION]
    if not hand or (state.in_play and silenced(state)):
        return []
    return [card for card in hand if TIMING[card] == timing]


def legal_starts(state: State, seat: int) -> Sequence[Any]:
    """List the legal actions of step `start_actions`."""
    return [*uses(state, seat, "start"), END_STEP]


def legal_ends(state: State, seat: int) -> Sequence[Any]:
    """List the legal actions of step `end_actions`: uses, then discards, small ones first."""
    discards = [DiscardActions(cards) for cards in _subsets(names(state.hand[SORTS * seat + ACTION]))]
    return [*uses(state, seat, "end"), *discards, END_STEP]


def use(state: State, seat: int, action: UseAction, rng: Random, emit: Emit | None) -> None:
    """Use an action card: its effect, then the card goes to its discard pile unless it stays in play (11.1.2)."""
    card = CARD[action.card]
    take_from_hand(state, seat, card)
    OPERATIONS[OPERATION[card]].effect(state, seat, action, rng, emit)
    if not DURATION[card].startswith("until"):
        discard(state, card, emit)

"""Phase C, area I: the market of Codex II (11.2)."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from random import Random

from domain.leonardo.rules import knowledge
from domain.leonardo.rules.components import count, counts, packed
from domain.leonardo.rules.effects import leave_area, ranking
from domain.leonardo.rules.state import NOBODY, State
from domain.leonardo.wire.actions import MarketSwap
from domain.leonardo.wire.constants import AREAS, KIND, KINDS, MARKET, MAX_SWAP
from domain.leonardo.wire.facts import AreaOpened
from domain.ruleset import Emit, Rejection


def start(state: State, emit: Emit | None) -> None:
    """Open a decision for every player present, once each in order (11.2.3). At least one player is present."""
    state.order = ranking(state, MARKET)
    if emit:
        emit(AreaOpened(AREAS[MARKET], tuple(state.order)), None)
    state.step, state.turn, state.decision = 0, state.order[0], "market_swap"


def legal_actions(state: State, seat: int) -> tuple[MarketSwap, ...]:
    """List declining first, then every swap of one or two cards that the hand and the market allow."""
    hand = tuple(min(MAX_SWAP, cards) for cards in counts(state.hand[seat]))
    return _swaps(hand, tuple(min(MAX_SWAP, cards) for cards in state.market))


@lru_cache(maxsize=1 << 15)
def _swaps(hand: tuple[int, ...], market: tuple[int, ...]) -> tuple[MarketSwap, ...]:
    """List the swaps of these cards by kind, no kind on both sides (11.2.4)."""
    swaps = [MarketSwap((), ())]
    for size in range(1, MAX_SWAP + 1):
        for give in _choices(hand, size):
            swaps += [_swap_of(give, take) for take in _choices(market, size) if not set(give) & set(take)]
    return tuple(swaps)


@cache
def _swap_of(give: tuple[str, ...], take: tuple[str, ...]) -> MarketSwap:
    """Return the shared action object of a swap."""
    return MarketSwap(give, take)


@lru_cache(maxsize=1 << 10)
def _choices(cards: tuple[int, ...], size: int) -> list[tuple[str, ...]]:
    """List the choices of `size` of these cards."""
    ways = combinations_with_replacement(range(len(KINDS)), size)
    return [tuple(KINDS[kind] for kind in way) for way in ways if all(way.count(kind) <= cards[kind] for kind in way)]


def apply(state: State, seat: int, action: MarketSwap, rng: Random, emit: Emit | None) -> None:
    """Swap and pass the turn to the next player present; after the last, all people return."""
    if action.give:
        _swap(state, seat, _count(action.give), _count(action.take))
    state.step += 1
    if state.step < len(state.order):
        state.turn = state.order[state.step]
        return
    for each in state.order:
        leave_area(state, each, MARKET, emit)
    state.order = []
    state.decision, state.turn = "", NOBODY


def _count(kinds: Sequence[str]) -> list[int]:
    """Return the number of cards of each kind."""
    return [kinds.count(kind) for kind in KINDS]


def _swap(state: State, seat: int, give: list[int], take: list[int]) -> None:
    """Exchange cards between the hand and the market; numbers are by kind."""
    knowledge.note_laid(state, seat, packed(give))
    state.hand[seat] += packed(take) - packed(give)
    state.market = [cards + laid - taken for cards, laid, taken in zip(state.market, give, take, strict=True)]


def reject(state: State, seat: int, action: MarketSwap) -> Rejection | None:
    """Return the first reason to reject a swap, in the order of 14.1.3."""
    for kind in (*action.give, *action.take):
        if kind not in KIND:
            return Rejection("no_such_component", "1.1.4", {"component": kind}, malformed=True)
    if len(action.give) > MAX_SWAP:
        return Rejection("bad_swap_size", "11.2.3", {"laid": len(action.give), "most": MAX_SWAP}, malformed=True)
    if len(action.give) != len(action.take):
        too_long = len(action.take) > MAX_SWAP
        sizes = {"laid": len(action.give), "taken": len(action.take)}
        return Rejection("swap_sizes_differ", "11.2.3", sizes, malformed=too_long)
    return _reject_cards(state, seat, action)


def _reject_cards(state: State, seat: int, action: MarketSwap) -> Rejection | None:
    """Reject cards on both sides, not in the hand, or not on the market."""
    for kind in action.give:
        if kind in action.take:
            return Rejection("same_kind_both_sides", "11.2.4", {"component": kind})
    for kind in action.give:
        held = count(state.hand[seat], KIND[kind])
        if action.give.count(kind) > held:
            return Rejection("components_missing", "11.2.3", {"component": kind, "held": held})
    for kind in action.take:
        stock = state.market[KIND[kind]]
        if action.take.count(kind) > stock:
            return Rejection("not_on_market", "11.2.3", {"component": kind, "stock": stock})
    return None

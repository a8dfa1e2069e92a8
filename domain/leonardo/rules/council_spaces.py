"""Phase C, area A: carry out the four spaces of the Council (7.3), with Codex I (11.1)."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Final

from msgspec import UNSET

from domain.leonardo.rules import deck
from domain.leonardo.rules.effects import join_group, leave_area, move_florins, ranking, seats_at, take_component
from domain.leonardo.rules.state import COUNCIL_PAID, COUNCIL_TAKEN, NOBODY, State
from domain.leonardo.wire.actions import CouncilBuy, CouncilMove, CouncilOrder
from domain.leonardo.wire.constants import (
    COUNCIL,
    COUNCIL_PURCHASE,
    KIND,
    KINDS,
    LAB_LARGE,
    LOOK,
    MARKET,
    MAX_SEATS,
    PLACE,
    PLACE_COUNT,
    PLACES,
)
from domain.leonardo.wire.facts import Looked, Saw
from domain.ruleset import Emit, Rejection

MOVE: Final = 1
FLORINS: Final = 2
LOOK_AT_DECK: Final = 3
BUY: Final = 4
DECLINE_MOVE: Final = CouncilMove(decline=True)
DECLINE_PURCHASE: Final = CouncilBuy(decline=True)
PURCHASES: Final = tuple(CouncilBuy(kind) for kind in KINDS)
MOVES: Final = [
    CouncilMove(owner, source, target) for owner in range(MAX_SEATS) for source in PLACES for target in PLACES
]
"""All moves, ordered by owner, then source, then target."""
MOVED: Final[dict[CouncilMove, int]] = {action: move for move, action in enumerate(MOVES)}


def carry_out(state: State, first: int, rng: Random, emit: Emit | None) -> None:
    """Carry out the spaces from `first` on until a decision is pending; after space 4 the Council ends (7.2.12)."""
    state.decision, state.turn = "", NOBODY
    for space in range(first, BUY + 1):
        seat = state.spaces[space - 1]
        if seat == NOBODY:
            continue
        question = _carry_out_one(state, space, seat, rng, emit)
        if question:
            state.decision, state.turn = question, seat
            return
    _close(state, emit)


def _carry_out_one(state: State, space: int, seat: int, rng: Random, emit: Emit | None) -> str:
    """Carry out the automatic part of a space; return the decision that it needs, or an empty string."""
    if space == MOVE:
        return "council_move" if len(legal_moves(state, seat)) > 1 else ""
    if space == FLORINS:
        _take_florins(state, seat, emit)
        return ""
    if space == LOOK_AT_DECK:
        return "council_order" if _look(state, seat, rng, emit) > 1 else ""
    affordable = state.florins[seat] >= COUNCIL_PURCHASE and any(state.stock)
    return "council_buy" if affordable else ""


def _close(state: State, emit: Emit | None) -> None:
    """Return all people still at the Council."""
    for seat in seats_at(state, COUNCIL):
        leave_area(state, seat, COUNCIL, emit)
    state.order, state.spaces = [], []


def _take_florins(state: State, seat: int, emit: Emit | None) -> None:
    """Take all florins at the Council (7.3.5)."""
    move_florins(state, seat, state.council_florins, COUNCIL_TAKEN, emit)
    state.council_florins = 0


def _look(state: State, seat: int, rng: Random, emit: Emit | None) -> int:
    """Show the seat the top cards of the deck and return their number (7.3.6)."""
    count = min(LOOK, len(state.deck))
    if not count:
        return 0
    cards = deck.look(state, count, rng)
    state.seen[seat], state.exact[seat] = list(cards), True
    if emit:
        emit(Looked(seat, count), None)
        emit(Saw(cards), (seat,))
    return count


# Space 1


def legal_moves(state: State, seat: int) -> list[CouncilMove]:
    """List every move of an apprentice (7.3.1, 11.1); declining comes last."""
    owners = range(state.seats) if state.codex_1 else (seat,)
    moves: list[CouncilMove] = []
    for owner in owners:
        targets = [target for target in _targets(state) if not _barred(state, seat, owner, target)]
        for source in _sources(state):
            if state.people[PLACE_COUNT * owner + source]:
                row = PLACE_COUNT * (PLACE_COUNT * owner + source)
                moves += [MOVES[row + target] for target in targets if target != source]
    moves.append(DECLINE_MOVE)
    return moves


def _targets(state: State) -> range:
    """Return the areas an apprentice may be moved to: never the Council, the market with Codex II only (11.3)."""
    return range(COUNCIL + 1, MARKET + state.codex_2)


def _sources(state: State) -> Sequence[int]:
    """Return the places an apprentice may be moved from: with Codex I neither Council nor labs (11.1.1)."""
    return _targets(state) if state.codex_1 else range(LAB_LARGE + 1)


def _barred(state: State, seat: int, owner: int, target: int) -> bool:
    """Whether another player's apprentice may not move to `target` because that player is already first (11.1.2)."""
    return owner != seat and ranking(state, target)[:1] == [owner]


def move_apprentice(state: State, seat: int, action: CouncilMove, rng: Random, emit: Emit | None) -> None:
    """Move the apprentice to its owner's group or the right end (7.3.3), and continue with space 2."""
    if action.owner is not UNSET:
        ends = MOVED[action] % PLACE_COUNT**2
        _carry(state, action.owner, ends // PLACE_COUNT, ends % PLACE_COUNT)
    carry_out(state, FLORINS, rng, emit)


def _carry(state: State, owner: int, source: int, target: int) -> None:
    """Move an apprentice between places; a group left without people loses its position."""
    row = PLACE_COUNT * owner
    join_group(state, owner, target)
    state.people[row + source] -= 1
    state.people[row + target] += 1
    if source <= MARKET and not state.people[row + source] and state.master[owner] != source:
        state.groups.remove(8 * source + owner)


def reject_move(state: State, seat: int, action: CouncilMove) -> Rejection | None:
    """Return the first reason to reject a move, in the order of 14.1.3."""
    if action.owner is UNSET or action.source is UNSET or action.target is UNSET:
        return None
    if not 0 <= action.owner < state.seats:
        beyond = not 0 <= action.owner < MAX_SEATS
        return Rejection("no_such_player", "7.3.1", {"seat": action.owner}, malformed=beyond)
    for name in (action.source, action.target):
        if name not in PLACE:
            return Rejection("no_such_place", "13.1.2", {"place": name}, malformed=True)
    source, target = PLACE[action.source], PLACE[action.target]
    if MARKET in (source, target) and not state.codex_2:
        return Rejection("not_in_this_game", "11.2.1", {"place": PLACES[MARKET]})
    return _reject_ends(state, seat, action.owner, source, target)


def _reject_ends(state: State, seat: int, owner: int, source: int, target: int) -> Rejection | None:
    """Reject the owner, the source or the target of a move."""
    if owner != seat and not state.codex_1:
        return Rejection("not_your_apprentice", "7.3.1", {"owner": owner})
    if source not in _sources(state):
        return Rejection("source_not_allowed", "11.1.1", {"from": PLACES[source]})
    if target not in _targets(state) or target == source:
        return Rejection("target_not_allowed", "7.3.2" if target > MARKET else "7.3.1", {"to": PLACES[target]})
    if not state.people[PLACE_COUNT * owner + source]:
        return Rejection("no_apprentice_there", "7.3.1", {"owner": owner, "from": PLACES[source]})
    if _barred(state, seat, owner, target):
        return Rejection("owner_first_there", "11.1.2", {"owner": owner, "to": PLACES[target]})
    return None


# Space 3


def looked_at(state: State) -> tuple[int, ...]:
    """Return the cards seen by the player who must order them, the top one first."""
    return state.top[:LOOK]


def legal_orders(state: State, seat: int) -> list[CouncilOrder]:
    """List every order of the cards seen, the current one first."""
    return [CouncilOrder(order) for order in permutations(looked_at(state))]


def order_cards(state: State, seat: int, action: CouncilOrder, rng: Random, emit: Emit | None) -> None:
    """Put the cards back in the given order; earlier viewers know the set but no longer the order (12.2.4)."""
    state.top = action.order
    for other in range(state.seats):
        if other != seat and state.seen[other]:
            state.seen[other].sort()
            state.exact[other] = False
    state.seen[seat] = list(action.order)
    carry_out(state, BUY, rng, emit)


def reject_order(state: State, seat: int, action: CouncilOrder) -> Rejection | None:
    """Reject anything but a permutation of the cards seen."""
    if sorted(action.order) == sorted(looked_at(state)):
        return None
    beyond = len(action.order) > LOOK or any(not 1 <= number <= 25 for number in action.order)
    return Rejection("bad_order", "7.3.6", {"cards": len(looked_at(state))}, malformed=beyond)


# Space 4


def legal_purchases(state: State, seat: int) -> list[CouncilBuy]:
    """List the kinds in stock; declining comes last."""
    return [*(PURCHASES[kind] for kind, cards in enumerate(state.stock) if cards), DECLINE_PURCHASE]


def buy(state: State, seat: int, action: CouncilBuy, rng: Random, emit: Emit | None) -> None:
    """Pay and take the component, or decline, and end the Council."""
    if action.component is not UNSET:
        move_florins(state, seat, -COUNCIL_PURCHASE, COUNCIL_PAID, emit)
        take_component(state, seat, KIND[action.component], emit)
    carry_out(state, BUY + 1, rng, emit)


def reject_purchase(state: State, seat: int, action: CouncilBuy) -> Rejection | None:
    """Return the first reason to reject a purchase, in the order of 14.1.3."""
    if action.component is UNSET:
        return None
    if action.component not in KIND:
        return Rejection("no_such_component", "1.1.4", {"component": action.component}, malformed=True)
    if not state.stock[KIND[action.component]]:
        return Rejection("out_of_stock", "7.3.7", {"component": action.component})
    if state.florins[seat] < COUNCIL_PURCHASE:
        return Rejection("cannot_afford", "7.3.7", {"price": COUNCIL_PURCHASE, "florins": state.florins[seat]})
    return None

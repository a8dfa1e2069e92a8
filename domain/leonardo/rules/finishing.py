"""Phase D: finished inventions, late labs, shared completions and auctions (section 8)."""

from functools import lru_cache
from random import Random
from typing import Final

from domain.leonardo.rules import knowledge
from domain.leonardo.rules.deck import without
from domain.leonardo.rules.effects import move_florins
from domain.leonardo.rules.inventions import CARDS_OF, FIRST_PRICE, LATER_PRICE, WEEKS
from domain.leonardo.rules.state import AUCTION_PAID, FIRST, LATER, NOBODY, State
from domain.leonardo.wire.actions import AuctionChoice, Bid
from domain.leonardo.wire.constants import LABS
from domain.leonardo.wire.facts import (
    AuctionOpened,
    BidsRevealed,
    CardBoxed,
    CardWon,
    InventionFinished,
    SealedBid,
    WorkLate,
)
from domain.ruleset import Emit, Rejection

NO_BID: Final = -1
MOST_BID: Final = 1000
"""The published maximum of a bid, more than any seat's money."""
CHOICE: Final = tuple(AuctionChoice(number) for number in range(26))


def start(state: State, emit: Emit | None) -> None:
    """Judge all labs at once (8.1.1), announce, pay late and sole finishers (8.4), then settle shared inventions."""
    finished = [lab for lab in range(2 * state.seats) if _is_finished(state, lab)]
    if finished:
        _realise(state, finished, emit)
    else:
        _mark_late(state, [], emit)
    state.step = 0
    _settle(state, emit)


def _is_finished(state: State, lab: int) -> bool:
    """Whether a lab's work is complete (8.1.1)."""
    number, seat = state.work[lab], lab >> 1
    if not number or not (state.late[lab] or knowledge.on_display(state).requested >> number & 1):
        return False
    return state.weeks[lab] + knowledge.discount(state, seat, number) >= WEEKS[number]


def _realise(state: State, finished: list[int], emit: Emit | None) -> None:
    """Announce finished labs, pay late and sole finishers, and record the shared inventions."""
    finishers: dict[int, list[int]] = {}
    prices = [(lab >> 1, LATER_PRICE[state.work[lab]]) for lab in finished if state.late[lab]]
    for lab in finished:
        if not state.late[lab]:
            finishers.setdefault(state.work[lab], []).append(lab >> 1)
    for lab in finished:
        _announce(state, lab, emit)
    _mark_late(state, list(finishers), emit)
    for seat, price in prices:
        move_florins(state, seat, price, LATER, emit)
    for number, seats in finishers.items():
        if len(seats) == 1:
            move_florins(state, seats[0], FIRST_PRICE[number], FIRST, emit)
            _win(state, seats[0], number, emit)
    state.shared = [[number, *seats] for number, seats in finishers.items() if len(seats) > 1]


def _announce(state: State, lab: int, emit: Emit | None) -> None:
    """Show a finished lab's cards, return them to the shops and clear the lab (8.2.1)."""
    number = state.work[lab]
    if emit:
        emit(InventionFinished(lab >> 1, LABS[lab & 1], number, state.late[lab]), None)
    knowledge.clear_lab(state, lab, shown=number)
    for kind in CARDS_OF[number]:
        state.stock[kind] += 1
    state.work[lab], state.weeks[lab], state.late[lab] = 0, 0, False


def _mark_late(state: State, realised: list[int], emit: Emit | None) -> None:
    """Make labs late that still work on a realised invention (8.3.1); exclude inventions of the other labs."""
    for lab, number in enumerate(state.work):
        if not number or state.late[lab]:
            continue
        if number not in realised:
            knowledge.note_unfinished(state, lab, realised)
            continue
        knowledge.clear_lab(state, lab, shown=number)
        state.late[lab] = True
        if emit:
            emit(WorkLate(lab >> 1, LABS[lab & 1], number), None)


def _win(state: State, seat: int, number: int, emit: Emit | None) -> None:
    """Lay the card in front of a player, face up to the end of the game (8.4.2)."""
    state.requested = without(state.requested, number)
    state.owned[seat].append(number)
    if emit:
        emit(CardWon(seat, number), None)


# Shared completions


def _settle(state: State, emit: Emit | None) -> None:
    """Continue with the next shared invention: from the holder on, each player settles their inventions (8.5.2)."""
    while state.shared and state.step < state.seats:
        seat = state.clockwise(state.step)
        own = _unsettled(state, seat)
        if len(own) > 1:
            state.decision, state.turn = "auction_choice", seat
            return
        if own:
            _open_auction(state, own[0], emit)
            return
        state.step += 1
    state.decision, state.turn = "", NOBODY


def _unsettled(state: State, seat: int) -> list[int]:
    """Return the shared inventions that the seat finished and that are not settled yet."""
    return [number for number, *seats in state.shared if seat in seats]


def legal_choices(state: State, seat: int) -> list[AuctionChoice]:
    """List the two inventions to choose from."""
    return [CHOICE[number] for number in sorted(_unsettled(state, seat))]


def choose_auction(state: State, seat: int, action: AuctionChoice, rng: Random, emit: Emit | None) -> None:
    """Settle the chosen invention first."""
    _open_auction(state, action.invention, emit)


def reject_choice(state: State, seat: int, action: AuctionChoice) -> Rejection | None:
    """Reject an invention that is not one of the seat's two unsettled ones."""
    if action.invention in _unsettled(state, seat):
        return None
    beyond = not 1 <= action.invention <= 25
    return Rejection("not_shared_by_you", "8.5.2", {"invention": action.invention}, malformed=beyond)


# Auctions


def _open_auction(state: State, number: int, emit: Emit | None) -> None:
    """Pay the first price to each finisher, then open the bids of all of them at once (8.5.1, 12.5.1)."""
    seats = bidders(state, number)
    for seat in seats:
        move_florins(state, seat, FIRST_PRICE[number], FIRST, emit)
    state.auction, state.bids = number, [NO_BID] * state.seats
    state.decision, state.turn = "bid", NOBODY
    if emit:
        emit(AuctionOpened(number, tuple(seats)), None)


def bidders(state: State, number: int) -> list[int]:
    """Return the finishers of a shared invention (8.6.1), ascending."""
    return next(row[1:] for row in state.shared if row[0] == number)


def awaited(state: State) -> tuple[int, ...]:
    """Return the bidders of the current auction that have not sealed a bid."""
    return tuple([seat for seat in bidders(state, state.auction) if state.bids[seat] == NO_BID])


def legal_bids(state: State, seat: int) -> tuple[Bid, ...]:
    """List all amounts from 0 to the seat's money (8.6.2)."""
    return _bids(state.florins[seat])


@lru_cache(maxsize=1024)
def _bids(most: int) -> tuple[Bid, ...]:
    return tuple(Bid(amount) for amount in range(most + 1))


def bid(state: State, seat: int, action: Bid, rng: Random, emit: Emit | None) -> None:
    """Seal a bid; the last bid reveals all in the same step (12.4.5)."""
    state.bids[seat] = action.amount
    if awaited(state):
        return
    _reveal(state, emit)
    _settle(state, emit)


def _reveal(state: State, emit: Emit | None) -> None:
    """Reveal all bids; give the card to the highest bidder, or remove it if all bids are 0 (8.6.4 to 8.6.6)."""
    number, bids = state.auction, state.bids
    seats = bidders(state, number)
    if emit:
        emit(BidsRevealed(number, tuple(SealedBid(seat, bids[seat]) for seat in seats)), None)
    best = max(bids[seat] for seat in seats)
    if best == 0:
        _box(state, number, emit)
    else:
        winner = next(seat for seat in map(state.clockwise, range(state.seats)) if bids[seat] == best)
        move_florins(state, winner, -best, AUCTION_PAID, emit)
        _win(state, winner, number, emit)
    state.shared = [row for row in state.shared if row[0] != number]
    state.auction, state.bids = 0, []


def _box(state: State, number: int, emit: Emit | None) -> None:
    """Remove the card from the game."""
    state.requested = without(state.requested, number)
    state.boxed = (*state.boxed, number)
    if emit:
        emit(CardBoxed(number), None)


def reject_bid(state: State, seat: int, action: Bid) -> Rejection | None:
    """Reject an amount below 0 or above the bidder's money."""
    if action.amount < 0:
        return Rejection("bad_amount", "8.6.2", {"amount": action.amount}, malformed=True)
    if action.amount > state.florins[seat]:
        return Rejection("cannot_afford", "8.6.2", {"florins": state.florins[seat]}, malformed=action.amount > MOST_BID)
    return None

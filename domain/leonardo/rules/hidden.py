"""Hidden information (section 12): views of seats, and random states of an information set.

`view` has a public part and `own` for the seat. `determinize` returns a random state with the same view and memory for
the seat; it reads only what the seat knows.
"""

from random import Random
from typing import Final

from msgspec import UNSET, UnsetType

from domain.chance import below, pick_weighted
from domain.leonardo.rules import deck, knowledge, scoring
from domain.leonardo.rules.components import counts
from domain.leonardo.rules.council_spaces import looked_at
from domain.leonardo.rules.effects import seats_at
from domain.leonardo.rules.finishing import NO_BID, bidders
from domain.leonardo.rules.inventions import NEED, PLAN_BITS, PLAN_MASK
from domain.leonardo.rules.state import FINISHING, FIRST_AREA, NOBODY, OVER, PLACEMENT, SUPPLY, State, clone
from domain.leonardo.wire.constants import (
    AREAS,
    COUNCIL,
    LAB_SMALL,
    LABS,
    MARKET,
    NOT_OWNED,
    PLACE_COUNT,
    PRICES,
    ROBOTS_PER_SEAT,
)
from domain.leonardo.wire.views import (
    Area,
    Auction,
    Components,
    Group,
    Lab,
    Own,
    OwnWork,
    Resolving,
    Seat,
    SharedInvention,
    SpaceTaken,
    View,
)


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of a spectator."""
    return View(
        round=state.round,
        phase=_phase(state),
        codex_1=state.codex_1,
        codex_2=state.codex_2,
        holder=state.holder,
        council_florins=state.council_florins,
        stock=Components(*state.stock),
        robots_left=ROBOTS_PER_SEAT * state.seats - sum(state.robots),
        requested=state.requested,
        deck=state.deck,
        boxed=state.boxed,
        removed=state.removed,
        areas=tuple(_area(state, area) for area in range(MARKET + state.codex_2)),
        seats=tuple(_seat(state, each) for each in range(state.seats)),
        decision_kind=state.decision or UNSET,
        market=Components(*state.market) if state.codex_2 else UNSET,
        resolving=_resolving(state),
        shared=tuple(SharedInvention(number, tuple(seats)) for number, *seats in state.shared),
        auction=_auction(state),
        own=UNSET if seat is None else _own(state, seat),
    )


def _phase(state: State) -> str:
    """Return the name of the phase (4.1)."""
    if state.stage == OVER:
        return "over"
    if state.stage < FIRST_AREA:
        return ("favours", "A", "B")[state.stage]
    return "C" if state.stage < FINISHING else "D"


def _area(state: State, area: int) -> Area:
    """Return an area with its groups in their positions."""
    groups = (
        Group(seat, state.people[PLACE_COUNT * seat + area], state.master[seat] == area)
        for seat in seats_at(state, area)
    )
    return Area(AREAS[area], tuple(groups))


def _seat(state: State, seat: int) -> Seat:
    """Return the public part of a seat; its money only at the end (12.1)."""
    labs = (lab for lab in (2 * seat, 2 * seat + 1) if state.side[lab] != NOT_OWNED)
    return Seat(
        seat=seat,
        score=scoring.total(state, seat) if state.stage == OVER else scoring.public_score(state, seat),
        supply=state.supply[seat],
        master_in_supply=state.master[seat] == SUPPLY,
        academy=state.academy[seat],
        passed=state.stage == PLACEMENT and state.passed[seat],
        favours=tuple(state.favours[seat]),
        labs=tuple(_lab(state, lab) for lab in labs),
        owned=tuple(state.owned[seat]),
        florins=state.florins[seat] if state.stage == OVER else UNSET,
    )


def _lab(state: State, lab: int) -> Lab:
    """Return a lab; its invention only if its cards are revealed."""
    seat, place = lab >> 1, LAB_SMALL + (lab & 1)
    return Lab(
        lab=LABS[lab & 1],
        side=state.side[lab],
        robots=state.robots[lab],
        apprentices=state.people[PLACE_COUNT * seat + place],
        master=state.master[seat] == place,
        working=state.work[lab] != 0,
        weeks=state.weeks[lab],
        late=state.late[lab],
        invention=state.work[lab] if state.late[lab] else UNSET,
    )


def _resolving(state: State) -> Resolving | UnsetType:
    """Return the area being resolved."""
    if not state.order:
        return UNSET
    order = tuple(state.order)
    if state.area == COUNCIL:
        taken = (SpaceTaken(number + 1, seat) for number, seat in enumerate(state.spaces) if seat != NOBODY)
        return Resolving(AREAS[COUNCIL], order, spaces=tuple(taken))
    if state.area == MARKET:
        return Resolving(AREAS[MARKET], order)
    return Resolving(AREAS[state.area], order, price=PRICES[state.price])


def _auction(state: State) -> Auction | UnsetType:
    """Return the auction: who has bid, not how much (12.5.2)."""
    if not state.auction:
        return UNSET
    seats = bidders(state, state.auction)
    sealed = tuple(seat for seat in seats if state.bids[seat] != NO_BID)
    return Auction(state.auction, tuple(seats), sealed)


def _own(state: State, seat: int) -> Own:
    """Return the private part of a seat's view."""
    labs = (lab for lab in (2 * seat, 2 * seat + 1) if state.work[lab])
    ordering = state.decision == "council_order" and state.turn == seat
    has_bid = bool(state.auction) and state.bids[seat] != NO_BID
    return Own(
        seat=seat,
        florins=state.florins[seat],
        hand=Components(*counts(state.hand[seat])),
        work=tuple(OwnWork(LABS[lab & 1], state.work[lab]) for lab in labs),
        bid=state.bids[seat] if has_bid else UNSET,
        looked_at=looked_at(state) if ordering else UNSET,
    )


def determinize(state: State, seat: int, rng: Random) -> State:
    """Return a random state of the seat's information set: it draws others' face-down labs and bids, and the deck.

    Labs are more likely to work on requested inventions than on those in the deck, as in real games. Money is not
    drawn, since public history shows it (12.2.2). The result shares no mutable data with `state`.
    """
    imagined = clone(state)
    for other in range(state.seats):
        if other != seat:
            _redeal_labs(imagined, other, rng)
            _redeal_bid(imagined, other, rng)
    deck.redeal(imagined, seat, rng)
    _remember(imagined, seat)
    return imagined


def _redeal_labs(state: State, seat: int, rng: Random) -> None:
    """Draw what a seat's face-down labs work on; its hand is the rest of the components that it publicly holds."""
    if not (state.could_be[2 * seat] or state.could_be[2 * seat + 1]):
        return
    hand = knowledge.hand_and_labs(state, seat)
    plan = _draw_plan(knowledge.possible_plans(state, seat), knowledge.on_display(state).deck, rng)
    small, large = plan >> PLAN_BITS, plan & PLAN_MASK
    if small:
        state.work[2 * seat] = small
    if large:
        state.work[2 * seat + 1] = large
    state.hand[seat] = hand - NEED[small] - NEED[large]


def _draw_plan(plans: list[int], in_deck: int, rng: Random) -> int:
    """Return a random plan for two labs, less likely for each of its inventions that lies in the deck."""
    weights = [ODDS[(in_deck >> (plan >> PLAN_BITS) & 1) + (in_deck >> (plan & PLAN_MASK) & 1)] for plan in plans]
    return pick_weighted(rng, plans, weights)


TURNED_UP: Final = 20
"""The factor by which a lab is more likely to work on a requested invention than on one in the deck.

In games of `normal` 96 % of labs work on a requested one, though less than half of their possible inventions are
requested.
"""
ODDS: Final[tuple[int, ...]] = (TURNED_UP**2, TURNED_UP, 1)
"""The weight of a plan, by the number of its inventions that lie in the deck."""


def _redeal_bid(state: State, seat: int, rng: Random) -> None:
    if state.auction and state.bids[seat] != NO_BID:
        state.bids[seat] = below(rng, state.florins[seat] + 1)


def _remember(state: State, seat: int) -> None:
    """Set the other seats' memories to match the drawn cards: exact ones stay exact, others become unsure.

    Whether a card turned up was seen by an earlier look is known only to that player, so such cards are left out.
    """
    for other in range(state.seats):
        if other != seat:
            state.seen[other] = list(state.top[: len(state.seen[other])]) if state.exact[other] else []

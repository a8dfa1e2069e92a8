"""Who knows what (section 12): the view of a seat, and the states it may imagine.

`view` lists what may be seen: a part that is the same for everybody, and `own` for the seat itself. `determinize` draws
one of the states that give the seat the same view and memory; it reads nothing that the seat does not know.
"""

from random import Random
from typing import Final

from msgspec import UNSET, UnsetType

from domain.chance import below, pick_weighted
from domain.leonardo.rules import deck, knowledge
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
    """Show the table to a seat, or to an spectator."""
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
    """Name the phase (4.1)."""
    if state.stage == OVER:
        return "over"
    if state.stage < FIRST_AREA:
        return ("favours", "A", "B")[state.stage]
    return "C" if state.stage < FINISHING else "D"


def _area(state: State, area: int) -> Area:
    """Show an area with its groups in their positions."""
    groups = (
        Group(seat, state.people[PLACE_COUNT * seat + area], state.master[seat] == area)
        for seat in seats_at(state, area)
    )
    return Area(AREAS[area], tuple(groups))


def _seat(state: State, seat: int) -> Seat:
    """Show one player's side of the table; the money at the end only (12.1)."""
    labs = (lab for lab in (2 * seat, 2 * seat + 1) if state.side[lab] != NOT_OWNED)
    return Seat(
        seat=seat,
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
    """Show a lab; its invention only if its cards lie open."""
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
    """Show the area being resolved."""
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
    """Show the auction: who has bid, not how much (12.5.2)."""
    if not state.auction:
        return UNSET
    seats = bidders(state, state.auction)
    sealed = tuple(seat for seat in seats if state.bids[seat] != NO_BID)
    return Auction(state.auction, tuple(seats), sealed)


def _own(state: State, seat: int) -> Own:
    """Show a seat what it alone sees."""
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
    """Draw a state from the seat's information set: others' face-down labs and sealed bids, and the deck, drawn anew.

    Labs are likelier to work on what has been turned up than on what lies in the deck, as those of players do. Money is
    not drawn: public history tells it (12.2.2). The result shares nothing mutable with `state`.
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
    """Draw what a seat's face-down labs work on; its hand is what is left of the components it publicly holds."""
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
    """Draw one of the plans for two labs, less likely with each invention in it of which the card lies in the deck."""
    weights = [ODDS[(in_deck >> (plan >> PLAN_BITS) & 1) + (in_deck >> (plan & PLAN_MASK) & 1)] for plan in plans]
    return pick_weighted(rng, plans, weights)


TURNED_UP: Final = 20
"""How many times as likely a lab works on an invention that has been turned up than on one in the deck. In games of
`normal` 96 of 100 labs do, though less than half of what they could be working on has been."""
ODDS: Final[tuple[int, ...]] = (TURNED_UP**2, TURNED_UP, 1)
"""By how many inventions of a plan lie in the deck."""


def _redeal_bid(state: State, seat: int, rng: Random) -> None:
    """Draw a sealed bid."""
    if state.auction and state.bids[seat] != NO_BID:
        state.bids[seat] = below(rng, state.florins[seat] + 1)


def _remember(state: State, seat: int) -> None:
    """Give the others the memories that go with the cards drawn: who knows the order knows it, who knew more is unsure.

    Whether a card turned up was one that an earlier look had shown is that player's to know, so those are left out.
    """
    for other in range(state.seats):
        if other != seat:
            state.seen[other] = list(state.top[: len(state.seen[other])]) if state.exact[other] else []

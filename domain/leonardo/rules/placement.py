"""Phase B: place people (section 6)."""

from random import Random
from typing import Final

from msgspec import UNSET

from domain.leonardo.rules.effects import join_group
from domain.leonardo.rules.lookup_cache import evict_if_full
from domain.leonardo.rules.state import NOBODY, SUPPLY, State
from domain.leonardo.wire.actions import Place
from domain.leonardo.wire.constants import (
    APPRENTICES,
    LAB_LARGE,
    LAB_SMALL,
    LARGE,
    LAST_CITY_ROUND,
    MARKET,
    NOT_OWNED,
    PLACE,
    PLACE_COUNT,
    PLACES,
)
from domain.leonardo.wire.facts import Passed
from domain.ruleset import Emit, Rejection

PASS: Final = Place("pass")
MASTER: Final = tuple(Place("master", place) for place in PLACES)
APPRENTICES_AT: Final = tuple(
    tuple(Place("apprentices", place, count) for count in range(1, APPRENTICES + 1)) for place in PLACES
)
SENT: Final[dict[Place, int]] = {
    PASS: -1,
    **{action: 16 * place for place, action in enumerate(MASTER)},
    **{action: 16 * place + count for place, row in enumerate(APPRENTICES_AT) for count, action in enumerate(row, 1)},
}
"""Each placement as a number: 16 * place + apprentices, with 0 apprentices for the master; -1 for passing."""


def start(state: State, emit: Emit | None) -> None:
    """Start the phase; the holder is first (6.1.1)."""
    for seat in range(state.seats):
        state.placed[seat], state.passed[seat] = 0, False
    _open_decision(state, state.holder, emit)


def city(state: State) -> int:
    """Return the number of areas that accept people in this round (4.2, 11.2.1)."""
    return MARKET + state.codex_2 if state.round <= LAST_CITY_ROUND else 0


def legal_actions(state: State, seat: int) -> tuple[Place, ...]:
    """List all placements of the seat, place by place; passing comes last."""
    supply = state.supply[seat]
    master = 1 if state.master[seat] == SUPPLY else 0
    most = supply or master  # most people placed together; more free space allows nothing more
    small, large = min(most, _room(state, 2 * seat)), min(most, _room(state, 2 * seat + LARGE))
    return _placements_once(city(state), small, large, state.placed[seat], supply, master)


def _placements_once(areas: int, small: int, large: int, placed: int, supply: int, master: int) -> tuple[Place, ...]:
    """Return `_placements` by areas and free spaces of labs, cached.

    The cache key is one number that packs everything that the list depends on:

        ... placed | supply | areas | small | large | master
                     4 bits   4       3       3       1
    """
    key = (((placed << 4 | supply) << 4 | areas) << 3 | small) << 4 | large << 1 | master
    known = _PLACEMENTS.get(key)
    if known is None:
        evict_if_full(_PLACEMENTS)
        rooms = [APPRENTICES] * areas + [0] * (LAB_SMALL - areas) + [small, large]
        known = _PLACEMENTS[key] = _placements(rooms, placed, supply, master)
    return known


_PLACEMENTS: Final[dict[int, tuple[Place, ...]]] = {}


def _placements(rooms: list[int], placed: int, supply: int, master: int) -> tuple[Place, ...]:
    """List the placements by the free spaces of each place; passing comes last."""
    options: list[Place] = []
    for place, room in enumerate(rooms):
        if not placed >> place & 1:
            options += APPRENTICES_AT[place][: min(supply, room)]
        if master and room:
            options.append(MASTER[place])
    return (*options, PASS)


def _room(state: State, lab: int) -> int:
    """Return the number of people that a lab accepts (6.1.5)."""
    return state.lab_spaces_free(lab) if state.work[lab] else 0


def _can_place(state: State, seat: int) -> bool:
    """Whether the seat has any placement except passing (6.1.7)."""
    supply, placed = state.supply[seat], state.placed[seat]
    master_free = state.master[seat] == SUPPLY
    areas = city(state)
    if areas and (master_free or (supply and ~placed & (1 << areas) - 1)):
        return True
    for lab in range(2 * seat, 2 * seat + 2):
        open_to_apprentices = supply and not placed >> LAB_SMALL + (lab & 1) & 1
        if (master_free or open_to_apprentices) and _room(state, lab):
            return True
    return False


def apply(state: State, seat: int, action: Place, rng: Random, emit: Emit | None) -> None:
    """Carry out a placement or a pass, and pass the turn."""
    sent = SENT[action]
    if sent < 0:
        _pass(state, seat, emit)
    else:
        _put(state, seat, sent >> 4, sent & 15)
    _open_decision(state, (seat + 1) % state.seats, emit)


def _put(state: State, seat: int, place: int, count: int) -> None:
    """Place apprentices, or the master if `count` is 0. A new group stands right of all others (6.2.1).

    Sums are written out in full, as in `effects`.
    """
    if place <= MARKET:
        join_group(state, seat, place)
    if not count:
        state.master[seat] = place
    else:
        at = PLACE_COUNT * seat + place
        state.supply[seat] = state.supply[seat] - count
        state.people[at] = state.people[at] + count
        state.placed[seat] = state.placed[seat] | 1 << place


def _pass(state: State, seat: int, emit: Emit | None) -> None:
    """Record that the seat places no more people (6.1.2)."""
    state.passed[seat] = True
    if emit:
        emit(Passed(seat), None)


def _open_decision(state: State, first: int, emit: Emit | None) -> None:
    """Pass the turn to the next player clockwise from `first` who can place; those who cannot pass (6.1.7)."""
    for step in range(state.seats):
        seat = (first + step) % state.seats
        if state.passed[seat]:
            continue
        if _can_place(state, seat):
            state.turn, state.decision = seat, "place"
            return
        _pass(state, seat, emit)
    state.decision, state.turn = "", NOBODY


def reject(state: State, seat: int, action: Place) -> Rejection | None:
    """Return the first reason to reject a placement, in the order of 14.1.3; passing is always legal."""
    if action.piece == "pass" or action.place is UNSET:
        return None
    if action.place not in PLACE:
        return Rejection("no_such_place", "6.1.3", {"place": action.place}, malformed=True)
    place = PLACE[action.place]
    return _reject_place(state, seat, place) or _reject_people(state, seat, action, place)


def _reject_place(state: State, seat: int, place: int) -> Rejection | None:
    """Reject a place that accepts no people of this seat now."""
    name = {"place": PLACES[place]}
    if place == MARKET and not state.codex_2:
        return Rejection("not_in_this_game", "11.2.1", name)
    if place <= MARKET and state.round > LAST_CITY_ROUND:
        return Rejection("city_closed", "4.2", {"round": state.round})
    if place == LAB_LARGE and state.side[2 * seat + LARGE] == NOT_OWNED:
        return Rejection("no_such_lab", "1.3.2", name)
    if place > MARKET and not state.work[2 * seat + place - LAB_SMALL]:
        return Rejection("lab_not_working", "6.1.5", name)
    return None


def _reject_people(state: State, seat: int, action: Place, place: int) -> Rejection | None:
    """Reject people that are not available or exceed the free spaces."""
    count = 1 if action.count is UNSET else action.count
    if action.piece == "master":
        if state.master[seat] != SUPPLY:
            return Rejection("master_not_available", "6.1.6", {"standing_at": PLACES[state.master[seat]]})
    elif count < 1:
        return Rejection("bad_count", "6.1.1", {"count": count}, malformed=True)
    elif state.placed[seat] >> place & 1:
        return Rejection("already_placed_here", "6.1.4", {"place": PLACES[place]})
    elif count > state.supply[seat]:
        parameters = {"count": count, "supply": state.supply[seat]}
        return Rejection("not_enough_apprentices", "6.1.1", parameters, malformed=count > APPRENTICES)
    if place > MARKET and count > state.lab_spaces_free(2 * seat + place - LAB_SMALL):
        free = state.lab_spaces_free(2 * seat + place - LAB_SMALL)
        return Rejection("lab_full", "6.1.5", {"place": PLACES[place], "free": free})
    return None

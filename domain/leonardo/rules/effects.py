"""Effects shared by several phases: money, components, people.

Sums are written out in full, since compiled code is far slower with augmented assignment.
"""

from typing import Final

from domain.leonardo.rules.components import ONE
from domain.leonardo.rules.state import (
    AREA_PAID,
    AUCTION_PAID,
    COUNCIL_PAID,
    COUNCIL_TAKEN,
    ENTRIES,
    FAVOUR,
    FIRST,
    LATER,
    SUPPLY,
    State,
)
from domain.leonardo.wire.constants import APPRENTICES, AREAS, KINDS, MASTER_STRENGTH, PLACE_COUNT
from domain.leonardo.wire.facts import ApprenticeTaken, ComponentTaken, FlorinsMoved, Withdrew
from domain.ruleset import Emit

MONEY_REASON = {
    FAVOUR: "favour",
    COUNCIL_TAKEN: "council",
    COUNCIL_PAID: "purchase",
    AREA_PAID: "area",
    FIRST: "first_price",
    LATER: "later_price",
    AUCTION_PAID: "auction",
}


def move_florins(state: State, seat: int, change: int, entry: int, emit: Emit | None) -> None:
    """Add `change` florins, below 0 when paying, and book them under `entry` of the ledger."""
    if not change:
        return
    at = ENTRIES * seat + entry
    state.florins[seat] = state.florins[seat] + change
    state.ledger[at] = state.ledger[at] + change
    if emit:
        emit(FlorinsMoved(seat, change, MONEY_REASON[entry]), None)


def take_component(state: State, seat: int, kind: int, emit: Emit | None) -> None:
    """Take a card from its shop, which must have one, into the hand."""
    state.stock[kind] = state.stock[kind] - 1
    state.hand[seat] = state.hand[seat] + ONE[kind]
    if emit:
        emit(ComponentTaken(seat, KINDS[kind]), None)


def take_apprentice(state: State, seat: int, emit: Emit | None) -> None:
    """Move an apprentice from the Academy, which must have one, to the supply, where it can be placed."""
    state.academy[seat] = state.academy[seat] - 1
    state.supply[seat] = state.supply[seat] + 1
    if emit:
        emit(ApprenticeTaken(seat), None)


def seats_at(state: State, area: int) -> list[int]:
    """List the seats with people in an area, the group next to the arrow first (6.2)."""
    return [code & 7 for code in state.groups if code >> 3 == area]


def strength(state: State, seat: int, area: int) -> int:
    """Return a group's strength: 1 for each apprentice, 2 for the master."""
    return state.people[PLACE_COUNT * seat + area] + (MASTER_STRENGTH if state.master[seat] == area else 0)


def ranking(state: State, area: int) -> list[int]:
    """Return the seats in an area by strength, highest first; of equals the one nearer the arrow first (7.1.2)."""
    present = seats_at(state, area)
    if len(present) == 1:
        return present
    keyed = [8 * (8 * (MOST_STRENGTH - strength(state, seat, area)) + at) + seat for at, seat in enumerate(present)]
    keyed.sort()
    return [key & 7 for key in keyed]


MOST_STRENGTH: Final = APPRENTICES + MASTER_STRENGTH


def join_group(state: State, seat: int, area: int) -> None:
    """Move a seat without people in an area to the right end of its groups, before it places people (6.2.1)."""
    if not strength(state, seat, area):
        state.groups.append(8 * area + seat)


def take_back(state: State, seat: int, place: int) -> None:
    """Move the people of a seat from a place back to the supply."""
    index = PLACE_COUNT * seat + place
    state.supply[seat] = state.supply[seat] + state.people[index]
    state.people[index] = 0
    if state.master[seat] == place:
        state.master[seat] = SUPPLY


def leave_area(state: State, seat: int, area: int, emit: Emit | None) -> None:
    """Return a group to the supply, visible to all."""
    take_back(state, seat, area)
    state.groups.remove(8 * area + seat)
    if emit:
        emit(Withdrew(seat, AREAS[area]), None)

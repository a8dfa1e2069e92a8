"""Phase A: interrupt and start work (section 5)."""

from random import Random
from typing import Final, TypeVar

from domain.leonardo.rules import knowledge
from domain.leonardo.rules.components import counts, covers, fewer
from domain.leonardo.rules.inventions import CARDS_OF, MASK_BITS, NEED, add_plans
from domain.leonardo.rules.state import NOBODY, State
from domain.leonardo.wire.actions import DeclareWork
from domain.leonardo.wire.constants import INVENTIONS, KINDS, LAB, LABS, LARGE, NOT_OWNED
from domain.leonardo.wire.facts import ComponentsReturned, WorkInterrupted, WorkStarted
from domain.ruleset import Emit, Rejection

T = TypeVar("T")


def start(state: State) -> None:
    """Open the decision of the holder, then of every player in turn (5.1.1, 5.1.3)."""
    state.step, state.turn, state.decision = 0, state.holder, "declare_work"


def legal_actions(state: State, seat: int) -> list[DeclareWork]:
    """List all declarations: every set of labs to interrupt, with every pair of starts that the hand then allows."""
    return open_plans(DECLARATIONS, state, seat)


def open_plans(tables: tuple[tuple[tuple[T, ...], ...], ...], state: State, seat: int) -> list[T]:
    """List the possible starts (5.2, 5.3), as `inventions.add_plans`, for each set of labs to interrupt first.

    Sets of labs are bit masks, bit 0 the small lab, bit 1 the large one; each has its own table. Sets of inventions are
    bit masks, too. For a player whose small lab works on 4 and whose large lab is idle:

        no lab interrupted      only the large lab is idle; it may start all that the hand allows except 4
        small lab interrupted   both are idle, and 4 is back in the hand; the small lab may not start 4 again
    """
    small, large = state.work[2 * seat], state.work[2 * seat + LARGE]
    owned = 0b11 if state.side[2 * seat + LARGE] != NOT_OWNED else 0b01
    working = (small != 0) | (large != 0) << 1
    startable = knowledge.startable(state)
    hand, cards_small, cards_large = state.hand[seat], NEED[small], NEED[large]
    hands = [hand, hand + cards_small, hand + cards_large, hand + cards_small + cards_large]
    found: list[T] = []
    for interrupted in SETS_WITHIN[working]:
        idle = owned & ~working | interrupted
        in_small = startable & ~(1 << small) if idle & 0b01 else 0  # not the work just interrupted (5.3.4)
        in_large = startable & ~(1 << large) if idle & 0b10 else 0
        if not interrupted & 0b10:
            in_small &= ~(1 << large)  # not the other lab's current work (5.2.6)
        if not interrupted & 0b01:
            in_large &= ~(1 << small)
        add_plans(found, tables[interrupted], hands[interrupted], in_small | 1, in_large | 1)  # bit 0: start nothing
    return found


SETS_WITHIN: Final[tuple[tuple[int, ...], ...]] = ((0b00,), (0b00, 0b01), (0b00, 0b10), (0b00, 0b01, 0b10, 0b11))
INTERRUPTED: Final[tuple[tuple[str, ...], ...]] = ((), ("small",), ("large",), ("small", "large"))
_STARTED: Final = tuple(
    tuple(
        {name: number for name, number in zip(LABS, (small, large), strict=True) if number}
        for large in range(MASK_BITS)
    )
    for small in range(MASK_BITS)
)
DECLARATIONS: Final[tuple[tuple[tuple[DeclareWork, ...], ...], ...]] = tuple(
    tuple(tuple(DeclareWork(interrupted, start) for start in row) for row in _STARTED) for interrupted in INTERRUPTED
)
"""The declarations by set of interrupted labs, then by start of the small lab, then by start of the large lab."""


def apply(state: State, seat: int, action: DeclareWork, rng: Random, emit: Emit | None) -> None:
    """Interrupt, then start (5.1.2), and pass the turn."""
    small, large = 2 * seat, 2 * seat + LARGE
    before_small, before_large = state.could_be[small], state.could_be[large]
    for name in action.interrupt:
        _interrupt(state, seat, LAB[name], emit)
    start = action.start
    if start:
        _start(state, small, start.get("small", 0), before_small, emit)
        _start(state, large, start.get("large", 0), before_large, emit)
    state.step += 1
    if state.step < state.seats:
        state.turn = state.clockwise(state.step)
        return
    state.decision, state.turn = "", NOBODY


def _interrupt(state: State, seat: int, size: int, emit: Emit | None) -> None:
    """Remove the marker and return the cards to the hand (5.3.2)."""
    lab = 2 * seat + size
    if emit:
        _emit_interruption(state, seat, lab, emit)
    state.hand[seat] = state.hand[seat] + NEED[state.work[lab]]  # written out in full, as in `effects`
    knowledge.clear_lab(state, lab)
    state.work[lab], state.weeks[lab], state.late[lab] = 0, 0, False


def _emit_interruption(state: State, seat: int, lab: int, emit: Emit) -> None:
    """Emit the interruption to all seats, and the returned cards to the seat, or to all if the lab was late (12.3)."""
    name, invention = LABS[lab & 1], state.work[lab]
    cards = tuple(KINDS[kind] for kind in CARDS_OF[invention])
    if state.late[lab]:
        emit(WorkInterrupted(seat, name, state.weeks[lab], invention), None)
    else:
        emit(WorkInterrupted(seat, name, state.weeks[lab]), None)
    emit(ComponentsReturned(seat, cards), None if state.late[lab] else (seat,))


def _start(state: State, lab: int, number: int, before: int, emit: Emit | None) -> None:
    """Lay the cards of an invention, if any, under a lab (5.2.1); for `before` see `knowledge.note_start`."""
    if not number:
        return
    seat = lab >> 1
    knowledge.note_start(state, lab, before)
    state.work[lab] = number
    state.hand[seat] = state.hand[seat] - NEED[number]
    if emit:
        emit(WorkStarted(seat, LABS[lab & 1]), None)


def reject(state: State, seat: int, action: DeclareWork) -> Rejection | None:
    """Return the first reason to reject a declaration, in the order of 14.1.3; each check covers all labs."""
    return (
        _reject_labs(state, seat, action)
        or _reject_numbers(action)
        or _reject_inventions(state, seat, action)
        or _reject_components(state, seat, action)
    )


def _reject_labs(state: State, seat: int, action: DeclareWork) -> Rejection | None:
    """Reject labs that do not exist, and interruptions of idle labs."""
    for name in (*action.interrupt, *action.start):
        if name not in LAB:
            return Rejection("no_such_lab", "13.1.2", {"lab": name}, malformed=True)
        if state.side[2 * seat + LAB[name]] == NOT_OWNED:
            return Rejection("no_such_lab", "1.3.2", {"lab": name})
    for name in action.interrupt:
        if not state.work[2 * seat + LAB[name]]:
            return Rejection("lab_not_working", "5.3.1", {"lab": name})
    return None


def _reject_numbers(action: DeclareWork) -> Rejection | None:
    """Reject inventions that do not exist."""
    for number in action.start.values():
        if number not in INVENTIONS:
            return Rejection("no_such_invention", "1.1.5", {"invention": number}, malformed=True)
    return None


def _reject_inventions(state: State, seat: int, action: DeclareWork) -> Rejection | None:
    """Reject starts that the lab, the display or the other lab forbids."""
    starts = {2 * seat + LAB[name]: number for name, number in action.start.items()}
    interrupted = {2 * seat + LAB[name] for name in action.interrupt}
    for lab in starts:
        if state.work[lab] and lab not in interrupted:
            return Rejection("lab_working", "5.2.1", {"lab": LABS[lab & 1]})
    for lab, number in starts.items():
        if lab in interrupted and number == state.work[lab]:
            return Rejection("same_invention_again", "5.3.4", {"lab": LABS[lab & 1], "invention": number})
    for number in starts.values():
        if not knowledge.startable(state) >> number & 1:
            return _unavailable(state, number)
    for lab, number in starts.items():
        other = starts.get(lab ^ 1, 0 if lab ^ 1 in interrupted else state.work[lab ^ 1])
        if number == other:
            return Rejection("already_in_work", "5.2.6", {"invention": number})
    return None


def _unavailable(state: State, number: int) -> Rejection:
    """Return why an invention cannot be started: it is in the deck after round 7, or realised or removed."""
    if number in state.deck:
        return Rejection("invention_not_available", "5.2.5", {"invention": number, "round": state.round})
    return Rejection("invention_not_available", "5.2.4", {"invention": number})


def _reject_components(state: State, seat: int, action: DeclareWork) -> Rejection | None:
    """Reject starts that need more than the hand and the returned cards (5.3.3)."""
    returned = sum(NEED[state.work[2 * seat + LAB[name]]] for name in action.interrupt)
    held, need = state.hand[seat] + returned, sum(NEED[number] for number in action.start.values())
    if covers(held, need):
        return None
    missing = [kind for kind, lack in zip(KINDS, counts(need - fewer(need, held)), strict=True) for _ in range(lack)]
    return Rejection("components_missing", "5.2.1", {"inventions": sorted(action.start.values()), "missing": missing})

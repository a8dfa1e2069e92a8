"""Compute clocks: deadlines of decisions and remaining budgets.

A clock runs from the creation of a decision to its action. Each seat that must act has its own clock. LATENCY is free
for each decision, for the network. All functions take the time as an argument.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from msgspec import UNSET
from msgspec.structs import replace

from domain.clock import DAY, LATENCY, SECOND
from domain.time_control import Clock
from service.store.clock_types import SeatClock

SHORT = 30 * SECOND
"""The shortest time that has a low-time notice."""
LEAST_LOW, MOST_LOW = 10 * SECOND, DAY

Clocks = tuple[SeatClock, ...]
"""One clock per seat."""


def new_clocks(clock: Clock, seats: int) -> Clocks:
    """Return the clocks of a game before they run."""
    return (SeatClock(clock.budget),) * seats


def start_clocks(clocks: Clocks, to_act: Collection[int], timed: Collection[int], at: int) -> Clocks:
    """Start the clocks of the seats that must act at `at`, unless they run already. Only `timed` seats have one."""
    runs = {*to_act}.intersection(timed)
    return tuple(_started(each, at) if seat in runs else SeatClock(each.left) for seat, each in enumerate(clocks))


def stopped(clocks: Clocks) -> Clocks:
    """Return the clocks at the end of a game: none runs, and no time is taken from the seats."""
    return tuple(SeatClock(each.left) for each in clocks)


def _started(own: SeatClock, at: int) -> SeatClock:
    return SeatClock(own.left, at) if own.since is UNSET else own


def credit_outages(clocks: Clocks, outages: Sequence[tuple[int, int]], at: int) -> Clocks:
    """Credit each running clock with the outages since its start. An outage is a pair of start and end."""
    return tuple(each if each.since is UNSET else _credited(each, each.since, outages, at) for each in clocks)


def _credited(own: SeatClock, since: int, outages: Sequence[tuple[int, int]], at: int) -> SeatClock:
    away = sum(max(0, min(end, at) - max(begin, since)) for begin, end in outages)
    return replace(own, back=max(own.back, away))


def stop_clock(clock: Clock, clocks: Clocks, seat: int, at: int) -> Clocks:
    """Stop the clock of a seat that has acted."""
    own = clocks[seat]
    if own.since is UNSET:
        return clocks
    taken = max(0, at - own.since - own.back - own.paused)
    return (*clocks[:seat], SeatClock(clock.left_after(own.left, taken)), *clocks[seat + 1 :])


def limit_starts(clocks: Clocks, at: int) -> Clocks:
    """Move clock starts that are later than `at` to `at`."""
    return tuple(each if each.since is UNSET or each.since <= at else SeatClock(each.left, at) for each in clocks)


@dataclass(frozen=True)
class Undone:
    """The actions of a seat that an undo removes."""

    actions: int = 0
    """Number of actions."""
    first: int = 0
    """Time that the first of the removed actions took."""


def clock_after_undo(
    clock: Clock, then: SeatClock, now: SeatClock, undone: Undone, at: int, *, is_pending: bool
) -> SeatClock:
    """Return the clock of a seat after an undo: `then` is the clock before the undone actions, `now` the current one.

    Spent time stays spent. Increments of undone actions are removed. A decision that `is_pending` again starts with the
    time that its first action took.
    """
    spent = 0 if now.since is UNSET else at - now.since - now.back - now.paused
    left = clock.left_after_undo(then.left, now.left, spent, undone.actions)
    return SeatClock(left, at - clock.resumed(undone.first) if is_pending else UNSET)


def deadline(clock: Clock, own: SeatClock) -> int | None:
    """Return the deadline of a seat's pending decision; None while its clock does not run."""
    if own.since is UNSET:
        return None
    return clock.deadline(own.since + own.paused, own.left) + LATENCY + own.back


def low_time(since: int, up: int) -> int | None:
    """Return when the time becomes low: a tenth of the whole time, within bounds; None for a short time."""
    whole = up - since
    return None if whole < SHORT else up - min(max(whole // 10, LEAST_LOW), MOST_LOW)


def deadlines(clock: Clock, clocks: Clocks) -> dict[int, int]:
    """Return the deadline of each seat whose clock runs."""
    found = ((seat, deadline(clock, own)) for seat, own in enumerate(clocks))
    return {seat: when for seat, when in found if when is not None}


def moment(time: datetime) -> int:
    """Return a time in microseconds since 1970."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def moment_of(text: str) -> int:
    """Parse an RFC 3339 time into microseconds since 1970."""
    return moment(datetime.fromisoformat(text))


def time_of(when: int) -> datetime:
    """Return the UTC time of microseconds since 1970."""
    return _EPOCH + timedelta(microseconds=when)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

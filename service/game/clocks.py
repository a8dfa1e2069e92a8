"""Compute clocks: deadlines of decisions and remaining budgets.

A clock runs from the creation of a decision to its action. Each seat that must act has its own clock. LATENCY is free
for each decision, for the network. All functions take the time as an argument.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from msgspec import UNSET

from service.resources.clocks import BudgetClock, Clock, ClockPause, DaysClock, PerDecisionClock, minutes
from service.store.clock_types import SeatClock

SECOND = 1_000_000
"""All times here are in microseconds."""
MINUTE, DAY, WEEK = 60 * SECOND, 24 * 60 * 60 * SECOND, 7 * 24 * 60 * 60 * SECOND
LATENCY = SECOND
SHORT = 30 * SECOND
"""The shortest time that has a low-time notice."""
LEAST_LOW, MOST_LOW = 10 * SECOND, DAY

Clocks = tuple[SeatClock, ...]
"""One clock per seat."""


def new_clocks(clock: Clock, seats: int) -> Clocks:
    """Return the clocks of a game before they run."""
    return (SeatClock(clock.seconds * SECOND if isinstance(clock, BudgetClock) else 0),) * seats


def start_clocks(clocks: Clocks, to_act: Collection[int], timed: Collection[int], at: int) -> Clocks:
    """Start the clocks of the seats that must act at `at`, unless they run already. Only `timed` seats have one."""
    runs = {*to_act}.intersection(timed)
    return tuple(_started(each, at) if seat in runs else SeatClock(each.left) for seat, each in enumerate(clocks))


def _started(own: SeatClock, at: int) -> SeatClock:
    return SeatClock(own.left, at) if own.since is None else own


def credit_outages(clocks: Clocks, outages: Sequence[tuple[int, int]], at: int) -> Clocks:
    """Credit each running clock with the outages since its start. An outage is a pair of start and end."""
    return tuple(each if each.since is None else _credited(each, each.since, outages, at) for each in clocks)


def _credited(own: SeatClock, since: int, outages: Sequence[tuple[int, int]], at: int) -> SeatClock:
    away = sum(max(0, min(end, at) - max(begin, since)) for begin, end in outages)
    return SeatClock(own.left, since, max(own.back, away))


def stop_clock(clock: Clock, clocks: Clocks, seat: int, at: int) -> Clocks:
    """Stop the clock of a seat that has acted."""
    own = clocks[seat]
    if own.since is None:
        return clocks
    taken = max(0, at - own.since - own.back)
    left = _left_after(clock, own.left, taken) if isinstance(clock, BudgetClock) else own.left
    return (*clocks[:seat], SeatClock(left), *clocks[seat + 1 :])


def limit_starts(clocks: Clocks, at: int) -> Clocks:
    """Move clock starts that are later than `at` to `at`."""
    return tuple(each if each.since is None or each.since <= at else SeatClock(each.left, at) for each in clocks)


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
    if not isinstance(clock, BudgetClock):
        return SeatClock(0, at - undone.first if is_pending else None)
    free = clock.delay * SECOND + LATENCY
    left = now.left if now.since is None else now.left - max(0, at - now.since - now.back - free)
    left = min(then.left, max(0, left - undone.actions * clock.increment * SECOND))
    return SeatClock(left, at - min(undone.first, free) if is_pending else None)


def _left_after(clock: BudgetClock, left: int, taken: int) -> int:
    """Return the budget that remains after a decision that took `taken`."""
    counted = max(0, taken - clock.delay * SECOND - LATENCY)
    return max(0, left - counted) + clock.increment * SECOND


def deadline(clock: Clock, own: SeatClock) -> int | None:
    """Return the deadline of a seat's pending decision; None while its clock does not run."""
    if own.since is None:
        return None
    granted = LATENCY + own.back
    if isinstance(clock, BudgetClock):
        return own.since + granted + clock.delay * SECOND + own.left
    if isinstance(clock, PerDecisionClock):
        return own.since + granted + clock.seconds * SECOND
    return _days_after(clock, own.since) + granted


def low_time(since: int, up: int) -> int | None:
    """Return when the time becomes low: a tenth of the whole time, within bounds; None for a short time."""
    whole = up - since
    return None if whole < SHORT else up - min(max(whole // 10, LEAST_LOW), MOST_LOW)


def deadlines(clock: Clock, clocks: Clocks) -> dict[int, int]:
    """Return the deadline of each seat whose clock runs."""
    found = ((seat, deadline(clock, own)) for seat, own in enumerate(clocks))
    return {seat: when for seat, when in found if when is not None}


@dataclass(frozen=True)
class _Section:
    """A section of a week, in microseconds since Monday."""

    begin: int
    end: int


def _days_after(clock: DaysClock, since: int) -> int:
    """Return when the days of a clock have passed, without the pauses."""
    length = clock.days * DAY
    if clock.pause is UNSET:
        return since + length
    counted = _counted(_paused(clock.pause))
    whole = sum(each.end - each.begin for each in counted)
    weeks = (length - 1) // whole  # the rest is at least 1: the deadline is never the end of a pause
    return _within_weeks(counted, since + weeks * WEEK, length - weeks * whole)


def _within_weeks(counted: Sequence[_Section], since: int, length: int) -> int:
    """Return when `length` has passed, without the pauses; `length` is at most the counted time of one week."""
    monday = since - (since - _MONDAY) % WEEK
    for begin in (monday, monday + WEEK):
        for each in counted:
            start, end = max(since, begin + each.begin), begin + each.end
            if start + length <= end:
                return start + length
            length -= max(0, end - start)
    raise AssertionError("two weeks count less than one")


def _paused(pause: ClockPause) -> list[_Section]:
    """List the pauses of a week. A pause that continues into the next week is split in two."""
    begins, ends = minutes(pause.begins) * MINUTE, minutes(pause.ends) * MINUTE
    found = []
    for day in pause.days:
        begin = day * DAY + begins
        end = day * DAY + (ends if ends > begins else ends + DAY)
        found.append(_Section(begin, min(end, WEEK)))
        if end > WEEK:
            found.append(_Section(0, end - WEEK))
    return sorted(found, key=lambda each: each.begin)


def _counted(paused: Sequence[_Section]) -> list[_Section]:
    """List the sections between the pauses of a week. Pauses may touch, and those that start on one day may overlap."""
    found, reached = [], 0
    for each in paused:
        if each.begin > reached:
            found.append(_Section(reached, each.begin))
        reached = max(reached, each.end)
    return [*found, _Section(reached, WEEK)] if reached < WEEK else found


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
_MONDAY = moment(datetime(1970, 1, 5, tzinfo=UTC))

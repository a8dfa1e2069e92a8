"""Clocks: when the time of a decision is up, and what it leaves of a budget. Time is an argument here.

A clock runs from when a decision is asked until it is answered; several seats that are to act have each their own. Of
each decision LATENCY is not counted, for the way to the player and back.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from msgspec import UNSET

from service.store.clock_types import BudgetClock, Clock, ClockPause, DaysClock, PerDecisionClock, SeatClock, minutes

SECOND = 1_000_000
"""Microseconds, as all times here."""
MINUTE, DAY, WEEK = 60 * SECOND, 24 * 60 * 60 * SECOND, 7 * 24 * 60 * 60 * SECOND
LATENCY = SECOND
SHORT = 30 * SECOND
"""Of anything shorter nobody is told that there is little left."""
LEAST_LOW, MOST_LOW = 10 * SECOND, DAY

Clocks = tuple[SeatClock, ...]
"""One a seat."""


def fresh(clock: Clock, seats: int) -> Clocks:
    """Return the clocks of a game before they run."""
    return (SeatClock(clock.seconds * SECOND if isinstance(clock, BudgetClock) else 0),) * seats


def asked(clocks: Clocks, to_act: Collection[int], timed: Collection[int], at: int) -> Clocks:
    """Have the clocks of those run who are to act: since `at`, unless they run already. Only `timed` seats have one."""
    runs = {*to_act}.intersection(timed)
    return tuple(_asked(each, at) if seat in runs else SeatClock(each.left) for seat, each in enumerate(clocks))


def _asked(own: SeatClock, at: int) -> SeatClock:
    """Have a clock run: since `at`, unless it runs already."""
    return SeatClock(own.left, at) if own.since is None else own


def given_back(clocks: Clocks, outages: Sequence[tuple[int, int]], at: int) -> Clocks:
    """Give each running clock back the time of outages that its open decision has seen; each has begin and end."""
    return tuple(each if each.since is None else _given_back(each, each.since, outages, at) for each in clocks)


def _given_back(own: SeatClock, since: int, outages: Sequence[tuple[int, int]], at: int) -> SeatClock:
    """Give one clock back what it has not got yet."""
    away = sum(max(0, min(end, at) - max(begin, since)) for begin, end in outages)
    return SeatClock(own.left, since, max(own.back, away))


def answered(clock: Clock, clocks: Clocks, seat: int, at: int) -> Clocks:
    """Stop the clock of a seat that has answered."""
    own = clocks[seat]
    if own.since is None:
        return clocks
    taken = max(0, at - own.since - own.back)
    left = _left_after(clock, own.left, taken) if isinstance(clock, BudgetClock) else own.left
    return (*clocks[:seat], SeatClock(left), *clocks[seat + 1 :])


def none_ahead(clocks: Clocks, at: int) -> Clocks:
    """Have those clocks run since `at` that would run from a later time on."""
    return tuple(each if each.since is None or each.since <= at else SeatClock(each.left, at) for each in clocks)


@dataclass(frozen=True)
class Undone:
    """The answers of a seat that are taken back."""

    answers: int = 0
    """How many there are."""
    first: int = 0
    """How long it took for the first of them."""


def taken_back(clock: Clock, then: SeatClock, now: SeatClock, undone: Undone, at: int, *, is_asked: bool) -> SeatClock:
    """Return the clock of a seat whose decision is taken back: `then` is how it was before, `now` how it is.

    What was spent stays spent, and what a decision grants is granted once: no increment is kept for an answer that is
    taken back, and whoever `is_asked` anew has taken for it what the first answer took.
    """
    if not isinstance(clock, BudgetClock):
        return SeatClock(0, at - undone.first if is_asked else None)
    free = clock.delay * SECOND + LATENCY
    left = now.left if now.since is None else now.left - max(0, at - now.since - now.back - free)
    left = min(then.left, max(0, left - undone.answers * clock.increment * SECOND))
    return SeatClock(left, at - min(undone.first, free) if is_asked else None)


def _left_after(clock: BudgetClock, left: int, taken: int) -> int:
    """Return what a decision leaves of a budget."""
    counted = max(0, taken - clock.delay * SECOND - LATENCY)
    return max(0, left - counted) + clock.increment * SECOND


def deadline(clock: Clock, own: SeatClock) -> int | None:
    """Return when the time of a seat's open decision is up; None while its clock does not run."""
    if own.since is None:
        return None
    granted = LATENCY + own.back
    if isinstance(clock, BudgetClock):
        return own.since + granted + clock.delay * SECOND + own.left
    if isinstance(clock, PerDecisionClock):
        return own.since + granted + clock.seconds * SECOND
    return _days_after(clock, own.since) + granted


def low(since: int, up: int) -> int | None:
    """Return from when on there is little left of a time: a tenth of it, within bounds; None of a short one."""
    whole = up - since
    return None if whole < SHORT else up - min(max(whole // 10, LEAST_LOW), MOST_LOW)


def deadlines(clock: Clock, clocks: Clocks) -> dict[int, int]:
    """Return when the time of each seat is up whose clock runs."""
    found = ((seat, deadline(clock, own)) for seat, own in enumerate(clocks))
    return {seat: when for seat, when in found if when is not None}


@dataclass(frozen=True)
class _Stretch:
    """Some microseconds of a week that begins on Monday."""

    begin: int
    end: int


def _days_after(clock: DaysClock, since: int) -> int:
    """Return when so many days will have passed, not counting the pauses."""
    length = clock.days * DAY
    if clock.pause is UNSET:
        return since + length
    counted = _counted(_paused(clock.pause))
    whole = sum(each.end - each.begin for each in counted)
    weeks = (length - 1) // whole
    return _within_weeks(counted, since + weeks * WEEK, length - weeks * whole)


def _within_weeks(counted: Sequence[_Stretch], since: int, length: int) -> int:
    """Return when some time will have passed that is no longer than what a week counts."""
    monday = since - (since - _MONDAY) % WEEK
    for begin in (monday, monday + WEEK):
        for each in counted:
            start, end = max(since, begin + each.begin), begin + each.end
            if start + length <= end:
                return start + length
            length -= max(0, end - start)
    raise AssertionError("two weeks count less than one")


def _paused(pause: ClockPause) -> list[_Stretch]:
    """List the pauses of a week; one that goes on into the next week is two."""
    begins, ends = minutes(pause.begins) * MINUTE, minutes(pause.ends) * MINUTE
    found = []
    for day in pause.days:
        begin = day * DAY + begins
        end = day * DAY + (ends if ends > begins else ends + DAY)
        found.append(_Stretch(begin, min(end, WEEK)))
        if end > WEEK:
            found.append(_Stretch(0, end - WEEK))
    return sorted(found, key=lambda each: each.begin)


def _counted(paused: Sequence[_Stretch]) -> list[_Stretch]:
    """List what lies between the pauses of a week; they may touch, and overlap where both begin on one day."""
    found, reached = [], 0
    for each in paused:
        if each.begin > reached:
            found.append(_Stretch(reached, each.begin))
        reached = max(reached, each.end)
    return [*found, _Stretch(reached, WEEK)] if reached < WEEK else found


def moment(time: datetime) -> int:
    """Return a time in microseconds since 1970."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def moment_of(text: str) -> int:
    """Read a time that is written as in RFC 3339."""
    return moment(datetime.fromisoformat(text))


def time_of(when: int) -> datetime:
    """Return the time, UTC, of so many microseconds since 1970."""
    return _EPOCH + timedelta(microseconds=when)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MONDAY = moment(datetime(1970, 1, 5, tzinfo=UTC))

"""Define the clock with days for each decision, and daily pauses."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.clock import DAY, MINUTE, WEEK, AnyClock
from domain.fields import whole_text

MOST_DAYS = 60
HOUR = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
DAY_MINUTES = 24 * 60
FIRST_MONDAY = 4 * DAY
"""The first Monday after the start of 1970, which was a Thursday."""

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)


class ClockPause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A daily pause of the clock, from one time in UTC to another. Equal times mean a whole day."""

    begins: Annotated[
        str, whole_text(HOUR, description="Start of the pause: hour and minute in UTC, such as `22:00`.")
    ] = msgspec.field(name="from")
    ends: Annotated[
        str,
        whole_text(HOUR, description="End of the pause in UTC. It is on the next day if it is not later than `from`."),
    ] = msgspec.field(name="to")
    weekdays: (
        Annotated[
            list[Weekday],
            Meta(min_length=1, max_length=7, description="Days on which a pause begins. Default: all."),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError for a pause that never ends."""
        if minutes(self.begins) == minutes(self.ends) and len(set(self.days)) == len(WEEKDAYS):
            raise ValueError("The pause never ends.")

    @property
    def days(self) -> tuple[int, ...]:
        """Return the days on which a pause begins, from 0 for Monday."""
        return tuple(range(7)) if self.weekdays is UNSET else tuple(map(WEEKDAYS.index, self.weekdays))


class DaysClock(AnyClock, frozen=True, tag="days"):
    """Days for each decision, with an optional pause each night or week."""

    days: Annotated[int, Meta(ge=1, le=MOST_DAYS, description="Days of 24 hours for each decision.")]
    pause: Annotated[ClockPause, Meta(description="When no time passes. Default: never.")] | UnsetType = UNSET

    @property
    def is_slow(self) -> bool:
        """Whether a decision has at least a day: always."""
        return True

    def deadline(self, since: int, left: int) -> int:  # noqa: ARG002  # there is no budget
        """Return when the days of a decision that is pending since a time have passed, without the pauses."""
        return since + self.days * DAY if self.pause is UNSET else _days_after(self.days, self.pause, since)


KIND = DaysClock


def minutes(hour: str) -> int:
    """Return the minutes from midnight to an hour."""
    return 60 * int(hour[:2]) + int(hour[3:])


class _Section(NamedTuple):
    """A section of a week, in microseconds since Monday."""

    begin: int
    end: int


def _days_after(days: int, pause: ClockPause, since: int) -> int:
    """Return when days have passed, without the pauses."""
    length, counted = days * DAY, _counted(_paused(pause))
    whole = sum(each.end - each.begin for each in counted)
    weeks = (length - 1) // whole  # the rest is at least 1: the deadline is never the end of a pause
    return _within_weeks(counted, since + weeks * WEEK, length - weeks * whole)


def _within_weeks(counted: Sequence[_Section], since: int, length: int) -> int:
    """Return when `length` has passed, without the pauses; `length` is at most the counted time of one week."""
    monday = since - (since - FIRST_MONDAY) % WEEK
    while True:  # at most twice
        for each in counted:
            start, end = max(since, monday + each.begin), monday + each.end
            if start + length <= end:
                return start + length
            length -= max(0, end - start)
        monday += WEEK


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

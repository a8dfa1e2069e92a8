"""The rule by which a tournament repeats, and the dates that follow from it."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.clock_days import HOUR
from domain.fields import whole_text

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MOST_DAYS_APART = 366
MOST_EVENTS = 500
LAST_DAY = date(9000, 1, 1).toordinal()
"""No date from here on is computed: Python cannot convert the last days of its calendar to every time zone."""


class Repeats(msgspec.Struct, frozen=True):
    """The rule by which the service creates the next tournament with the same plan and staff."""

    time_zone: Annotated[str, whole_text("^[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}$")]
    """The time zone of the dates and times: a name of the IANA database, such as `Europe/Prague`."""
    weekdays: Annotated[tuple[Weekday, ...], Meta(min_length=1, max_length=7)] | UnsetType = UNSET
    """The days of the week on which tournaments start. Send either `weekdays` or `days`."""
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS_APART)] | UnsetType = UNSET
    """The number of days from one start to the next. Send either `days` or `weekdays`."""
    time: Annotated[str, whole_text(HOUR)] | UnsetType = UNSET
    """The local time of the later starts, such as `18:00`. Default: that of `starts_at`."""
    until: Annotated[str, whole_text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | UnsetType = UNSET
    """The last local date of a start, such as `2027-06-30`. Omitted: only `events` ends the series."""
    events: Annotated[int, Meta(ge=1, le=MOST_EVENTS)] = MOST_EVENTS
    """The maximum number of tournaments from this one on. 1: this one is the last. Default: 500."""


def with_time(repeats: Repeats, starts_at: str) -> Repeats:
    """Return a rule with the local time of a start, unless the rule states a time or the start is missing."""
    if repeats.time is not UNSET or not starts_at or is_far(starts_at):
        return repeats
    return msgspec.structs.replace(repeats, time=f"{local(repeats, starts_at):%H:%M}")


def is_far(moment: str) -> bool:
    """Whether a UTC time is too far in the future to compute later dates."""
    return datetime.fromisoformat(moment).date().toordinal() >= LAST_DAY


def local(repeats: Repeats, moment: str) -> datetime:
    """Return a UTC time as date and time in the zone of the rule."""
    return datetime.fromisoformat(moment).astimezone(ZoneInfo(repeats.time_zone)).replace(tzinfo=None)


def in_utc(repeats: Repeats, moment: datetime) -> datetime:
    """Return a local time in UTC. A time that comes twice is the first; one that the clocks skip is as much later."""
    return moment.replace(tzinfo=ZoneInfo(repeats.time_zone)).astimezone(UTC)


def next_start(repeats: Repeats, scheduled: str, now: datetime) -> datetime | None:
    """Return the local time of the first start after a scheduled one and after `now`; None if the series has ended.

    The rule must have a time.
    """
    at = time.fromisoformat(repeats.time or "00:00")
    starts = (datetime.combine(each, at) for each in _dates(repeats, local(repeats, scheduled).date()))
    return next((each for each in starts if in_utc(repeats, each) > now), None)


def _dates(repeats: Repeats, after: date) -> Iterator[date]:
    """List the dates of a rule after a date."""
    last = date.fromisoformat(repeats.until).toordinal() if repeats.until else LAST_DAY
    step = repeats.days or 1
    for day in range(after.toordinal() + step, min(last, LAST_DAY) + 1, step):
        each = date.fromordinal(day)
        if repeats.weekdays is UNSET or WEEKDAYS[each.weekday()] in repeats.weekdays:
            yield each

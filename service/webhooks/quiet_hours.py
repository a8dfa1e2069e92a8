"""Compute when a notification target may be sent a message: after its digest, outside its quiet hours. Pure."""

import math
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import UnsetType

from service.resources.notifications import QuietHours
from service.store import TargetTerms

DAYS = 4
"""The number of days of which one has an end of the quiet hours that is not itself quiet."""


def due_at(target: TargetTerms, now: float) -> float:
    """Return when to send an event of `now`, in Unix time."""
    return after(target, now + 60 * target.digest_minutes)


def after(target: TargetTerms, moment: float) -> float:
    """Return the first moment from `moment` on that is outside quiet hours, in Unix time."""
    hours = target.quiet_hours
    if isinstance(hours, UnsetType) or hours.start == hours.end:
        return moment
    zone = ZoneInfo(hours.time_zone)
    if not _is_quiet(hours, zone, moment):
        return moment
    later = [each for each in _ends(hours, zone, moment) if each > moment and not _is_quiet(hours, zone, each)]
    jump = _jump(zone, moment, later[0])
    return jump if jump is not None and not _is_quiet(hours, zone, jump) else later[0]


def _is_quiet(hours: QuietHours, zone: ZoneInfo, moment: float) -> bool:
    start, end = time.fromisoformat(hours.start), time.fromisoformat(hours.end)
    clock = datetime.fromtimestamp(moment, zone).time()
    return start <= clock < end if start < end else not end <= clock < start


def _ends(hours: QuietHours, zone: ZoneInfo, moment: float) -> list[float]:
    """Return when the next quiet hours end. An hour may come twice, and an hour or a day may be missing."""
    today, end = datetime.fromtimestamp(moment, zone).date(), time.fromisoformat(hours.end)
    days = [today + timedelta(days=number) for number in range(DAYS)]
    ends = [datetime.combine(day, end, zone).replace(fold=fold) for day in days for fold in (0, 1)]
    return sorted(each.timestamp() for each in ends)


def _jump(zone: ZoneInfo, first: float, last: float) -> float | None:
    """Return when the clocks change between two moments, to the second; None if they do not."""
    offset = _offset(zone, first)
    if offset == _offset(zone, last):
        return None
    before, after = int(first), math.ceil(last)
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (middle, after) if _offset(zone, middle) == offset else (before, middle)
    return float(after)


def _offset(zone: ZoneInfo, moment: float) -> timedelta | None:
    return datetime.fromtimestamp(moment, zone).utcoffset()

"""Compute when a notification target may be sent a message: after its digest, outside its quiet hours. Pure."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import UnsetType

from service.store import TargetTerms


def due_at(target: TargetTerms, now: float) -> float:
    """Return when to send an event of `now`, in Unix time."""
    return after(target, now + 60 * target.digest_minutes)


def after(target: TargetTerms, moment: float) -> float:
    """Return a moment outside quiet hours: `moment`, or the end of the quiet hours around it; in Unix time."""
    hours = target.quiet_hours
    if isinstance(hours, UnsetType) or hours.start == hours.end:
        return moment
    zone = ZoneInfo(hours.time_zone)
    local = datetime.fromtimestamp(moment, zone)
    start, end = time.fromisoformat(hours.start), time.fromisoformat(hours.end)
    clock = local.time()
    is_quiet = start <= clock < end if start < end else not end <= clock < start
    if not is_quiet:
        return moment
    day = local.date() + timedelta(days=int(clock >= end))
    return datetime.combine(day, end, zone).astimezone(UTC).timestamp()

"""Test when quiet hours end, in all time zones, around the moments at which their clocks change."""

from datetime import UTC, datetime, time
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from service.resources.notifications import QuietHours
from service.store import TargetTerms
from service.webhooks import quiet_hours

START, END = (int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) for year in (2025, 2028))
HOUR, DAY = 3600, 24 * 3600
WINDOWS = [
    ("22:00", "02:30"),
    ("01:30", "02:30"),
    ("02:30", "07:00"),
    ("00:00", "03:00"),
    ("02:15", "02:45"),
    ("03:15", "02:30"),
    ("02:00", "01:59"),
    ("23:30", "00:15"),
]


def changes(zone):
    """Return the moments at which the clocks of a zone change, with the offsets before and after."""
    offsets = [(moment, offset(zone, moment)) for moment in range(START, END, DAY)]
    return [
        (changed(zone, first, last, before), before, after)
        for (first, before), (last, after) in pairwise(offsets)
        if before != after
    ]


def offset(zone, moment):
    return datetime.fromtimestamp(moment, zone).utcoffset()


def changed(zone, first, last, before):
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (middle, last) if offset(zone, middle) == before else (first, middle)
    return last


def all_changes():
    """Return a zone for each different change of clocks."""
    found = {}
    for name in sorted(available_timezones()):
        for change in changes(ZoneInfo(name)):
            local = datetime.fromtimestamp(change[0], ZoneInfo(name)).time()
            found.setdefault((local, *change[1:]), (name, change[0]))
    return sorted(found.values())


def is_quiet(start, end, zone, moment):
    clock = datetime.fromtimestamp(moment, zone).time()
    return start <= clock < end if start < end else clock >= start or clock < end


def first_outside(start, end, zone, moment):
    """Search for the first minute outside quiet hours."""
    return next(each for each in range(moment, moment + 3 * DAY, 60) if not is_quiet(start, end, zone, each))


@pytest.mark.no_cover
@pytest.mark.parametrize("window", WINDOWS, ids="-".join)
def test_quiet_hours_end_at_the_first_minute_outside_them_also_when_clocks_change(window):
    start, end = map(time.fromisoformat, window)
    for name, change in all_changes():
        zone = ZoneInfo(name)
        terms = TargetTerms("service", "", (), "en", "", quiet_hours=QuietHours(window[0], window[1], name))
        for moment in range(change - 26 * HOUR, change + 3 * HOUR, 17 * 60):
            assert quiet_hours.after(terms, moment) == first_outside(start, end, zone, moment), (name, moment)


def test_a_whole_day_may_be_missing():
    terms = TargetTerms("service", "", (), "en", "", quiet_hours=QuietHours("20:00", "08:00", "Pacific/Apia"))
    evening = datetime(2011, 12, 29, 22, 0, tzinfo=ZoneInfo("Pacific/Apia")).timestamp()
    morning = datetime(2011, 12, 31, 8, 0, tzinfo=ZoneInfo("Pacific/Apia")).timestamp()
    assert quiet_hours.after(terms, evening) == morning


def test_the_end_that_comes_twice_is_not_in_the_past():
    terms = TargetTerms("service", "", (), "en", "", quiet_hours=QuietHours("22:00", "02:30", "Europe/Prague"))
    second = datetime(2026, 10, 25, 2, 10, tzinfo=ZoneInfo("Europe/Prague"), fold=1).timestamp()
    assert quiet_hours.after(terms, second) == second + 20 * 60

"""Test the terms that control time: a pause must end, and a level that plays must be named."""

import msgspec

from domain.clock_days import ClockPause
from domain.time_control import Absence


def test_a_pause_of_some_days_begins_on_them_only() -> None:
    pause = msgspec.convert({"from": "22:00", "to": "22:00", "weekdays": ["monday", "sunday"]}, ClockPause)
    assert pause.days == (0, 6)
    assert msgspec.convert({"from": "22:00", "to": "08:00"}, ClockPause).days == tuple(range(7))


def test_an_absence_policy_without_a_level_needs_none() -> None:
    assert msgspec.convert({"on_timeout": "forfeit"}, Absence) == Absence("forfeit")
    assert msgspec.convert({"on_timeout": "level", "level": "easy"}, Absence) == Absence("level", "easy")

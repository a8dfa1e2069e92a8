"""Test the arithmetic of each kind of clock. Times are whole microseconds."""

from datetime import UTC, datetime

import pytest

from domain.clock import DAY, LATENCY, MINUTE, SECOND, AnyClock
from domain.clock_budget import BudgetClock
from domain.clock_days import ClockPause, DaysClock
from domain.clock_per_decision import PerDecisionClock

HOUR = 60 * MINUTE


def at(text):
    """Return a UTC time as microseconds since 1970."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * SECOND


def written(moment):
    return datetime.fromtimestamp(moment / SECOND, UTC).strftime("%Y-%m-%d %H:%M")


def test_a_clock_per_decision_gives_each_decision_the_same_time():
    clock = PerDecisionClock(90)
    assert (clock.deadline(5 * SECOND, 0), clock.budget, clock.is_slow) == (95 * SECOND, 0, False)
    assert PerDecisionClock(24 * 60 * 60).is_slow


def test_a_clock_without_a_budget_has_nothing_to_count():
    clock = PerDecisionClock(90)
    assert (clock.left_after(7, SECOND), clock.left_after_undo(7, 5, SECOND, 1), clock.resumed(9)) == (7, 0, 9)


def test_a_kind_of_clock_declares_its_deadline_and_whether_it_is_slow():
    with pytest.raises(NotImplementedError):
        AnyClock().deadline(0, 0)
    with pytest.raises(NotImplementedError):
        _ = AnyClock().is_slow


def test_a_decision_takes_from_the_budget_what_exceeds_its_free_time():
    clock = BudgetClock(600, increment=5, delay=10)
    assert (clock.budget, clock.deadline(0, 30 * SECOND), clock.is_slow) == (600 * SECOND, 40 * SECOND, False)
    assert clock.left_after(100 * SECOND, 10 * SECOND + LATENCY) == 105 * SECOND
    assert clock.left_after(100 * SECOND, 50 * SECOND + LATENCY) == 65 * SECOND
    assert clock.left_after(SECOND, HOUR) == 5 * SECOND


def test_an_undo_gives_no_time_back_and_removes_increments():
    clock = BudgetClock(600, increment=5)
    assert clock.left_after_undo(100 * SECOND, 95 * SECOND, 0, 1) == 90 * SECOND
    assert clock.left_after_undo(80 * SECOND, 95 * SECOND, 0, 1) == 80 * SECOND
    assert clock.left_after_undo(100 * SECOND, 3 * SECOND, 2 * SECOND + LATENCY, 1) == 0
    assert clock.resumed(HOUR) == LATENCY


def test_days_pass_without_pauses():
    clock = DaysClock(2)
    assert (clock.deadline(HOUR, 0), clock.is_slow) == (2 * DAY + HOUR, True)


@pytest.mark.parametrize(
    ("pause", "deadline"),
    [
        (ClockPause("22:00", "06:00"), "2026-03-03 18:00"),
        (ClockPause("12:00", "13:00"), "2026-03-03 11:00"),
        (ClockPause("08:00", "20:00", ["monday"]), "2026-03-03 20:00"),
        (ClockPause("00:00", "00:00", ["saturday", "sunday"]), "2026-03-03 10:00"),
        (ClockPause("20:00", "08:00", ["monday", "tuesday"]), "2026-03-04 10:00"),
        (ClockPause("22:00", "06:00", ["sunday"]), "2026-03-03 10:00"),
    ],
    ids=["night", "noon", "one_day", "weekend", "two_nights", "over_the_end_of_the_week"],
)
def test_no_time_passes_in_a_pause(pause, deadline):
    assert written(DaysClock(1, pause).deadline(at("2026-03-02T10:00"), 0)) == deadline  # a Monday


def test_pauses_of_many_weeks_are_counted():
    weekend = ClockPause("00:00", "00:00", ["saturday", "sunday"])
    assert written(DaysClock(10, weekend).deadline(at("2026-03-02T10:00"), 0)) == "2026-03-16 10:00"


def test_pauses_that_overlap_count_once():
    pause = ClockPause("12:00", "12:00", ["monday", "tuesday"])
    assert written(DaysClock(1, pause).deadline(at("2026-03-02T10:00"), 0)) == "2026-03-05 10:00"


def test_a_pause_ends():
    with pytest.raises(ValueError, match=r"^The pause never ends\.$"):
        ClockPause("12:00", "12:00")

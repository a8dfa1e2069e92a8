"""A rule of a series leads to the right dates and local times, across changes of the clocks."""

from datetime import UTC, datetime

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from service.tournaments.rules.next_plan import next_plan
from service.tournaments.rules.plan import KeepApart
from service.tournaments.rules.repeats import Repeats, with_time
from tests.tournament.building import a_plan

SUNDAYS = Repeats("Europe/Prague", weekdays=("sunday",))
SUNDAY = "2027-03-21T17:00:00.000000Z"
NIGHTLY = Repeats("Europe/Prague", days=1)


def planned(rule, starts_at, **terms):
    return replace(a_plan(), starts_at=starts_at, repeats=with_time(rule, starts_at), **terms)


def starts(rule, starts_at, number=3):
    """Return the starts of the tournaments that follow, each founded when the one before starts."""
    present, found = planned(rule, starts_at), []
    while present is not None and len(found) < number:
        present = next_plan(present, present, datetime.fromisoformat(present.starts_at))
        found += [present.starts_at[:16]] if present else []
    return found


def test_each_sunday_at_six_stays_at_six_when_the_clocks_change():
    assert starts(SUNDAYS, SUNDAY) == ["2027-03-28T16:00", "2027-04-04T16:00", "2027-04-11T16:00"]
    assert starts(SUNDAYS, "2027-10-24T16:00:00Z", 2) == ["2027-10-31T17:00", "2027-11-07T17:00"]


def test_a_time_that_the_clocks_skip_is_later_once_and_the_usual_one_on_the_next_day():
    assert starts(NIGHTLY, "2027-03-27T01:30:00Z") == ["2027-03-28T01:30", "2027-03-29T00:30", "2027-03-30T00:30"]


def test_a_time_that_comes_twice_is_the_first_of_both():
    assert starts(NIGHTLY, "2027-10-30T00:30:00Z", 2) == ["2027-10-31T00:30", "2027-11-01T01:30"]


def test_several_weekdays_and_days_apart_are_counted_in_the_time_zone():
    auckland = Repeats("Pacific/Auckland", weekdays=("tuesday", "friday"))
    assert starts(auckland, "2027-05-31T19:00:00Z") == ["2027-06-03T19:00", "2027-06-07T19:00", "2027-06-10T19:00"]
    assert starts(Repeats("UTC", days=14), SUNDAY, 2) == ["2027-04-04T17:00", "2027-04-18T17:00"]


def test_a_series_ends_at_its_date_or_after_its_number_of_events():
    assert starts(replace(SUNDAYS, until="2027-04-04"), SUNDAY, 9) == ["2027-03-28T16:00", "2027-04-04T16:00"]
    assert starts(replace(SUNDAYS, events=2), SUNDAY, 9) == ["2027-03-28T16:00"]
    assert starts(replace(SUNDAYS, events=1), SUNDAY, 9) == []
    assert next_plan(replace(a_plan(), starts_at=SUNDAY), a_plan(), datetime.now(UTC)) is None


def test_missed_dates_are_left_out():
    late = next_plan(planned(SUNDAYS, SUNDAY), planned(SUNDAYS, SUNDAY), datetime(2027, 4, 20, tzinfo=UTC))
    assert late is not None
    assert (late.starts_at[:16], late.repeats.events) == ("2027-04-25T16:00", 499)


def test_a_moved_start_moves_no_later_one():
    original = planned(Repeats("Europe/Prague", days=7), SUNDAY)
    moved = replace(original, starts_at="2027-03-22T19:00:00Z")
    following = next_plan(moved, original, datetime(2027, 3, 22, 19, tzinfo=UTC))
    assert following is not None
    assert following.starts_at[:16] == "2027-03-28T16:00"
    changed = replace(moved, repeats=with_time(Repeats("Europe/Prague", days=7), moved.starts_at))
    following = next_plan(changed, original, datetime(2027, 3, 22, 19, tzinfo=UTC))
    assert following is not None
    assert following.starts_at[:16] == "2027-03-29T18:00"


def test_rounds_move_along_by_local_clocks():
    times = {"round_times": (SUNDAY, "2027-03-21T19:00:00Z"), "round_ends": ("2027-03-27T17:00:00Z",)}
    present = planned(SUNDAYS, SUNDAY, **times, keep_apart=KeepApart(team_mates=True, groups=((0, 1),)))
    following = next_plan(present, present, datetime.fromisoformat(SUNDAY))
    assert following is not None
    assert [each[:16] for each in following.round_times] == ["2027-03-28T16:00", "2027-03-28T18:00"]
    assert following.round_ends == ("2027-04-03T16:00:00.000000Z",)
    assert following.keep_apart == KeepApart(team_mates=True)


@pytest.mark.parametrize(
    "times",
    [{"round_ends": ("2027-03-21T16:00:00Z",)}, {"round_times": ("9999-12-31T23:00:00Z",)}],
    ids=["before the start", "far future"],
)
def test_times_of_rounds_that_cannot_move_along_are_left_out(times):
    present = planned(Repeats("Pacific/Kiritimati", days=7), SUNDAY, **times)
    following = next_plan(present, present, datetime.fromisoformat(SUNDAY))
    assert following is not None
    assert (following.round_times, following.round_ends) == ((), UNSET)

"""Test until when rounds are open: the plan states it, and pauses after the start move it."""

from datetime import datetime, timedelta

from service.tournaments.rules.events import Paused, Resumed, RoundEndsSoon, TakenBack
from service.tournaments.rules.plan_events import Changed, PlanChange
from service.tournaments.rules.round_ends import open_until, remind_at, timed_rounds
from tests.tournament.building import Log, a_plan

ENDS = ("2026-02-01T00:00:00Z", "2026-02-08T00:00:00Z")
WON = (1, 0)


def a_round(**changes):
    """Return a tournament of two with an open first round. Each event takes place a second after the one before."""
    return Log(a_plan(**{"round_ends": ENDS, **changes})).enter(2).start().pair((0, 1))


def ends(log):
    """Return how much later than planned each round ends."""
    found = [open_until(log.tournament, number) for number in (1, 2)]
    return [end and end - datetime.fromisoformat(planned) for end, planned in zip(found, ENDS, strict=True)]


def test_rounds_beyond_the_times_of_the_plan_have_no_end():
    assert ends(a_round()) == [timedelta(), timedelta()]
    assert open_until(a_round().tournament, 3) is None
    assert open_until(a_round(round_ends=()).tournament, 1) is None


def test_a_pause_moves_all_ends_and_new_ones_hold_as_they_are_stated():
    log = a_round()
    log.add(Paused)
    log.finish(1, WON)
    assert [*timed_rounds(log.tournament)] == []
    log.add(Resumed)
    assert ends(log) == [timedelta(seconds=2)] * 2
    log.add(Paused)
    log.add(Changed, change=PlanChange(round_ends=ENDS))
    log.add(Resumed)
    assert ends(log) == [timedelta(seconds=1)] * 2
    log.add(Changed, change=PlanChange(round_ends=ENDS))
    assert ends(log) == [timedelta()] * 2


def test_a_pause_before_the_start_moves_nothing():
    log = Log(a_plan(round_ends=ENDS)).enter(2)
    log.add(Paused)
    log.add(Resumed)
    assert ends(log.start()) == [timedelta()] * 2


def test_a_round_that_is_taken_back_pauses_the_ends_unless_it_is_paired_again():
    log = a_round()
    log.add(TakenBack, round=1, forced=True)
    log.add(Resumed)
    assert ends(log) == [timedelta(seconds=1)] * 2
    log.pair((0, 1))
    log.add(TakenBack, round=1, forced=True, corrected=True)
    assert log.tournament.held_since is None


def test_a_round_that_starts_after_its_time_has_no_end():
    assert ends(a_round(round_ends=("2026-01-01T00:00:00Z", ENDS[1])))[0] is None


def test_players_are_reminded_a_day_before_or_after_three_quarters_of_a_round():
    log = a_round()
    ((played, end),) = timed_rounds(log.tournament)
    assert remind_at(played, end) == end - timedelta(hours=24)
    opened = datetime.fromisoformat(played.opened_at)
    assert remind_at(played, opened + timedelta(hours=4)) == opened + timedelta(hours=3)


def test_only_an_open_round_of_a_running_tournament_ends_soon():
    log, soon = a_round(), {"round": 1, "until": ENDS[0]}
    assert log.may(RoundEndsSoon, **soon) == ""
    log.add(RoundEndsSoon, **soon)
    assert log.tournament.rounds[0].reminded == ENDS[0]
    log.add(Paused)
    assert log.may(RoundEndsSoon, **soon) == "the tournament is not running"
    log.add(Resumed)
    log.finish(1, WON)
    assert log.may(RoundEndsSoon, **soon) == "the round is not open"

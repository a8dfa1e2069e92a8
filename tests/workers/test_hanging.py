"""Test suspended processes and wrong clocks: neither ends the service, and both are noticed."""

import os
import re
import signal
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import msgspec

from domain.clock_per_decision import PerDecisionClock
from service.game.game import load
from service.installation.clock_and_ids import CLOCKS_APART_SECONDS
from service.leaderboards.rating import rate_waiting
from service.runtime import heartbeat
from service.runtime.heartbeat import BEAT_SECONDS, VARIABLE
from service.runtime.liveness import USUAL
from tests.workers.ai_games import QUICK, ai_game, due_at, now_of
from tests.workers.clocks import LONG, timed
from tests.workers.rejecting_redis import is_ready
from tests.workers.rulesets import FAST
from tests.workers.running import PROCESSES, gone
from tests.workers.waiting import PATIENCE_SECONDS, until
from workers.processes.clock_corrections import AHEAD_SECONDS, restart_clocks_ahead
from workers.processes.pace import LONGEST_PAUSE_SECONDS
from workers.processes.sweeper import sweep

HOUR = 3600.0


def test_processes_that_are_stopped_are_ended_and_started_again(service):
    until(lambda: len(service.below()) == PROCESSES, "all processes run")
    before = len(service.errors.read_text())
    stopped = set(service.below()) - set(service.web_workers())
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    gone(stopped)
    until(lambda: is_ready(service.address), "it is ready again")
    until(lambda: len(service.below()) == PROCESSES, "all processes run again")
    output = service.errors.read_text()[before:]
    assert sorted(re.findall("(\\S+|web server) sends no heartbeat and uses no", output)) == [
        "Redis",
        "web server",
        "workers",
    ]
    assert USUAL.silent < PATIENCE_SECONDS


def test_a_game_that_a_clock_an_hour_ahead_put_on_the_list_is_helped_once_it_is_right_again(installation):
    game_id = ai_game(installation, FAST)
    now = now_of(installation, game_id)
    installation.store.due.postpone(game_id, due_at(installation, game_id), now + HOUR)
    installation.queues[QUICK].empty()
    sweep(installation, now)
    assert due_at(installation, game_id) < now + LONGEST_PAUSE_SECONDS + CLOCKS_APART_SECONDS
    assert installation.queues[QUICK].count == 1


def test_a_game_that_is_due_later_is_unchanged(installation):
    game_id = ai_game(installation, FAST)
    due = due_at(installation, game_id)
    sweep(installation, due - 1)
    assert due_at(installation, game_id) == due


def started_an_hour_ahead(installation):
    """Create a game of human players with a clock that is an hour ahead."""
    sources = replace(installation.sources, now=lambda: datetime.now(UTC) + timedelta(seconds=HOUR))
    return timed(replace(installation, sources=sources), PerDecisionClock(LONG))


def test_a_decision_started_by_a_clock_an_hour_ahead_is_restarted_once_it_is_corrected(installation):
    started_an_hour_ahead(installation)
    now, beats = time.time(), []
    since = restart_clocks_ahead(installation, now, 0.0, None)
    restart_clocks_ahead(installation, now, AHEAD_SECONDS, since, lambda: beats.append(1))
    assert beats == [1]
    assert now < max(installation.store.clocks.all().values()) < now + LONG + CLOCKS_APART_SECONDS
    assert restart_clocks_ahead(installation, now, AHEAD_SECONDS, since) is None


def test_a_job_sends_a_heartbeat_for_each_game_of_a_deal_that_it_rates(installation, tmp_path, monkeypatch):
    alive, header = tmp_path / "alive", load(installation, ai_game(installation, FAST)).header
    header = msgspec.structs.replace(header, deal="dl_rated")
    installation.store.deals.keep("dl_rated", ("gone",))
    installation.store.deals.end("dl_rated", ["gone"])
    installation.store.ratings.add_waiting("dl_rated", "gone")
    monkeypatch.setenv(VARIABLE, str(alive))
    monkeypatch.setattr(heartbeat, "_last", [-BEAT_SECONDS])
    rate_waiting(installation, header)
    assert (alive.exists(), installation.store.ratings.waiting("dl_rated")) == (True, [])


def test_no_decision_is_restarted_by_a_clock_that_is_behind_for_a_moment(installation):
    game_id = timed(installation, PerDecisionClock(LONG))
    game = load(installation, game_id).info
    since = restart_clocks_ahead(installation, time.time() - HOUR, 0.0, None)
    restart_clocks_ahead(installation, time.time() - HOUR, AHEAD_SECONDS - 0.1, since)
    assert restart_clocks_ahead(installation, time.time(), AHEAD_SECONDS, since) is None
    assert load(installation, game_id).info == game

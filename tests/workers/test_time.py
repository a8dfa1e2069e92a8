"""Test deadlines in real processes: each decision is resolved once, whichever process is killed."""

import os
import signal
import time

import pytest
from msgspec import UNSET

from domain.clock_per_decision import PerDecisionClock
from domain.registry import RULESETS
from service.assembly import open_installation
from service.game.game import load
from service.playing import missed_decisions
from service.playing.pending_jobs import seat_to_play
from service.resources.clocks import Absence
from service.settings import read_settings
from tests.workers.ai_games import events, waiting_jobs
from tests.workers.clocks import LONG, TIME, by_time, lateness, run_out_at, timed
from tests.workers.rulesets import FAST, NAME
from tests.workers.running import environ_for
from tests.workers.waiting import until
from workers.jobs.scoring import score_game
from workers.jobs.turns import play_turns
from workers.processes.clock_keeper import resolve_deadlines
from workers.processes.sweeper import sweep

GAMES = 100


@pytest.fixture
def hosted(service):
    """Return the dependencies of the use cases for the games of the running service."""
    directory = service.errors.parent / "data"
    opened = open_installation(
        read_settings(environ_for(directory, BOTTEGA_REDIS_URL=f"unix://{directory}/redis.sock")), RULESETS
    )
    yield opened
    opened.store.close()


def test_clocks_that_run_out_together_are_acted_on_once_while_the_sweeper_is_killed(service, hosted):
    game_ids = [timed(hosted, PerDecisionClock(LONG)) for _ in range(GAMES)]
    (sweeper,) = until(lambda: service.named("sweeper"), "the sweeper runs")
    pending = {game_id: load(hosted, game_id).to_act for game_id in game_ids}
    when = time.time() + 1
    run_out_at(hosted, game_ids, when)
    until(lambda: time.time() > when, "the time is up")
    os.kill(sweeper, signal.SIGKILL)
    until(lambda: all(by_time(hosted, game_id) for game_id in game_ids), "all have been acted on")
    for game_id in game_ids:
        assert [seat for seat, _ in by_time(hosted, game_id)] == list(pending[game_id])
    assert min(lateness(hosted, game_ids, when)) >= 0


def test_the_sweeper_checks_the_clocks_if_the_workers_are_down(service, hosted):
    for kind in ("scoring", "thinking"):
        for process in until(lambda: service.named(kind), f"the {kind} worker runs"):  # noqa: B023  # called at once
            os.kill(process, signal.SIGSTOP)
    game_id = timed(hosted, PerDecisionClock(1))
    until(lambda: by_time(hosted, game_id), "the sweeper acts")
    for kind in ("scoring", "thinking"):
        for process in service.named(kind):
            os.kill(process, signal.SIGCONT)


def test_a_game_of_absent_players_is_played_to_its_end_by_its_clocks(installation):
    game_id = timed(installation, PerDecisionClock(LONG))
    while (game := load(installation, game_id)).to_act:
        run_out_at(installation, [game_id], time.time() - 1)
        assert resolve_deadlines(installation, time.time()) > 0
        assert load(installation, game_id).position.version > game.position.version
    assert all(each.by.reason == TIME for each in events(installation, game_id))


def test_a_level_that_takes_over_acts_at_once_and_plays_to_the_end(installation):
    game_id = timed(installation, PerDecisionClock(LONG), Absence("level", FAST))
    while load(installation, game_id).to_act:
        run_out_at(installation, [game_id], time.time() - 1)
        resolve_deadlines(installation, time.time())
        (ids,) = waiting_jobs(installation).values()
        assert ids
        play_all(installation, game_id)
    assert {each.by.level for each in events(installation, game_id) if each.change is UNSET} == {FAST}


def play_all(installation, game_id):
    """Play the pending AI turns until a human player must act."""
    while seat_to_play(game := load(installation, game_id)) is not None:
        play_turns(game_id, game.position.version)


def test_the_scoring_of_a_game_that_a_resignation_has_ended_may_be_lost_and_run_twice(installation):
    game_id = timed(installation, UNSET)
    for seat in range(1, installation.rulesets[NAME].min_seats):
        missed_decisions.resign(installation, game_id, seat)
    version = load(installation, game_id).position.version
    for queue in installation.queues.values():
        queue.empty()
    sweep(installation, time.time() + 1000)
    assert [f"score-{game_id}"] in waiting_jobs(installation).values()
    for _ in range(2):
        score_game(game_id)
    assert load(installation, game_id).position.version == version
    assert installation.store.results.of(game_id) is not None
    assert load(installation, game_id).outcome.winners == (0,)

"""Test worker processes that are terminated, killed or failing: no game is lost, and no turn is played twice."""

import os
import signal
import subprocess
import sys
import time

from rq.job import Job

from domain.levels import LEVELS, SearchBudget, allotted
from domain.registry import RULESETS
from service.game.game import load
from tests.workers import decision_log
from tests.workers.ai_games import QUICK, SEARCH, ai_game, due_at, events, now_of, read, version, waiting_jobs
from tests.workers.conftest import LEASE_SECONDS
from tests.workers.rulesets import FAST, NAME, POISONED, SEARCHING, SLOW, poison
from tests.workers.waiting import until
from workers.processes.sweeper import sweep
from workers.processes.worker import NICENESS

FAR = 10
"""The version at which a game has continued long enough."""


def test_a_worker_killed_in_mid_turn_leaves_no_game_waiting(installation, start_worker, tmp_path):
    (tmp_path / "hold").touch()
    game_id = ai_game(installation, SLOW)
    first = start_worker()
    until(lambda: read(tmp_path / "thinking") == str(first.pid), "the first worker thinks")
    first.kill()
    first.wait()
    assert waiting_jobs(installation) == {}
    assert Job.exists(f"ai-{game_id}-0", installation.queues[QUICK].connection)

    (tmp_path / "hold").unlink()
    second = start_worker()
    sweep(installation, now_of(installation, game_id))
    until(lambda: version(installation, game_id) >= FAR, "the second worker plays on")
    assert read(tmp_path / "thinking") == str(second.pid)


def test_a_turn_thought_through_twice_is_played_once(installation, start_worker, tmp_path):
    (tmp_path / "hold").touch()
    game_id = ai_game(installation, SLOW)
    start_worker()
    until(lambda: read(tmp_path / "thinking"), "the worker thinks")
    sweep(installation, now_of(installation, game_id))
    (tmp_path / "hold").unlink()
    until(lambda: version(installation, game_id) >= FAR, "the game goes on")
    assert in_order(events(installation, game_id))


def test_a_worker_finishes_its_turn_before_it_ends(installation, start_worker, tmp_path):
    (tmp_path / "hold").touch()
    game_id = ai_game(installation, SLOW)
    worker = start_worker()
    until(lambda: read(tmp_path / "thinking"), "the worker thinks")
    worker.terminate()
    (tmp_path / "hold").unlink()
    assert worker.wait(30) == 0
    assert version(installation, game_id) >= 1


def test_an_idle_worker_ends_without_waiting_for_a_job(installation, start_worker):
    queue = installation.queues[QUICK]
    worker = start_worker()
    workers = queue.connection.smembers
    until(lambda: b"idle" in {queue.connection.hget(key, "state") for key in workers("rq:workers")}, "it is idle")
    worker.terminate()
    assert worker.wait(30) == 0


def test_a_stopping_worker_breaks_off_its_search_and_another_takes_the_turn_at_once(
    installation, start_worker, tmp_path
):
    (tmp_path / "ponder").touch()
    game_id = ai_game(installation, SEARCHING)
    first = start_worker()
    until(lambda: read(tmp_path / "thinking") == str(first.pid), "the first worker searches")
    first.terminate()
    assert first.wait(30) == 0
    assert (version(installation, game_id), waiting_jobs(installation)) == (0, {SEARCH: [f"ai-{game_id}-0"]})

    second = start_worker()
    until(lambda: read(tmp_path / "thinking") == str(second.pid), "the second worker searches, with nobody's help")


def test_a_worker_with_a_long_search_keeps_its_turn(installation, start_worker, tmp_path):
    (tmp_path / "ponder").touch()
    game_id = ai_game(installation, SEARCHING)
    handed_out = due_at(installation, game_id)
    start_worker()
    renewed = until(
        lambda: due_at(installation, game_id) > handed_out and due_at(installation, game_id), "the search begins"
    )
    until(lambda: due_at(installation, game_id) > renewed, "the lease is renewed in mid-search")
    sweep(installation, renewed)
    assert (version(installation, game_id), waiting_jobs(installation)) == (0, {})


def test_a_game_whose_ai_fails_blocks_no_other_and_continues_after_the_repair(installation, start_worker, tmp_path):
    poison(tmp_path)
    poisoned, sound = ai_game(installation, POISONED), ai_game(installation, FAST)
    start_worker()
    until(lambda: version(installation, sound) >= FAR, "the other game goes on")
    assert version(installation, poisoned) == 0
    (tmp_path / "poison").unlink()
    until(lambda: swept_version(installation, poisoned) >= FAR, "it goes on as well")


def swept_version(installation, game_id):
    """Return the version of a game after a sweep, which enqueues a failed job after a pause."""
    sweep(installation, time.time() + LEASE_SECONDS)
    return version(installation, game_id)


def test_a_thinking_worker_has_the_lowest_priority(start_worker):
    worker, lower = start_worker("thinking"), min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    until(lambda: os.getpriority(os.PRIO_PROCESS, worker.pid) == lower, "its priority is lowered")


def most_iterations(level: str) -> int:
    """Return the iterations of a level's search for a decision."""
    budget = LEVELS[level]
    assert isinstance(budget, SearchBudget)
    return allotted(RULESETS[NAME], budget).iterations


def test_a_worker_logs_the_time_of_decisions_on_request(installation, environ, tmp_path):
    game_id = ai_game(installation, "normal")
    command = [sys.executable, "-m", "workers.command.entry", "worker", "thinking"]
    with (tmp_path / "log").open("wb") as log:
        worker = subprocess.Popen(command, env={**environ, "BOTTEGA_LOG_DECISIONS": "on"}, stderr=log)
    first = until(lambda: next(decision_log.read(tmp_path / "log"), None), "the first decision is logged")
    worker.terminate()
    assert worker.wait(30) == 0
    for clock in ("cpu_seconds", "wall_seconds"):
        assert first.pop(clock) > 0
    assert 0 < first.pop("visits") <= first.pop("iterations") <= most_iterations("normal")
    game = {"game_id": game_id, "ruleset": NAME, "seats": len(load(installation, game_id).header.seats)}
    assert first == {
        **game,
        "version": 0,
        "seat": events(installation, game_id)[0].seat,
        "level": "normal",
        "cut": False,
    }


def test_games_outlast_workers_that_end_one_after_another(installation, start_worker):
    games = [ai_game(installation, FAST) for _ in range(2)]
    for ended, number in enumerate((signal.SIGTERM, signal.SIGKILL, signal.SIGTERM)):
        worker = start_worker()
        until(lambda: sum(version(installation, each) for each in games) > 12 * ended, "the games go on")  # noqa: B023
        worker.send_signal(number)
        worker.wait()
        sweep(installation, time.time() + LEASE_SECONDS)
    start_worker()
    start_worker("scoring")
    until(lambda: all(installation.store.results.of(each) for each in games), "all games are played and scored")
    assert all(in_order(events(installation, each)) for each in games)


def in_order(log):
    """Whether each version of a game has one event."""
    return [event.version for event in log] == list(range(1, len(log) + 1))

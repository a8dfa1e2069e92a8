"""Test that a job which ends its worker process again and again is stopped, and that a healthy job is not."""

import subprocess
import sys
import time

import pytest

from service.installation import failed_jobs, jobs
from service.playing.pending_jobs import pending_job
from service.runtime.heartbeat import VARIABLE, HeartbeatPipe
from service.runtime.liveness import Limits
from service.store.failed_jobs import LOSSES, LOST
from tests.workers.ai_games import ai_game, lose_all_jobs, make_due, version, waiting_jobs
from tests.workers.rulesets import DEATHS, FAST, POISONED, SLOW, poison
from tests.workers.waiting import until
from workers.command.doctor import diagnosis
from workers.command.failed_jobs import show
from workers.processes.managed_process import ManagedProcess
from workers.processes.sweeper import sweep
from workers.processes.worker import Worker

DEADLY = sorted(DEATHS.keys() - {""})


@pytest.fixture
def environ(environ):
    return environ | {"BOTTEGA_JOB_TRIES": "1"}


def sweep_later(installation, game_id, number):
    """Let the sweeper check a game after the longest pause."""
    now = time.time() + 1000 * (number + 1)
    make_due(installation, game_id, now - 1)
    sweep(installation, now)


def ended(environ, tmp_path):
    """Run a real worker under supervision until it ends; return its exit code."""
    pulse = HeartbeatPipe()
    command = [sys.executable, "-m", "tests.workers.slow_worker", str(tmp_path), "thinking"]
    own = environ | {VARIABLE: str(pulse.writes.fileno())}
    process = subprocess.Popen(command, env=own, pass_fds=[pulse.writes.fileno()])
    part = ManagedProcess("worker", lambda: process, pulse.beats, Limits(busy=2.0), process)
    try:
        return until(lambda: part.kill_if_hung() or process.poll(), "the worker has ended")
    finally:
        process.kill()
        process.wait()
        pulse.close()


def run_here(installation):
    """Run all waiting jobs in this process."""
    queues = list(installation.queues.values())
    worker = Worker(queues, connection=queues[0].connection, serializer="json")
    worker.order = jobs.WORKERS["thinking"]
    worker.work(burst=True, logging_level="CRITICAL")


def begin(installation, game_id):
    """Take the job of a game and start it, as a worker does that ends at once."""
    job = pending_job(installation, game_id)
    queue = installation.queues[job.queue]
    stored = queue.fetch_job(queue.connection.lpop(queue.key).decode())
    worker = Worker([queue], connection=queue.connection, serializer="json")
    worker.prepare_execution(stored)
    worker.prepare_job_execution(stored)


@pytest.mark.parametrize("death", DEADLY)
def test_a_turn_that_ends_its_worker_is_replaced_by_a_default_action(installation, environ, tmp_path, capsys, death):
    poison(tmp_path, death)
    game_id = ai_game(installation, POISONED)
    for number in range(LOSSES):
        assert ended(environ, tmp_path) != 0
        sweep_later(installation, game_id, number)
    failed = installation.store.failed_jobs.of(game_id)["play_turns 0"]
    assert (failed.tries, failed.error, failed.has_stopped(1)) == (LOSSES, LOST, True)
    (found,) = (each for each in diagnosis.diagnose(environ, None) if each.check == "failed jobs")
    assert (found.level, found.found) == ("fail", f"1 job stopped: play_turns 0 of {game_id}: {LOST}")
    show(environ)
    assert f"{game_id}: play_turns 0, stopped after {LOSSES} failures" in capsys.readouterr().out
    sweep_later(installation, game_id, LOSSES)
    assert [*waiting_jobs(installation).values()] == [[f"default-{game_id}-0"]]


def test_the_loss_of_a_job_that_no_worker_has_started_is_no_failure(installation):
    game_id = ai_game(installation, FAST)
    for number in range(5):
        lose_all_jobs(installation)
        sweep_later(installation, game_id, number)
    assert installation.store.failed_jobs.of(game_id) == {}


def test_a_job_whose_workers_were_killed_continues_and_its_success_ends_the_count(installation):
    game_id = ai_game(installation, FAST)
    for number in range(LOSSES - 1):
        begin(installation, game_id)
        sweep_later(installation, game_id, number)
    assert installation.store.failed_jobs.of(game_id)["play_turns 0"].tries == LOSSES - 1
    run_here(installation)
    assert version(installation, game_id) > 0
    assert installation.store.failed_jobs.of(game_id) == {}


def test_one_kill_of_all_workers_stops_no_job(installation):
    game_ids = [ai_game(installation, SLOW) for _ in range(3)]
    for each in game_ids:
        begin(installation, each)
        sweep_later(installation, each, 0)
    assert {failed.tries for each in game_ids for failed in installation.store.failed_jobs.of(each).values()} == {1}
    run_here(installation)
    assert installation.store.failed_jobs.all(time.time()) == {}


def test_a_worker_that_stops_returns_its_job_which_is_no_loss(installation, start_worker, tmp_path):
    (tmp_path / "ponder").touch()
    game_id = ai_game(installation, "expert")
    worker = start_worker()
    until((tmp_path / "thinking").exists, "the search has started")
    worker.terminate()
    assert worker.wait() == 0
    sweep_later(installation, game_id, 0)
    assert installation.store.failed_jobs.of(game_id) == {}


def test_a_raised_error_replaces_losses_and_stays_when_losses_follow(installation, tmp_path):
    game_id = ai_game(installation, POISONED)
    begin(installation, game_id)
    sweep_later(installation, game_id, 0)
    poison(tmp_path)
    run_here(installation)
    failed = installation.store.failed_jobs.of(game_id)["play_turns 0"]
    assert (failed.tries, failed_jobs.has_stopped(installation, failed)) == (1, True)
    failed_jobs.note_loss(installation, pending_job(installation, game_id).work)
    assert installation.store.failed_jobs.of(game_id)["play_turns 0"] == failed

"""Test that no code comes from writable directories or queues, and that each process has only its own secrets."""

from pathlib import Path

import pytest

from service.installation import jobs
from service.tournaments.subject import result_job
from tests.workers.rejecting_redis import call
from tests.workers.running import PROCESSES, command_line, environ_for, serving
from tests.workers.waiting import until
from workers.processes.worker import JOBS, Returnable, UnknownJob

TRAP = "import pathlib\npathlib.Path({!r}).touch()\nraise ImportError('this is not the module that was meant')\n"
NAMES = ("rq", "redis", "gunicorn", "flask", "service", "workers", "domain", "json", "logging")


def test_a_service_imports_nothing_from_the_directory_that_it_is_started_in_and_finds_its_data_there(
    tmp_path, monkeypatch
):
    trap = tmp_path / "sprung"
    started_in = tmp_path / "here"
    started_in.mkdir()
    for name in NAMES:
        (started_in / f"{name}.py").write_text(TRAP.format(str(trap)))
    monkeypatch.chdir(started_in)
    with serving(tmp_path, BOTTEGA_DATA="data") as served:
        assert call(served.address, "/readyz")[0] == 200
    assert not trap.exists()
    assert (started_in / "data" / "secret").exists()
    assert environ_for("data")["BOTTEGA_DATA"] == "data"


def test_none_but_the_web_server_gets_the_secret(tmp_path):
    secret = "a secret of at least 32 characters"
    with serving(tmp_path, BOTTEGA_SECRET=secret) as served:
        processes = until(lambda: len(served.below()) == PROCESSES and served.below(), "all processes run")
        knowing = {process for process in processes if secret in Path(f"/proc/{process}/environ").read_text()}
        assert knowing == {process for process in processes if "gunicorn" in str(command_line(process))}


def requested_jobs(installation, function, *arguments, **named):
    """Put a job into a queue and return it as a worker reads it."""
    queue = installation.queues["quick-0"]
    job = queue.enqueue_call(function, args=arguments, kwargs=named)
    return Returnable.fetch(job.id, connection=queue.connection, serializer="json")


@pytest.mark.parametrize(
    ("function", "arguments", "named"),
    [
        ("os.system", ("true",), {}),
        ("workers.jobs.lease.stop", (), {}),
        ("workers.jobs.turns.load", ("game",), {}),
        ("workers.jobs.turns.play_turns", (["game"], 1), {}),
        ("workers.jobs.turns.play_turns", (), {"game_id": "game", "version": 1}),
    ],
)
def test_a_worker_runs_no_job_that_the_service_never_enqueues(installation, function, arguments, named):
    with pytest.raises(UnknownJob):
        _ = requested_jobs(installation, function, *arguments, **named).func


def test_all_jobs_that_the_service_enqueues_are_known():
    enqueued = [
        jobs.ai_turn("game", 1, 0, searches=True),
        jobs.default_turn(jobs.ai_turn("game", 1, 0, searches=True)),
        jobs.scoring("game"),
        jobs.hint("game", 0, 1, 1, 0),
        jobs.analysis("game", 0, 0),
        jobs.webhook("game", "webhook", "occasion", 0),
        result_job("game"),
    ]
    assert {job.function for job in enqueued} == JOBS.keys()


def test_no_callback_runs_after_a_job(installation):
    job = requested_jobs(installation, "workers.jobs.scoring.score_game", "game")
    assert (job.success_callback, job.failure_callback, job.stopped_callback) == (None, None, None)

"""Test that a job that keeps failing is stopped, reported and replaced, and that an operator can let it try again."""

import inspect
import logging
import time
from dataclasses import replace

import pytest

from service.installation import failed_jobs, jobs
from service.lobby import creation
from service.playing import analysis as use_case
from service.playing.pending_jobs import pending_job
from service.problems import GameBusy, InternalError
from service.repair import inspection
from service.store import SeatSetup
from service.store.durability import NotDurable
from service.tournaments.extension import result_job
from tests.workers.ai_games import ai_game, events, lose_all_jobs, make_due, play_to_the_end, version
from tests.workers.rulesets import FAST, POISONED
from workers.command import cli, doctor
from workers.command import games as command
from workers.jobs import context
from workers.jobs.scoring import score_game
from workers.processes.sweeper import sweep
from workers.processes.worker import JOBS, Worker

GAME = "g" * 20
OF_EXTENSIONS = (result_job,)
SAMPLES = {str: GAME, int: 7, "share": 0, "searches": True, "turn": jobs.ai_turn(GAME, 7, 0, searches=False)}
"""Arguments of the functions that return jobs, by their types or names."""


def kinds():
    """Return each function of the service that returns a job."""
    own = [each for _, each in inspect.getmembers(jobs, inspect.isfunction) if each.__module__ == jobs.__name__]
    return [each for each in own if inspect.signature(each).return_annotation == jobs.Job] + [*OF_EXTENSIONS]


def made_by(kind):
    """Return a job of this kind."""
    given = inspect.signature(kind).parameters.values()
    chosen = {each.name: SAMPLES.get(each.name, SAMPLES.get(each.annotation)) for each in given}
    return kind(**chosen)


def reported(environ):
    """Return what the doctor finds about failed jobs."""
    (found,) = (each for each in doctor.diagnose(environ, None) if each.check == "failed jobs")
    return found.level, found.found


def run_all(bottega, kind="thinking"):
    """Run all waiting jobs in this process."""
    queues = list(bottega.queues.values())
    worker = Worker(queues, connection=queues[0].connection, serializer="json")
    worker.order = jobs.WORKERS[kind]
    worker.work(burst=True, logging_level="CRITICAL")


def fail(*_arguments):
    raise KeyError("a secret of the game")


def try_often(bottega, game_id, times=6):
    """Let the sweeper check a game and workers run its jobs, each time after the longest pause."""
    for number in range(times):
        now = time.time() + 1000 * (number + 1)
        make_due(bottega, game_id, now - 1)
        sweep(bottega, now)
        run_all(bottega)


def poisoned(bottega, tmp_path, level=POISONED):
    """Create a game in which the first turn of an AI player fails."""
    (tmp_path / "poison").touch()
    game_id = ai_game(bottega, level)
    run_all(bottega)
    return game_id


def test_every_job_of_the_workers_has_a_kind():
    assert {made_by(each).function for each in kinds()} == set(JOBS)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_a_job_that_keeps_failing_is_stopped(bottega, monkeypatch, caplog, kind):
    job, tries = made_by(kind), bottega.settings.job_tries
    monkeypatch.setitem(JOBS, job.function, fail)
    for number in range(1, tries + 1):
        assert not failed_jobs.is_stopped(bottega, job.work)
        jobs.drop(bottega.queues, job)
        jobs.enqueue(bottega.queues, job)
        run_all(bottega)
        assert failed_jobs.find(bottega, job.work).tries == number
    assert failed_jobs.is_stopped(bottega, job.work)
    stopped = [each.getMessage() for each in caplog.records if "is stopped" in each.getMessage()]
    assert stopped == [f"{job.work.job} of {job.work.subject} has failed {tries} times and is stopped"]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_no_request_starts_a_failed_job_before_its_pause_has_passed(bottega, monkeypatch, kind):
    job = made_by(kind)
    monkeypatch.setitem(JOBS, job.function, fail)
    for _ in range(3):
        jobs.enqueue(bottega.queues, job)
        run_all(bottega)
    assert failed_jobs.find(bottega, job.work).tries == 1


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_a_stored_failure_has_no_message_of_the_error(bottega, monkeypatch, kind):
    job = made_by(kind)
    monkeypatch.setitem(JOBS, job.function, fail)
    jobs.enqueue(bottega.queues, job)
    run_all(bottega)
    assert failed_jobs.find(bottega, job.work).error.startswith("KeyError in tests/workers/test_failing_jobs.py:")


def test_the_pauses_between_tries_grow(bottega):
    pauses = [failed_jobs.pause_after(bottega, tries) for tries in (1, 2)]
    assert pauses == [bottega.settings.lease_seconds, failed_jobs.GROWTH * bottega.settings.lease_seconds]


def test_a_success_ends_the_count(bottega, tmp_path):
    game_id = poisoned(bottega, tmp_path)
    assert [each.tries for each in bottega.store.failed_jobs.of(game_id).values()] == [1]
    (tmp_path / "poison").unlink()
    try_often(bottega, game_id, 1)
    assert version(bottega, game_id) > 0
    assert bottega.store.failed_jobs.of(game_id) == {}
    assert bottega.store.failed_jobs.subjects(time.time()) == frozenset()


def test_a_failing_level_is_replaced_by_default_actions(bottega, tmp_path):
    game_id = poisoned(bottega, tmp_path)
    try_often(bottega, game_id, 2)
    assert version(bottega, game_id) == 0
    try_often(bottega, game_id, 1)
    assert version(bottega, game_id) == 1
    failed = bottega.store.failed_jobs.of(game_id)["play_turns 0"]
    assert failed_jobs.has_stopped(bottega, failed)


def test_a_game_with_a_failing_level_reaches_its_end(bottega, tmp_path):
    few = replace(bottega, settings=replace(bottega.settings, job_tries=1))
    context.use(few)
    game_id = poisoned(few, tmp_path)
    while few.store.result(game_id) is None:
        try_often(few, game_id, 1)
    assert {each.by for each in events(few, game_id)} == {None}


def test_turns_before_a_failing_one_are_written(bottega, tmp_path):
    """Only the second seat fails, so only the second one gets a default action. Either may be first."""
    (tmp_path / "poison").touch()
    ruleset = next(iter(bottega.rulesets.values()))
    seats = [SeatSetup("ai", FAST), SeatSetup("ai", POISONED)]
    game_id = creation.create_game(bottega, ruleset, ruleset.options_type(), seats)[0].game_id
    run_all(bottega)
    assert {each.seat for each in events(bottega, game_id)} <= {0}
    assert pending_job(bottega, game_id).work.job == f"play_turns {version(bottega, game_id)}"


def test_the_doctor_reports_a_stopped_job(bottega, environ, tmp_path):
    game_id = poisoned(bottega, tmp_path)
    assert reported(environ)[0] == "warn"
    try_often(bottega, game_id, 2)
    level, text = reported(environ)
    assert (level, f"play_turns 0 of {game_id}" in text, "RuntimeError in tests" in text) == ("fail", True, True)


def test_inspection_shows_a_stopped_job_and_repair_lets_it_try_again(bottega, environ, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(JOBS, "workers.jobs.scoring.score_game", fail)
    game_id = ai_game(bottega)
    play_to_the_end(bottega, game_id)
    lose_all_jobs(bottega)
    try_often(bottega, game_id, 4)
    faults = inspection.inspect(bottega, game_id, reveal=False)["faults"]
    assert [each for each in faults if each.startswith("jobs: score_game has failed 3 times")]
    monkeypatch.undo()
    command.repair_all(bottega, game_id)
    run_all(bottega, "scoring")
    assert bottega.store.result(game_id) is not None
    assert bottega.store.failed_jobs.of(game_id) == {}


def test_a_request_for_a_stopped_analysis_is_an_internal_error(bottega, monkeypatch):
    game_id = ai_game(bottega)
    play_to_the_end(bottega, game_id)
    score_game(game_id)
    monkeypatch.setitem(JOBS, "workers.jobs.analysis.continue_analysis", fail)
    use_case.read(bottega, game_id)
    run_all(bottega)
    try_often(bottega, game_id, 2)
    with pytest.raises(InternalError):
        use_case.read(bottega, game_id)


def test_a_deleted_game_leaves_no_failed_job(bottega, tmp_path):
    game_id = poisoned(bottega, tmp_path)
    bottega.store.remove(bottega.store.header(game_id))
    assert bottega.store.failed_jobs.all(time.time()) == {}


def test_an_outage_is_no_failure_of_a_job(bottega, monkeypatch):
    def away(*_arguments):
        raise NotDurable

    job = jobs.scoring(GAME)
    monkeypatch.setitem(JOBS, job.function, away)
    jobs.enqueue(bottega.queues, job)
    run_all(bottega)
    assert failed_jobs.find(bottega, job.work) is None


def test_rq_logs_nothing_of_a_busy_game(bottega, monkeypatch, caplog):
    def busy(*_arguments):
        raise GameBusy("busy")

    job = jobs.scoring(GAME)
    monkeypatch.setitem(JOBS, job.function, busy)
    jobs.enqueue(bottega.queues, job)
    with caplog.at_level(logging.ERROR):
        run_all(bottega)
    assert caplog.records == []


def test_the_operator_lists_stopped_jobs_and_lets_them_try_again(bottega, environ, tmp_path, monkeypatch, capsys):
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    game_id = poisoned(bottega, tmp_path)
    try_often(bottega, game_id, 2)
    assert cli.main(["jobs", "list"]) == 0
    assert f"{game_id}: play_turns 0, stopped after 3 failures" in capsys.readouterr().out
    assert cli.main(["jobs", "retry"]) == 0
    assert f"{game_id} is tried again." in capsys.readouterr().out
    (tmp_path / "poison").unlink()
    sweep(bottega, time.time() + 1)
    run_all(bottega)
    assert version(bottega, game_id) > 0

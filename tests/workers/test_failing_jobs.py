"""Test that a job that keeps failing is stopped, reported and replaced, and that an operator can let it try again."""

import inspect
import logging
import time
from dataclasses import replace

import pytest
from msgspec import UNSET

from domain.registry import RULESETS
from service import problems
from service.game.game import load
from service.installation import failed_jobs, jobs
from service.lobby import creation
from service.playing import analysis as use_case
from service.playing.pending_jobs import pending_job
from service.repair import inspection
from service.store import SeatSetup
from service.store.durability import NotDurable
from service.store.failed_jobs import FailedJob
from service.tournaments.subject import result_job
from tests.workers.ai_games import ai_game, events, lose_all_jobs, make_due, play_to_the_end, version
from tests.workers.rulesets import FAST, NAME, POISONED, poison
from workers.command import cli
from workers.command import games as command
from workers.command.doctor import diagnosis
from workers.jobs import context
from workers.jobs.scoring import score_game
from workers.processes.sweeper import sweep
from workers.processes.worker import JOBS, Worker

GAME = "g" * 20
OF_EXTENSIONS = (result_job,)
PLACE = "tests/workers/test_failing_jobs.py"
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
    (found,) = (each for each in diagnosis.diagnose(environ, None) if each.check == "failed jobs")
    return found.level, found.found


def run_all(installation, kind="thinking"):
    """Run all waiting jobs in this process."""
    queues = list(installation.queues.values())
    worker = Worker(queues, connection=queues[0].connection, serializer="json")
    worker.order = jobs.WORKERS[kind]
    worker.work(burst=True, logging_level="CRITICAL")


def fail(*_arguments):
    raise KeyError("a secret of the game")


def try_often(installation, game_id, times=6):
    """Let the sweeper check a game and workers run its jobs, each time after the longest pause."""
    for number in range(times):
        now = time.time() + 1000 * (number + 1)
        make_due(installation, game_id, now - 1)
        sweep(installation, now)
        run_all(installation)


def poisoned(installation, tmp_path, level=POISONED):
    """Create a game in which the first turn of an AI player fails."""
    poison(tmp_path)
    game_id = ai_game(installation, level)
    run_all(installation)
    return game_id


def test_every_job_of_the_workers_has_a_kind():
    assert {made_by(each).function for each in kinds()} == set(JOBS)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_a_job_that_keeps_failing_is_stopped(installation, monkeypatch, caplog, kind):
    job, tries = made_by(kind), installation.settings.job_tries
    monkeypatch.setitem(JOBS, job.function, fail)
    for number in range(1, tries + 1):
        assert not failed_jobs.is_stopped(installation, job.work)
        jobs.drop(installation.queues, job)
        jobs.enqueue(installation.queues, job)
        run_all(installation)
        assert failed_jobs.find(installation, job.work).tries == number
    assert failed_jobs.is_stopped(installation, job.work)
    stopped = [each.getMessage() for each in caplog.records if "is stopped" in each.getMessage()]
    assert stopped == [f"{job.work.job} of {job.work.subject} has failed {tries} times and is stopped"]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_no_request_starts_a_failed_job_before_its_pause_has_passed(installation, monkeypatch, kind):
    job = made_by(kind)
    monkeypatch.setitem(JOBS, job.function, fail)
    for _ in range(3):
        jobs.enqueue(installation.queues, job)
        run_all(installation)
    assert failed_jobs.find(installation, job.work).tries == 1


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_a_stored_failure_has_no_message_of_the_error(installation, monkeypatch, kind):
    job = made_by(kind)
    monkeypatch.setitem(JOBS, job.function, fail)
    jobs.enqueue(installation.queues, job)
    run_all(installation)
    assert failed_jobs.find(installation, job.work).error.startswith("KeyError in tests/workers/test_failing_jobs.py:")


def test_the_pauses_between_tries_grow(installation):
    pauses = [failed_jobs.pause_after(installation, FailedJob("job", tries, 0.0, "")) for tries in (1, 2)]
    assert pauses == [installation.settings.lease_seconds, failed_jobs.GROWTH * installation.settings.lease_seconds]


def test_a_success_ends_the_count(installation, tmp_path):
    game_id = poisoned(installation, tmp_path)
    assert [each.tries for each in installation.store.failed_jobs.of(game_id).values()] == [1]
    (tmp_path / "poison").unlink()
    try_often(installation, game_id, 1)
    assert version(installation, game_id) > 0
    assert installation.store.failed_jobs.of(game_id) == {}
    assert installation.store.failed_jobs.subjects(time.time()) == frozenset()


def test_a_failing_level_is_replaced_by_default_actions(installation, tmp_path):
    game_id = poisoned(installation, tmp_path)
    try_often(installation, game_id, 2)
    assert version(installation, game_id) == 0
    try_often(installation, game_id, 1)
    assert version(installation, game_id) == 1
    failed = installation.store.failed_jobs.of(game_id)["play_turns 0"]
    assert failed_jobs.has_stopped(installation, failed)


def test_a_game_with_a_failing_level_reaches_its_end(installation, tmp_path):
    few = replace(installation, settings=replace(installation.settings, job_tries=1))
    context.use(few)
    game_id = poisoned(few, tmp_path)
    while few.store.results.of(game_id) is None:
        try_often(few, game_id, 1)
    assert {each.by for each in events(few, game_id)} == {UNSET}


def test_a_game_whose_default_action_fails_too_is_stopped(installation, tmp_path):
    rules = replace(RULESETS[NAME], default_action=fail)
    broken = replace(installation, rulesets={NAME: replace(rules, heuristics=installation.rulesets[NAME].heuristics)})
    context.use(broken)
    game_id = poisoned(broken, tmp_path)
    try_often(broken, game_id, 8)
    fault = load(broken, game_id).info.fault
    assert (fault.function, fault.why.partition(":")[0]) == ("default_action", f"KeyError in {PLACE}")
    assert pending_job(broken, game_id) is None
    assert broken.store.failed_jobs.of(game_id)["rules"].error == f"`default_action` of {NAME}: {fault.why}"


def test_turns_before_a_failing_one_are_written(installation, tmp_path):
    """Only the second seat fails, so only the second one gets a default action. Either may be first."""
    poison(tmp_path)
    ruleset = next(iter(installation.rulesets.values()))
    seats = [SeatSetup("ai", FAST), SeatSetup("ai", POISONED)]
    game_id = creation.create_game(installation, ruleset, ruleset.options_type(), seats)[0].game_id
    run_all(installation)
    assert {each.seat for each in events(installation, game_id)} <= {0}
    assert pending_job(installation, game_id).work.job == f"play_turns {version(installation, game_id)}"


def test_the_doctor_reports_a_stopped_job(installation, environ, tmp_path):
    game_id = poisoned(installation, tmp_path)
    assert reported(environ)[0] == "warn"
    try_often(installation, game_id, 2)
    level, text = reported(environ)
    assert (level, f"play_turns 0 of {game_id}" in text, "RuntimeError in tests" in text) == ("fail", True, True)


def test_inspection_shows_a_stopped_job_and_repair_lets_it_try_again(
    installation, environ, tmp_path, monkeypatch, capsys
):
    monkeypatch.setitem(JOBS, "workers.jobs.scoring.score_game", fail)
    game_id = ai_game(installation)
    play_to_the_end(installation, game_id)
    lose_all_jobs(installation)
    try_often(installation, game_id, 4)
    faults = inspection.inspect(installation, game_id, reveal=False)["faults"]
    assert [each for each in faults if each.startswith("jobs: score_game has failed 3 times")]
    monkeypatch.undo()
    command.repair_all(installation, game_id)
    run_all(installation, "scoring")
    assert installation.store.results.of(game_id) is not None
    assert installation.store.failed_jobs.of(game_id) == {}


def test_a_request_for_a_stopped_analysis_is_an_internal_error(installation, monkeypatch):
    game_id = ai_game(installation)
    play_to_the_end(installation, game_id)
    score_game(game_id)
    monkeypatch.setitem(JOBS, "workers.jobs.analysis.continue_analysis", fail)
    use_case.read(installation, game_id)
    run_all(installation)
    try_often(installation, game_id, 2)
    with pytest.raises(problems.InternalError):
        use_case.read(installation, game_id)


def test_a_deleted_game_leaves_no_failed_job(installation, tmp_path):
    game_id = poisoned(installation, tmp_path)
    installation.store.remove(installation.store.header(game_id))
    assert installation.store.failed_jobs.all(time.time()) == {}


def test_an_outage_is_no_failure_of_a_job(installation, monkeypatch):
    def away(*_arguments):
        raise NotDurable

    job = jobs.scoring(GAME)
    monkeypatch.setitem(JOBS, job.function, away)
    jobs.enqueue(installation.queues, job)
    run_all(installation)
    assert failed_jobs.find(installation, job.work) is None


def test_rq_logs_nothing_of_a_busy_game(installation, monkeypatch, caplog):
    def busy(*_arguments):
        raise problems.GameBusy("busy")

    job = jobs.scoring(GAME)
    monkeypatch.setitem(JOBS, job.function, busy)
    jobs.enqueue(installation.queues, job)
    with caplog.at_level(logging.ERROR):
        run_all(installation)
    assert caplog.records == []


def test_the_operator_lists_stopped_jobs_and_lets_them_try_again(installation, environ, tmp_path, monkeypatch, capsys):
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    game_id = poisoned(installation, tmp_path)
    try_often(installation, game_id, 2)
    assert cli.main(["jobs", "list"]) == 0
    assert f"{game_id}: play_turns 0, stopped after 3 failures" in capsys.readouterr().out
    assert cli.main(["jobs", "retry"]) == 0
    assert f"{game_id} is tried again." in capsys.readouterr().out
    (tmp_path / "poison").unlink()
    sweep(installation, time.time() + 1)
    run_all(installation)
    assert version(installation, game_id) > 0

"""Test that works of failing subjects run one at a time, and not before their pause has passed."""

import time

import pytest

from service.installation import failed_jobs, running_works
from service.installation.jobs import Work
from service.installation.running_works import LeftWork, WorkPaused, apart, running
from service.runtime.work_board import WorkBoard

DEADLY, OTHER, HEALTHY = (Work(letter * 20, "play_turns 7") for letter in "doh")


@pytest.fixture
def board(monkeypatch):
    """Return the board of this process during a test."""
    monkeypatch.setattr(running_works, "_boards", [])
    board = WorkBoard()
    running_works.use(board)
    yield board
    board.close()


def test_the_next_process_notes_the_works_during_which_one_died(installation, board):
    with running(installation, DEADLY, queue="scoring", job_id="job-1"), running(installation, OTHER):
        board.note_exit(-11)
        noted = list(running_works.note_deaths(installation))
    error = "the process ended during the job: signal 11"
    assert [(left, failed.tries, failed.error) for left, failed in noted] == [
        (LeftWork(*DEADLY, "scoring", "job-1"), 1, error),
        (LeftWork(*OTHER), 1, error),
    ]
    assert board.left() == ()


def test_a_work_whose_process_died_waits_for_its_pause_and_then_for_ever(installation):
    now = time.time()
    for tries in range(1, installation.settings.job_tries + 1):
        failed = failed_jobs.note_death(installation, DEADLY, 1)
        with pytest.raises(WorkPaused) as paused, running(installation, DEADLY):
            raise AssertionError
        assert paused.value.until == failed_jobs.next_try(installation, failed)
        is_stopped = paused.value.until > now + failed_jobs.LONGEST_PAUSE_SECONDS + 60
        assert is_stopped == (tries == installation.settings.job_tries)


def test_works_of_failing_subjects_run_one_at_a_time_beside_those_of_others(installation):
    now = time.time()
    for each in (DEADLY, OTHER):
        failed_jobs.note_death(installation, each, 1)
    with apart(installation, DEADLY.subject, now) as is_failing:
        assert is_failing
        with pytest.raises(WorkPaused), apart(installation, OTHER.subject, now):
            raise AssertionError
        with running(installation, HEALTHY):
            pass
    with apart(installation, OTHER.subject, now) as is_failing:
        assert is_failing


def test_an_end_without_an_error_forgets_the_deaths(installation):
    failed = failed_jobs.note_death(installation, DEADLY, 1)
    with running(installation, DEADLY, failed_jobs.next_try(installation, failed)):
        pass
    assert failed_jobs.find(installation, DEADLY) is None

"""Run works so that the death of this process counts as a failure of the work that caused it.

A work is a job, a delivery, a check of the sweeper or a decision of the clock. It stands on the board of its process
while it runs (`work_board`). If the process dies, the successor notes a failure of each work on the board. Only a
process that dies while its supervising process lives has a successor, and an orderly end clears the board. So neither
a restart nor the end of a machine counts.

A death during several works does not show which of them caused it. Therefore a process runs one work at a time of all
subjects with failures, beside the works of others. The next death then counts for the one that caused it, and the end
of the others forgets their failure.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from service.installation import failed_jobs
from service.installation.installation import Installation
from service.installation.jobs import Work
from service.runtime.work_board import WorkBoard
from service.store.failed_jobs import FailedJob

BUSY_SECONDS = 1.0
"""How long a work waits for the end of another one whose subject has failures."""

_boards: list[WorkBoard] = []
"""The board of this process; none without a supervising process, as in tests."""
_one_of_failing = threading.Lock()


class WorkPaused(Exception):
    """A work must not run before `until`, in Unix time."""

    def __init__(self, until: float) -> None:
        super().__init__(until)
        self.until = until


class LeftWork(NamedTuple):
    """A work on the board."""

    subject: str
    job: str
    queue: str = ""
    """The queue of an RQ job; empty for other works."""
    job_id: str = ""
    """The id of an RQ job."""

    @property
    def work(self) -> Work:
        """Return the work itself."""
        return Work(self.subject, self.job)


def use(board: WorkBoard) -> None:
    """Set the board of this process."""
    _boards[:] = [board]


@contextmanager
def running(
    installation: Installation, work: Work, now: float | None = None, queue: str = "", job_id: str = ""
) -> Iterator[None]:
    """Have a work on the board of this process during a block. A block without an error deletes its failures.

    Raises WorkPaused if the process of an earlier try died and its pause has not passed, and one of OUTAGES.
    """
    moment = installation.sources.now().timestamp() if now is None else now
    with apart(installation, work.subject, moment) as is_failing:
        if is_failing:
            _check_pause(installation, work, moment)
        with shown(work, queue, job_id):
            yield
        if is_failing:
            installation.store.failed_jobs.forget(work.subject, work.job)


@contextmanager
def apart(installation: Installation, subject: str, now: float) -> Iterator[bool]:
    """Run a block, and no other of a failing subject at the same time; yields whether the subject has failures.

    Raises WorkPaused if another one runs, and one of OUTAGES.
    """
    if not installation.store.failed_jobs.is_failing(subject, now):
        yield False
        return
    if not _one_of_failing.acquire(blocking=False):
        raise WorkPaused(now + BUSY_SECONDS)
    try:
        yield True
    finally:
        _one_of_failing.release()


@contextmanager
def shown(work: Work, queue: str = "", job_id: str = "") -> Iterator[None]:
    """Have a work on the board of this process during a block, so that others see during which work it dies."""
    board = _boards[0] if _boards else None
    slot = None if board is None else board.start(msgspec.json.encode((*work, queue, job_id)).decode())
    try:
        yield
    finally:
        if board is not None and slot is not None:
            board.end(slot)


def _check_pause(installation: Installation, work: Work, now: float) -> None:
    """Raise WorkPaused if a process has died during a work, and its next try is later or never."""
    failed = failed_jobs.find(installation, work)
    if failed is None or not failed.has_died:
        return
    until = failed_jobs.next_try(installation, failed)
    if now < until:
        raise WorkPaused(until)


def note_deaths(installation: Installation) -> Iterator[tuple[LeftWork, FailedJob]]:
    """Note a failure of each work during which the last process died; yield it with its failures.

    Raises one of OUTAGES; a second call continues.
    """
    for board in _boards:
        for slot, text in board.left():
            left = msgspec.json.decode(text, type=LeftWork)
            failed = failed_jobs.note_death(installation, left.work, board.exit_code)
            board.end(slot)
            yield left, failed

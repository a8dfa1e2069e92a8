"""Stop jobs that keep failing: count their failures, and say when a job may be tried again.

A job that fails is tried again after a pause, which grows. After `job_tries` failures it is stopped: no process tries
it again until an operator wants that, or until its failures are a day old.

A job may also end its process: by a crash of compiled code, by an endless loop in it, or by taking all memory. Nothing
in the process can note that. Its successor does (`running_works`), and each such death counts as a failure.

The death of a whole machine or container has no successor. The sweeper counts each start without an end as a loss, and
stops the job after LOSSES times as many. Any end of the job forgets its losses, also that of a slow attempt that was
considered lost.
"""

import logging
from contextlib import suppress

from service.installation.installation import Installation
from service.installation.jobs import Work
from service.runtime.error_places import place_of
from service.store import OUTAGES
from service.store.failed_jobs import DIED, LOST, RULES, STORED_SECONDS, FailedJob
from service.telemetry import metrics

GROWTH = 4
"""Each pause between two tries is this many times as long as the one before."""
LONGEST_PAUSE_SECONDS = 300.0

logger = logging.getLogger(__name__)


def note(installation: Installation, work: Work, error: BaseException) -> float:
    """Count a failure of a job; return the pause in seconds before the next try. Not counted during an outage."""
    try:
        failed = _note(installation, work, place_of(error))
    except OUTAGES:
        return float(installation.settings.lease_seconds)
    return pause_after(installation, failed)


def note_fault(installation: Installation, subject: str, fault: str, kind: str = RULES) -> None:
    """Note that the rules of a game have failed, so that an operator sees the game. Not noted during an outage.

    `subject` is the id of the game, or `of_function` without a game.
    """
    metrics.count_stopped(kind)
    with suppress(*OUTAGES):
        installation.store.failed_jobs.note(subject, kind, fault, installation.sources.now().timestamp())


def of_function(ruleset: str, function: str) -> str:
    """Return the subject of the faults of a function that belong to no game.

    >>> of_function("nim", "setup")
    'nim.setup'
    """
    return f"{ruleset}.{function}"


def note_loss(installation: Installation, work: Work) -> FailedJob:
    """Count a start of a job that has no end; return its failures. Raises one of OUTAGES."""
    return _note(installation, work, LOST)


def note_death(installation: Installation, work: Work, exit_code: int) -> FailedJob:
    """Count the death of a process during a job; return the failures of the job. Raises one of OUTAGES."""
    how = f"signal {-exit_code}" if exit_code < 0 else f"exit code {exit_code}"
    logger.error("the process ended during %s of %s: %s", work.job, work.subject, how)
    return _note(installation, work, f"{DIED}: {how}")


def _note(installation: Installation, work: Work, error: str) -> FailedJob:
    now = installation.sources.now().timestamp()
    tries = installation.store.failed_jobs.note(work.subject, work.job, error, now)
    failed, before = (FailedJob(work.job, each, now, error) for each in (tries, tries - 1))
    if has_stopped(installation, failed) and not has_stopped(installation, before):
        metrics.count_stopped(work.kind)
        logger.error("%s of %s has failed %d times and is stopped", work.job, work.subject, tries)
    return failed


def find(installation: Installation, work: Work) -> FailedJob | None:
    """Return the failures of a job; None if it has not failed since its last success. Raises one of OUTAGES."""
    return installation.store.failed_jobs.of(work.subject).get(work.job)


def is_stopped(installation: Installation, work: Work) -> bool:
    """Whether a job is not tried again. Raises one of OUTAGES."""
    failed = find(installation, work)
    return failed is not None and has_stopped(installation, failed)


def has_stopped(installation: Installation, failed: FailedJob) -> bool:
    """Whether a job has failed so often that it is not tried again."""
    return failed.has_stopped(installation.settings.job_tries)


def next_try(installation: Installation, failed: FailedJob) -> float:
    """Return when a failed job may be tried again, in Unix time."""
    return failed.at + pause_after(installation, failed)


def pause_after(installation: Installation, failed: FailedJob) -> float:
    """Return the pause after a failure, in seconds; of a stopped job until its failures are forgotten."""
    if has_stopped(installation, failed):
        return float(STORED_SECONDS)
    return float(min(installation.settings.lease_seconds * GROWTH ** (failed.tries - 1), LONGEST_PAUSE_SECONDS))

"""Stop jobs that keep failing: count their failures, and say when a job may be tried again.

A job that fails is tried again after a pause, which grows. After `job_tries` failures it is stopped: no process tries
it again until an operator wants that, or until its failures are a day old.
"""

import logging
import traceback
from pathlib import Path

from service.installation.bottega import Bottega
from service.installation.jobs import Work
from service.store import OUTAGES
from service.store.failed_jobs import KEPT_SECONDS, FailedJob
from service.telemetry import metrics

GROWTH = 4
"""Each pause between two tries is this many times as long as the one before."""
LONGEST_PAUSE_SECONDS = 300.0
ROOT = Path(__file__).parents[2]

logger = logging.getLogger(__name__)


def note(bottega: Bottega, work: Work, error: BaseException) -> float:
    """Count a failure of a job; return the pause in seconds before the next try. Not counted during an outage."""
    try:
        tries = bottega.store.failed_jobs.note(
            work.subject, work.job, place_of(error), bottega.sources.now().timestamp()
        )
    except OUTAGES:
        return float(bottega.settings.lease_seconds)
    if tries == bottega.settings.job_tries:
        metrics.count_stopped(work.kind)
        logger.error("%s of %s has failed %d times and is stopped", work.job, work.subject, tries)
    return pause_after(bottega, tries)


def find(bottega: Bottega, work: Work) -> FailedJob | None:
    """Return the failures of a job; None if it has not failed since its last success. Raises one of OUTAGES."""
    return bottega.store.failed_jobs.of(work.subject).get(work.job)


def is_stopped(bottega: Bottega, work: Work) -> bool:
    """Whether a job is not tried again. Raises one of OUTAGES."""
    failed = find(bottega, work)
    return failed is not None and has_stopped(bottega, failed)


def has_stopped(bottega: Bottega, failed: FailedJob) -> bool:
    """Whether a job has failed so often that it is not tried again."""
    return failed.tries >= bottega.settings.job_tries


def next_try(bottega: Bottega, failed: FailedJob) -> float:
    """Return when a failed job may be tried again, in Unix time."""
    return failed.at + pause_after(bottega, failed.tries)


def pause_after(bottega: Bottega, tries: int) -> float:
    """Return the pause after this many failures, in seconds; of a stopped job until its failures are forgotten."""
    if tries >= bottega.settings.job_tries:
        return float(KEPT_SECONDS)
    return float(min(bottega.settings.lease_seconds * GROWTH ** (tries - 1), LONGEST_PAUSE_SECONDS))


def place_of(error: BaseException) -> str:
    """Return the type of an error and the place of its origin, without its message: `KeyError in domain/nim.py:31`."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if Path(each.filename).is_relative_to(ROOT) and ".venv" not in each.filename]
    if not own:
        return type(error).__name__
    return f"{type(error).__name__} in {Path(own[-1].filename).relative_to(ROOT).as_posix()}:{own[-1].lineno}"

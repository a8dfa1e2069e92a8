"""Count what the service does. Until `start`, nothing is counted and calls are nearly free.

Each process counts in its own files below one directory. `exposition` reads the files of all processes that share it. A
count takes 1 to 3 µs and no I/O. Figures of the whole installation, such as lengths of queues, are read on request: see
`service.installation.installation_metrics`.
"""

import logging
import os
from pathlib import Path
from typing import Literal

from prometheus_client import values

from service.telemetry import files
from service.telemetry.count_files import CountFile
from service.telemetry.families import ArchiveStep, Families, Step

Outcome = Literal["done", "returned", "undone", "failed"]
"""The end of a job: done, returned by a worker that ends, left to the sweeper in an outage, or failed."""

logger = logging.getLogger(__name__)

_families: list[Families] = []
"""One element if metrics are enabled."""


def start(directory: Path | None) -> None:
    """Start counting in files below this directory; None counts nothing. A second call changes nothing.

    If the files cannot be created, that is logged and nothing is counted. The service works without metrics.
    """
    if directory is None or _families:
        return
    try:
        files.prepare(directory)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(directory)
        values.MmapedDict = CountFile  # type: ignore[attr-defined, assignment]  # its own files are sparse
        values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call]  # else chosen when the library is loaded
        _families.append(Families())
    except OSError as error:
        logger.warning("no metrics are counted: %s", error)


def settle(directory: Path) -> None:
    """Fold the files of ended processes; does nothing without metrics."""
    if _families:
        with files.locked(directory):
            files.fold(directory)


def count_process(part: str) -> None:
    """Count this process as part of the service while it lives."""
    for families in _families:
        families.processes.labels(part).set(1)


def count_response(operation: str, status: int, seconds: float) -> None:
    """Count a response."""
    for families in _families:
        counter, histogram = families.response_metrics(operation, status)
        counter.inc()
        histogram.observe(seconds)


def count_problem(code: str) -> None:
    """Count a problem of the service."""
    for families in _families:
        families.problems.labels(code).inc()


def count_rejection(code: str) -> None:
    """Count an action that the rules rejected."""
    for families in _families:
        families.rejections.labels(code).inc()


def count_limited(limit: str, times: int = 1) -> None:
    """Count rejected requests of a limit; 0 times makes the limit known."""
    for families in _families:
        families.limited.labels(limit).inc(times)


def count_created(ruleset: str) -> None:
    """Count a new game."""
    for families in _families:
        families.created.labels(ruleset).inc()


def count_commit(ruleset: str, events: int, *, ends: bool) -> None:
    """Count events written to a log, the last of which may end the game."""
    for families in _families:
        families.commits.labels(ruleset).inc(events)
        if ends:
            families.finished.labels(ruleset).inc()


def count_conflict() -> None:
    """Count an event that another process was faster to write; it is retried."""
    for families in _families:
        families.conflicts.inc()


def count_job(kind: str, outcome: Outcome, seconds: float) -> None:
    """Count a job."""
    for families in _families:
        families.jobs.labels(kind, outcome).inc()
        families.job_seconds.labels(kind).observe(seconds)


def add_job_kind(kind: str) -> None:
    """Export 0 failures of a kind of job, so that the first one shows as an increase."""
    for families in _families:
        families.jobs.labels(kind, "failed")
        families.stopped.labels(kind)


def count_stopped(kind: str) -> None:
    """Count a job that has failed so often that it is not tried again."""
    for families in _families:
        families.stopped.labels(kind).inc()


def count_follow_up_failure(step: Step) -> None:
    """Count something that could not be done after a commit; it is done later."""
    for families in _families:
        families.follow_up_failures.labels(step).inc()


def count_search(ruleset: str, level: str, seconds: float) -> None:
    """Count a turn of an AI player."""
    for families in _families:
        families.think_seconds.labels(ruleset, level).observe(seconds)


def set_open_streams(number: int) -> None:
    """Set the number of open streams and waiting requests of this process."""
    for families in _families:
        families.spectators.set(number)


def count_archived(size: int) -> None:
    """Count a game that was moved to the archive, and its bytes."""
    for families in _families:
        families.archived.inc()
        families.archived_bytes.inc(size)


def count_archive_read() -> None:
    """Count a game that was read from the archive."""
    for families in _families:
        families.archive_reads.inc()


def time_archive(step: ArchiveStep, seconds: float) -> None:
    """Record the duration of a call of the archive, also of a failed one."""
    for families in _families:
        families.archive_seconds.labels(step).observe(seconds)


def count_archive_failure(step: ArchiveStep) -> None:
    """Count a failed call of the archive."""
    for families in _families:
        families.archive_failures.labels(step).inc()

"""What is counted while the service runs. Nothing is, and a call costs next to nothing, until `begin` says where.

Each process counts in files of its own below one directory, from which `exposition` reads what all have counted that
share it. A count costs 1 to 3 µs and asks nobody; what is true of the whole installation, as how long its queues are,
is looked up when it is asked for: see `service.play.installation_metrics`.
"""

import logging
import os
from pathlib import Path
from typing import Literal

from prometheus_client import values

from service.telemetry import files
from service.telemetry.families import Families

Outcome = Literal["done", "returned", "undone", "failed"]
"""How a job ends: done, given back by a worker that ends, left to the sweeper in an outage, or with an error."""

ArchiveStep = Literal["move", "read", "remove"]
"""What the archive is asked to do."""

logger = logging.getLogger(__name__)

_families: list[Families] = []
"""One where something is counted, else none."""


def begin(directory: Path | None) -> None:
    """Count from now on, in files below this directory; None counts nothing. A second call changes nothing.

    Where the files cannot be made, that is logged and nothing is counted: the service serves all the same.
    """
    if directory is None or _families:
        return
    try:
        files.prepare(directory)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(directory)
        values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call]  # else chosen when the library is loaded
        _families.append(Families())
    except OSError as error:
        logger.warning("no metrics are counted: %s", error)


def settle(directory: Path) -> None:
    """Keep what ended processes have counted, and not their files; does nothing where nothing is counted."""
    if _families:
        with files.locked(directory):
            files.fold(directory)


def count_process(part: str) -> None:
    """Count this process as one of a part of the service, for as long as it lives."""
    for families in _families:
        families.processes.labels(part).set(1)


def count_answer(operation: str, status: int, seconds: float) -> None:
    """Count an answered request."""
    for families in _families:
        counter, histogram = families.answered(operation, status)
        counter.inc()
        histogram.observe(seconds)


def count_problem(code: str) -> None:
    """Count a problem that was answered, of the service's own."""
    for families in _families:
        families.problems.labels(code).inc()


def count_rejection(code: str) -> None:
    """Count an action that the rules rejected."""
    for families in _families:
        families.rejections.labels(code).inc()


def count_limited(limit: str, times: int = 1) -> None:
    """Count a request beyond a limit; 0 times makes the limit known."""
    for families in _families:
        families.limited.labels(limit).inc(times)


def count_created(ruleset: str) -> None:
    """Count a new game."""
    for families in _families:
        families.created.labels(ruleset).inc()


def count_commit(ruleset: str, *, ends: bool) -> None:
    """Count an event that was written, which may be a game's last."""
    for families in _families:
        families.commits.labels(ruleset).inc()
        if ends:
            families.finished.labels(ruleset).inc()


def count_conflict() -> None:
    """Count an event that was not written since somebody else was faster; it is tried again."""
    for families in _families:
        families.conflicts.inc()


def count_job(kind: str, outcome: Outcome, seconds: float) -> None:
    """Count a job that was taken."""
    for families in _families:
        families.jobs.labels(kind, outcome).inc()
        families.job_seconds.labels(kind).observe(seconds)


def know_job(kind: str) -> None:
    """Tell 0 of the failures of a kind of job, so that the first one shows as an increase."""
    for families in _families:
        families.jobs.labels(kind, "failed")


def count_thought(ruleset: str, level: str, seconds: float) -> None:
    """Count a turn that an AI player thought about."""
    for families in _families:
        families.think_seconds.labels(ruleset, level).observe(seconds)


def show_watchers(number: int) -> None:
    """Say how many streams and waiting requests this process holds open."""
    for families in _families:
        families.watchers.set(number)


def count_archived(size: int) -> None:
    """Count a game that was moved to the archive, and its bytes there."""
    for families in _families:
        families.archived.inc()
        families.archived_bytes.inc(size)


def count_archive_read() -> None:
    """Count a game that was read in the archive."""
    for families in _families:
        families.archive_reads.inc()


def time_archive(step: ArchiveStep, seconds: float) -> None:
    """Tell how long the archive took for something, or to fail at it."""
    for families in _families:
        families.archive_seconds.labels(step).observe(seconds)


def count_archive_failure(step: ArchiveStep) -> None:
    """Count that the archive did not do something."""
    for families in _families:
        families.archive_failures.labels(step).inc()

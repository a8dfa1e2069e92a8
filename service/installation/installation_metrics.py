"""Compute the metrics of an installation for its operator; each takes microseconds."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rq import Queue
from rq.job import Job
from rq.utils import str_to_date

from service.installation.bottega import Bottega
from service.store import OUTAGES
from service.telemetry.exposition import Figure

LATE_SECONDS = 30.0
"""An entry that has been due for this long is late. The sweeper runs each second, clock keepers more often."""


def figures(bottega: Bottega) -> Iterator[Figure]:
    """Yield all metrics; only `bottega_redis_up` during an outage of Redis."""
    try:
        found = [*_games(bottega), *_due(bottega), *_failures(bottega), *_queues(bottega)]
    except OUTAGES:
        found = []
    yield Figure("bottega_redis_up", "Whether Redis responds to these lookups.", (), {(): float(bool(found))})
    yield from found


def _games(bottega: Bottega) -> Iterator[Figure]:
    """Count games. The list of running games includes open games, which are subtracted."""
    numbers = bottega.store.lists.counts(list(bottega.rulesets))
    listed: dict[tuple[str, ...], float] = dict(numbers.listed.items())
    for ruleset in bottega.rulesets:
        listed[ruleset, "running"] -= listed[ruleset, "open"]
    yield Figure("bottega_games", "Public games that are listed.", ("ruleset", "status"), listed)
    yield Figure("bottega_games_hidden", "Stored games that are not public.", (), {(): numbers.hidden})
    yield Figure("bottega_games_kept", "All stored games.", (), {(): numbers.total})


def _due(bottega: Bottega) -> Iterator[Figure]:
    store, late = bottega.store, time.time() - LATE_SECONDS
    due: dict[tuple[str, ...], float] = {}
    overdue: dict[tuple[str, ...], float] = {}
    for name, numbers in (
        ("games", store.due.counts),
        ("clocks", store.clocks.counts),
        ("webhooks", store.webhooks.due.counts),
        ("matches", store.seeks.due.counts),
        *((f"{each.entry}s", each.due(store).counts) for each in bottega.extensions),
    ):
        due[name,], overdue[name,] = numbers(late)
    yield Figure("bottega_due", "Entries that are due now or later.", ("list",), due)
    yield Figure("bottega_overdue", "Entries that have been due for half a minute.", ("list",), overdue)


def _failures(bottega: Bottega) -> Iterator[Figure]:
    number = bottega.store.failed_jobs.count(time.time())
    text = "Games, webhooks and other entries with a job that has failed and not succeeded since."
    yield Figure("bottega_failing", text, (), {(): number})


def _queues(bottega: Bottega) -> Iterator[Figure]:
    """Return the length of each queue and the wait of its oldest job. The queues of all shares count as one."""
    waiting = _waiting(list(bottega.queues.values()))
    depth, oldest = defaultdict[tuple[str, ...], float](float), defaultdict[tuple[str, ...], float](float)
    for name, number, seconds in waiting:
        kind = (name.partition("-")[0],)
        depth[kind] += number
        oldest[kind] = max(oldest[kind], seconds)
    yield Figure("bottega_queue_jobs", "Waiting jobs.", ("queue",), depth)
    yield Figure("bottega_queue_oldest_seconds", "Seconds that the oldest job has waited.", ("queue",), oldest)


def _waiting(queues: list[Queue]) -> Iterator[tuple[str, int, float]]:
    """Yield the name, the length and the wait in seconds of the oldest job of each queue."""
    connection = queues[0].connection
    heads = connection.pipeline(transaction=False)
    for queue in queues:
        heads.llen(queue.key)
        heads.lindex(queue.key, 0)
    replies = heads.execute()
    numbers, first = replies[::2], replies[1::2]
    since = _enqueued(connection, [job.decode() for job in first if job])
    now = time.time()
    for queue, number, job in zip(queues, numbers, first, strict=True):
        yield queue.name, number, max(0.0, now - since[job.decode()]) if job else 0.0


def _enqueued(connection: Any, jobs: Iterable[str]) -> Mapping[str, float]:
    """Return when jobs were enqueued, in Unix time; now for a job that has been taken in the meantime."""
    jobs = list(jobs)
    pipeline = connection.pipeline(transaction=False)
    for job in jobs:
        pipeline.hget(Job.key_for(job), "enqueued_at")
    found = pipeline.execute() if jobs else []
    return {job: str_to_date(at).timestamp() if at else time.time() for job, at in zip(jobs, found, strict=True)}

"""Figures of the whole installation, for whoever operates it, each looked up in microseconds."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rq import Queue
from rq.job import Job
from rq.utils import str_to_date

from service.play.bottega import Bottega
from service.store import OUTAGES
from service.telemetry.exposition import Figure

LATE_SECONDS = 30.0
"""What should have been looked at so long ago is late: the sweeper looks each second, clock keepers more often."""


def figures(bottega: Bottega) -> Iterator[Figure]:
    """Look up all figures; while Redis is away, only that it is."""
    try:
        found = [*_games(bottega), *_due(bottega), *_queues(bottega)]
    except OUTAGES:
        found = []
    yield Figure("bottega_redis_up", "Whether Redis answers what is looked up there.", (), {(): float(bool(found))})
    yield from found


def _games(bottega: Bottega) -> Iterator[Figure]:
    """Count games: a game that runs is not open any more."""
    numbers = bottega.store.lists.counts(list(bottega.rulesets))
    listed: dict[tuple[str, ...], float] = dict(numbers.listed.items())
    for ruleset in bottega.rulesets:
        listed[ruleset, "running"] -= listed[ruleset, "open"]
    yield Figure("bottega_games", "Public games that are listed.", ("ruleset", "status"), listed)
    yield Figure("bottega_games_hidden", "Games that are not public and kept.", (), {(): numbers.hidden})
    yield Figure("bottega_games_kept", "Games that are kept, all of them.", (), {(): numbers.total})


def _due(bottega: Bottega) -> Iterator[Figure]:
    """Count what is to be looked at."""
    store, late = bottega.store, time.time() - LATE_SECONDS
    due: dict[tuple[str, ...], float] = {}
    overdue: dict[tuple[str, ...], float] = {}
    for name, numbers in (
        ("games", store.due.counts),
        ("clocks", store.clocks.counts),
        ("webhooks", store.webhooks.due.counts),
        ("parties", store.seeks.due.counts),
        ("tournaments", store.tournaments.due.counts),
    ):
        due[name,], overdue[name,] = numbers(late)
    yield Figure("bottega_due", "What somebody is to look at, now or later.", ("list",), due)
    yield Figure("bottega_overdue", "What somebody should have looked at half a minute ago.", ("list",), overdue)


def _queues(bottega: Bottega) -> Iterator[Figure]:
    """Tell how many jobs wait, and the oldest how long; the queues of all shares are one."""
    waiting = _waiting(list(bottega.queues.values()))
    depth, oldest = defaultdict[tuple[str, ...], float](float), defaultdict[tuple[str, ...], float](float)
    for name, number, seconds in waiting:
        kind = (name.partition("-")[0],)
        depth[kind] += number
        oldest[kind] = max(oldest[kind], seconds)
    yield Figure("bottega_queue_jobs", "Jobs that wait.", ("queue",), depth)
    yield Figure("bottega_queue_oldest_seconds", "How long the oldest job has waited.", ("queue",), oldest)


def _waiting(queues: list[Queue]) -> Iterator[tuple[str, int, float]]:
    """Return of each queue its name, how many jobs wait there, and for how many seconds the oldest has."""
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
    """Look up since when jobs wait, in Unix time; of one that has been taken meanwhile it is now."""
    jobs = list(jobs)
    pipeline = connection.pipeline(transaction=False)
    for job in jobs:
        pipeline.hget(Job.key_for(job), "enqueued_at")
    found = pipeline.execute() if jobs else []
    return {job: str_to_date(at).timestamp() if at else time.time() for job, at in zip(jobs, found, strict=True)}

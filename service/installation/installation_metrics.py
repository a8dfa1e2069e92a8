"""Compute the metrics of an installation for its operator; each takes microseconds."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rq import Queue
from rq.job import Job
from rq.utils import str_to_date

from service.installation.disks import local_disks
from service.installation.installation import Installation, due_work
from service.store import OUTAGES
from service.store.redis_status import memory_of
from service.telemetry.exposition import Figure

LATE_SECONDS = 30.0
"""An entry that has been due for this long is late. The sweeper runs each second, clock keepers more often."""


def figures(installation: Installation) -> Iterator[Figure]:
    """Yield all metrics; only `bottega_redis_up` and the disks during an outage of Redis."""
    try:
        parts = (_games, _due, _failures, _queues, _memory, _backup)
        found = [figure for part in parts for figure in part(installation)]
    except OUTAGES:
        found = []
    yield Figure("bottega_redis_up", "Whether Redis responds to these lookups.", (), {(): float(bool(found))})
    yield from found
    yield from _disks(installation)


def _games(installation: Installation) -> Iterator[Figure]:
    """Count games. The list of running games includes open games, which are subtracted."""
    numbers = installation.store.lists.counts(list(installation.rulesets))
    listed: dict[tuple[str, ...], float] = dict(numbers.listed.items())
    for ruleset in installation.rulesets:
        listed[ruleset, "running"] -= listed[ruleset, "open"]
    yield Figure("bottega_games", "Public games in lists.", ("ruleset", "status"), listed)
    yield Figure("bottega_games_hidden", "Stored games that are not public, of any status.", (), {(): numbers.hidden})
    yield Figure("bottega_games_stored", "All stored games.", (), {(): numbers.total})


def _due(installation: Installation) -> Iterator[Figure]:
    store, late = installation.store, time.time() - LATE_SECONDS
    due: dict[tuple[str, ...], float] = {}
    overdue: dict[tuple[str, ...], float] = {}
    for name, numbers in (
        ("games", store.due.counts),
        ("clocks", store.clocks.counts),
        *((each.entries, each.listed(store).counts) for each in due_work(installation.subjects)),
    ):
        due[name,], overdue[name,] = numbers(late)
    yield Figure("bottega_due", "Entries that are due now or later.", ("list",), due)
    yield Figure("bottega_overdue", "Entries that have been due for half a minute.", ("list",), overdue)


def _failures(installation: Installation) -> Iterator[Figure]:
    number = installation.store.failed_jobs.count(time.time())
    text = "Games, webhooks and other entries with a job that has failed and not succeeded since."
    yield Figure("bottega_failing", text, (), {(): number})


def _memory(installation: Installation) -> Iterator[Figure]:
    """Return the used memory of each server, and its limit: that of the machine without `maxmemory`."""
    found = memory_of(installation.store.servers)
    used: dict[tuple[str, ...], float] = {(str(number),): each.used for number, each in enumerate(found)}
    limits: dict[tuple[str, ...], float] = {(str(number),): each.limit for number, each in enumerate(found)}
    yield Figure("bottega_redis_memory_bytes", "Memory that a server of Redis uses.", ("server",), used)
    yield Figure(
        "bottega_redis_memory_limit_bytes",
        "Value of maxmemory, or else the memory of the machine of Redis.",
        ("server",),
        limits,
    )


def _backup(installation: Installation) -> Iterator[Figure]:
    """Return the time of the last backup; no value before the first one."""
    last = installation.store.last_backup.time()
    text = "Unix time of the last `bottega backup`; no value before the first one."
    yield Figure("bottega_backup_timestamp_seconds", text, (), {} if last is None else {(): last})


def _disks(installation: Installation) -> Iterator[Figure]:
    disks = local_disks(installation.settings)
    sizes: dict[tuple[str, ...], float] = {(name,): each.size for name, each in disks.items()}
    free: dict[tuple[str, ...], float] = {(name,): each.free for name, each in disks.items()}
    yield Figure(
        "bottega_disk_bytes",
        "Size of the disk of the embedded Redis, or of an archive in local files.",
        ("disk",),
        sizes,
    )
    yield Figure("bottega_disk_free_bytes", "Free space of that disk.", ("disk",), free)


def _queues(installation: Installation) -> Iterator[Figure]:
    """Return the length of each queue and the wait of its oldest job. The queues of all shares count as one."""
    waiting = _waiting(list(installation.queues.values()))
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

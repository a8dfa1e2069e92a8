"""Check the job queues and their workers."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import redis
from rq import Queue, Worker
from rq.exceptions import NoSuchJobError
from rq.job import Job

from service.installation.jobs import Queues, open_queues
from service.settings import Settings
from workers.command.doctor import checks
from workers.command.doctor.checks import Finding, QueueBacklog


def findings(settings: Settings) -> Iterator[Finding]:
    """Check the workers and the waiting jobs; raises one of OUTAGES."""
    queues = open_queues(settings.rq_url)
    connection = next(iter(queues.values())).connection
    with closing(connection):
        try:
            now = datetime.now(UTC)
            alive = [
                (frozenset(each.queue_names()), (now - each.last_heartbeat).total_seconds())
                for each in Worker.all(connection=connection, serializer="json")
                if each.last_heartbeat is not None
            ]
            yield from checks.workers(alive)
        except redis.exceptions.NoPermissionError:
            yield Finding("workers", "warn", "this Redis user may not list the running workers", checks.OPERATOR)
        yield checks.queues(_waiting(queues))


def _waiting(queues: Queues) -> dict[str, QueueBacklog]:
    """Return the number of waiting jobs and the age of the next one, by queue."""
    lengths = next(iter(queues.values())).connection.pipeline(transaction=False)
    for queue in queues.values():
        lengths.llen(queue.key)
    counted = zip(queues.values(), lengths.execute(), strict=True)
    return {queue.name: QueueBacklog(number, _age(queue)) for queue, number in counted if number}


def _age(queue: Queue) -> float:
    """Return how many seconds the next job of a queue has waited."""
    try:
        (job_id,) = queue.get_job_ids(0, 1)
        job = Job.fetch(job_id, connection=queue.connection, serializer=queue.serializer)
    except (ValueError, NoSuchJobError):  # a worker has just taken the job
        return 0.0
    return 0.0 if job.enqueued_at is None else (datetime.now(UTC) - job.enqueued_at).total_seconds()

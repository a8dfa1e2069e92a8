"""Settle the works during which the last process died, before its successor starts any.

RQ reports the end of a forked work horse to the worker that forked it. Workers here run jobs without a fork, and
threads send deliveries, so the successor of the whole process does it.
"""

import logging
import secrets
import time
from collections.abc import Callable

from service.installation import failed_jobs, jobs, running_works
from service.installation.installation import Installation
from service.installation.running_works import LeftWork
from service.runtime.heartbeat import beat
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES
from service.store.failed_jobs import FailedJob
from service.webhooks import deliveries
from workers.jobs.webhooks import SENDING

OUTAGE_SECONDS = 0.5

logger = logging.getLogger(__name__)


def settle_deaths(installation: Installation, is_ending: Callable[[], bool]) -> None:
    """Count a failure of each work during which the last process died, and free what it holds.

    Waits for Redis, without which the process has nothing to do.
    """
    while not is_ending():
        try:
            for left, failed in running_works.note_deaths(installation):
                _settle(installation, left, failed)
        except OUTAGES as error:
            warn_sparsely(logger, "waiting for Redis: %s", error)
            beat()
            time.sleep(OUTAGE_SECONDS)
        else:
            return


def _settle(installation: Installation, left: LeftWork, failed: FailedJob) -> None:
    """Free the id of a job, or record the attempt of a delivery."""
    if left.job_id:
        jobs.drop_by_id(installation.queues, left.queue, left.job_id)
    kind, _, delivery_id = left.job.partition(" ")
    if kind == SENDING:
        is_last, luck = failed_jobs.has_stopped(installation, failed), secrets.randbelow(1000) / 1000
        deliveries.record_death(installation, left.subject, delivery_id, time.time(), luck, is_last=is_last)

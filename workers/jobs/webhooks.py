"""Run the jobs of the queue `webhooks`.

A job starts a thread and ends. Threads wait for receivers in parallel, so slow receivers do not block other webhooks. A
delivery stays pending in the store if its thread dies.
"""

import logging
import secrets
import threading
import time

from service.installation import failed_jobs, jobs
from service.installation.bottega import Bottega
from service.runtime.heartbeat import BEAT_SECONDS
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES
from service.webhooks import deliveries
from service.webhooks.deliveries import Attempt, TakenDelivery
from service.webhooks.webhooks import enqueue_deliveries
from workers.jobs import context, lease, notifications
from workers.jobs.http_delivery import post

THREADS = 64
"""Receivers that one process waits for in parallel."""
TURN = 8
"""Deliveries that a job sends before it goes to the end of the queue. A job takes longer than some fast deliveries."""

logger = logging.getLogger(__name__)
_free = threading.BoundedSemaphore(THREADS)


def deliver(owner: str, webhook_id: str) -> None:
    """Start a thread that sends due deliveries of a webhook.

    While no thread is free, this job waits and sends heartbeats. Raises WorkerStopping if the worker stops before a
    thread is free.
    """
    while not _free.acquire(timeout=BEAT_SECONDS):
        lease.check_in()
    threading.Thread(target=_deliver_some, args=(context.bottega(), owner, webhook_id)).start()


def _deliver_some(bottega: Bottega, owner: str, webhook_id: str) -> None:
    """Send due deliveries of a webhook: at most TURN, then it is the turn of the other webhooks in the queue."""
    try:
        for _ in range(TURN):
            if lease.is_stopping() or not deliver_one(bottega, owner, webhook_id):
                return
        enqueue_deliveries(bottega, owner, webhook_id)
    except OUTAGES as error:
        warn_sparsely(logger, "deliveries to a webhook are delayed: %s", error)
    except Exception as error:  # noqa: BLE001  # the outermost frame of the thread
        log_once(logger, "deliveries to webhook %s of %s failed and stay due", webhook_id, owner, error=error)
        failed_jobs.note(bottega, jobs.webhook(owner, webhook_id, "").work, error)
    finally:
        _free.release()


def deliver_one(bottega: Bottega, owner: str, webhook_id: str) -> bool:
    """Send the next due delivery or message to a target; False if none is due or too many are in flight."""
    now = time.time()
    taken = deliveries.take(bottega, owner, webhook_id, now)
    if taken is None:
        return False
    attempt = _attempted(bottega, owner, taken, now)
    deliveries.record_attempt(bottega, owner, taken, attempt, time.time(), secrets.randbelow(1000) / 1000)
    return True


def _attempted(bottega: Bottega, owner: str, taken: TakenDelivery, now: float) -> Attempt:
    """Send a delivery; return the attempt, also after an error of the service, so that the others are sent."""
    try:
        if taken.webhook.target is not None:
            return notifications.send(bottega, owner, taken, taken.webhook.target)
        body = taken.deliveries[0].body.encode()
        return post(taken.webhook.url, deliveries.headers(taken, now), body, bottega.settings.webhook_targets)
    except OUTAGES:
        raise
    except Exception as error:  # noqa: BLE001  # the outermost frame of one delivery
        name = f"{owner}/{taken.webhook.webhook_id}"
        log_once(logger, "a delivery to webhook %s cannot be sent", name, error=error)
        failed_jobs.note(bottega, jobs.Work(name, "send_delivery"), error)
        return Attempt(0, "internal error of the service", 0)

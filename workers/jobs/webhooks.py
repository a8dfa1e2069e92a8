"""Webhooks: jobs of the queue `webhooks`.

A job hands over to a thread and is done: receivers are waited for side by side, and a few that hang hold up nobody.
What a thread that dies was sending is still pending in the store.
"""

import logging
import secrets
import threading
import time

from service.play import deliveries
from service.play.bottega import Bottega
from service.runtime.heartbeat import BEAT_SECONDS
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES
from workers.jobs import context, lease
from workers.jobs.http_delivery import post

THREADS = 64
"""Receivers that one process waits for at once."""

logger = logging.getLogger(__name__)
_free = threading.BoundedSemaphore(THREADS)


def deliver(owner: str, webhook_id: str) -> None:
    """Have sent what is due to be sent to a webhook, beside what else is being sent.

    While all threads wait for receivers, this job waits and gives signs of life. Raises Stopped when the worker is to
    end before a thread is free.
    """
    while not _free.acquire(timeout=BEAT_SECONDS):
        lease.check_in()
    threading.Thread(target=_deliver_all, args=(context.bottega(), owner, webhook_id)).start()


def _deliver_all(bottega: Bottega, owner: str, webhook_id: str) -> None:
    """Send what is due, one after the other."""
    try:
        while not lease.is_stopping() and deliver_one(bottega, owner, webhook_id):
            pass
    except OUTAGES as error:
        warn_sparsely(logger, "a webhook waits to be sent: %s", error)
    except Exception as error:  # noqa: BLE001  # the outermost frame of the thread
        log_once(logger, "webhook %s of %s was not sent and stays due", webhook_id, owner, error=error)
    finally:
        _free.release()


def deliver_one(bottega: Bottega, owner: str, webhook_id: str) -> bool:
    """Send what is due next; False if nothing is, or enough is under way."""
    now = time.time()
    taken = deliveries.take(bottega, owner, webhook_id, now)
    if taken is None:
        return False
    body = taken.delivery.body.encode()
    attempt = post(taken.webhook.url, deliveries.headers(taken, now), body, bottega.settings.webhook_targets)
    deliveries.record_attempt(bottega, owner, taken, attempt, time.time(), secrets.randbelow(1000) / 1000)
    return True

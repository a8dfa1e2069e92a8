"""Run the jobs of the queues of webhooks.

A job starts a thread and ends. Threads wait for receivers in parallel, so slow receivers do not block other webhooks. A
delivery stays pending in the store if its thread dies.
"""

import logging
import secrets
import time
from functools import partial

from msgspec import UNSET

from service.installation import failed_jobs, jobs
from service.installation.installation import Installation
from service.installation.running_works import WorkPaused, apart, shown
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, StoredWebhook
from service.webhooks import deliveries
from service.webhooks.deliveries import Attempt, TakenDelivery
from service.webhooks.webhooks import enqueue_deliveries
from workers.jobs import context, lease, notifications
from workers.jobs.delivery_threads import DeliveryThreads
from workers.jobs.http_delivery import post

TURN = 8
"""Deliveries that a job sends before it goes to the end of the queue. A job takes longer than some fast deliveries."""
PATIENCE_SECONDS = 0.1
"""How long a job waits for a thread. Then jobs of other shares have their turn."""

SENDING = "send_delivery"
"""The kind of work of a delivery. The id of the delivery follows if a process died during it."""

logger = logging.getLogger(__name__)
_threads = DeliveryThreads()


def deliver(owner: str, webhook_id: str) -> None:
    """Start a thread that sends due deliveries of a webhook.

    If the share of the webhook may take no thread, the deliveries go to the end of their queue. Raises WorkerStopping
    if the worker is stopping.
    """
    installation = context.installation()
    webhook = installation.store.webhooks.get(owner, webhook_id)
    if webhook is None:
        return
    lease.check_in()
    if _threads.take(webhook.share, PATIENCE_SECONDS):
        _threads.run(webhook.share, partial(_deliver_some, installation, owner, webhook))
    else:
        enqueue_deliveries(installation, owner, webhook)


def _deliver_some(installation: Installation, owner: str, webhook: StoredWebhook) -> None:
    """Send due deliveries of a webhook: at most TURN, then it is the turn of the other webhooks in the queue."""
    webhook_id = webhook.webhook_id
    try:
        for _ in range(TURN):
            if lease.is_stopping() or not deliver_one(installation, owner, webhook_id):
                return
        enqueue_deliveries(installation, owner, webhook)
    except OUTAGES as error:
        warn_sparsely(logger, "deliveries to a webhook are delayed: %s", error)
    except WorkPaused:
        logger.debug("webhook %s of %s waits for another one with failures", webhook_id, owner)
    except Exception as error:  # noqa: BLE001  # the outermost frame of the thread
        log_once(logger, "deliveries to webhook %s of %s failed and stay due", webhook_id, owner, error=error)
        failed_jobs.note(installation, jobs.webhook(owner, webhook_id, "", webhook.share).work, error)


def deliver_one(installation: Installation, owner: str, webhook_id: str) -> bool:
    """Send the next due delivery or message to a target; False if none is due or too many are in flight.

    Raises WorkPaused if the webhook has failures, and another one with failures has its turn.
    """
    now, name = time.time(), f"{owner}/{webhook_id}"
    with apart(installation, name, now) as is_failing:
        taken = deliveries.take(installation, owner, webhook_id, now)
        if taken is None:
            return False
        work = jobs.Work(name, f"{SENDING} {taken.deliveries[0].delivery_id}")
        with shown(work):
            attempt = _attempted(installation, owner, taken, now)
            deliveries.record_attempt(installation, owner, taken, attempt, time.time(), secrets.randbelow(1000) / 1000)
        if is_failing:
            installation.store.failed_jobs.forget(name, work.job)
    return True


def _attempted(installation: Installation, owner: str, taken: TakenDelivery, now: float) -> Attempt:
    """Send a delivery; return the attempt, also after an error of the service, so that the others are sent."""
    try:
        if taken.webhook.target is not UNSET:
            return notifications.send(installation, owner, taken, taken.webhook.target)
        body = deliveries.body_of(installation, taken.deliveries[0])
        headers = deliveries.headers(taken, body, now)
        return post(taken.webhook.url, headers, body.encode(), installation.settings.webhook_targets)
    except OUTAGES:
        raise
    except Exception as error:  # noqa: BLE001  # the outermost frame of one delivery
        name = f"{owner}/{taken.webhook.webhook_id}"
        log_once(logger, "a delivery to webhook %s cannot be sent", name, error=error)
        failed_jobs.note(installation, jobs.Work(name, SENDING), error)
        return Attempt(0, deliveries.INTERNAL_ERROR, 0)

"""Deliveries: what is sent to webhooks, when it is sent again, when it is given up, and what has become of it.

A delivery is sent at least once: until a receiver has acknowledged it by a status of 200 to 299, at most as often as
PAUSES allow. Whoever sends it takes it from the store first, which holds it for him for a while; if he dies, somebody
else takes it.
"""

from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from standardwebhooks.webhooks import Webhook as Signer

from service.play import jobs, webhooks
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.jobs import Job
from service.play.presenters import Wire
from service.problems import DeliveryNotFound, WebhookDisabled, WebhookNotFound
from service.settings import DAY
from service.store import Delivery, DeliveryEntry, Webhook

PAUSES = (5, 30, 120, 600, 1800, 7200, 14400, 21600, 36000)
"""Seconds between one attempt and the next; after the last of them a delivery is given up, a day after the first."""
JITTER = 0.25
"""By so much of itself a pause is longer at most, by lot: not all shall come back at once."""
LONGEST_REST_SECONDS = 3600
"""So long at most nothing is sent to a webhook that fails; then it is tried with one delivery."""
ABREAST = 4
"""Deliveries that are under way at once to one webhook that does not fail."""
LEASE_SECONDS = 15
"""How long an attempt may take, with all that belongs to it, before another is made."""
OFF_AFTER_SECONDS = 3 * DAY
"""A webhook that has failed for so long, each time, is switched off."""
GONE = 410
"""The status by which a receiver says that it wants nothing more."""
LONGEST_WAIT_SECONDS = DAY
"""A receiver's `Retry-After` is honoured up to this."""
FURTHEST_SECONDS = 2 * DAY
"""Nothing is put off for longer; what is, a wrong clock has put off."""
LOGGED = "d"
"""The first letter of positions in a log."""


class Taken(NamedTuple):
    """What is to be sent now."""

    webhook: Webhook
    delivery: Delivery
    failures: int
    """How often the webhook has failed in succession."""
    at: float
    """When it was taken, in Unix time."""


class Attempt(NamedTuple):
    """How an attempt went."""

    status: int
    """What was answered; 0 if nothing was."""
    error: str
    """Why it failed; empty if it did not."""
    duration_ms: int
    wait: float = 0.0
    """Seconds until the receiver welcomes a retry (`Retry-After`); 0 if it does not say."""


def take(bottega: Bottega, owner: str, webhook_id: str, now: float) -> Taken | None:
    """Take what is to be sent to a webhook next; None if there is nothing, or not now."""
    lease, furthest = now + LEASE_SECONDS, now + FURTHEST_SECONDS
    webhook = bottega.store.webhooks.get(owner, webhook_id)
    if webhook is None or webhook.disabled_reason:
        return None
    taken = bottega.store.webhooks.take(owner, webhook_id, now, lease=lease, most=ABREAST, furthest=furthest)
    return None if taken is None else Taken(webhook, *taken, now)


def headers(taken: Taken, now: float) -> dict[str, str]:
    """Return what a delivery is sent with, signed as Standard Webhooks has it."""
    webhook, delivery = taken.webhook, taken.delivery
    secrets = [webhook.secret, *(each.secret for each in webhook.previous if each.until > now)]
    at = datetime.fromtimestamp(int(now), UTC)
    signatures = [Signer(secret).sign(delivery.delivery_id, at, delivery.body) for secret in secrets]
    return {
        "content-type": "application/json",
        "user-agent": "Bottega-Webhooks/1",
        "webhook-id": delivery.delivery_id,
        "webhook-timestamp": str(int(now)),
        "webhook-signature": " ".join(signatures),
    }


def settle(bottega: Bottega, owner: str, taken: Taken, attempt: Attempt, now: float, luck: float) -> None:
    """Note how an attempt went, and what follows; `luck`, from 0 to 1, lengthens the pause."""
    webhook_id, at = taken.webhook.webhook_id, written(datetime.fromtimestamp(now, UTC))
    told = msgspec.structs.replace(
        taken.delivery,
        attempts=taken.delivery.attempts + 1,
        last_attempt_at=at,
        response_status=attempt.status,
        error=attempt.error,
        duration_ms=attempt.duration_ms,
        delivered_at=taken.delivery.delivered_at if attempt.error else at,
    )
    if not attempt.error:
        return bottega.store.webhooks.succeeded(owner, webhook_id, told)
    wait = min(attempt.wait, LONGEST_WAIT_SECONDS)
    again, rest = _next(told.attempts, now, luck, wait), now + max(_rest(taken.failures), wait)
    since = bottega.store.webhooks.failed(owner, webhook_id, told, taken.at, again=again, rest=rest)
    if attempt.status == GONE or (since and now - since >= OFF_AFTER_SECONDS):
        return _switch_off(bottega, owner, webhook_id, "gone" if attempt.status == GONE else "failing")
    return bottega.store.webhooks.bring_forward(owner, webhook_id, rest)


def _switch_off(bottega: Bottega, owner: str, webhook_id: str, reason: str) -> None:
    """Send nothing more, unless the webhook is gone already."""
    try:
        webhooks.switch(bottega, owner, webhook_id, reason)
    except WebhookNotFound:
        return


def _next(attempts: int, now: float, luck: float, wait: float) -> float | None:
    """Return when to try again after so many attempts, at least `wait` seconds later; None if that was the last."""
    return now + max(PAUSES[attempts - 1] * (1 + JITTER * luck), wait) if attempts <= len(PAUSES) else None


def _rest(failures: int) -> float:
    """Return for how long a webhook is left alone that had failed so often before it failed again."""
    return float(min(PAUSES[min(failures, len(PAUSES) - 1)], LONGEST_REST_SECONDS))


def next_look(bottega: Bottega, owner: str, webhook_id: str, now: float) -> float | None:
    """Return when there is something to send to a webhook; None if there is nothing."""
    webhook = bottega.store.webhooks.get(owner, webhook_id)
    when = None if webhook is None or webhook.disabled_reason else bottega.store.webhooks.next_look(owner, webhook_id)
    return now if when is not None and when > now + FURTHEST_SECONDS else when


def lost_job(owner: str, webhook_id: str) -> Job:
    """Ask for what is due to be sent, where nobody has for a while."""
    return jobs.webhook(owner, webhook_id, "again")


def log(bottega: Bottega, owner: str, webhook_id: str, before: int | None, limit: int) -> bytes:
    """Return what was and is to be sent to a webhook, newest first; raises WebhookNotFound."""
    is_disabled = bool(webhooks.read(bottega, owner, webhook_id).disabled_reason)
    kept = bottega.store.webhooks.log(owner, webhook_id, before, limit)
    entries = [entry._replace(due=None) for entry in kept] if is_disabled else kept
    more = (
        {"next_cursor": f"{LOGGED}{entries[-1].number:012x}"}
        if len(entries) == limit and entries[-1].number > 1
        else {}
    )
    return msgspec.json.encode({"deliveries": [presented(entry) for entry in entries], **more})


def redeliver(bottega: Bottega, owner: str, webhook_id: str, delivery_id: str) -> bytes:
    """Have something sent once more, whatever became of it.

    Raises WebhookNotFound, DeliveryNotFound and WebhookDisabled.
    """
    if webhooks.read(bottega, owner, webhook_id).disabled_reason:
        raise WebhookDisabled("Switch it on again first: `resumeWebhook`.")
    delivery = bottega.store.webhooks.delivery(owner, webhook_id, delivery_id)
    if delivery is None:
        raise DeliveryNotFound("There is no delivery with this id, or none any more.")
    now = bottega.sources.now().timestamp()
    bottega.store.webhooks.send_again(owner, webhook_id, delivery_id, now, now + bottega.settings.lease_seconds)
    webhooks.hand_out(bottega, owner, webhook_id, f"{delivery_id}-{int(now)}")
    return msgspec.json.encode(presented(DeliveryEntry(0, delivery, now)))


def presented(entry: DeliveryEntry) -> Wire:
    """Return a delivery in wire form."""
    delivery, due = entry.delivery, entry.due
    status = "pending" if due is not None else "delivered" if delivery.delivered_at else "failed"
    told: Wire = {
        "delivery_id": delivery.delivery_id,
        "type": delivery.type,
        "status": status,
        "attempts": delivery.attempts,
        "created_at": delivery.created_at,
    }
    if delivery.attempts:
        told |= {"last_attempt_at": delivery.last_attempt_at, "duration_ms": delivery.duration_ms}
    if delivery.response_status:
        told["response_status"] = delivery.response_status
    if delivery.error:
        told["error"] = delivery.error
    if due is not None:
        told["next_attempt_at"] = written(datetime.fromtimestamp(due, UTC))
    return told

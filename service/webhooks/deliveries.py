"""Send deliveries to webhooks, with retries.

A delivery is sent at least once: until the receiver responds with a status from 200 to 299, or all PAUSES have been
used. A sender leases a delivery from the store first. If the sender dies, another one takes the delivery after the
lease.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from msgspec import UNSET
from standardwebhooks.webhooks import Webhook as Signer

from service import problems
from service.game.game import is_game_id
from service.installation import jobs
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.installation.jobs import Job
from service.resources.base import shown
from service.resources.webhooks import LOGGED, Delivery, DeliveryPage, DisabledReason
from service.settings import DAY
from service.store import Delivery as StoredDelivery
from service.store import DeliveryEntry, StoredWebhook
from service.webhooks import quiet_hours, webhooks

PAUSES = (5, 30, 120, 600, 1800, 7200, 14400, 21600, 36000)
"""Seconds between attempts. After the last attempt, a day after the first, the delivery has failed."""
JITTER = 0.25
"""Largest random share by which a pause is extended, so that retries do not coincide."""
LONGEST_REST_SECONDS = 3600
"""Longest pause of a failing webhook. Then one delivery is sent to test it."""
MOST_CONCURRENT = 4
"""Concurrent deliveries to one webhook that does not fail."""
LEASE_SECONDS = 15
"""Lease of an attempt, with all its work. Then another sender may repeat it."""
SERVICE_LEASE_SECONDS = 60
"""Lease of an attempt to send a message to a chat service or a mail server, which can take several requests."""
MOST_TOGETHER = 200
"""The maximum number of notifications in one message."""
OFF_AFTER_SECONDS = 3 * DAY
"""A webhook whose attempts have all failed for this long is switched off."""
INTERNAL_ERROR = "internal error of the service"
"""The error of an attempt that failed in the service."""
GONE = 410
"""Status of a receiver that wants no more deliveries."""
LONGEST_WAIT_SECONDS = DAY
"""Upper limit of a receiver's `Retry-After`."""
FURTHEST_SECONDS = 2 * DAY
"""No retry is later than this. A later time comes from a wrong clock."""


class TakenDelivery(NamedTuple):
    """A delivery that has been leased to be sent."""

    webhook: StoredWebhook
    deliveries: Sequence[StoredDelivery]
    """The delivery; of a notification target, all that are sent as one message."""
    failures: int
    """Number of consecutive failures of the webhook."""
    at: float
    """When the delivery was leased, in Unix time."""


class Attempt(NamedTuple):
    """The outcome of an attempt."""

    status: int
    """HTTP status; 0 without a response."""
    error: str
    """Reason of the failure; empty for a success."""
    duration_ms: int
    wait: float = 0.0
    """Seconds in the receiver's `Retry-After`; 0 without one."""
    is_last: bool = False
    """Whether no other attempt follows, although this one has failed."""


def take(installation: Installation, owner: str, webhook_id: str, now: float) -> TakenDelivery | None:
    """Lease the next delivery of a webhook, or all of the next message to a target; None if none is due."""
    webhook = installation.store.webhooks.get(owner, webhook_id)
    if webhook is None or webhook.disabled_reason:
        return None
    target = webhook.target
    taken = installation.store.webhooks.take(
        owner,
        webhook_id,
        now,
        lease=now + (LEASE_SECONDS if target is UNSET or target.keys else SERVICE_LEASE_SECONDS),
        most=MOST_CONCURRENT,
        furthest=now + FURTHEST_SECONDS,
        together=(1, now) if target is UNSET else (MOST_TOGETHER, now + 60 * target.digest_minutes),
    )
    return None if taken is None else TakenDelivery(webhook, *taken, now)


def body_of(installation: Installation, delivery: StoredDelivery) -> str:
    """Return the body of a delivery to a webhook, with the names of players that stored deliveries do not have."""
    complete = webhooks.COMPLETED.get(delivery.type)
    return delivery.body if complete is None else complete(installation, delivery.body)


def headers(taken: TakenDelivery, body: str, now: float) -> dict[str, str]:
    """Return the HTTP headers of a delivery to a webhook, signed according to Standard Webhooks."""
    webhook, (delivery,) = taken.webhook, taken.deliveries
    secrets = [webhook.secret, *(each.secret for each in webhook.previous if each.until > now)]
    at = datetime.fromtimestamp(int(now), UTC)
    signatures = [Signer(secret).sign(delivery.delivery_id, at, body) for secret in secrets]
    return {
        "content-type": "application/json",
        "user-agent": "Bottega-Webhooks/1",
        "webhook-id": delivery.delivery_id,
        "webhook-timestamp": str(int(now)),
        "webhook-signature": " ".join(signatures),
    }


def record_attempt(
    installation: Installation, owner: str, taken: TakenDelivery, attempt: Attempt, now: float, luck: float
) -> None:
    """Store the outcome of an attempt and schedule the next; `luck`, from 0 to 1, extends the pause."""
    webhook_id, at = taken.webhook.webhook_id, written(datetime.fromtimestamp(now, UTC))
    wait, since = min(attempt.wait, LONGEST_WAIT_SECONDS), 0.0
    rest = now + max(_rest(taken.failures), wait)
    for each in taken.deliveries:
        delivery = _tried(each, attempt, at, is_notification=taken.webhook.target is not UNSET)
        if not attempt.error:
            installation.store.webhooks.succeeded(owner, webhook_id, delivery)
            continue
        again = None if attempt.is_last else _next(delivery.attempts, now, luck, wait)
        if taken.webhook.target is not UNSET and again is not None:
            again = quiet_hours.after(taken.webhook.target, again)
        since = installation.store.webhooks.failed(owner, webhook_id, delivery, taken.at, again=again, rest=rest)
    if not attempt.error:
        return None
    if attempt.status == GONE or (since and now - since >= OFF_AFTER_SECONDS):
        return _switch_off(installation, owner, webhook_id, "gone" if attempt.status == GONE else "failing")
    return installation.store.webhooks.bring_forward(owner, webhook_id, rest)


def record_death(
    installation: Installation, name: str, delivery_id: str, now: float, luck: float, *, is_last: bool
) -> None:
    """Record an attempt during which the process died, for all deliveries of its message.

    `name` is that of the webhook in the due list. After the last attempt these deliveries have failed, and the webhook
    continues with others.
    """
    owner, _, webhook_id = name.partition("/")
    webhook = installation.store.webhooks.get(owner, webhook_id)
    leased = installation.store.webhooks.leased_with(owner, webhook_id, delivery_id)
    if webhook is not None and leased is not None:
        attempt = Attempt(0, INTERNAL_ERROR, 0, is_last=is_last)
        record_attempt(installation, owner, TakenDelivery(webhook, *leased, now), attempt, now, luck)


def _tried(delivery: StoredDelivery, attempt: Attempt, at: str, *, is_notification: bool) -> StoredDelivery:
    """Return a delivery after an attempt. A notification that is not retried loses its text, which names players."""
    is_last = not attempt.error or attempt.is_last or delivery.attempts >= len(PAUSES)
    return msgspec.structs.replace(
        delivery,
        body="" if is_notification and is_last else delivery.body,
        attempts=delivery.attempts + 1,
        last_attempt_at=at,
        response_status=attempt.status,
        error=attempt.error,
        duration_ms=attempt.duration_ms,
        delivered_at=delivery.delivered_at if attempt.error else at,
    )


def _switch_off(installation: Installation, owner: str, webhook_id: str, reason: DisabledReason) -> None:
    try:
        webhooks.switch_any(installation, owner, webhook_id, reason)
    except problems.WebhookNotFound:
        return


def _next(attempts: int, now: float, luck: float, wait: float) -> float | None:
    """Return when to retry after `attempts` attempts, `wait` seconds later at least; None after the last attempt."""
    return now + max(PAUSES[attempts - 1] * (1 + JITTER * luck), wait) if attempts <= len(PAUSES) else None


def _rest(failures: int) -> float:
    """Return the pause in seconds after a failure of a webhook that has failed `failures` times before."""
    return float(min(PAUSES[min(failures, len(PAUSES) - 1)], LONGEST_REST_SECONDS))


def next_check(installation: Installation, owner: str, webhook_id: str, now: float) -> float | None:
    """Return when the next delivery of a webhook is due, in Unix time; None if none waits.

    A webhook of a removed game is then removed, too.
    """
    webhook = installation.store.webhooks.get(owner, webhook_id)
    when = (
        None
        if webhook is None or webhook.disabled_reason
        else installation.store.webhooks.next_check(owner, webhook_id)
    )
    if when is None and webhook is not None and is_game_id(owner) and installation.store.is_deleted(owner):
        installation.store.webhooks.remove(owner, [webhook_id])
    return now if when is not None and when > now + FURTHEST_SECONDS else when


def lost_job(owner: str, webhook: StoredWebhook) -> Job:
    """Return a job that sends overdue deliveries of a webhook."""
    return jobs.webhook(owner, webhook.webhook_id, "again", webhook.share)


def log(installation: Installation, owner: str, webhook_id: str, before: int | None, limit: int) -> DeliveryPage:
    """Return the deliveries of a webhook, newest first. Raises WebhookNotFound."""
    is_disabled = bool(webhooks.read(installation, owner, webhook_id).disabled_reason)
    stored = installation.store.webhooks.log(owner, webhook_id, before, limit)
    entries = [entry._replace(due=None) for entry in stored] if is_disabled else stored
    more = len(entries) == limit and entries[-1].number > 1
    return DeliveryPage(
        tuple(_shown(entry) for entry in entries), f"{LOGGED}{entries[-1].number:012x}" if more else UNSET
    )


def redeliver(installation: Installation, owner: str, webhook_id: str, delivery_id: str) -> Delivery:
    """Send a delivery of any status again. Raises WebhookNotFound, DeliveryNotFound and WebhookDisabled."""
    webhook = webhooks.read(installation, owner, webhook_id)
    if webhook.disabled_reason:
        raise problems.WebhookDisabled("Switch the webhook on again first: `resumeWebhook`.")
    delivery = installation.store.webhooks.delivery(owner, webhook_id, delivery_id)
    if delivery is None:
        raise problems.DeliveryNotFound("Send an id from `listDeliveries`. The webhook has no delivery with this id.")
    now = installation.sources.now().timestamp()
    installation.store.webhooks.send_again(
        owner, webhook_id, delivery_id, now, now + installation.settings.lease_seconds
    )
    webhooks.enqueue_deliveries(installation, owner, webhook)
    return _shown(DeliveryEntry(0, delivery, now))


def _shown(entry: DeliveryEntry) -> Delivery:
    delivery, due = entry.delivery, entry.due
    return shown(
        delivery,
        Delivery,
        status="pending" if due is not None else "delivered" if delivery.delivered_at else "failed",
        last_attempt_at=delivery.last_attempt_at if delivery.attempts else UNSET,
        next_attempt_at=UNSET if due is None else written(datetime.fromtimestamp(due, UTC)),
        response_status=delivery.response_status or UNSET,
        duration_ms=delivery.duration_ms if delivery.attempts else UNSET,
    )

"""Manage webhooks and publish messages to them.

The owner of a webhook is a game (for its creator), a player, or a thing of a package on top of the service. `publish`
stores deliveries, which `deliveries` sends.
"""

import hashlib
import logging
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from service import problems
from service.game.game import is_game_id
from service.installation import jobs
from service.installation.after_commit import follow_up, run_each
from service.installation.clock_and_ids import written
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.resources.base import shown
from service.resources.messages import WebhookMessage, type_of
from service.resources.webhooks import (
    CreatedWebhook,
    DisabledReason,
    Scope,
    SecretRequest,
    Webhook,
    WebhookList,
    WebhookSecret,
)
from service.runtime import webhook_targets
from service.settings import DAY
from service.store import ConflictingWrite, Delivery, PreviousSecret, StoredWebhook, TargetTerms
from service.webhooks import quiet_hours
from service.webhooks.notification_texts import Notification

TARGET_PREFIX = "nt_"
"""The start of the ids of notification targets; those of webhooks have another one."""
MOST_WEBHOOKS = 10
"""The maximum number of webhooks of one owner."""
OVERLAP_SECONDS = DAY
"""How long a replaced secret still signs."""
MOST_SECRETS = 10
"""The maximum number of secrets that sign at once, since each signature lengthens a header.

One more removes the oldest.
"""

COMPLETED: dict[str, Callable[[Installation, str], str]] = {}
"""What adds the names of players to a body before each attempt, by type of message.

A stored delivery has no names, so that a deleted player leaves none. Packages on top of the service add functions.
"""

logger = logging.getLogger(__name__)


class RequestedWebhook(Protocol):
    """The webhook that a request describes."""

    @property
    def url(self) -> str:
        """Return the URL of the receiver."""

    @property
    def event_types(self) -> tuple[str, ...]:
        """Return the types of the messages; empty for all."""

    @property
    def secret(self) -> str | UnsetType:
        """Return the secret; UNSET to generate one."""


@dataclass(frozen=True)
class Message:
    """A message to webhooks."""

    message_id: str
    """The id of the message, equal for repeated messages."""
    body: WebhookMessage[Any]
    notify: Callable[[TargetTerms], Notification]
    """Returns the notification about the message, for a target."""
    group: str = ""
    """Notifications of one group are sent together, once in a while; empty for none."""


def add(
    installation: Installation, owner: str, requested: RequestedWebhook, scope: Scope = "seats", *, share: int = 0
) -> CreatedWebhook:
    """Add a webhook with this share of the queues; without a secret, generate one.

    Raises TargetRejected and TooManyWebhooks.
    """
    try:
        webhook_targets.read_url(requested.url, installation.settings.webhook_targets)
    except webhook_targets.Rejected:
        raise problems.TargetRejected(
            "Send a URL that begins with https:// and names a host on the public internet, without user or fragment."
        ) from None
    webhook = StoredWebhook(
        webhook_id=f"wh_{installation.sources.game_id()}",
        url=requested.url,
        event_types=requested.event_types,
        secret=requested.secret or _new_secret(installation),
        created_at=written(installation.sources.now()),
        scope=scope,
        share=share,
    )
    added = installation.store.webhooks.add(owner, webhook, MOST_WEBHOOKS)
    if added is None:
        raise owner_not_found(owner)
    if not added:
        raise problems.TooManyWebhooks(
            "Remove a webhook first. At most {most} are allowed here.", {"most": MOST_WEBHOOKS}
        )
    return shown(webhook, CreatedWebhook)


def owner_not_found(owner: str) -> problems.ProblemError:
    """Return the problem of an owner that was removed at this moment."""
    if is_game_id(owner):
        return problems.GameNotFound("There is no game with this id.")
    return problems.InvalidToken("Send the key of an existing player. This player has been deleted.")


def read(installation: Installation, owner: str, webhook_id: str) -> StoredWebhook:
    """Return a webhook. Raises WebhookNotFound."""
    webhook = installation.store.webhooks.get(owner, webhook_id)
    if webhook is None or webhook.target is not UNSET:
        raise problems.WebhookNotFound("There is no webhook with this id.")
    return webhook


def listed(installation: Installation, owner: str) -> WebhookList:
    """Return all webhooks of an owner."""
    stored = installation.store.webhooks.of(owner)
    return WebhookList(tuple(shown(each, Webhook) for each in stored if each.target is UNSET))


def remove(installation: Installation, owner: str, webhook_id: str) -> None:
    """Remove a webhook; no more deliveries are sent to it. Raises WebhookNotFound."""
    read(installation, owner, webhook_id)
    remove_any(installation, owner, [webhook_id])


def remove_all(installation: Installation, owner: str) -> None:
    """Remove all webhooks and notification targets of a removed owner, also unreadable ones."""
    remove_any(installation, owner, installation.store.webhooks.ids(owner))


def remove_any(installation: Installation, owner: str, webhook_ids: Sequence[str]) -> None:
    """Remove webhooks or notification targets, with the jobs of waiting deliveries."""
    for each in webhook_ids:
        for job in jobs.webhook_slots(owner, each, share=0):  # a job is removed from any queue
            jobs.drop(installation.queues, job)
        if each.startswith(TARGET_PREFIX):
            _release(installation, owner, each)
    installation.store.webhooks.remove(owner, webhook_ids)


def _release(installation: Installation, owner: str, target_id: str) -> None:
    """Delete what names a notification target outside the data of its owner."""
    stored = installation.store.webhooks.get(owner, target_id)
    terms = UNSET if stored is None else stored.target
    for each in (target_id, *(older.target_id for older in (terms.older_links if terms else ()))):
        installation.store.targets.delete_owner(each, owner)
    if stored is not None and terms is not UNSET and terms.keys:
        installation.store.targets.release_endpoint(stored.url, owner, target_id)


def rotate(installation: Installation, owner: str, webhook_id: str, requested: SecretRequest) -> WebhookSecret:
    """Set a new secret of a webhook; earlier secrets still sign for a day. Raises WebhookNotFound and GameBusy."""
    new, now = requested.secret or _new_secret(installation), installation.sources.now().timestamp()

    def attempt() -> WebhookSecret:
        seen = read(installation, owner, webhook_id)
        if seen.secret == new:
            return _with_secret(seen)
        older = [each for each in seen.previous if each.until > now and each.secret != new]
        previous = (PreviousSecret(seen.secret, now + OVERLAP_SECONDS), *older)[: MOST_SECRETS - 1]
        webhook = msgspec.structs.replace(seen, secret=new, previous=previous)
        if not installation.store.webhooks.change(owner, seen, webhook):
            raise ConflictingWrite
        return _with_secret(webhook)

    return retry_conflicts(attempt)


def _with_secret(webhook: StoredWebhook) -> WebhookSecret:
    until = written(datetime.fromtimestamp(webhook.previous[0].until, UTC)) if webhook.previous else UNSET
    return WebhookSecret(webhook.webhook_id, webhook.secret, until)


def switch(
    installation: Installation, owner: str, webhook_id: str, disabled_reason: DisabledReason | UnsetType = UNSET
) -> Webhook:
    """Switch a webhook on, or off for `disabled_reason`. Raises WebhookNotFound and GameBusy.

    Deliveries that wait when it is switched off fail. Each can be sent again.
    """
    read(installation, owner, webhook_id)
    return shown(switch_any(installation, owner, webhook_id, disabled_reason), Webhook)


def switch_any(
    installation: Installation, owner: str, webhook_id: str, disabled_reason: DisabledReason | UnsetType
) -> StoredWebhook:
    """Switch a webhook or notification target on or off, as in `switch`. Raises WebhookNotFound and GameBusy."""

    def attempt() -> StoredWebhook:
        seen = installation.store.webhooks.get(owner, webhook_id)
        if seen is None:
            raise problems.WebhookNotFound("There is no webhook with this id.")
        webhook = msgspec.structs.replace(seen, disabled_reason=disabled_reason)
        if webhook == seen:
            return webhook
        if not installation.store.webhooks.change(owner, seen, webhook):
            raise ConflictingWrite
        installation.store.webhooks.reset(owner, webhook_id)
        return webhook

    return retry_conflicts(attempt)


def publish(installation: Installation, owner: str, webhooks: Iterable[StoredWebhook], message: Message) -> None:
    """Send a message to the webhooks and targets of an owner that want it, once to each despite repetition.

    After this returns, the delivery survives crashes. An error in one webhook does not stop the others. Raises
    StepFailed after the last one, and one of OUTAGES; then publish the message again.
    """
    kind = type_of(message.body)
    wanting = [each for each in webhooks if _wants(each, kind, message.body)]
    run_each(
        "webhooks", owner, [(each.webhook_id, partial(_send, installation, owner, each, message)) for each in wanting]
    )


def _send(installation: Installation, owner: str, webhook: StoredWebhook, message: Message) -> None:
    """Add the delivery of a message to a webhook. A notification target gets a text instead of the message."""
    now, target = installation.sources.now().timestamp(), webhook.target
    body = message.body if target is UNSET else message.notify(target)
    due = now if target is UNSET else quiet_hours.due_at(target, now)
    name = delivery_id(webhook.webhook_id, message)
    delivery = Delivery(name, type_of(message.body), msgspec.json.encode(body).decode(), message.body.timestamp)
    group = "" if target is UNSET else message.group
    add_delivery(installation, owner, webhook, delivery, now, due, group)


def _wants(webhook: StoredWebhook, kind: str, body: WebhookMessage[Any]) -> bool:
    if webhook.disabled_reason:
        return False
    if webhook.target is not UNSET:
        return not webhook.target.unconfirmed and body.event in webhook.target.events
    return not webhook.event_types or kind in webhook.event_types


def add_delivery(
    installation: Installation,
    owner: str,
    webhook: StoredWebhook,
    delivery: Delivery,
    now: float,
    due: float,
    group: str = "",
) -> None:
    """Add a delivery, unless it exists. Enqueue it if it is due; otherwise the sweeper does. Raises one of OUTAGES."""
    check_at = now + installation.settings.lease_seconds
    due_at = installation.store.webhooks.notify(owner, webhook.webhook_id, delivery, due, check_at, group)
    if due_at is not None and due_at <= now:
        enqueue_deliveries(installation, owner, webhook)


def enqueue_deliveries(installation: Installation, owner: str, webhook: StoredWebhook) -> None:
    """Enqueue due deliveries, unless all jobs of the webhook wait or start. A job reads what is due when it starts.

    After an error, the sweeper enqueues them later.
    """
    slots = jobs.webhook_slots(owner, webhook.webhook_id, webhook.share)
    with follow_up("job", f"{owner}/{webhook.webhook_id}"):
        any(jobs.enqueue(installation.queues, each) for each in slots)


def delivery_id(webhook_id: str, message: Message) -> str:
    """Return the id of a delivery, which is equal for repeated messages."""
    return f"msg_{hashlib.sha256(f'{webhook_id} {message.message_id}'.encode()).hexdigest()[:32]}"


def _new_secret(installation: Installation) -> str:
    return f"whsec_{b64encode(installation.sources.seed()).decode()}"

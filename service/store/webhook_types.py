"""Types of stored webhooks, notification targets and deliveries."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from domain.languages import Language
from service.resources.messages import NotificationEvent
from service.resources.notifications import QuietHours, TargetKind, WebPushKeys
from service.resources.webhooks import Webhook


class PreviousSecret(NamedTuple):
    """An older secret that still signs."""

    secret: str
    until: float
    """When the secret stops signing, in Unix time."""


class OlderLink(NamedTuple):
    """The link of a notification target that was merged into another one."""

    target_id: str
    token: str
    """The random part of the link."""


class TargetTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What makes a webhook a notification target. The `url` of the webhook is then the destination."""

    kind: TargetKind
    destination: str
    """The destination as shown, without secrets."""
    events: tuple[NotificationEvent, ...]
    language: Language
    link_token: str
    """The random part of the links in e-mails; only the recipient knows it."""
    digest_minutes: int = 0
    quiet_hours: QuietHours | UnsetType = UNSET
    unconfirmed: bool = False
    """Whether the recipient of the e-mail address has not confirmed it."""
    keys: WebPushKeys | UnsetType = UNSET
    """The keys of a push subscription."""
    canonical: str = ""
    """The URL of a chat or push service as Apprise writes it, to recognise it in another spelling."""
    older_links: tuple[OlderLink, ...] = ()
    """The links of targets that were merged into this one."""


class StoredWebhook(Webhook, frozen=True, kw_only=True):
    """The webhook of an owner, with its secrets."""

    webhook_id: str
    """The id of the webhook, or of the notification target."""
    secret: str
    """The secret: `whsec_` and base64."""
    previous: tuple[PreviousSecret, ...] = ()
    """The older secrets that still sign, newest first."""
    target: TargetTerms | UnsetType = UNSET
    """The terms of a notification target. Omitted for a webhook."""
    share: int = 0
    """The share of the queues that the deliveries use: see `service.installation.shares`."""


class Delivery(msgspec.Struct, frozen=True, omit_defaults=True):
    """One notice for one webhook."""

    delivery_id: str
    """The `webhook-id` of all attempts."""
    type: str
    body: str
    """The body of the request. `deliveries.body_of` adds the names of players to some types."""
    created_at: str
    """When the delivery was created, in UTC (RFC 3339), like all times of a delivery."""
    attempts: int = 0
    delivered_at: str = ""
    last_attempt_at: str = ""
    response_status: int = 0
    """The status of the last attempt; 0 without a response."""
    error: str = ""
    """Why the last attempt failed; empty if it succeeded."""
    duration_ms: int = 0
    """Duration of the last attempt."""


class DeliveryEntry(NamedTuple):
    """One entry of a webhook's log."""

    number: int
    delivery: Delivery
    due: float | None
    """The time of the next attempt; None if there is none."""

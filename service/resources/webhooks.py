"""Webhooks and their deliveries."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import MessageType, MessageTypes, Query, Request, Response
from service.resources.types import MOST, Moment

MOST_SHOWN = 100
LONGEST_URL = 2048
LOGGED = "d"
"""First letter of cursors in a delivery log."""

Scope = Literal["seats", "created"]
DeliveryStatus = Literal["pending", "delivered", "failed"]
DisabledReason = Literal["failing", "gone"]

Url = Annotated[
    str,
    Meta(min_length=1, max_length=LONGEST_URL),
    whole_text("^[\\x21-\\x7e]+$", extra={"error": "Must be printable ASCII."}),
    Meta(description="The URL that receives deliveries: `https://` and a host on the public internet."),
]
Secret = Annotated[str, whole_text("^whsec_([A-Za-z0-9+/]{4}){8,21}([A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$")]
"""24 to 65 bytes in base64."""
ShownSecret = Annotated[str, Meta(description="The secret that signs deliveries, shown once.")]
WebhookId = Annotated[str, whole_text("^wh_[a-z0-9]{20}$", description="The id of the webhook, as used in URLs.")]
LogCursor = Annotated[str, whole_text(f"^{LOGGED}[0-9a-f]{{12}}$", min_length=13, max_length=13)]


class SecretRequest(Request, frozen=True):
    """The new secret of a webhook. The body may be omitted."""

    secret: Secret | UnsetType = UNSET
    """The secret that signs deliveries: `whsec_` and 24 to 64 random bytes in base64. Default: chosen at random."""


class WebhookRequest(SecretRequest, frozen=True, kw_only=True):
    """The webhook to add to a game."""

    url: Url
    event_types: Annotated[tuple[str, ...], MessageTypes(1)] = ()
    """The types of notices to send. Default: all types."""


class PlayerWebhookRequest(WebhookRequest, frozen=True):
    """The webhook to add to a player."""

    scope: Scope = "seats"
    """Which seats the webhook covers. `seats`: those of the player. `created`: all seats of the games that the player
    created. Default: `seats`."""


class Webhook(Response, frozen=True):
    """A webhook without its secret."""

    webhook_id: WebhookId
    url: Url
    event_types: Annotated[tuple[str, ...], MessageTypes()]
    """The types of notices to send. Empty: all types."""
    created_at: Moment
    """When the webhook was added, in UTC (RFC 3339)."""
    scope: Scope = "seats"
    """`created` if the webhook of a player covers all seats of the games that the player created. Omitted otherwise."""
    disabled_reason: DisabledReason | UnsetType = UNSET
    """Why deliveries stopped: they failed for days, or the receiver returned 410. Omitted while the webhook is active.
    """


class CreatedWebhook(Webhook, frozen=True, kw_only=True):
    """A new webhook, with its secret."""

    secret: ShownSecret


class WebhookSecret(Response, frozen=True):
    """The new secret of a webhook."""

    webhook_id: WebhookId
    secret: ShownSecret
    previous_until: Moment | UnsetType = UNSET
    """When the previous secret stops signing, in UTC (RFC 3339). Omitted if there is none."""


class WebhookList(Response, frozen=True):
    """All webhooks of a game, a player or a tournament."""

    webhooks: tuple[Webhook, ...]
    """The webhooks, oldest first."""


class Delivery(Response, frozen=True):
    """A delivery to a webhook."""

    delivery_id: Annotated[str, whole_text("^msg_[0-9a-f]{32}$")]
    """The header `webhook-id` of the delivery, identical in each attempt."""
    type: Annotated[str, MessageType()]
    """The type of the notice."""
    status: DeliveryStatus
    """The status of the delivery. `pending`: it will be sent or retried. `delivered`: the receiver returned 200 to 299.
    `failed`: the service has stopped retrying."""
    attempts: Annotated[int, Meta(ge=0, le=MOST)]
    """The number of attempts so far."""
    created_at: Moment
    """When the event happened, in UTC (RFC 3339)."""
    last_attempt_at: Moment | UnsetType = UNSET
    """When the last attempt was made, in UTC (RFC 3339). Omitted before the first attempt."""
    next_attempt_at: Moment | UnsetType = UNSET
    """The earliest time of the next attempt, in UTC (RFC 3339); present while the delivery is pending."""
    response_status: Annotated[int, Meta(ge=100, le=999)] | UnsetType = UNSET
    """The HTTP status of the last response. Omitted if there was none."""
    error: str = ""
    """Why the last attempt failed, in English. Omitted if it did not fail."""
    duration_ms: Annotated[int, Meta(ge=0, le=MOST)] | UnsetType = UNSET
    """The duration of the last attempt in milliseconds. Omitted before the first attempt."""


class DeliveryPage(Response, frozen=True):
    """A page of the deliveries of a webhook, newest first."""

    deliveries: tuple[Delivery, ...]
    """The deliveries, newest first."""
    next_cursor: LogCursor | UnsetType = UNSET
    """Send it as `cursor` to get the next page. Omitted on the last page."""


class DeliveryQuery(Query, frozen=True):
    """Query parameters of a list of deliveries."""

    cursor: LogCursor | UnsetType = UNSET
    """The `next_cursor` of an earlier page: an opaque position. Default: the first page."""
    limit: Annotated[int, Meta(ge=1, le=MOST_SHOWN)] = 20
    """The maximum number of deliveries on a page."""

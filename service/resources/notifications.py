"""Notification targets: where a player is notified, of what, and when."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from domain.clock_days import DAY_MINUTES, HOUR
from domain.fields import whole_text
from domain.languages import CODES, Language
from service.resources.base import Request, Response, unless_exactly_one
from service.resources.messages import NotificationEvent
from service.resources.types import MOST, Moment
from service.resources.webhooks import DeliveryStatus, DisabledReason, Url

EVENTS: tuple[NotificationEvent, ...] = get_args(NotificationEvent)
TargetKind = Literal["web_push", "email", "service"]

TargetId = Annotated[str, whole_text("^nt_[a-z0-9]{20}$", description="The id of the target, as used in URLs.")]
Events = Annotated[
    tuple[NotificationEvent, ...],
    Meta(min_length=1, max_length=len(EVENTS)),
    Meta(
        description="The events of which the player is notified. `your_turn`: a turn of the player starts, or others "
        "change a pause. `clock_low`: its deadline approaches, or that of a tournament round. `invited`: a seat is "
        "reserved for the player. `game_over`: a game of the player has ended, was aborted, or was deleted before its "
        "end. `round_starts`: the games of a tournament round exist. Default: all."
    ),
]
ShownEvents = Annotated[
    tuple[NotificationEvent, ...], Meta(description="The events of which the player is notified, as chosen.")
]
DigestMinutes = Annotated[
    int,
    Meta(ge=0, le=DAY_MINUTES),
    Meta(
        description="The number of minutes for which notifications are collected into one message. 0: each event is "
        "sent at once. Default: 0."
    ),
]
TextLanguage = Annotated[Language, Meta(description=f"The language of the texts: {CODES}.")]
ServiceUrl = Annotated[
    str,
    Meta(min_length=1, max_length=1024),
    whole_text("^[\\x21-\\x7e]+$", extra={"error": "Must be printable ASCII."}),
    Meta(
        description="A URL of Apprise, such as `discord://webhook_id/webhook_token`, or the webhook URL of Discord or "
        "Slack. It is a secret: no response contains it. `getNotificationSettings` lists the allowed schemes. Each "
        "service allows some query parameters, and at most 5 recipients."
    ),
]
EmailAddress = Annotated[
    str,
    Meta(max_length=254),
    whole_text(
        r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$",
        extra={"error": "Must be an e-mail address."},
    ),
    Meta(description="An e-mail address. Nothing but a confirmation is sent before its recipient confirms it."),
]


@cache
def time_zones() -> frozenset[str]:
    """Return the names of the IANA database, which mean the same on every machine.

    `ZoneInfo` also accepts files of this machine, such as `localtime`, and zones with leap seconds.
    """
    names = files("tzdata").joinpath("zones").read_text(encoding="ascii").split()
    return frozenset(names) - {"Factory"}


class WebPushKeys(Request, frozen=True):
    """The keys of a push subscription."""

    p256dh: Annotated[str, whole_text("^[A-Za-z0-9_-]{87}=?$")]
    """The public key of the browser: an uncompressed point of the curve P-256 in base64url."""
    auth: Annotated[str, whole_text("^[A-Za-z0-9_-]{22}(==)?$")]
    """The secret of the subscription: 16 bytes in base64url."""


class WebPushSubscription(Request, frozen=True):
    """A push subscription of a browser, as from `PushSubscription.toJSON()` without `expirationTime`."""

    endpoint: Url
    keys: WebPushKeys
    """The keys with which messages to the browser are encrypted."""


class QuietHours(Request, frozen=True):
    """The time of day without notifications. They are sent together after it."""

    start: Annotated[str, whole_text(HOUR)]
    """The start of the quiet hours: hour and minute, such as `22:00`."""
    end: Annotated[str, whole_text(HOUR)]
    """The end of the quiet hours. If it is earlier than `start`, they end on the next day. Equal times: no quiet
    hours."""
    time_zone: Annotated[str, whole_text("^[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}$")]
    """The time zone of these times: a name of the IANA database, such as `Europe/Prague`."""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield a fault if the time zone is unknown."""
        if self.time_zone not in time_zones():
            yield "time_zone", "Must be the name of a time zone, such as Europe/Prague."


class TargetChange(Request, frozen=True):
    """New values of a notification target. Omitted values stay unchanged."""

    events: Events | UnsetType = UNSET
    quiet_hours: QuietHours | UnsetType = UNSET
    """When nothing is sent. Default: never."""
    digest_minutes: DigestMinutes | UnsetType = UNSET
    language: TextLanguage | UnsetType = UNSET


class NotificationTargetRequest(TargetChange, frozen=True):
    """The notification target to create: exactly one of `web_push`, `email` and `url`."""

    web_push: WebPushSubscription | UnsetType = UNSET
    """The push subscription of a browser."""
    email: EmailAddress | UnsetType = UNSET
    url: ServiceUrl | UnsetType = UNSET

    excluded: ClassVar[Mapping[str, Any]] = unless_exactly_one("web_push", "email", "url")

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield a fault unless the request names exactly one destination."""
        if sum(each is not UNSET for each in (self.web_push, self.email, self.url)) != 1:
            yield "", "Must have exactly one of web_push, email and url."


class NotificationDelivery(Response, frozen=True):
    """The state of a message to a notification target."""

    status: DeliveryStatus
    """The status of the message. `pending`: it will be sent or retried. `delivered`: it was accepted. `failed`: the
    service has stopped retrying."""
    created_at: Moment
    """When the event happened, in UTC (RFC 3339)."""
    attempts: Annotated[int, Meta(ge=0, le=MOST)]
    """The number of attempts so far."""
    error: str = ""
    """Why the last attempt failed, in English. Omitted if it did not fail."""


class NotificationTarget(Response, frozen=True):
    """A notification target without its secrets."""

    target_id: TargetId
    kind: TargetKind
    """The kind of the target. `service`: a chat or push service, addressed by `url`."""
    destination: str
    """Where messages go, without secrets: the host of a push subscription, the e-mail address, or the scheme of the
    service, such as `discord`."""
    events: ShownEvents
    language: TextLanguage
    created_at: Moment
    """When the target was created, in UTC (RFC 3339)."""
    digest_minutes: DigestMinutes = 0
    quiet_hours: QuietHours | UnsetType = UNSET
    """When nothing is sent. Omitted if there are no quiet hours."""
    unconfirmed: bool = False
    """True until the recipient of the e-mail address confirms it. Omitted otherwise."""
    disabled_reason: DisabledReason | UnsetType = UNSET
    """Why messages stopped: they failed for days, or the target no longer exists. `updateNotificationTarget` and
    `sendTestNotification` enable the target again. Omitted while the target is active."""
    last_delivery: NotificationDelivery | UnsetType = UNSET
    """The latest message to the target. Omitted before the first one."""


class NotificationTargetList(Response, frozen=True):
    """All notification targets of a player."""

    targets: tuple[NotificationTarget, ...]
    """The targets, oldest first."""


class NotificationSettings(Response, frozen=True):
    """What targets this installation can notify."""

    vapid_public_key: str
    """The `applicationServerKey` of push subscriptions: an uncompressed point of the curve P-256 in base64url."""
    schemes: tuple[str, ...]
    """The allowed schemes of `url`."""
    email: bool
    """Whether this installation sends e-mail."""

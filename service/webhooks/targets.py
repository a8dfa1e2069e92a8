"""Manage the notification targets of players: browsers, e-mail addresses, and chat or push services.

A target is stored as a webhook with terms, and gets the same messages. `workers.jobs.notifications` turns them into
texts and sends them.
"""

import hashlib
import re
import secrets
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from domain.names import DEFAULT_LANGUAGE, Language
from service.installation import entity_tags
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.installation.entity_tags import Expected
from service.problems import (
    NotificationTargetNotFound,
    ProblemError,
    TargetRejected,
    TooManyNotificationTargets,
    outpaced,
)
from service.resources.base import changed, shown
from service.resources.notifications import (
    EVENTS,
    NewNotificationTarget,
    NotificationDelivery,
    NotificationSettings,
    NotificationTarget,
    NotificationTargetList,
    TargetChange,
    TargetKind,
    WebPushKeys,
    WebPushSubscription,
)
from service.runtime import webhook_targets
from service.store import Delivery, StoredWebhook, TargetTerms
from service.webhooks import chat_services, confirmations, destinations, web_push, webhooks
from service.webhooks.destinations import MOST_TARGETS
from service.webhooks.notification_texts import Notification, text
from service.webhooks.webhooks import MOST_ATTEMPTS

TEST, CONFIRM = "test", "confirm"
"""The types of deliveries that are no messages about games: a test, and the link to confirm an e-mail address."""
LINK_BYTES = 18
_PLAYER = re.compile(r"pl_[a-z0-9]{20}")
_TARGET = re.compile(r"nt_[a-z0-9]{20}")


class Destination(NamedTuple):
    """Where a target sends messages."""

    kind: TargetKind
    url: str
    """The endpoint of the push service, the e-mail address, or the URL for Apprise."""
    shown: str
    """The destination without secrets."""
    canonical: str = ""
    """The URL as Apprise writes it; empty for other kinds."""
    keys: WebPushKeys | UnsetType = UNSET


def add(
    bottega: Bottega,
    player: str,
    wanted: NewNotificationTarget,
    language: Language,
    network: str = "",
    *,
    is_anonymous: bool = False,
) -> tuple[NotificationTarget, bool]:
    """Add a notification target; its texts are in `language` unless the request names one.

    Returns the target, and whether it is new. A destination that the player already has keeps its target, which gets
    the values of the request. `network` is that of the client, for the limits of mail. `is_anonymous`: any client could
    create the player. Raises TargetRejected, TooManyConfirmations, TooManyNotificationTargets and GameBusy.
    """
    to = _destination(bottega, wanted, is_anonymous=is_anonymous)
    if not to.keys:
        return _add(bottega, player, to, wanted, language, network)
    with destinations.alone(bottega, to.url):
        return _add(bottega, player, to, wanted, language, network)


def _add(
    bottega: Bottega, player: str, to: Destination, wanted: NewNotificationTarget, language: Language, network: str
) -> tuple[NotificationTarget, bool]:
    """Add a target of a destination, or change the one that the player has; return it, and whether it is new."""
    known = destinations.find(bottega, player, to.kind, to.url, to.canonical)
    confirms = to.kind == "email" and (known is None or known[1].unconfirmed)
    counted = confirmations.count(bottega, to.url, network) if confirms else {}
    try:
        stored = (
            _replace(bottega, player, known[0].webhook_id, wanted, keys=to.keys)[0]
            if known
            else _store(bottega, player, to, wanted, language)
        )
    except ProblemError:
        if confirms:
            confirmations.uncount(bottega, counted)
        raise
    if to.keys:
        destinations.hold_endpoint(bottega, player, stored)
    if confirms:
        _send_confirmation(bottega, player, stored)
    return _shown(bottega, player, stored), known is None


def _send_confirmation(bottega: Bottega, player: str, stored: StoredWebhook) -> None:
    if stored.target is not None:
        link = f"{bottega.settings.public_url}{link_to(player, stored.webhook_id, stored.target)}"
        _send(bottega, player, stored, CONFIRM, link=link)


def _store(
    bottega: Bottega, player: str, to: Destination, wanted: NewNotificationTarget, language: Language
) -> StoredWebhook:
    """Store a new target and return it. Raises TooManyNotificationTargets, and the problem of a deleted player."""
    terms = TargetTerms(
        kind=to.kind,
        destination=to.shown,
        events=EVENTS,
        language=language,
        link_token=secrets.token_urlsafe(LINK_BYTES),
        unconfirmed=to.kind == "email",
        keys=to.keys,
        canonical=to.canonical,
    )
    stored = StoredWebhook(
        webhook_id=destinations.id_of(player, to.kind, to.canonical or to.url),
        url=to.url,
        event_types=(),
        secret="",
        created_at=written(bottega.sources.now()),
        target=changed(terms, wanted),
    )
    added = bottega.store.webhooks.add(player, stored, MOST_TARGETS)
    if added is None:
        raise webhooks.owner_not_found(player)
    if not added:
        raise TooManyNotificationTargets(
            "Remove a notification target first. At most {most} are allowed.", {"most": MOST_TARGETS}
        )
    return stored


def _destination(bottega: Bottega, wanted: NewNotificationTarget, *, is_anonymous: bool) -> Destination:
    """Return the destination of a new target. Raises TargetRejected."""
    if wanted.web_push:
        return _browser(bottega, wanted.web_push)
    if wanted.email:
        _check_email(bottega, is_anonymous=is_anonymous)
        return Destination("email", wanted.email, wanted.email)
    canonical = _canonical_url(bottega, wanted.url or "")
    return Destination("service", wanted.url or "", chat_services.scheme_of(canonical), canonical)


def _canonical_url(bottega: Bottega, url: str) -> str:
    """Return the canonical URL of a chat or push service. Raises TargetRejected."""
    try:
        return chat_services.canonical_url(url, bottega.settings)
    except chat_services.ParameterNotAllowed as error:
        if not error.allowed:
            raise TargetRejected("Remove the query parameters. URLs of this service have none.") from None
        raise TargetRejected(
            "Remove the other query parameters. URLs of this service may have: {parameters}.",
            {"parameters": ", ".join(error.allowed)},
        ) from None
    except chat_services.NotAllowed:
        allowed = ", ".join(bottega.settings.notification_schemes)
        raise TargetRejected("Send the URL of an allowed service: {schemes}.", {"schemes": allowed}) from None


def _browser(bottega: Bottega, subscription: WebPushSubscription) -> Destination:
    try:
        parts = webhook_targets.read_url(subscription.endpoint, bottega.settings.webhook_targets)
    except webhook_targets.Rejected:
        raise TargetRejected("Send the endpoint of a push subscription: an https URL on the public internet.") from None
    if not web_push.is_point(subscription.keys.p256dh):
        raise TargetRejected("Send the keys of a push subscription, as the browser returns them.")
    return Destination("web_push", subscription.endpoint, parts.hostname or "", keys=subscription.keys)


def _check_email(bottega: Bottega, *, is_anonymous: bool) -> None:
    """Raise TargetRejected unless the player may enter an e-mail address."""
    if not bottega.settings.smtp_url:
        raise TargetRejected("Choose another kind of target. This installation sends no e-mail.")
    if is_anonymous and not bottega.settings.anonymous_mail:
        raise TargetRejected(
            "Link an identity first, or choose another kind of target. Anonymous players get no e-mail."
        )


def read(bottega: Bottega, player: str, target_id: str) -> tuple[StoredWebhook, TargetTerms]:
    """Return a stored target and its terms. Raises NotificationTargetNotFound."""
    stored = bottega.store.webhooks.get(player, target_id)
    if stored is None or stored.target is None:
        raise NotificationTargetNotFound("There is no notification target with this id.")
    return stored, stored.target


def show(bottega: Bottega, player: str, target_id: str) -> tuple[NotificationTarget, str]:
    """Return a target with its latest delivery, and its entity tag. Raises NotificationTargetNotFound."""
    stored, terms = read(bottega, player, target_id)
    return _shown(bottega, player, stored), _tag(stored, terms)


def _tag(stored: StoredWebhook, terms: TargetTerms) -> str:
    """Return the entity tag of what a change of the target may change."""
    changeable = [getattr(terms, name) or None for name in TargetChange.__struct_fields__]
    return entity_tags.tag_of([*changeable, terms.unconfirmed, stored.disabled_reason or ""])


def listed(bottega: Bottega, player: str) -> NotificationTargetList:
    """Return all notification targets of a player."""
    stored = [each for each in bottega.store.webhooks.of(player) if each.target is not None]
    return NotificationTargetList(tuple(_shown(bottega, player, each) for each in stored))


def change(
    bottega: Bottega, player: str, target_id: str, wanted: TargetChange, expected: Expected
) -> tuple[NotificationTarget, str]:
    """Change a target, and enable it if it was disabled; return it with its new entity tag.

    Raises NotificationTargetNotFound, GameBusy, and PreconditionFailed unless the entity tag is `expected`.
    """
    stored, terms = _replace(bottega, player, target_id, wanted, expected)
    return _shown(bottega, player, stored), _tag(stored, terms)


def _replace(
    bottega: Bottega,
    player: str,
    target_id: str,
    wanted: TargetChange,
    expected: Expected = entity_tags.always,
    *,
    confirms: bool = False,
    keys: WebPushKeys | UnsetType = UNSET,
) -> tuple[StoredWebhook, TargetTerms]:
    for _ in range(MOST_ATTEMPTS):
        seen, old = read(bottega, player, target_id)
        entity_tags.check(expected, _tag(seen, old))
        new = changed(old, wanted, unconfirmed=old.unconfirmed and not confirms, keys=keys or old.keys)
        stored = msgspec.structs.replace(seen, target=new, disabled_reason=UNSET)
        if stored == seen:
            return stored, new
        if bottega.store.webhooks.change(player, seen, stored):
            if seen.disabled_reason:
                bottega.store.webhooks.reset(player, target_id)
            return stored, new
    raise outpaced(MOST_ATTEMPTS)


def remove(bottega: Bottega, player: str, target_id: str, expected: Expected) -> None:
    """Remove a target; nothing more is sent to it.

    Raises NotificationTargetNotFound, and PreconditionFailed unless the entity tag is `expected`.
    """
    entity_tags.check(expected, _tag(*read(bottega, player, target_id)))
    webhooks.remove_any(bottega, player, [target_id])


def send_test(bottega: Bottega, player: str, target_id: str) -> NotificationDelivery:
    """Send a test message, and enable the target if it was disabled.

    Raises NotificationTargetNotFound, TargetRejected and GameBusy.
    """
    stored, terms = _replace(bottega, player, target_id, TargetChange())
    if terms.unconfirmed:
        raise TargetRejected("Confirm the e-mail address first: open the link that was sent to it.")
    return _delivery(_send(bottega, player, stored, TEST), is_pending=True)


def _send(bottega: Bottega, player: str, stored: StoredWebhook, kind: str, **facts: str) -> Delivery:
    """Send a message that is about no game, at once."""
    language = stored.target.language if stored.target is not None else DEFAULT_LANGUAGE
    message = Notification(text(language, f"{kind}_title"), text(language, f"{kind}_body", **facts), "/", kind)
    now, number = bottega.sources.now(), hashlib.sha256(bottega.sources.seed()).hexdigest()[:32]
    delivery = Delivery(f"msg_{number}", kind, msgspec.json.encode(message).decode(), written(now))
    webhooks.add_delivery(bottega, player, stored.webhook_id, delivery, now.timestamp(), now.timestamp())
    return delivery


def settings(bottega: Bottega) -> NotificationSettings:
    """Return what kinds of targets this installation can notify."""
    return NotificationSettings(
        vapid_public_key=web_push.public_key(bottega),
        schemes=bottega.settings.notification_schemes,
        email=bool(bottega.settings.smtp_url),
    )


def link_to(player: str, target_id: str, terms: TargetTerms) -> str:
    """Return the path of the page on which the recipient confirms an e-mail address, or unsubscribes any target."""
    return f"/notifications/{player}.{target_id}.{terms.link_token}"


def of_link(bottega: Bottega, link: str) -> tuple[str, str, TargetTerms]:
    """Return the player, the id and the terms of the target of a link. Raises NotificationTargetNotFound."""
    player, _, rest = link.partition(".")
    target_id, _, token = rest.partition(".")
    if _PLAYER.fullmatch(player) and _TARGET.fullmatch(target_id) and token.isascii():
        player, current_id = bottega.store.webhooks.owner(target_id) or (player, target_id)
        stored, terms = read(bottega, player, current_id)
        tokens = [each.token for each in destinations.links(stored, terms) if each.target_id == target_id]
        if any(secrets.compare_digest(each, token) for each in tokens):
            return player, current_id, terms
    raise NotificationTargetNotFound("There is no notification target with this id.")


def confirm(bottega: Bottega, link: str) -> TargetTerms:
    """Confirm the e-mail address of a link. Raises NotificationTargetNotFound and GameBusy."""
    player, target_id, terms = of_link(bottega, link)
    _replace(bottega, player, target_id, TargetChange(), confirms=True)
    return terms


def unsubscribe(bottega: Bottega, link: str) -> TargetTerms:
    """Remove the target of a link. Raises NotificationTargetNotFound."""
    player, target_id, terms = of_link(bottega, link)
    webhooks.remove_any(bottega, player, [target_id])
    return terms


def _shown(bottega: Bottega, player: str, stored: StoredWebhook) -> NotificationTarget:
    latest = bottega.store.webhooks.log(player, stored.webhook_id, None, 1)
    delivery = _delivery(latest[0].delivery, is_pending=latest[0].due is not None) if latest else UNSET
    return shown(
        stored.target,
        NotificationTarget,
        target_id=stored.webhook_id,
        created_at=stored.created_at,
        disabled_reason=stored.disabled_reason,
        last_delivery=delivery,
    )


def _delivery(stored: Delivery, *, is_pending: bool) -> NotificationDelivery:
    return shown(
        stored,
        NotificationDelivery,
        status="pending" if is_pending else "delivered" if stored.delivered_at else "failed",
    )

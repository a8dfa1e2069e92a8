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

from domain.languages import DEFAULT_LANGUAGE, Language
from service import problems
from service.installation import entity_tags, marks, shares
from service.installation.clock_and_ids import written
from service.installation.conflicts import retry_conflicts
from service.installation.entity_tags import Expected
from service.installation.installation import Installation
from service.installation.jobs import WEBHOOKS
from service.resources.base import changed, shown
from service.resources.notifications import (
    EVENTS,
    NotificationDelivery,
    NotificationSettings,
    NotificationTarget,
    NotificationTargetList,
    NotificationTargetRequest,
    TargetChange,
    TargetKind,
    WebPushKeys,
    WebPushSubscription,
)
from service.runtime import webhook_targets
from service.store import ConflictingWrite, Delivery, StoredWebhook, TargetTerms
from service.webhooks import chat_services, confirmations, destinations, web_push, webhooks
from service.webhooks.destinations import MOST_TARGETS
from service.webhooks.notification_texts import Notification, text

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
    installation: Installation,
    player: str,
    requested: NotificationTargetRequest,
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
    to = _destination(installation, requested, is_anonymous=is_anonymous)
    if not to.keys:
        return _add(installation, player, to, requested, language, network)
    with destinations.alone(installation, to.url):
        return _add(installation, player, to, requested, language, network)


def _add(
    installation: Installation,
    player: str,
    to: Destination,
    requested: NotificationTargetRequest,
    language: Language,
    network: str,
) -> tuple[NotificationTarget, bool]:
    """Add a target of a destination, or change the one that the player has; return it, and whether it is new."""
    known = destinations.find(installation, player, to.kind, to.url, to.canonical)
    confirms = to.kind == "email" and (known is None or known[1].unconfirmed)
    counted = confirmations.count(installation, to.url, network) if confirms else {}
    try:
        stored = (
            _replace(installation, player, known[0].webhook_id, requested, keys=to.keys)[0]
            if known
            else _store(installation, player, to, requested, language, network)
        )
    except problems.ProblemError:
        if confirms:
            confirmations.uncount(installation, counted)
        raise
    if to.keys:
        destinations.hold_endpoint(installation, player, stored)
    if confirms:
        _send_confirmation(installation, player, stored)
    return _shown(installation, player, stored), known is None


def _send_confirmation(installation: Installation, player: str, stored: StoredWebhook) -> None:
    if stored.target is not UNSET:
        link = f"{installation.settings.public_url}{link_to(player, stored.webhook_id, stored.target)}"
        _send(installation, player, stored, CONFIRM, link=link)


def _store(
    installation: Installation,
    player: str,
    to: Destination,
    requested: NotificationTargetRequest,
    language: Language,
    network: str,
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
        created_at=written(installation.sources.now()),
        target=changed(terms, requested),
        share=shares.choose(installation, shares.account_of(installation, player, network), WEBHOOKS),
    )
    added = installation.store.webhooks.add(player, stored, MOST_TARGETS)
    if added is None:
        raise webhooks.owner_not_found(player)
    if not added:
        raise problems.TooManyNotificationTargets(
            "Remove a notification target first. At most {most} are allowed.", {"most": MOST_TARGETS}
        )
    return stored


def _destination(
    installation: Installation, requested: NotificationTargetRequest, *, is_anonymous: bool
) -> Destination:
    """Return the destination of a new target. Raises TargetRejected."""
    if requested.web_push:
        return _browser(installation, requested.web_push)
    if requested.email:
        _check_email(installation, requested.email, is_anonymous=is_anonymous)
        return Destination("email", requested.email, requested.email)
    canonical = _canonical_url(installation, requested.url or "")
    return Destination("service", requested.url or "", chat_services.scheme_of(canonical), canonical)


def _canonical_url(installation: Installation, url: str) -> str:
    """Return the canonical URL of a chat or push service. Raises TargetRejected."""
    try:
        return chat_services.canonical_url(url, installation.settings)
    except chat_services.ParameterNotAllowed as error:
        if not error.allowed:
            raise problems.TargetRejected("Remove the query parameters. URLs of this service have none.") from None
        raise problems.TargetRejected(
            "Remove the other query parameters. URLs of this service may have: {parameters}.",
            {"parameters": ", ".join(error.allowed)},
        ) from None
    except chat_services.NotAllowed:
        allowed = ", ".join(installation.settings.notification_schemes)
        raise problems.TargetRejected("Send the URL of an allowed service: {schemes}.", {"schemes": allowed}) from None


def _browser(installation: Installation, subscription: WebPushSubscription) -> Destination:
    try:
        parts = webhook_targets.read_url(subscription.endpoint, installation.settings.webhook_targets)
    except webhook_targets.Rejected:
        raise problems.TargetRejected(
            "Send the endpoint of a push subscription: an https URL on the public internet."
        ) from None
    if not web_push.is_point(subscription.keys.p256dh):
        raise problems.TargetRejected("Send the keys of a push subscription, as the browser returns them.")
    return Destination("web_push", webhook_targets.one_form(parts), parts.hostname or "", keys=subscription.keys)


def _check_email(installation: Installation, address: str, *, is_anonymous: bool) -> None:
    """Raise TargetRejected unless the player may enter an e-mail address."""
    if not installation.settings.smtp_url:
        raise problems.TargetRejected("Choose another kind of target. This installation sends no e-mail.")
    if is_anonymous and not installation.settings.anonymous_mail:
        raise problems.TargetRejected(
            "Link an identity first, or choose another kind of target. Anonymous players get no e-mail."
        )
    if installation.store.bans.marked(marks.mark_of_mailbox(installation, address)) is not None:
        raise problems.TargetRejected("Choose another e-mail address. The operator accepts none of this mailbox.")


def read(installation: Installation, player: str, target_id: str) -> tuple[StoredWebhook, TargetTerms]:
    """Return a stored target and its terms. Raises NotificationTargetNotFound."""
    stored = installation.store.webhooks.get(player, target_id)
    if stored is None or stored.target is UNSET:
        raise problems.NotificationTargetNotFound("There is no notification target with this id.")
    return stored, stored.target


def show(installation: Installation, player: str, target_id: str) -> tuple[NotificationTarget, str]:
    """Return a target with its latest delivery, and its entity tag. Raises NotificationTargetNotFound."""
    stored, terms = read(installation, player, target_id)
    return _shown(installation, player, stored), _tag(stored, terms)


def _tag(stored: StoredWebhook, terms: TargetTerms) -> str:
    """Return the entity tag of what a change of the target may change."""
    changeable = [getattr(terms, name) or None for name in TargetChange.__struct_fields__]
    return entity_tags.tag_of([*changeable, terms.unconfirmed, stored.disabled_reason or ""])


def listed(installation: Installation, player: str) -> NotificationTargetList:
    """Return all notification targets of a player."""
    stored = [each for each in installation.store.webhooks.of(player) if each.target is not UNSET]
    return NotificationTargetList(tuple(_shown(installation, player, each) for each in stored))


def change(
    installation: Installation, player: str, target_id: str, requested: TargetChange, expected: Expected
) -> tuple[NotificationTarget, str]:
    """Change a target, and enable it if it was disabled; return it with its new entity tag.

    Raises NotificationTargetNotFound, GameBusy, and PreconditionFailed unless the entity tag is `expected`.
    """
    stored, terms = _replace(installation, player, target_id, requested, expected)
    return _shown(installation, player, stored), _tag(stored, terms)


def _replace(
    installation: Installation,
    player: str,
    target_id: str,
    requested: TargetChange,
    expected: Expected = entity_tags.always,
    *,
    confirms: bool = False,
    keys: WebPushKeys | UnsetType = UNSET,
) -> tuple[StoredWebhook, TargetTerms]:
    def attempt() -> tuple[StoredWebhook, TargetTerms]:
        seen, old = read(installation, player, target_id)
        entity_tags.check(expected, _tag(seen, old))
        new = changed(old, requested, unconfirmed=old.unconfirmed and not confirms, keys=keys or old.keys)
        stored = msgspec.structs.replace(seen, target=new, disabled_reason=UNSET)
        if stored != seen and not installation.store.webhooks.change(player, seen, stored):
            raise ConflictingWrite
        if seen.disabled_reason:
            installation.store.webhooks.reset(player, target_id)
        return stored, new

    return retry_conflicts(attempt)


def remove(installation: Installation, player: str, target_id: str, expected: Expected) -> None:
    """Remove a target; nothing more is sent to it.

    Raises NotificationTargetNotFound, and PreconditionFailed unless the entity tag is `expected`.
    """
    entity_tags.check(expected, _tag(*read(installation, player, target_id)))
    webhooks.remove_any(installation, player, [target_id])


def send_test(installation: Installation, player: str, target_id: str) -> NotificationDelivery:
    """Send a test message, and enable the target if it was disabled.

    Raises NotificationTargetNotFound, TargetRejected and GameBusy.
    """
    stored, terms = _replace(installation, player, target_id, TargetChange())
    if terms.unconfirmed:
        raise problems.TargetRejected("Confirm the e-mail address first: open the link that was sent to it.")
    return _delivery(_send(installation, player, stored, TEST), is_pending=True)


def _send(installation: Installation, player: str, stored: StoredWebhook, kind: str, **facts: str) -> Delivery:
    """Send a message that is about no game, at once."""
    language = stored.target.language if stored.target is not UNSET else DEFAULT_LANGUAGE
    message = Notification(text(language, f"{kind}_title"), text(language, f"{kind}_body", **facts), "/", kind)
    now, number = installation.sources.now(), hashlib.sha256(installation.sources.seed()).hexdigest()[:32]
    delivery = Delivery(f"msg_{number}", kind, msgspec.json.encode(message).decode(), written(now))
    webhooks.add_delivery(installation, player, stored, delivery, now.timestamp(), now.timestamp())
    return delivery


def settings(installation: Installation) -> NotificationSettings:
    """Return what kinds of targets this installation can notify."""
    return NotificationSettings(
        vapid_public_key=web_push.public_key(installation),
        schemes=installation.settings.notification_schemes,
        email=bool(installation.settings.smtp_url),
    )


def link_to(player: str, target_id: str, terms: TargetTerms) -> str:
    """Return the path of the page on which the recipient confirms an e-mail address, or unsubscribes any target."""
    return f"/notifications/{player}.{target_id}.{terms.link_token}"


def of_link(installation: Installation, link: str) -> tuple[str, str, TargetTerms]:
    """Return the player, the id and the terms of the target of a link. Raises NotificationTargetNotFound."""
    player, _, rest = link.partition(".")
    target_id, _, token = rest.partition(".")
    if _PLAYER.fullmatch(player) and _TARGET.fullmatch(target_id) and token.isascii():
        player, current_id = installation.store.targets.owner(target_id) or (player, target_id)
        stored, terms = read(installation, player, current_id)
        tokens = [each.token for each in destinations.links(stored, terms) if each.target_id == target_id]
        if any(secrets.compare_digest(each, token) for each in tokens):
            return player, current_id, terms
    raise problems.NotificationTargetNotFound("There is no notification target with this id.")


def confirm(installation: Installation, link: str) -> TargetTerms:
    """Confirm the e-mail address of a link. Raises NotificationTargetNotFound and GameBusy."""
    player, target_id, terms = of_link(installation, link)
    _replace(installation, player, target_id, TargetChange(), confirms=True)
    return terms


def unsubscribe(installation: Installation, link: str) -> TargetTerms:
    """Remove the target of a link. Raises NotificationTargetNotFound."""
    player, target_id, terms = of_link(installation, link)
    webhooks.remove_any(installation, player, [target_id])
    return terms


def _shown(installation: Installation, player: str, stored: StoredWebhook) -> NotificationTarget:
    latest = installation.store.webhooks.log(player, stored.webhook_id, None, 1)
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

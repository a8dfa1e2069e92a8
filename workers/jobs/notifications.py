"""Send notifications to the targets of players: by Web Push, by e-mail, or to a chat or push service."""

import hashlib
import time
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus

import msgspec

from service.installation.installation import Installation
from service.resources.notifications import WebPushKeys
from service.store import TargetTerms
from service.webhooks import web_push
from service.webhooks.chat_services import Room
from service.webhooks.deliveries import GONE, Attempt, TakenDelivery
from service.webhooks.notification_texts import Notification, text
from service.webhooks.targets import link_to
from workers.jobs import apprise_delivery
from workers.jobs.http_delivery import post
from workers.jobs.message_texts import UNLIMITED, written


def json_length(content: str) -> int:
    """Return the length of a text in bytes of JSON."""
    return len(msgspec.json.encode(content))


PUSH = Room(500, 2500, json_length)
"""The longest texts of a Web Push message. Push services accept 4096 bytes, with URL, tag and encryption."""
TOPIC_LENGTH = 32
"""The longest topic of a Web Push message. The push service can read it, so it is a hash of the tag."""
PLAIN = str.maketrans("@<>[]&", "\uff20\u2039\u203a\uff3b\uff3d\uff06")
"""Similar characters that chat services do not read as mentions, links or tags. Names of other players may contain any.
"""
SEVERAL = "bottega"
"""The tag of a notification about several things."""


def send(installation: Installation, player: str, taken: TakenDelivery, terms: TargetTerms) -> Attempt:
    """Send deliveries as one message to their target; return the attempt, also after any error."""
    target_id, url = taken.webhook.webhook_id, taken.webhook.url
    several = [msgspec.json.decode(each.body, type=Notification) for each in taken.deliveries]
    if terms.keys:
        if installation.store.targets.holder_of_endpoint(url) not in (None, (player, target_id)):
            return Attempt(GONE, "the push subscription belongs to another target", 0)
        return _push(installation, url, terms, terms.keys, several)
    base = installation.settings.public_url
    link = f"{base}{link_to(player, target_id, terms)}"
    footer = [f"{base}{_about(several).path}", text(terms.language, "unsubscribe", link=link)] if base else []
    if terms.kind == "email":
        headers = {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        title, body = written(terms.language, several, footer, UNLIMITED)
        return apprise_delivery.mail(url, headers, title, body, installation.settings)
    plain = [_plain(each) for each in several]
    write = partial(written, terms.language, plain, footer)
    return apprise_delivery.send(url, write, installation.settings)


def _about(several: Sequence[Notification]) -> Notification:
    """Return what a message links to and replaces: its only notification, or a general one."""
    return several[0] if len(several) == 1 else Notification("", "", "/", SEVERAL)


def _plain(notification: Notification) -> Notification:
    return msgspec.structs.replace(
        notification, title=notification.title.translate(PLAIN), body=notification.body.translate(PLAIN)
    )


def _push(
    installation: Installation, endpoint: str, terms: TargetTerms, keys: WebPushKeys, several: Sequence[Notification]
) -> Attempt:
    """Send a message to a browser. A subscription that the push service does not know is gone."""
    title, body = written(terms.language, several, (), PUSH)
    about = _about(several)
    payload = {
        "title": title,
        "body": body,
        "url": f"{installation.settings.public_url}{about.path}",
        "tag": about.tag,
    }
    topic = web_push.encoded(hashlib.sha256(f"{terms.link_token} {about.tag}".encode()).digest())[:TOPIC_LENGTH]
    headers = web_push.headers(installation, endpoint, topic, time.time())
    attempt = post(
        endpoint, headers, web_push.encrypted(keys, msgspec.json.encode(payload)), installation.settings.webhook_targets
    )
    return attempt._replace(status=GONE) if attempt.status == HTTPStatus.NOT_FOUND else attempt

"""Send notifications to the targets of players: by Web Push, by e-mail, or to a chat or push service."""

import hashlib
import time
from collections.abc import Sequence
from http import HTTPStatus

import msgspec

from service.installation.bottega import Bottega
from service.resources.notifications import WebPushKeys
from service.store import TargetTerms
from service.webhooks import web_push
from service.webhooks.deliveries import GONE, Attempt, TakenDelivery
from service.webhooks.notification_texts import Notification, text
from service.webhooks.targets import link_to
from workers.jobs import apprise_delivery
from workers.jobs.http_delivery import post

LONGEST_PUSH = 1500
"""Maximum length of a text in a Web Push message in characters; push services accept 4096 bytes."""
TOPIC_LENGTH = 32
"""The longest topic of a Web Push message. The push service can read it, so it is a hash of the tag."""
PLAIN = str.maketrans("@<>[]&", "\uff20\u2039\u203a\uff3b\uff3d\uff06")
"""Similar characters that chat services do not read as mentions, links or tags. Names of other players may contain any.
"""
SEVERAL = "bottega"
"""The tag of a notification about several things."""


def send(bottega: Bottega, player: str, taken: TakenDelivery, terms: TargetTerms) -> Attempt:
    """Send deliveries as one message to their target; return the attempt, also after any error."""
    target_id, url = taken.webhook.webhook_id, taken.webhook.url
    message = _joined(terms, [msgspec.json.decode(each.body, type=Notification) for each in taken.deliveries])
    if terms.keys:
        return _push(bottega, url, terms, terms.keys, message)
    base = bottega.settings.public_url
    link = f"{base}{link_to(player, target_id, terms)}"
    footer = [f"{base}{message.path}", text(terms.language, "unsubscribe", link=link)] if base else []
    body = "\n".join([each for each in (message.body, *footer) if each])
    if terms.kind == "email":
        headers = {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        return apprise_delivery.mail(url, headers, message.title, body, bottega.settings)
    return apprise_delivery.send(url, message.title.translate(PLAIN), body.translate(PLAIN), bottega.settings)


def _joined(terms: TargetTerms, several: Sequence[Notification]) -> Notification:
    """Return one notification about several."""
    if len(several) == 1:
        return several[0]
    lines = [f"{each.title}. {each.body}".rstrip(". ") for each in several]
    return Notification(text(terms.language, "many", count=len(several)), "\n".join(lines), "/", SEVERAL)


def _push(bottega: Bottega, endpoint: str, terms: TargetTerms, keys: WebPushKeys, message: Notification) -> Attempt:
    """Send a message to a browser. A subscription that the push service does not know is gone."""
    payload = {
        "title": message.title[:LONGEST_PUSH],
        "body": message.body[:LONGEST_PUSH],
        "url": f"{bottega.settings.public_url}{message.path}",
        "tag": message.tag,
    }
    body = web_push.encrypted(keys, msgspec.json.encode(payload))
    topic = web_push.encoded(hashlib.sha256(f"{terms.link_token} {message.tag}".encode()).digest())[:TOPIC_LENGTH]
    headers = web_push.headers(bottega, endpoint, topic, time.time())
    attempt = post(endpoint, headers, body, bottega.settings.webhook_targets)
    return attempt._replace(status=GONE) if attempt.status == HTTPStatus.NOT_FOUND else attempt

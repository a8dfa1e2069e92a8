"""Examples of notification targets: a player is notified in a browser and in a chat."""

from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
from flask import Flask

from domain.ruleset import AnyRuleset
from service.webhooks import webhooks
from service.webhooks.destinations import MOST_TARGETS
from tests.tools.examples.failures import LOST, failure
from tests.tools.examples.harness import Exchange, Harness, Request
from tests.tools.examples.requests import sample

PATH = "/v1/me/notification-targets"
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""The keys of the example in RFC 8291."""
NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"}
CHAT = {"url": "discord://123456789/fjsd8fh4hf7sdhf7", "events": ["your_turn"], "quiet_hours": NIGHT}


@sample("createNotificationTarget", 201, "A player is notified of turns in a chat, but not at night.", each=False)
def create_target(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", PATH, CHAT)


@sample("createNotificationTarget", 201, "A browser with a push subscription.", called="browser", each=False)
def create_browser(harness: Harness, ruleset: AnyRuleset) -> Request:
    subscription = {"endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "keys": KEYS}
    return harness.player().asks("POST", PATH, {"web_push": subscription, "language": "cs"})


@sample("createNotificationTarget", 200, "A destination that the player already has.", called="again", each=False)
def create_target_again(harness: Harness, ruleset: AnyRuleset) -> Request:
    made = create_target(harness, ruleset)
    harness.send(made)
    return replace(made, body={**CHAT, "digest_minutes": 60})


@sample("getNotificationSettings", 200, "The public key for push subscriptions, and the allowed services.", each=False)
def get_settings(harness: Harness, ruleset: AnyRuleset) -> Request:
    return Request("GET", "/v1/notification-settings")


def of_target(method: str, path: str, body: Any, harness: Harness, ruleset: AnyRuleset) -> Request:
    """Create a target, and return a request about it."""
    made = create_target(harness, ruleset)
    target_id = harness.send(made).body["target_id"]
    return replace(made, method=method, path=f"{PATH}{path.format(target_id)}", body=body)


for operation, status, summary, sent in (
    ("listNotificationTargets", 200, "The targets of a player.", ("GET", "", None)),
    ("getNotificationTarget", 200, "A target.", ("GET", "/{}", None)),
    ("updateNotificationTarget", 200, "Collect the events of an hour.", ("PATCH", "/{}", {"digest_minutes": 60})),
    ("deleteNotificationTarget", 204, "A player deletes a target.", ("DELETE", "/{}", None)),
    ("sendTestNotification", 200, "Send a test message.", ("POST", "/{}/test", None)),
):
    sample(operation, status, summary, each=False)(partial(of_target, *sent))


def _target_id(request: Request) -> str:
    return next(part for part in request.path.split("/") if part.startswith("nt_"))


@failure("notification_target_not_found", "No target has this id.")
def lost_target(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=request.path.replace(_target_id(request), f"nt_{LOST}")))


@failure("too_many_notification_targets", "The maximum number of targets is reached.")
def one_target_too_many(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    for number in range(MOST_TARGETS):
        harness.send(replace(request, body={"url": f"ntfys://topic-{number}"}))
    return harness.send(request)


@failure("target_rejected", "The recipient of the e-mail address has not confirmed it.", "sendTestNotification")
def unconfirmed_target(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    target_id, store = _target_id(request), harness.bottega.store.webhooks
    seen = store.get(harness.owner_of(target_id), target_id)
    terms = msgspec.structs.replace(seen.target, unconfirmed=True)
    store.change(harness.owner_of(target_id), seen, msgspec.structs.replace(seen, target=terms))
    return harness.send(request)


@failure(
    "game_busy",
    "Each write conflicted with another change of the target.",
    "updateNotificationTarget sendTestNotification",
)
def contested_target(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Disable the target, so that each request changes it, and store it in other bytes than the service writes."""
    target_id = _target_id(request)
    owner = harness.owner_of(target_id)
    webhooks.switch_any(harness.bottega, owner, target_id, "failing")
    name = f"bottega:{{{owner}}}:webhooks"
    harness.client.hset(name, target_id, harness.client.hget(name, target_id) + b" ")
    return harness.send(request)


@failure("game_busy", "Each write conflicted with another change of the target.", "createNotificationTarget")
def contested_destination(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Contest the target of a destination that the player registers again."""
    created = harness.send(request).body["target_id"]
    contested_target(harness, ruleset, replace(request, method="GET", path=f"{PATH}/{created}"))
    return harness.send(request)


def _mailing(harness: Harness, **limits: Any) -> Flask:
    """Return an application that sends e-mail, also to the addresses of anonymous players."""
    smtp = {"smtp_url": "mailto://127.0.0.1:1?from=bottega@example.org", "public_url": "https://play.example.org"}
    name = " ".join(["mailing", *limits])
    return harness.application(name, harness.rulesets, anonymous_mail=True, **smtp, **limits)


@failure("too_many_confirmations", "The mailbox has got all confirmation mails of the day.")
def pestered(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    app = _mailing(harness, confirmations_per_mailbox=1)
    harness.send(replace(request, body={"email": "ada@example.org"}), app)
    return harness.send(replace(request, body={"email": "ada+games@example.org"}), app)

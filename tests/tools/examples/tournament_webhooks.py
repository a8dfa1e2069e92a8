"""Examples of the webhooks of a tournament."""

from dataclasses import replace

from domain.ruleset import AnyRuleset
from service.tournaments.resources.messages import TournamentNotice
from tests.tools.examples.harness import Harness, Request
from tests.tools.examples.requests import NEW_SECRET, hooked, sample, switched_off, tried
from tests.tools.examples.tournaments import cup

RECEIVER = {"url": "https://example.org/hooks/cup"}


@sample(
    "createTournamentWebhook", 201, "The organiser subscribes to rounds and to the end of the tournament.", each=False
)
def create_webhook(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).ask("POST", "/webhooks", RECEIVER)


@sample("listTournamentWebhooks", 200, "The webhooks of a tournament.", each=False)
def list_webhooks(harness: Harness, ruleset: AnyRuleset) -> Request:
    made = _hooked(harness, "GET")
    return replace(made, path=made.path.rsplit("/", 1)[0])


@sample("deleteTournamentWebhook", 204, "The organiser deletes a webhook.", each=False)
def delete_webhook(harness: Harness, ruleset: AnyRuleset) -> Request:
    return _hooked(harness, "DELETE")


@sample(
    "rotateTournamentWebhookSecret", 200, "A new secret. The previous secret also signs for one more day.", each=False
)
def rotate_secret(harness: Harness, ruleset: AnyRuleset) -> Request:
    return _hooked(harness, "POST", "/secret", NEW_SECRET)


@sample("resumeTournamentWebhook", 200, "The receiver works again. Enable the webhook.", each=False)
def resume_webhook(harness: Harness, ruleset: AnyRuleset) -> Request:
    return switched_off(harness, _hooked(harness, "POST", "/resume"))


@sample("listTournamentDeliveries", 200, "The receiver responded 503 to a round.", each=False)
def list_deliveries(harness: Harness, ruleset: AnyRuleset) -> Request:
    return tried(harness, _hooked(harness, "GET", "/deliveries?limit=1"))


@sample("redeliverTournamentWebhook", 200, "Send a delivery again.", each=False)
def redeliver(harness: Harness, ruleset: AnyRuleset) -> Request:
    return _hooked(harness, "POST", "/deliveries/MESSAGE/redeliver")


def _hooked(harness: Harness, method: str, rest: str = "", body: object = None) -> Request:
    """Add a webhook for a round, and return a request about the webhook."""
    opened = cup(harness)
    reported = TournamentNotice(
        ruleset=harness.shortest.name, tournament=opened.name, tournament_event="opened", round=1
    )
    made = opened.ask("POST", "/webhooks", RECEIVER)
    return hooked(harness, made, method, rest, body, news=reported)

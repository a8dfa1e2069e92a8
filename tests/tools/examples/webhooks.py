"""Examples of the webhooks of games, players and tournaments."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from domain.ruleset import AnyRuleset
from service.installation.clock_and_ids import written
from service.resources.messages import SeatTurn, YourTurnMessage
from service.tournaments.resources.messages import TournamentMessage, TournamentNotice
from service.webhooks import deliveries, webhooks
from service.webhooks.deliveries import Attempt
from service.webhooks.webhooks import Message
from tests.service.webhooks import silent
from tests.tools.examples.harness import Harness, Request
from tests.tools.examples.requests import Make, sample
from tests.tools.examples.tournaments import cup

RECEIVER = {"url": "https://example.org/hooks/bottega", "event_types": ["your_turn", "over", "scored"]}
NEW_SECRET = {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
Reported = Callable[[Harness, Request], Any]


@sample("createWebhook", 201, "The creator subscribes to turns and to the end of the game.", each=False)
def of_a_game(harness: Harness, ruleset: AnyRuleset) -> Request:
    return replace(harness.creator(ruleset, "POST", "/webhooks"), body=RECEIVER)


@sample("createMyWebhook", 201, "A player subscribes to turns in all of the player's games.", each=False)
def of_a_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", "/v1/me/webhooks", RECEIVER)


@sample(
    "createMyWebhook", 201, "A creator subscribes to all games that the creator starts.", called="hosted", each=False
)
def of_a_creator(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", "/v1/me/webhooks", {**RECEIVER, "scope": "created"})


@sample(
    "createTournamentWebhook", 201, "The organiser subscribes to rounds and to the end of the tournament.", each=False
)
def of_a_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).ask("POST", "/webhooks", {"url": "https://example.org/hooks/cup"})


def now_of(harness: Harness) -> str:
    return written(harness.bottega.sources.now())


def turn(harness: Harness, created: Request) -> YourTurnMessage:
    """Return the message for a webhook of a game or a player."""
    turn = SeatTurn(harness.bottega.sources.game_id(), ruleset="tiny", version=7, seat=1, decision=7)
    return YourTurnMessage(now_of(harness), turn)


def opening(harness: Harness, created: Request) -> TournamentMessage:
    """Return the message for a webhook of a tournament."""
    notice = TournamentNotice(
        ruleset=harness.shortest.name, tournament=created.path.split("/")[3], tournament_event="opened", round=1
    )
    return TournamentMessage(now_of(harness), notice)


def with_delivery(
    make: Make, report: Reported, sent: tuple[str, str, Any], harness: Harness, ruleset: AnyRuleset
) -> Request:
    """Add a webhook and a delivery, and return a request about the webhook."""
    made = make(harness, ruleset)
    webhook_id = harness.send(made).body["webhook_id"]
    owner, message = harness.owner_of(webhook_id), Message("1", report(harness, made), silent)
    webhooks.publish(harness.bottega, owner, [webhooks.read(harness.bottega, owner, webhook_id)], message)
    method, rest, body = sent
    path = rest.format(webhook=webhook_id, delivery=webhooks.delivery_id(webhook_id, message))
    return Request(method, f"{made.path}{path}", made.headers, body)


def switched_off(make: Make, harness: Harness, ruleset: AnyRuleset) -> Request:
    """Disable the webhook that a request refers to."""
    made = make(harness, ruleset)
    webhook_id = made.path.split("/")[-2]
    webhooks.switch(harness.bottega, harness.owner_of(webhook_id), webhook_id, "failing")
    return made


def tried(make: Make, harness: Harness, ruleset: AnyRuleset) -> Request:
    """Record a failed delivery of the webhook that a request refers to."""
    made = make(harness, ruleset)
    webhook_id, now = made.path.split("/")[-2], harness.moments.now.timestamp() + 60
    owner = harness.owner_of(webhook_id)
    while taken := deliveries.take(harness.bottega, owner, webhook_id, now):
        deliveries.record_attempt(harness.bottega, owner, taken, Attempt(503, "the response was 503", 120), now, 0.5)
    return made


for whose, make, report, owner, caller, failed in (
    ("", of_a_game, turn, "game", "creator", "turn. The delivery is retried."),
    ("My", of_a_player, turn, "player", "player", "turn. The delivery is retried."),
    ("Tournament", of_a_tournament, opening, "tournament", "organiser", "round."),
):
    enter = partial(partial, with_delivery, make, report)
    deletes = f"{'A' if whose == 'My' else 'The'} {caller} deletes a webhook."
    for operation, status, summary, made in (
        ("list{}Webhooks", 200, f"The webhooks of a {owner}.", enter(("GET", "", None))),
        ("delete{}Webhook", 204, deletes, enter(("DELETE", "/{webhook}", None))),
        (
            "rotate{}WebhookSecret",
            200,
            "A new secret. The previous secret also signs for one more day.",
            enter(("POST", "/{webhook}/secret", NEW_SECRET)),
        ),
        (
            "resume{}Webhook",
            200,
            "The receiver works again. Enable the webhook.",
            partial(switched_off, enter(("POST", "/{webhook}/resume", None))),
        ),
        (
            "list{}Deliveries",
            200,
            f"The receiver responded 503 to a {failed}",
            partial(tried, enter(("GET", "/{webhook}/deliveries?limit=1", None))),
        ),
        (
            "redeliver{}Webhook",
            200,
            "Send a delivery again.",
            enter(("POST", "/{webhook}/deliveries/{delivery}/redeliver", None)),
        ),
    ):
        sample(operation.format(whose), status, summary, each=False)(made)

"""Requests about the webhooks of a game, a player and a tournament."""

from dataclasses import dataclass
from typing import Any

import pytest

from service.installation.clock_and_ids import written
from service.resources.messages import SeatTurn, YourTurnMessage
from service.tournaments.resources.messages import TournamentMessage, TournamentNotice
from service.webhooks import deliveries, webhooks
from service.webhooks.deliveries import Attempt
from service.webhooks.webhooks import Message
from tests.service.examples.cups import cup
from tests.service.examples.games import game
from tests.service.examples.recording import ruleset
from tests.service.helpers.client.service import Service
from tests.service.helpers.players.player import player
from tests.service.helpers.players.webhooks import silent

RECEIVER = {"url": "https://example.org/hooks/bottega", "event_types": ["your_turn", "over", "scored"]}
SECRET = {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
NEW_SECRET = "A new secret. The previous secret also signs for one more day."
ENABLED = "The receiver works again. Enable the webhook."


@dataclass(frozen=True)
class Hooks:
    """The owner of webhooks, and a function that sends requests about them."""

    service: Service
    owner: str
    send_request: Any
    message: Any
    receiver: Any

    def create(self):
        created = self.send_request("POST", "", self.receiver)
        assert created.status_code == 201, created.text
        return created.json["webhook_id"]

    def deliver(self, webhook_id):
        """Publish a message to a webhook; return the id of the delivery."""
        installation, message = self.service.installation, Message("1", self.message, silent)
        webhooks.publish(installation, self.owner, [webhooks.read(installation, self.owner, webhook_id)], message)
        return webhooks.delivery_id(webhook_id, message)

    def fail(self, webhook_id):
        """Record a failed attempt of each due delivery."""
        installation = self.service.installation
        now = installation.sources.now().timestamp() + 60
        while taken := deliveries.take(installation, self.owner, webhook_id, now):
            result = Attempt(503, "the response was 503", 120)
            deliveries.record_attempt(installation, self.owner, taken, result, now, 0.5)


def turn(service):
    sources = service.installation.sources
    return YourTurnMessage(
        written(sources.now()), SeatTurn(sources.game_id(), ruleset(), version=7, seat=1, decision=7)
    )


def of_game(service):
    """Return the webhooks of a game; its creator sends the requests."""
    lobby = game(service)

    def send_request(method, path, body=None):
        return lobby.host(method, f"/webhooks{path}", body)

    return Hooks(service, lobby.game_id, send_request, turn(service), RECEIVER)


def of_player(service):
    """Return the webhooks of a player."""
    ada = player(service, "Ada")

    def send_request(method, path, body=None):
        return ada.send(method, f"/me/webhooks{path}", body)

    return Hooks(service, ada.id, send_request, turn(service), RECEIVER)


def of_tournament(service):
    """Return the webhooks of a tournament; its organiser sends the requests."""
    opened = cup(service)
    notice = TournamentNotice(
        ruleset=ruleset(),
        tournament=opened.name,
        name="Cup",
        tournament_event="opened",
        round=1,
        link=f"/#/tournament/{opened.name}",
    )

    def send_request(method, path, body=None):
        return opened.send_request(method, f"/webhooks{path}", body)

    message = TournamentMessage(written(service.installation.sources.now()), notice)
    return Hooks(service, opened.name, send_request, message, {"url": "https://example.org/hooks/cup"})


def is_listed(hooks):
    webhook_id = hooks.create()
    assert [each["webhook_id"] for each in hooks.send_request("GET", "").json["webhooks"]] == [webhook_id]


def is_deleted(hooks):
    assert hooks.send_request("DELETE", f"/{hooks.create()}").status_code == 204


def gets_a_secret(hooks):
    assert hooks.send_request("POST", f"/{hooks.create()}/secret", SECRET).json["secret"] == SECRET["secret"]


def is_enabled(hooks):
    webhook_id = hooks.create()
    webhooks.switch(hooks.service.installation, hooks.owner, webhook_id, "failing")
    assert hooks.send_request("POST", f"/{webhook_id}/resume").status_code == 200


def lists_failures(hooks):
    webhook_id = hooks.create()
    hooks.deliver(webhook_id)
    hooks.fail(webhook_id)
    assert len(hooks.send_request("GET", f"/{webhook_id}/deliveries?limit=1").json["deliveries"]) == 1


def redelivers(hooks):
    webhook_id = hooks.create()
    delivery = hooks.deliver(webhook_id)
    assert hooks.send_request("POST", f"/{webhook_id}/deliveries/{delivery}/redeliver").status_code == 200


@pytest.mark.example("createWebhook", "The creator subscribes to turns and to the end of the game.")
def test_the_creator_subscribes_to_a_game(service):
    of_game(service).create()


@pytest.mark.example("createMyWebhook", "A player subscribes to turns in all of the player's games.")
def test_a_player_subscribes_to_turns(service):
    of_player(service).create()


@pytest.mark.example("createMyWebhook", "A creator subscribes to all games that the creator starts.", called="hosted")
def test_a_creator_subscribes_to_all_created_games(service):
    assert of_player(service).send_request("POST", "", {**RECEIVER, "scope": "created"}).status_code == 201


@pytest.mark.example("createTournamentWebhook", "The organiser subscribes to rounds and to the end of the tournament.")
def test_the_organiser_subscribes_to_a_tournament(service):
    of_tournament(service).create()


@pytest.mark.example("listWebhooks", "The webhooks of a game.")
def test_the_creator_lists_webhooks(service):
    is_listed(of_game(service))


@pytest.mark.example("deleteWebhook", "The creator deletes a webhook.")
def test_the_creator_deletes_a_webhook(service):
    is_deleted(of_game(service))


@pytest.mark.example("rotateWebhookSecret", NEW_SECRET)
def test_the_creator_replaces_the_secret_of_a_webhook(service):
    gets_a_secret(of_game(service))


@pytest.mark.example("resumeWebhook", ENABLED)
def test_the_creator_enables_a_webhook(service):
    is_enabled(of_game(service))


@pytest.mark.example("listDeliveries", "The receiver responded 503 to a turn. The delivery is retried.")
def test_the_creator_lists_failed_deliveries(service):
    lists_failures(of_game(service))


@pytest.mark.example("redeliverWebhook", "Send a delivery again.")
def test_the_creator_sends_a_delivery_again(service):
    redelivers(of_game(service))


@pytest.mark.example("listMyWebhooks", "The webhooks of a player.")
def test_a_player_lists_webhooks(service):
    is_listed(of_player(service))


@pytest.mark.example("deleteMyWebhook", "A player deletes a webhook.")
def test_a_player_deletes_a_webhook(service):
    is_deleted(of_player(service))


@pytest.mark.example("rotateMyWebhookSecret", NEW_SECRET)
def test_a_player_replaces_the_secret_of_a_webhook(service):
    gets_a_secret(of_player(service))


@pytest.mark.example("resumeMyWebhook", ENABLED)
def test_a_player_enables_a_webhook(service):
    is_enabled(of_player(service))


@pytest.mark.example("listMyDeliveries", "The receiver responded 503 to a turn. The delivery is retried.")
def test_a_player_lists_failed_deliveries(service):
    lists_failures(of_player(service))


@pytest.mark.example("redeliverMyWebhook", "Send a delivery again.")
def test_a_player_sends_a_delivery_again(service):
    redelivers(of_player(service))


@pytest.mark.example("listTournamentWebhooks", "The webhooks of a tournament.")
def test_the_organiser_lists_webhooks(service):
    is_listed(of_tournament(service))


@pytest.mark.example("deleteTournamentWebhook", "The organiser deletes a webhook.")
def test_the_organiser_deletes_a_webhook(service):
    is_deleted(of_tournament(service))


@pytest.mark.example("rotateTournamentWebhookSecret", NEW_SECRET)
def test_the_organiser_replaces_the_secret_of_a_webhook(service):
    gets_a_secret(of_tournament(service))


@pytest.mark.example("resumeTournamentWebhook", ENABLED)
def test_the_organiser_enables_a_webhook(service):
    is_enabled(of_tournament(service))


@pytest.mark.example("listTournamentDeliveries", "The receiver responded 503 to a round.")
def test_the_organiser_lists_failed_deliveries(service):
    lists_failures(of_tournament(service))


@pytest.mark.example("redeliverTournamentWebhook", "Send a delivery again.")
def test_the_organiser_sends_a_delivery_again(service):
    redelivers(of_tournament(service))

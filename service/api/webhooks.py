"""Webhooks: telling receivers elsewhere of what happens, and what has become of that."""

from typing import Any

import msgspec
from flask import Response

from service.api.caching import TOLD_ONCE
from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.webhooks import (
    CreatedWebhook,
    Delivery,
    DeliveryPage,
    DeliveryQuery,
    NewSecret,
    NewWebhook,
    Webhook,
    WebhookList,
    WebhookSecret,
)
from service.play import deliveries, game_index, webhooks
from service.problems import (
    DeliveryNotFound,
    GameBusy,
    TargetRefused,
    TooManyWebhooks,
    WebhookNotFound,
    WebhookOff,
)

blueprint = Resource("webhooks", __name__, description="Be told of what happens, by requests to a receiver of yours.")

OF_GAME = "/v1/games/<game_id>/webhooks"
UNKEPT = {"Cache-Control": "no-store"}


@blueprint.operation(
    "POST",
    OF_GAME,
    "createWebhook",
    bearer="creator",
    body=NewWebhook,
    responses={201: CreatedWebhook},
    problems=(TargetRefused, TooManyWebhooks, GameBusy),
)
def create_webhook(body: dict[str, Any], game_id: str) -> Response:
    """Have a receiver told of a game.

    From now on it gets a POST of JSON for each notice of each seat: whose turn it is, and that the game is over and has
    been scored; see the webhooks of this contract. Each is sent until it is answered by 200 to 299, ten times within a
    day, and may come more than once, always with the same `webhook-id`. It is signed by the secret, which is shown in
    this answer and never again, as [Standard Webhooks](https://www.standardwebhooks.com) has it. A receiver that hangs
    or fails is asked less and less often; one that has failed for three days, or answers 410, is switched off.
    """
    created = webhooks.add_to_game(bottega(), game_id, body["url"], body.get("types", ()), body.get("secret"))
    told = {**webhooks.presented(created), "secret": created.secret}
    return json_response(msgspec.json.encode(told), 201, {"Cache-Control": TOLD_ONCE})


@blueprint.operation("GET", OF_GAME, "listWebhooks", bearer="creator", responses={200: WebhookList})
def list_webhooks(game_id: str) -> Response:
    """List the webhooks of a game.

    Tells where they go and whether one has been switched off, without their secrets.
    """
    game_index.check_game(bottega(), game_id)
    return json_response(webhooks.listed(bottega(), game_id), 200, UNKEPT)


@blueprint.operation(
    "DELETE",
    f"{OF_GAME}/<webhook_id>",
    "deleteWebhook",
    bearer="creator",
    responses={204: None},
    problems=(WebhookNotFound,),
)
def delete_webhook(game_id: str, webhook_id: str) -> Response:
    """Remove a webhook.

    Nothing more is sent there, and its log is gone.
    """
    game_index.check_game(bottega(), game_id)
    webhooks.remove(bottega(), game_id, webhook_id)
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer


@blueprint.operation(
    "POST",
    f"{OF_GAME}/<webhook_id>/secret",
    "rotateWebhookSecret",
    bearer="creator",
    body=NewSecret,
    responses={200: WebhookSecret},
    problems=(WebhookNotFound, GameBusy),
)
def rotate_webhook_secret(body: dict[str, Any], game_id: str, webhook_id: str) -> Response:
    """Change the secret of a webhook.

    For a day all that is sent has two signatures, by the new secret and by the one before: a receiver that knows either
    goes on.
    """
    game_index.check_game(bottega(), game_id)
    rotated = webhooks.rotate(bottega(), game_id, webhook_id, body.get("secret"))
    return json_response(webhooks.presented_secret(rotated), 200, {"Cache-Control": TOLD_ONCE})


@blueprint.operation(
    "POST",
    f"{OF_GAME}/<webhook_id>/resume",
    "resumeWebhook",
    bearer="creator",
    responses={200: Webhook},
    problems=(WebhookNotFound, GameBusy),
)
def resume_webhook(game_id: str, webhook_id: str) -> Response:
    """Switch a webhook on again.

    It is told of what happens from now on; what was given up can be sent again by `redeliver`.
    """
    game_index.check_game(bottega(), game_id)
    resumed = webhooks.switch(bottega(), game_id, webhook_id)
    return json_response(msgspec.json.encode(webhooks.presented(resumed)), 200, UNKEPT)


@blueprint.operation(
    "GET",
    f"{OF_GAME}/<webhook_id>/deliveries",
    "listDeliveries",
    bearer="creator",
    query=DeliveryQuery,
    responses={200: DeliveryPage},
    problems=(WebhookNotFound,),
)
def list_deliveries(query: dict[str, Any], game_id: str, webhook_id: str) -> Response:
    """List what was sent to a webhook.

    Gives the newest first, each with how often it was sent, what was answered, and when it is sent next. The last
    10,000 are kept.
    """
    game_index.check_game(bottega(), game_id)
    before = game_index.position(query["after"]) if "after" in query else None
    return json_response(deliveries.log(bottega(), game_id, webhook_id, before, query["limit"]), 200, UNKEPT)


@blueprint.operation(
    "POST",
    f"{OF_GAME}/<webhook_id>/deliveries/<delivery_id>/redeliver",
    "redeliver",
    bearer="creator",
    responses={200: Delivery},
    problems=(WebhookNotFound, DeliveryNotFound, WebhookOff),
)
def redeliver(game_id: str, webhook_id: str, delivery_id: str) -> Response:
    """Send something to a webhook once more.

    It is sent at once, whatever has become of it, with the same `webhook-id`.
    """
    game_index.check_game(bottega(), game_id)
    return json_response(deliveries.redeliver(bottega(), game_id, webhook_id, delivery_id), 200, UNKEPT)

"""Webhooks: telling receivers elsewhere of what happens, and what has become of that."""

from collections.abc import Callable
from functools import wraps
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
    NewMyWebhook,
    NewSecret,
    NewTournamentWebhook,
    NewWebhook,
    Webhook,
    WebhookList,
    WebhookSecret,
)
from service.play import archiving, callers, deliveries, game_index, game_webhooks, webhooks
from service.play.callers import Caller
from service.play.tournaments import log
from service.problems import (
    DeliveryNotFound,
    GameBusy,
    NotOrganiser,
    TargetRejected,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookNotFound,
)
from service.store import Webhook as KeptWebhook

blueprint = Resource("webhooks", __name__, description="Be told of what happens, by requests to a receiver of yours.")

UNKEPT = {"Cache-Control": "no-store"}
View = Callable[..., Response]


def _of_game(view: View) -> View:
    """Call a view with the game as owner, taken back from the archive with its webhooks; raises GameNotFound."""

    @wraps(view)
    def for_game(*arguments: Any, game_id: str, **named: Any) -> Response:
        game_index.check_game(bottega(), game_id)
        archiving.recall(bottega(), game_id)
        return view(*arguments, owner=game_id, **named)

    for_game.__name__ = f"{view.__name__}_of_game"
    return for_game


def _of_player(view: View) -> View:
    """Call a view with the player who asks as owner; raises InsufficientScope."""

    @wraps(view)
    def for_player(*arguments: Any, caller: Caller, **named: Any) -> Response:
        callers.require_scope(caller, "play")
        return view(*arguments, owner=caller.player, **named)

    for_player.__name__ = f"{view.__name__}_of_player"
    return for_player


def _of_tournament(view: View) -> View:
    """Call a view with the tournament as owner; raises TournamentNotFound, NotOrganiser and InsufficientScope."""

    @wraps(view)
    def for_tournament(*arguments: Any, tournament: str, caller: Caller, **named: Any) -> Any:
        log.load_own(bottega(), tournament, caller)
        return view(*arguments, owner=tournament, **named)

    for_tournament.__name__ = f"{view.__name__}_of_tournament"
    return for_tournament


def _operation(method: str, rule: str, name: str, **declared: Any) -> Callable[[View], View]:
    """Declare an operation for each kind of owner; `{}` in its name becomes `My` or `Tournament`, nothing for games."""
    rejected = {**declared, "problems": (*declared.get("problems", ()), NotOrganiser)}

    def declare(view: View) -> View:
        mine, of_game, of_tournament = (name.format(whose) for whose in ("My", "", "Tournament"))
        blueprint.operation(
            method, f"/v1/tournaments/<tournament>/webhooks{rule}", of_tournament, bearer="player", **rejected
        )(_of_tournament(view))
        blueprint.operation(method, f"/v1/games/<game_id>/webhooks{rule}", of_game, bearer="creator", **declared)(
            _of_game(view)
        )
        blueprint.operation(method, f"/v1/me/webhooks{rule}", mine, bearer="player", **declared)(_of_player(view))
        return view

    return declare


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/webhooks",
    "createWebhook",
    bearer="creator",
    body=NewWebhook,
    responses={201: CreatedWebhook},
    problems=(TargetRejected, TooManyWebhooks, GameBusy),
)
def create_webhook(body: dict[str, Any], game_id: str) -> Response:
    """Have a receiver told of a game.

    From now on it gets a POST of JSON for what concerns any seat of the game: whose turn it is, but for those that AI
    levels play, that a player with an id has got a seat, that the game is over and has been scored; see the webhooks of
    this contract. Each is sent until it is answered by 200 to 299, ten times within a day, and may come more than once,
    always with the same `webhook-id`. It is signed by the secret, which is shown in this answer and never again, as
    [Standard Webhooks](https://www.standardwebhooks.com) has it. A receiver that hangs or fails is asked less and less
    often; one that has failed for three days, or answers 410, is switched off.
    """
    return _created(game_webhooks.add(bottega(), game_id, *_wanted(body)))


@blueprint.operation(
    "POST",
    "/v1/me/webhooks",
    "createMyWebhook",
    bearer="player",
    body=NewMyWebhook,
    responses={201: CreatedWebhook},
    problems=(TargetRejected, TooManyWebhooks),
)
def create_my_webhook(body: dict[str, Any], caller: Caller) -> Response:
    """Have a receiver told of all my games.

    From now on it gets a POST of JSON for each notice of the player's feed; see `listMyEvents`, and the webhooks of
    this contract. All else is as with `createWebhook`.

    With `scope: created` the webhook gets the messages of all games that the player has created or will create, as
    `createWebhook` describes them for one game: the seats of human players, and the end of each game once. The key also
    needs the scope `create`.
    """
    scope = body.get("scope", "seats")
    for needed in ("play", "create") if scope == "created" else ("play",):
        callers.require_scope(caller, needed)
    return _created(webhooks.add(bottega(), caller.player, *_wanted(body), scope))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/webhooks",
    "createTournamentWebhook",
    bearer="player",
    body=NewTournamentWebhook,
    responses={201: CreatedWebhook},
    problems=(NotOrganiser, TargetRejected, TooManyWebhooks),
)
def create_tournament_webhook(body: dict[str, Any], tournament: str, caller: Caller) -> Response:
    """Have a receiver told of a tournament.

    From now on it gets a POST of JSON, once each, when somebody enters or withdraws, when the tournament begins, is
    paused, goes on, is cancelled or over, and when a round has opened: its games are there. What its games tell comes
    by `createMyWebhook` with `scope: created`, since the organiser hosts them. All else is as with `createWebhook`. The
    bearer is the organiser.
    """
    log.load_own(bottega(), tournament, caller)
    return _created(webhooks.add(bottega(), tournament, *_wanted(body)))


def _wanted(body: dict[str, Any]) -> tuple[str, list[str], str | None]:
    """Read what a new webhook is to be."""
    return body["url"], body.get("event_types", []), body.get("secret")


def _created(webhook: KeptWebhook) -> Response:
    """Answer with a new webhook and its secret."""
    told = {**webhooks.presented(webhook), "secret": webhook.secret}
    return json_response(msgspec.json.encode(told), 201, {"Cache-Control": TOLD_ONCE})


@_operation("GET", "", "list{}Webhooks", responses={200: WebhookList})
def list_webhooks(owner: str) -> Response:
    """List webhooks.

    Tells where they go and whether one has been switched off, without their secrets.
    """
    return json_response(webhooks.listed(bottega(), owner), 200, UNKEPT)


@_operation(
    "DELETE",
    "/<webhook_id>",
    "delete{}Webhook",
    responses={204: None},
    problems=(WebhookNotFound,),
)
def delete_webhook(owner: str, webhook_id: str) -> Response:
    """Remove a webhook.

    Nothing more is sent there, and its log is gone.
    """
    webhooks.remove(bottega(), owner, webhook_id)
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer


@_operation(
    "POST",
    "/<webhook_id>/secret",
    "rotate{}WebhookSecret",
    body=NewSecret,
    responses={200: WebhookSecret},
    problems=(WebhookNotFound, GameBusy),
)
def rotate_webhook_secret(body: dict[str, Any], owner: str, webhook_id: str) -> Response:
    """Rotate the secret of a webhook.

    Each earlier secret signs for a day beside the new one, so that a receiver can change over. Up to ten secrets sign
    at the same time; a further rotation ends the oldest.
    """
    rotated = webhooks.rotate(bottega(), owner, webhook_id, body.get("secret"))
    return json_response(webhooks.presented_secret(rotated), 200, {"Cache-Control": TOLD_ONCE})


@_operation(
    "POST",
    "/<webhook_id>/resume",
    "resume{}Webhook",
    responses={200: Webhook},
    problems=(WebhookNotFound, GameBusy),
)
def resume_webhook(owner: str, webhook_id: str) -> Response:
    """Switch a webhook on again.

    It is told of what happens from now on; what was given up can be sent again by `redeliverWebhook`.
    """
    resumed = webhooks.switch(bottega(), owner, webhook_id)
    return json_response(msgspec.json.encode(webhooks.presented(resumed)), 200, UNKEPT)


@_operation(
    "GET",
    "/<webhook_id>/deliveries",
    "list{}Deliveries",
    query=DeliveryQuery,
    responses={200: DeliveryPage},
    problems=(WebhookNotFound,),
)
def list_deliveries(query: dict[str, Any], owner: str, webhook_id: str) -> Response:
    """List what was sent to a webhook.

    Gives the newest first, each with how often it was sent, what was answered, and when it is sent next. The last
    10,000 are kept.
    """
    before = game_index.position(query["cursor"]) if "cursor" in query else None
    return json_response(deliveries.log(bottega(), owner, webhook_id, before, query["limit"]), 200, UNKEPT)


@_operation(
    "POST",
    "/<webhook_id>/deliveries/<delivery_id>/redeliver",
    "redeliver{}Webhook",
    responses={200: Delivery},
    problems=(WebhookNotFound, DeliveryNotFound, WebhookDisabled),
)
def redeliver(owner: str, webhook_id: str, delivery_id: str) -> Response:
    """Send something to a webhook once more.

    It is sent at once, whatever has become of it, with the same `webhook-id`.
    """
    return json_response(deliveries.redeliver(bottega(), owner, webhook_id, delivery_id), 200, UNKEPT)

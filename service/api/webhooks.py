"""Create, list and manage webhooks and their deliveries."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import cleandoc
from typing import Any, NamedTuple

from flask import Response

from service import problems as errors
from service.api import limits
from service.api.authentication import current_request, installation
from service.api.authorization import Access, require
from service.api.caching import UNCACHED, WITH_TOKEN
from service.api.operations import Resource, json_response
from service.installation import shares
from service.installation.jobs import WEBHOOKS
from service.players import callers
from service.players.callers import Caller
from service.playing import game_webhooks
from service.reading import game_index
from service.resources.webhooks import (
    CreatedWebhook,
    Delivery,
    DeliveryPage,
    DeliveryQuery,
    PlayerWebhookRequest,
    SecretRequest,
    Webhook,
    WebhookList,
    WebhookRequest,
    WebhookSecret,
)
from service.retention import archiving
from service.webhooks import deliveries, webhooks

blueprint = Resource(
    "webhooks", __name__, description="Send notices to your receiver by HTTP requests, and inspect their deliveries."
)

View = Callable[..., Response]


def _of_game(view: View) -> View:
    """Call a view with the game as owner, after restoring it from the archive; raises GameNotFound."""

    @wraps(view)
    def for_game(*arguments: Any, game_id: str, **named: Any) -> Response:
        game_index.check_game(installation(), game_id)
        archiving.restore(installation(), game_id)
        return view(*arguments, owner=game_id, **named)

    for_game.__name__ = f"{view.__name__}_of_game"
    return for_game


def _of_player(view: View) -> View:
    """Call a view with the calling player as owner; raises InsufficientScope."""

    @wraps(view)
    def for_player(*arguments: Any, caller: Caller, **named: Any) -> Response:
        callers.require_scope(caller, "play")
        return view(*arguments, owner=caller.player, **named)

    for_player.__name__ = f"{view.__name__}_of_player"
    return for_player


class OwnerKind(NamedTuple):
    """What kind of thing owns webhooks, and how requests name it."""

    word: str
    """The word in the operation ids."""
    path: str
    """The URL of the owner."""
    noun: str
    """The owner in a sentence."""
    credentials: str
    """The credentials of a request, in a sentence."""
    access: Access
    bind: Callable[[View], View]
    """Calls a view with the id of the owner."""
    problems: Sequence[type[errors.ProblemError]] = ()
    """Problems of the owner and the credentials."""


GAME = OwnerKind(
    "",
    "/v1/games/<game_id>",
    "a game",
    "the creator token, or with the key of the player who created the game",
    require("creator"),
    _of_game,
)
PLAYER = OwnerKind(
    "My", "/v1/me", "the calling player", "a player key with scope `play`", require("player"), _of_player
)


class Operation(NamedTuple):
    """An operation on the webhooks of any owner."""

    method: str
    path: str
    """The rest of the URL."""
    name: str
    """The operation id, with `{}` for the word of the owner."""
    declared: Mapping[str, Any]
    """The other arguments of its declaration."""
    view: View


OPERATIONS: list[Operation] = []


def add_owner(kind: OwnerKind) -> None:
    """Declare all operations on the webhooks of a kind of owner."""
    for each in OPERATIONS:
        problems = (*each.declared.get("problems", ()), *kind.problems)
        declare = blueprint.operation(
            each.method,
            f"{kind.path}/webhooks{each.path}",
            each.name.format(kind.word),
            access=kind.access,
            **{**each.declared, "problems": problems},
        )
        declare(_documented(kind.bind(each.view), kind.noun, kind.credentials))


def _documented(view: View, owner: str, credentials: str) -> View:
    """Name the owner and the credentials in the docstring of a view."""
    summary, _, description = cleandoc(view.__doc__ or "").partition("\n")
    view.__doc__ = f"{summary.format(owner=owner)}\n{description}\n\nAuthorize with {credentials}."
    return view


def _operation(method: str, path: str, name: str, **declared: Any) -> Callable[[View], View]:
    def declare(view: View) -> View:
        OPERATIONS.append(Operation(method, path, name, declared, view))
        return view

    return declare


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/webhooks",
    "createWebhook",
    access=require("creator"),
    body=WebhookRequest,
    responses={201: CreatedWebhook},
    problems=(errors.TargetRejected, errors.TooManyWebhooks, errors.GameBusy),
)
def create_webhook(body: WebhookRequest, game_id: str) -> Response:
    """Create a webhook for a game.

    Returns the webhook with its secret, which is shown once. Your receiver then gets POST requests with JSON about all
    seats of the game. They announce pending decisions (except of AI seats), seats taken by players, the end of the
    game, and its score. The webhooks of this contract list all messages.

    - A message is sent until your receiver responds with 200 to 299, up to ten times in about a day. It can arrive
      more than once, always with the same `webhook-id`.
    - Requests are signed with the secret, as in [Standard Webhooks](https://www.standardwebhooks.com).
    - A receiver that times out or fails is called less and less often. After three days of failures, or a response 410,
      the webhook is disabled.

    Authorize with the creator token, or with the key of the player who created the game.
    """
    return created(game_webhooks.add(installation(), game_id, body))


@blueprint.operation(
    "POST",
    "/v1/me/webhooks",
    "createMyWebhook",
    access=require("player"),
    body=PlayerWebhookRequest,
    responses={201: CreatedWebhook},
    problems=(errors.TargetRejected, errors.TooManyWebhooks),
)
def create_my_webhook(body: PlayerWebhookRequest, caller: Caller) -> Response:
    """Create a webhook for all your games.

    Returns the webhook with its secret, which is shown once. Your receiver then gets a POST request with JSON for each
    notice of your feed (`listMyEvents`). Retries, signatures and disabling work as described in `createWebhook`.

    With `scope: created` the receiver gets the messages of `createWebhook` for all games that the player has created or
    will create. The end of each game is sent once. The key also needs the scope `create`.
    """
    for needed in ("play", "create") if body.scope == "created" else ("play",):
        callers.require_scope(caller, needed)
    return created(webhooks.add(installation(), caller.player, body, body.scope, share=share_of(caller.player)))


def share_of(player: str) -> int:
    """Return the share of a new webhook of a player who sends the request."""
    account = shares.account_of(installation(), player, limits.ip_bucket(current_request()))
    return shares.choose(installation(), account, WEBHOOKS)


def created(webhook: CreatedWebhook) -> Response:
    """Return a new webhook with its secret."""
    return json_response(webhook, 201, WITH_TOKEN)


@_operation("GET", "", "list{}Webhooks", responses={200: WebhookList})
def list_webhooks(owner: str) -> Response:
    """List the webhooks of {owner}.

    Returns each webhook with its URL and whether it is disabled, without its secret.
    """
    return json_response(webhooks.listed(installation(), owner), 200, UNCACHED)


@_operation(
    "DELETE",
    "/<webhook_id>",
    "delete{}Webhook",
    responses={204: None},
    problems=(errors.WebhookNotFound,),
)
def delete_webhook(owner: str, webhook_id: str) -> Response:
    """Delete a webhook of {owner}.

    Removes the webhook and its log of deliveries. Nothing more is sent to it.
    """
    webhooks.remove(installation(), owner, webhook_id)
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


@_operation(
    "POST",
    "/<webhook_id>/secret",
    "rotate{}WebhookSecret",
    body=SecretRequest,
    responses={200: WebhookSecret},
    problems=(errors.WebhookNotFound, errors.GameBusy),
)
def rotate_webhook_secret(body: SecretRequest, owner: str, webhook_id: str) -> Response:
    """Rotate the secret of a webhook of {owner}.

    Returns the new secret. The replaced secret also signs for one more day, so that the receiver has time to change
    to the new one. Up to ten secrets sign at the same time. A further rotation ends the oldest one.
    """
    rotated = webhooks.rotate(installation(), owner, webhook_id, body)
    return json_response(rotated, 200, WITH_TOKEN)


@_operation(
    "POST",
    "/<webhook_id>/resume",
    "resume{}Webhook",
    responses={200: Webhook},
    problems=(errors.WebhookNotFound, errors.GameBusy),
)
def resume_webhook(owner: str, webhook_id: str) -> Response:
    """Resume a webhook of {owner}.

    Enables a disabled webhook. It gets the messages from now on. To send a failed delivery again, redeliver it.
    """
    return json_response(webhooks.switch(installation(), owner, webhook_id), 200, UNCACHED)


@_operation(
    "GET",
    "/<webhook_id>/deliveries",
    "list{}Deliveries",
    query=DeliveryQuery,
    responses={200: DeliveryPage},
    problems=(errors.WebhookNotFound,),
)
def list_deliveries(query: DeliveryQuery, owner: str, webhook_id: str) -> Response:
    """List the deliveries of a webhook of {owner}.

    Returns the deliveries, newest first, with the number of attempts, the last response, and the time of the next
    attempt. The last 10,000 are stored.
    """
    before = game_index.position(query.cursor) if query.cursor else None
    page = deliveries.log(installation(), owner, webhook_id, before, query.limit)
    return json_response(page, 200, UNCACHED)


@_operation(
    "POST",
    "/<webhook_id>/deliveries/<delivery_id>/redeliver",
    "redeliver{}Webhook",
    responses={200: Delivery},
    problems=(errors.WebhookNotFound, errors.DeliveryNotFound, errors.WebhookDisabled),
)
def redeliver(owner: str, webhook_id: str, delivery_id: str) -> Response:
    """Redeliver a message to a webhook of {owner}.

    Sends the message again at once, whatever its status, with the same `webhook-id`.
    """
    sent = deliveries.redeliver(installation(), owner, webhook_id, delivery_id)
    return json_response(sent, 200, UNCACHED)


add_owner(GAME)
add_owner(PLAYER)

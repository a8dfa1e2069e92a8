"""Me: what the player who asks may know and change of itself."""

from typing import Any

import msgspec
from flask import Response

from service.api.caching import TOLD_ONCE, expected, tagged
from service.api.descriptions import EDITION, REPLAYED
from service.api.operations import Resource, bottega, idempotency, json_response, replayed
from service.contract.schemas.creation import SecretKey
from service.contract.schemas.fields import IfMatch
from service.contract.schemas.lists import GamePage
from service.contract.schemas.players import CreatedKey, KeyList, Me, MyGamesQuery, NewKey, NewName
from service.play import entity_tags, game_index, player_deletion, players
from service.play.callers import Caller
from service.play.game_index import GameFilter
from service.play.presenters import Wire
from service.problems import (
    GameBusy,
    IdempotencyKeyReused,
    KeyNotFound,
    PreconditionFailed,
    TooManyKeys,
    TournamentBusy,
)

blueprint = Resource("me", __name__, description="Be found: a player's own games, name and keys.")

UNKEPT = {"Cache-Control": "no-store"}


@blueprint.operation("GET", "/v1/me", "getMe", bearer="player", responses={200: Me}, sends=EDITION)
def get_me(caller: Caller) -> Response:
    """Ask who I am.

    Tells the id and the name of the player whose key or signed identity is sent, and what the bearer may do.
    """
    return _told(*players.me_with_tag(bottega(), caller))


@blueprint.operation(
    "PATCH",
    "/v1/me",
    "updateMe",
    bearer="player",
    body=NewName,
    conditional=IfMatch,
    responses={200: Me},
    sends=EDITION,
    problems=(GameBusy, PreconditionFailed),
)
def update_me(body: dict[str, str], caller: Caller) -> Response:
    """Take a name.

    The player is called so in all seats that it takes from now on. Others may be called the same: players are told
    apart by their ids.
    """
    return _told(*players.rename(bottega(), caller, body["name"], expected()))


@blueprint.operation(
    "DELETE",
    "/v1/me",
    "deleteMe",
    bearer="player",
    conditional=IfMatch,
    responses={204: None},
    problems=(GameBusy, PreconditionFailed, TournamentBusy),
)
def delete_me(caller: Caller) -> Response:
    """Delete the player.

    Removes the player's id, name and keys at once, wherever others can see them:

    - A seat of a game that is played resigns and belongs to nobody. A seat of a game that waits is open again.
    - The player's entrants withdraw from tournaments, and are called `Deleted player` and a number.
    - A tournament that the player created goes on; it is cancelled if it needs its organiser to go on.
    - Games that the player created have no host any more.
    - Records, ratings and logs know the player by an alias alone, to which nothing leads any more.

    A key that lacks a scope of another one of the player's is rejected with `insufficient_scope`.
    """
    entity_tags.check(expected(), players.me_with_tag(bottega(), caller)[1])
    player_deletion.delete_caller(bottega(), caller)
    return _nothing()


@blueprint.operation(
    "GET", "/v1/me/games", "listMyGames", bearer="player", query=MyGamesQuery, responses={200: GamePage}
)
def list_my_games(query: dict[str, Any], caller: Caller) -> Response:
    """List my games.

    Gives the games in which the player has a seat, newest first, as `listGames` does: those with the `player`'s id in
    `seats`, whatever anybody is called. With `waiting=true` these are the games in which the player is to act. A page
    may have fewer games than `limit`, or none: continue until `next_cursor` is omitted. A game that has ended is listed
    as `over` in a moment, when it has been scored.
    """
    wanted = GameFilter(status=query.get("status"), player=caller.player, waiting=query["waiting"])
    after = game_index.position(query["cursor"]) if "cursor" in query else None
    return json_response(game_index.list_games(bottega(), wanted, after, query["limit"]), 200, UNKEPT)


@blueprint.operation("GET", "/v1/me/keys", "listKeys", bearer="player", responses={200: KeyList})
def list_keys(caller: Caller) -> Response:
    """List my keys.

    Names the player's keys, with what each is made for. No part of a key is ever shown again.
    """
    listed = players.list_keys(bottega(), caller.player)
    return json_response(msgspec.json.encode({"keys": listed}), 200, UNKEPT)


@blueprint.operation(
    "POST",
    "/v1/me/keys",
    "createKey",
    bearer="player",
    body=NewKey,
    headers=SecretKey,
    responses={201: CreatedKey},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(TooManyKeys, IdempotencyKeyReused),
)
def create_key(body: dict[str, Any], headers: dict[str, str], caller: Caller) -> Response:
    """Make a further key.

    Returns a key that may do no more than the key or identity of this request. It expires no later, as `expires_at`
    says, and is revoked with that key. The key is shown in this response and never again. To exchange a key, create a
    new one with it, and revoke the old key with the new one.
    """
    key = idempotency(headers, f"key:{caller.player}")
    made, repeated = players.add_key(bottega(), caller, body.get("scopes"), body.get("expires_in"), idempotency=key)
    return json_response(msgspec.json.encode(made), 201, {"Cache-Control": TOLD_ONCE} | replayed(repeated))


@blueprint.operation(
    "DELETE", "/v1/me/keys/<key>", "deleteKey", bearer="player", responses={204: None}, problems=(KeyNotFound,)
)
def delete_key(key: str, caller: Caller) -> Response:
    """Revoke a key.

    Revokes the key and every key that was created with it, except the key of this request. From this response on they
    open nothing. Streams that they opened end within 5 seconds, and tickets created with them open no more streams. A
    key that may do more than the key of this request is not revoked.
    """
    players.revoke(bottega(), caller, key)
    return _nothing()


def _told(me: Wire, tag: str) -> Response:
    """Tell a player who it is, with the tag of what it may change of that."""
    return json_response(msgspec.json.encode(me), 200, UNKEPT | tagged(tag))


def _nothing() -> Response:
    """Answer that it is done."""
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer

"""Show and change the calling player: name, games and keys."""

from flask import Response

from service import problems
from service.api.authentication import installation
from service.api.authorization import require
from service.api.caching import UNCACHED, WITH_TOKEN, expected
from service.api.descriptions import ENTITY_TAG, REPLAYED
from service.api.operations import Resource, idempotency, json_response, no_content, replayed, tagged_response
from service.installation import entity_tags
from service.players import deletion, players
from service.players.callers import Caller
from service.reading import game_index
from service.reading.game_index import GameFilter
from service.resources.headers import IdempotencyKey, IfMatch, SecretKey
from service.resources.lists import GamePage
from service.resources.players import CreatedKey, KeyList, KeyRequest, Me, MyGamesQuery, PlayerChange

blueprint = Resource("me", __name__, description="Your own player: name, games and keys.")


@blueprint.operation("GET", "/v1/me", "getMe", access=require("player"), responses={200: Me}, sends=ENTITY_TAG)
def get_me(caller: Caller) -> Response:
    """Get the calling player.

    Returns the id and the name of the player whose key or signed identity was sent, and the scopes of the caller.
    """
    return tagged_response(*players.me_with_tag(installation(), caller))


@blueprint.operation(
    "PATCH",
    "/v1/me",
    "updateMe",
    access=require("player"),
    body=PlayerChange,
    conditional=IfMatch,
    responses={200: Me},
    sends=ENTITY_TAG,
    problems=(problems.GameBusy, problems.PreconditionFailed),
)
def update_me(body: PlayerChange, caller: Caller) -> Response:
    """Update your profile.

    Sets the player's display name, and whether the player has a public page (`getPlayer`). The name is used for seats
    that the player takes from now on. Names need not be unique: ids identify players.
    """
    return tagged_response(*players.update(installation(), caller, body, expected()))


@blueprint.operation(
    "DELETE",
    "/v1/me",
    "deleteMe",
    access=require("player"),
    conditional=IfMatch,
    responses={204: None},
    problems=(problems.GameBusy, problems.PreconditionFailed, problems.TournamentBusy),
)
def delete_me(caller: Caller) -> Response:
    """Delete the calling player.

    Removes the player's id, name and keys at once, wherever other players can see them:

    - A seat in a running game resigns and becomes anonymous. A seat in a game that waits for players is open again.
    - The player's entrants withdraw from tournaments. They are renamed to `Deleted player` with a number.
    - A tournament that the player created continues. It is cancelled if it needs its organiser to continue.
    - Games that the player created have no creator any more. Their creator tokens and webhooks end.
    - For a day, requests of a platform for its deleted user are rejected (`invalid_token`). Later ones create a new
      player.
    - Records, ratings and logs refer to the player by an alias that leads to no player.

    The key needs all scopes of the player's other keys. Otherwise the problem is `insufficient_scope`.
    """
    entity_tags.check(expected(), players.me_with_tag(installation(), caller)[1])
    deletion.delete_caller(installation(), caller)
    return no_content()


@blueprint.operation(
    "GET", "/v1/me/games", "listMyGames", access=require("player"), query=MyGamesQuery, responses={200: GamePage}
)
def list_my_games(query: MyGamesQuery, caller: Caller) -> Response:
    """List your games.

    Returns the games in which the player has a seat, newest first, with the same data as `listGames`. With
    `waiting=true` it returns the games in which the player must act.

    - The seats of the player have the player's id as `player`.
    - A page may hold fewer games than `limit`, or none: continue until `next_cursor` is omitted.
    - A finished game is listed as `over` once it has been scored.
    """
    filters = GameFilter(status=query.status or None, player=caller.player, waiting=query.waiting)
    after = game_index.position(query.cursor) if query.cursor else None
    page = game_index.list_games(installation(), filters, after, query.limit)
    return json_response(page, 200, UNCACHED)


@blueprint.operation("GET", "/v1/me/keys", "listKeys", access=require("player"), responses={200: KeyList})
def list_keys(caller: Caller) -> Response:
    """List your keys.

    Returns the ids and scopes of the player's keys. The secret part of a key is never shown again.
    """
    return json_response(players.list_keys(installation(), caller.player), 200, UNCACHED)


@blueprint.operation(
    "POST",
    "/v1/me/keys",
    "createKey",
    access=require("player"),
    body=KeyRequest,
    headers=SecretKey,
    responses={201: CreatedKey},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(problems.TooManyKeys, problems.IdempotencyKeyReused),
)
def create_key(body: KeyRequest, headers: IdempotencyKey, caller: Caller) -> Response:
    """Create a key.

    Returns a new key, which is shown once. It cannot have more scopes than the key or identity of this request. It
    expires no later than that key (`expires_at`), and is revoked with it.

    To replace a key, create a new one with it, and revoke the old key with the new one.
    """
    key = idempotency(headers, f"key:{caller.player}")
    made, repeated = players.add_key(installation(), caller, body, idempotency=key)
    return json_response(made, 201, WITH_TOKEN | replayed(repeated))


@blueprint.operation(
    "DELETE",
    "/v1/me/keys/<key>",
    "deleteKey",
    access=require("player"),
    responses={204: None},
    problems=(problems.KeyNotFound,),
)
def delete_key(key: str, caller: Caller) -> Response:
    """Delete a key.

    Revokes the key and every key that was created with it, except the key of this request. Revoked keys stop working at
    once:

    - Streams that they opened end within 5 seconds. Tickets created with them open no more streams.
    - A key with more scopes than the key of this request is not revoked.
    """
    players.revoke(installation(), caller, key)
    return no_content()

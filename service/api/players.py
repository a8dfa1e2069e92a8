"""Create players, and show their public pages."""

from flask import Response

from service import problems
from service.api import limits
from service.api.authentication import installation
from service.api.authorization import allow
from service.api.caching import UNCACHED, WITH_TOKEN
from service.api.descriptions import REPLAYED
from service.api.idempotency_secrets import secret_idempotency
from service.api.operations import Resource, json_response, replayed
from service.leaderboards import player_pages
from service.players import players
from service.players.callers import Caller
from service.resources.headers import IdempotencyKey, SecretKey
from service.resources.player_pages import PlayerPage
from service.resources.players import CreatedPlayer, PlayerRequest

blueprint = Resource(
    "players",
    __name__,
    description="Create players, and read their public pages. A player has an id, and keys that authorize requests.",
)


@blueprint.operation(
    "POST",
    "/v1/players",
    "createPlayer",
    access=allow("player"),
    body=PlayerRequest,
    headers=SecretKey,
    responses={201: CreatedPlayer},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        problems.TokenRequired,
        problems.SignUpDisabled,
        problems.InvitationRequired,
        problems.IdempotencyKeyReused,
    ),
)
def create_player(body: PlayerRequest, headers: IdempotencyKey, caller: Caller | None) -> Response:
    """Create a player.

    Returns the player's id, and a first key with the scopes `play` and `create`, which is shown once. A player has
    seats without tokens, can list their own games, and is the creator of games created with the key. A player is
    optional: games with seat tokens need none.

    - If sign-up needs an invitation, send `invitation`, or authorize with a key with scope `admin`.
    - With `bot` the new player is a bot. Authorize with the key or signed identity of its owner. A bot created by a bot
      has the same owner.
    - Bots of one owner cannot meet each other or their owner in a rated game: `same_owner`.

    See `/docs/guides/players`.
    """
    limits.spend(limits.PLAYERS)
    key = secret_idempotency(headers, "player", caller)
    created, repeated = players.create(installation(), body, caller, idempotency=key)
    return json_response(created, 201, WITH_TOKEN | replayed(repeated))


@blueprint.operation(
    "GET",
    "/v1/players/<player>",
    "getPlayer",
    access=allow("player"),
    responses={200: PlayerPage},
    problems=(problems.PlayerNotFound,),
)
def get_player(player: str, caller: Caller | None) -> Response:
    """Get the page of a player.

    Returns the name, the ratings, the results and the latest public games of a player who has made the page public
    (`updateMe`). With a player key or signed identity it also returns the caller's results against the player.

    - A private page is `player_not_found`, like an unknown player. Pages are private by default.
    - A player can always read their own page.
    """
    page = player_pages.show(installation(), player, caller.player if caller else "")
    return json_response(page, 200, UNCACHED)

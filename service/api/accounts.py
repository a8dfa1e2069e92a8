"""Link identities to the calling player, merge players, and export the data of the player."""

from flask import Response

from service import problems
from service.accounts import export, identities, merge
from service.api.authentication import installation
from service.api.authorization import require
from service.api.caching import UNCACHED
from service.api.operations import Resource, json_response, no_content
from service.players.callers import Caller
from service.resources.accounts import Identity, IdentityList, IdentityRequest, OtherPlayer, PlayerExport
from service.resources.players import Me

blueprint = Resource(
    "accounts", __name__, description="Your account: link identities, merge players, and export all your data."
)


@blueprint.operation(
    "GET",
    "/v1/me/export",
    "exportMe",
    access=require("player"),
    responses={200: PlayerExport},
)
def export_me(caller: Caller) -> Response:
    """Export all your data.

    Returns one JSON file with all data of the player. Keys, webhooks and notification targets are without their
    secrets. Each game has the seat, rank and total score of the player, and the action queue.

    - The response is streamed. A file that ends before its last brace is incomplete: send the request again.
    - `getRecord` returns every action of a finished game.
    """
    sent = {"Content-Disposition": f'attachment; filename="{caller.player}.json"'}
    chunks = export.export(installation(), caller.player)
    return Response(chunks, 200, UNCACHED | sent, content_type="application/json")


@blueprint.operation(
    "GET", "/v1/me/identities", "listIdentities", access=require("player"), responses={200: IdentityList}
)
def list_identities(caller: Caller) -> Response:
    """List your identities.

    Returns the identities of the OpenID Connect issuer that sign in the player: issuer, subject and id.
    """
    return json_response(identities.listed(installation(), caller.player), 200, UNCACHED)


@blueprint.operation(
    "POST",
    "/v1/me/identities",
    "linkIdentity",
    access=require("player"),
    body=IdentityRequest,
    responses={201: Identity},
    problems=(problems.IdentityInUse,),
)
def link_identity(body: IdentityRequest, caller: Caller) -> Response:
    """Link an identity.

    Returns the identity whose JSON Web Token was sent as `token`. From now on it signs in the player. A player can have
    several identities. A repeated call changes nothing.

    - An identity that signs in another player is `identity_in_use`.
    - The key needs the scopes `play` and `create`, and must not expire. A signed identity can also be sent.
    """
    return json_response(identities.link(installation(), caller, body.token), 201, UNCACHED)


@blueprint.operation(
    "DELETE",
    "/v1/me/identities/<identity>",
    "unlinkIdentity",
    access=require("player"),
    responses={204: None},
    problems=(problems.IdentityNotFound, problems.LastIdentity),
)
def unlink_identity(identity: str, caller: Caller) -> Response:
    """Unlink an identity.

    The identity does not sign in the player any more. Its next request creates a new player. Streams that it opened end
    within 5 seconds.

    - The last identity of a player without a key that does not expire cannot be unlinked: `last_identity`.
    - The key needs the scopes `play` and `create`, and must not expire. A signed identity can also be sent.
    """
    identities.unlink(installation(), caller, identity)
    return no_content()


@blueprint.operation(
    "POST",
    "/v1/me/merge",
    "mergePlayer",
    access=require("player"),
    body=OtherPlayer,
    responses={200: Me},
    problems=(problems.PlayersNotMergeable, problems.GameBusy),
)
def merge_player(body: OtherPlayer, caller: Caller) -> Response:
    """Merge another player into yours.

    Returns the calling player. Send a key or signed identity of the other player as `credential`. The other player
    becomes part of the caller and exists no more:

    - Seats, created games, invitations, tournament entrants, webhooks, notification targets, identities and bots belong
      to the caller.
    - The keys, the feed, the name and the ratings of the other player end. The ratings of the caller do not change.
      Records keep the alias of the other player.
    - If both players cannot be one, the problem is `players_not_mergeable` and nothing changes. Reasons are a common
      game or tournament, an unfinished rated game or tournament or a waiting seek of the other player, a bot, or too
      many webhooks or notification targets.
    - The key needs the scopes `play` and `create`, and must not expire. The key of the other player needs all scopes of
      the other player's keys.

    A repeated call changes nothing. It completes a merge that was interrupted.
    """
    return json_response(merge.merge(installation(), caller, body.credential), 200, UNCACHED)

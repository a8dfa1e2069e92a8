"""Find, show, ban, export and delete players for operators."""

from flask import Response

from service import problems
from service.accounts import banning, export, finding
from service.accounts.banning import BanTerms
from service.api.authentication import installation
from service.api.authorization import require
from service.api.caching import UNCACHED
from service.api.operations import Resource, json_response, no_content
from service.players import callers
from service.players.callers import Caller
from service.resources.accounts import PlayerExport
from service.resources.base import shown
from service.resources.operators import BanRequest, DeletionRequest, FoundPlayers, InspectedPlayer, PlayerSearch

blueprint = Resource(
    "operators",
    __name__,
    description="Moderate players, with a key of the operator that has the scope `moderate`.",
)

PATH = "/v1/operator/players"
ONE = f"{PATH}/<player>"


@blueprint.operation(
    "GET", PATH, "findPlayers", access=require("player"), query=PlayerSearch, responses={200: FoundPlayers}
)
def find_players(query: PlayerSearch, caller: Caller) -> Response:
    """Find players.

    Returns the players who match all query parameters, by name, e-mail address, identity or game, in the order of the
    ids. Without a parameter it returns all players. The key needs the scope `moderate`.
    """
    callers.require_scope(caller, "moderate")
    return json_response(finding.find(installation(), query), 200, UNCACHED)


@blueprint.operation(
    "GET",
    ONE,
    "inspectPlayer",
    access=require("player"),
    responses={200: InspectedPlayer},
    problems=(problems.PlayerNotFound,),
)
def inspect_player(player: str, caller: Caller) -> Response:
    """Inspect a player.

    Returns profile, ban, keys, identities, ratings, tournaments and latest games of a player, and the decisions of
    operators about the player. Secrets are never returned. The key needs the scope `moderate`.
    """
    callers.require_scope(caller, "moderate")
    return json_response(finding.show(installation(), player), 200, UNCACHED)


@blueprint.operation(
    "PUT",
    f"{ONE}/ban",
    "banPlayer",
    access=require("player"),
    body=BanRequest,
    responses={204: None},
    problems=(problems.PlayerNotFound, problems.GameBusy, problems.TournamentBusy),
)
def ban_player(player: str, body: BanRequest, caller: Caller) -> Response:
    """Ban a player.

    All requests of the player are rejected from now on (`player_is_banned`). A second call changes the terms of the
    ban. The key needs the scope `moderate`.

    - The keys of the player end, and so do the seat tokens that the player got for unfinished games. Open streams end
      within 5 seconds.
    - The identities of the player, and e-mail addresses that were confirmed, cannot come back as a new player.
    - Seats in running games resign. Games that the player created and that wait for players are aborted. Seeks and
      invitations are withdrawn. The player's entrants withdraw from tournaments.
    - The bots of the player are banned, too. Ratings and records stay.
    """
    callers.require_scope(caller, "moderate")
    banning.ban(installation(), player, shown(body, BanTerms, by=_name(caller)))
    return no_content()


@blueprint.operation(
    "DELETE",
    f"{ONE}/ban",
    "unbanPlayer",
    access=require("player"),
    responses={204: None},
    problems=(problems.PlayerNotFound,),
)
def unban_player(player: str, caller: Caller) -> Response:
    """Unban a player.

    The player can sign in again, and get a new key. Keys and seats that the ban ended stay ended. Send the former id
    to unban a player who was deleted. The key needs the scope `moderate`.
    """
    callers.require_scope(caller, "moderate")
    banning.unban(installation(), player, _name(caller))
    return no_content()


@blueprint.operation(
    "GET",
    f"{ONE}/export",
    "exportPlayer",
    access=require("player"),
    responses={200: PlayerExport},
    problems=(problems.PlayerNotFound,),
)
def export_player(player: str, caller: Caller) -> Response:
    """Export all data of a player.

    Returns the same file as `exportMe` for the player. The key needs the scope `moderate`.
    """
    callers.require_scope(caller, "moderate")
    banning.check_exists(installation(), player)
    sent = {"Content-Disposition": f'attachment; filename="{player}.json"'}
    chunks = export.export(installation(), player)
    return Response(chunks, 200, UNCACHED | sent, content_type="application/json")


@blueprint.operation(
    "DELETE",
    ONE,
    "deletePlayer",
    access=require("player"),
    query=DeletionRequest,
    responses={204: None},
    problems=(problems.PlayerNotFound, problems.GameBusy, problems.TournamentBusy),
)
def delete_player(player: str, query: DeletionRequest, caller: Caller) -> Response:
    """Delete a player.

    Deletes the player as `deleteMe` does. If the player is banned, the identities of the player stay banned. The
    key needs the scope `moderate`.
    """
    callers.require_scope(caller, "moderate")
    banning.delete(installation(), player, _name(caller), query.reason)
    return no_content()


def _name(caller: Caller) -> str:
    """Return the name of an operator in decisions: the alias, which leads to no player after the player's deletion."""
    profile = installation().store.players.profile(caller.player)
    return profile.alias if profile else ""

"""Block, unblock and list players."""

from flask import Response

from service import problems
from service.api.authentication import installation
from service.api.authorization import require
from service.api.caching import UNCACHED
from service.api.operations import Resource, json_response, no_content
from service.blocks import block_lists
from service.blocks.problems import TooManyBlockedPlayers
from service.players import callers
from service.players.callers import Caller
from service.resources.blocks import BlockList

blueprint = Resource("blocks", __name__, description="Block players who bother you.")

PATH = "/v1/me/blocked-players"
ONE = f"{PATH}/<player>"


@blueprint.operation("GET", PATH, "listBlockedPlayers", access=require("player"), responses={200: BlockList})
def list_blocked_players(caller: Caller) -> Response:
    """List the players whom you block.

    Returns their ids, latest first. Other players cannot read the list.
    """
    return json_response(block_lists.listed(installation(), caller.player), 200, UNCACHED)


@blueprint.operation(
    "PUT",
    ONE,
    "blockPlayer",
    access=require("player"),
    responses={204: None},
    problems=(problems.UnknownPlayer, TooManyBlockedPlayers, problems.GameBusy),
)
def block_player(player: str, caller: Caller) -> Response:
    """Block a player.

    The blocked player can neither invite nor seat you, request a rematch with you, nor be matched with you by a seek.
    Running games and tournaments continue. The blocked player gets the problem
    `invitation_declined`, as for players who accept no invitations.
    """
    callers.require_scope(caller, "play")
    block_lists.block(installation(), caller.player, player)
    return no_content()


@blueprint.operation(
    "DELETE", ONE, "unblockPlayer", access=require("player"), responses={204: None}, problems=(problems.GameBusy,)
)
def unblock_player(player: str, caller: Caller) -> Response:
    """Unblock a player.

    Nothing changes if the player is not blocked.
    """
    callers.require_scope(caller, "play")
    block_lists.unblock(installation(), caller.player, player)
    return no_content()

"""Export the data of the calling player."""

from flask import Response

from service.accounts import export
from service.api.authentication import bottega
from service.api.authorization import require
from service.api.caching import UNCACHED
from service.api.operations import Resource
from service.players.callers import Caller
from service.resources.accounts import PlayerExport

blueprint = Resource("accounts", __name__, description="Your account: export all your data.")


@blueprint.operation(
    "GET",
    "/v1/me/export",
    "exportMe",
    access=require("player"),
    responses={200: PlayerExport},
)
def export_me(caller: Caller) -> Response:
    """Export all your data.

    Returns one JSON file with the data of the player: profile, keys without their secrets, webhooks, seeks,
    tournaments, ratings and rated games. It has all games with seat, rank and total score.

    - The response is streamed. A file that ends before its last brace is incomplete: send the request again.
    - `getRecord` returns every action of a finished game.
    """
    sent = {"Content-Disposition": f'attachment; filename="{caller.player}.json"'}
    chunks = export.export(bottega(), caller.player)
    return Response(chunks, 200, UNCACHED | sent, content_type="application/json")

"""Events: the log of a game."""

from typing import Any

from flask import Response

from service import games, history
from service.api.operations import Resource, bottega, json_response
from service.problems import RulesNotHosted
from service.schemas.games import MOST_PATCHED, EventPage, EventQuery

blueprint = Resource("events", __name__, description="Follow a game.")


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/events",
    "listEvents",
    bearer="optional",
    query=EventQuery,
    answers={200: EventPage},
    problems=(RulesNotHosted,),
)
def list_events(query: dict[str, Any], game_id: str, seat: int | None) -> Response:
    """List the events of a game.

    Gives actions and what they made happen, oldest first, as the bearer's seat, or an onlooker, may read them: hidden
    actions are concealed and facts for others left out. With `patches` each event tells what it changed in the
    reader's view: a JSON Patch (RFC 6902) that turns the body of `queryView` at the version before into the one after.
    """
    after, limit = query["after"], query["limit"]
    if query["patches"]:
        page = history.patched_events(bottega(), game_id, seat, after, min(limit, MOST_PATCHED))
    else:
        page = games.events(bottega(), game_id, seat, after, limit)
    return json_response(page, 200, {"Cache-Control": "private, no-cache", "Vary": "Authorization"})

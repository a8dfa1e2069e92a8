"""Events: the log of a game."""

from flask import Response

from service import games
from service.api.operations import Resource, bottega, json_response
from service.problems import RulesNotHosted
from service.schemas.games import EventPage, EventQuery

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
def list_events(query: dict[str, int], game_id: str, seat: int | None) -> Response:
    """List the events of a game.

    Gives actions and what they made happen, oldest first, as the bearer's seat, or an onlooker, may read them: hidden
    actions are concealed and facts for others left out.
    """
    page = games.events(bottega(), game_id, seat, query["after"], query["limit"])
    return json_response(page, 200, {"Cache-Control": "private, no-cache", "Vary": "Authorization"})

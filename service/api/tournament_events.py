"""The log of a tournament: all that happens in it, read page by page or as it grows."""

from typing import Any

from flask import Response

from service.api import limits
from service.api.events import SERVER_SENT, UNBUFFERED
from service.api.operations import Resource, bottega
from service.api.tournaments import shown
from service.contract.schemas.tournament_events import (
    LastEntry,
    TournamentEventPage,
    TournamentEventQuery,
    TournamentEventStreamQuery,
)
from service.play.players import Caller
from service.play.tournaments import following
from service.play.tournaments.following import LogStream
from service.problems import TooManyWatchers

blueprint = Resource(
    "tournament-events", __name__, description="Follow a tournament: one log, which is its audit log, too."
)


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/events",
    "listTournamentEvents",
    bearer="anybody",
    query=TournamentEventQuery,
    headers=LastEntry,
    responses={200: TournamentEventPage},
    problems=(TooManyWatchers,),
)
def list_tournament_events(
    query: dict[str, Any], headers: dict[str, str], tournament: str, caller: Caller | None
) -> Response:
    """List what has happened in a tournament.

    Gives the entries of its log, oldest first: who entered, how each round was seated, how each game ended, and what
    the organiser decided, with the reason. All else about the tournament follows from these and its seed.

    With `wait`, a request that finds no entry waits for one: it is answered as soon as there is one, and with an empty
    page when the time is up. To follow a tournament, ask again with `after` set to the page's `after`, until `status`
    is `over` or `cancelled`.
    """
    return shown(following.page(bottega(), tournament, caller, _after(query, headers), query["limit"], query["wait"]))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/events/stream",
    "streamTournamentEvents",
    bearer="anybody",
    query=TournamentEventStreamQuery,
    headers=LastEntry,
    responses={200: SERVER_SENT, 204: None},
    problems=(TooManyWatchers,),
)
def stream_tournament_events(
    query: dict[str, Any], headers: dict[str, str], tournament: str, caller: Caller | None
) -> Response:
    """Follow a tournament by server-sent events.

    Each message of type `event` has an entry as its data, just as in the page that `listTournamentEvents` gives, and
    the entry's `number` as its id. A message of type `over`, with the `status`, follows the last entry of all, and the
    stream ends. After a connection that broke, go on with `Last-Event-ID`, as an `EventSource` does by itself; when
    nothing is left to read, the answer is 204, after which an `EventSource` does not come again. In silence a comment
    comes every 15 seconds: after twice that time, take the connection for broken.
    """
    limits.spend(limits.STREAMS)
    stream = LogStream(bottega(), tournament, caller, _after(query, headers))
    if stream.is_over:
        stream.close()
        nothing = Response(status=204, headers=UNBUFFERED)
        del nothing.headers["Content-Type"]
        return nothing
    response = Response(following.server_sent_events(stream), 200, UNBUFFERED, content_type=SERVER_SENT)
    response.call_on_close(stream.close)
    return response


def _after(query: dict[str, Any], headers: dict[str, str]) -> int:
    """Return where the reader goes on."""
    return int(headers["number"]) if "number" in headers else int(query["after"])

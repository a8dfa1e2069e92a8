"""The log of a tournament: all that happens in it, read page by page or as it grows."""

from typing import Any

import msgspec
from flask import Response

from service.api import limits
from service.api.caching import TOLD_ONCE
from service.api.events import SERVER_SENT, UNBUFFERED
from service.api.operations import Resource, bottega, json_response
from service.api.tournaments import shown
from service.contract.schemas.tickets import NewTicket, TournamentTicket
from service.contract.schemas.tournament_events import (
    LastTournamentEvent,
    TournamentEventPage,
    TournamentEventQuery,
    TournamentTicketQuery,
)
from service.play import tickets
from service.play.callers import Caller
from service.play.tournaments import queries, streams
from service.play.tournaments.streams import LogStream
from service.problems import TooManySpectators

blueprint = Resource(
    "tournament-events", __name__, description="Follow a tournament: one log, which is its audit log, too."
)


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/events",
    "listTournamentEvents",
    bearer="anybody",
    query=TournamentEventQuery,
    headers=LastTournamentEvent,
    responses={200: TournamentEventPage},
    problems=(TooManySpectators,),
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
    return shown(streams.page(bottega(), tournament, caller, _after(query, headers), query["limit"], query["wait"]))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/events/stream",
    "streamTournamentEvents",
    bearer="watcher",
    query=TournamentTicketQuery,
    headers=LastTournamentEvent,
    responses={200: SERVER_SENT, 204: None},
    problems=(TooManySpectators,),
)
def stream_tournament_events(
    query: dict[str, Any], headers: dict[str, str], tournament: str, caller: Caller | None
) -> Response:
    """Follow a tournament by server-sent events.

    Each message of type `event` has an entry as its data, just as in the page that `listTournamentEvents` gives, and
    the entry's `number` as its id. A message of type `over`, with the `status`, follows the last entry of all, and the
    stream ends. After a connection that broke, go on with `Last-Event-ID`, as an `EventSource` does by itself; when
    nothing is left to read, the answer is 204, after which an `EventSource` does not come again. In silence a comment
    comes every 15 seconds: after twice that time, take the connection for broken. A private tournament, where no key
    can be sent, is followed with a ticket of `createTournamentStreamTicket`.
    """
    limits.spend(limits.STREAMS)
    stream = LogStream(bottega(), tournament, caller, _after(query, headers))
    if stream.is_over:
        stream.close()
        nothing = Response(status=204, headers=UNBUFFERED)
        del nothing.headers["Content-Type"]
        return nothing
    response = Response(streams.server_sent_events(stream), 200, UNBUFFERED, content_type=SERVER_SENT)
    response.call_on_close(stream.close)
    return response


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/stream-ticket",
    "createTournamentStreamTicket",
    changes=False,
    bearer="player",
    body=NewTicket,
    responses={201: TournamentTicket},
)
def create_tournament_ticket(body: dict[str, int], tournament: str, caller: Caller) -> Response:
    """Get a ticket for the stream of a tournament.

    Gives what opens `streamTournamentEvents` of this tournament for a minute, as the caller may see it, and does
    nothing else: put it into the address as `ticket`, where a browser's `EventSource` can send no key. One that is not
    private needs none. A stream that is open goes on beyond that minute; one that broke later needs another ticket. A
    ticket opens nothing once the key that asked for it has been revoked or has expired.
    """
    queries.check_seen(bottega(), tournament, caller)
    ticket = tickets.issue_for_tournament(bottega(), tournament, caller, body.get("expires_in", tickets.SECONDS))
    return json_response(msgspec.json.encode(ticket), 201, {"Cache-Control": TOLD_ONCE})


def _after(query: dict[str, Any], headers: dict[str, str]) -> int:
    """Return where the reader goes on."""
    return int(headers["number"]) if "number" in headers else int(query["after"])

"""List the log of a tournament, and stream it."""

from flask import Response

from service import problems
from service.api import limits
from service.api.authentication import installation
from service.api.authorization import allow, require
from service.api.caching import WITH_TOKEN
from service.api.operations import Resource, json_response
from service.api.streams import SERVER_SENT, position_after, streamed
from service.players.callers import Caller
from service.players.credentials import Credential
from service.resources.tickets import TicketRequest
from service.streams import tickets
from service.tournaments import queries, streams
from service.tournaments.api.tournaments import shown
from service.tournaments.resources.tournament_events import (
    LastTournamentEvent,
    TournamentEventPage,
    TournamentEventQuery,
    TournamentTicket,
    TournamentTicketQuery,
)
from service.tournaments.streams import TOURNAMENT_TICKET, TournamentLog

blueprint = Resource(
    "tournament-events", __name__, description="List and stream the log of a tournament, which is also its audit log."
)


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/events",
    "listTournamentEvents",
    access=allow("player"),
    query=TournamentEventQuery,
    headers=LastTournamentEvent,
    responses={200: TournamentEventPage},
    problems=(problems.TooManySpectators,),
)
def list_tournament_events(
    query: TournamentEventQuery, headers: LastTournamentEvent, tournament: str, caller: Caller | None
) -> Response:
    """List the events of a tournament.

    Returns the entries of the tournament's log, oldest first. All other data of the tournament follows from the log and
    the seed. The log contains:

    - who entered
    - the pairings of each round
    - the result of each game
    - each decision of the organiser, with its reason

    How to read it:

    - With `wait` a request without new entries waits for one (long polling). When the time has passed, it returns an
      empty page.
    - While a round is being created, the page has its progress, `seating`. A waiting request returns after each change
      of it.
    - To follow a tournament, send `after` with the `after` of the page. Stop when `status` is `over` or `cancelled`.
    """
    return shown(
        streams.page(
            installation(), tournament, caller, position_after(headers.id, query.after), query.limit, query.wait
        )
    )


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/events/stream",
    "streamTournamentEvents",
    access=allow("player", ticket=TOURNAMENT_TICKET),
    query=TournamentTicketQuery,
    headers=LastTournamentEvent,
    responses={200: SERVER_SENT, 204: None},
    problems=(problems.TooManySpectators,),
)
def stream_tournament_events(
    query: TournamentTicketQuery, headers: LastTournamentEvent, tournament: str, caller: Caller | None
) -> Response:
    """Stream the events of a tournament.

    Returns a stream of server-sent events. Each message of type `event` has one entry of the log as its data, as in
    `listTournamentEvents`, and the entry's `number` as its id. After the last entry a message of type `over`, with the
    `status`, ends the stream.

    - A comment is sent every 15 seconds if there is no entry. After 30 seconds without data, reconnect.
    - After a lost connection, send `Last-Event-ID`, as an `EventSource` does automatically. If nothing is left to read,
      the response is 204, and an `EventSource` stops.
    - For a private tournament a client that cannot send a key uses a ticket of `createTournamentStreamTicket`.
    """
    limits.spend(limits.STREAMS)
    return streamed(
        SERVER_SENT, TournamentLog(installation(), tournament, caller), position_after(headers.id, query.after)
    )


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/stream-ticket",
    "createTournamentStreamTicket",
    changes=False,
    access=require("player"),
    body=TicketRequest,
    responses={201: TournamentTicket},
)
def create_tournament_ticket(body: TicketRequest, tournament: str, caller: Caller) -> Response:
    """Create a ticket for the stream of a tournament.

    Returns a ticket that opens `streamTournamentEvents` of this tournament with the caller's rights. It is valid for
    `expires_in` seconds; default: 60. Only private tournaments need a ticket.

    - Send it as `ticket` in the URL. A browser's `EventSource` cannot send a key. Never put a key into a URL.
    - An open stream continues after the ticket has expired. To reconnect later, create a new ticket.
    - A ticket becomes invalid when the key that created it is revoked or expires.
    """
    queries.check_seen(installation(), tournament, caller)
    ticket, expires_at = tickets.issue(installation(), TOURNAMENT_TICKET, tournament, Credential(caller), body)
    created = TournamentTicket(tournament, ticket, expires_at)
    return json_response(created, 201, WITH_TOKEN)

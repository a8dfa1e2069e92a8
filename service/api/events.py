"""List the events of a game, and stream them."""

from collections.abc import Callable, Iterator

import msgspec
from flask import Response

from service.api import includes, limits
from service.api.authentication import credential
from service.api.caching import UNSTORED
from service.api.operations import Resource, bottega, json_response
from service.play import history, queries, streams, tickets
from service.play.credentials import check
from service.play.includes import Includes
from service.play.streams import Stream
from service.problems import RulesNotHosted, SpectatorsOff, TooManySpectators, VersionNotReached
from service.resources.events import EventPage, EventQuery, LastEvent, StreamQuery, TicketQuery
from service.resources.tickets import NewTicket, StreamTicket
from service.store import LogPosition

blueprint = Resource("events", __name__, description="List and stream the events of a game.")

SERVER_SENT = "text/event-stream"
LINES = "application/x-ndjson"
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers that stop caches and proxies from buffering a stream."""


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/events",
    "listEvents",
    bearer="optional",
    query=EventQuery,
    headers=LastEvent,
    responses={200: EventPage},
    problems=(SpectatorsOff, RulesNotHosted, TooManySpectators, VersionNotReached),
)
def list_events(query: EventQuery, headers: LastEvent, game_id: str, seat: int | None) -> Response:
    """List the events of a game.

    Returns actions and their effects, oldest first, as far as the caller may see them. Hidden actions are concealed,
    and facts for other seats are left out.

    - With `wait` a request without new events waits for one (long polling). It returns at once when an event is added,
      or when the game starts or ends. When the time has passed, it returns an empty page.
    - To follow a game, send `after` with the version of the last event, or `Last-Event-ID` with its id. Stop when
      `status` is `over` or `aborted`.
    - With `patches` each event has its changes of your view: a JSON Patch (RFC 6902) for the body of `queryView` at the
      version before.
    - With `actions` the last event of the log has `next_decision`: the pending decision of your seat, with its legal
      actions.
    - If your position no longer matches the log, after data loss, the problem is `version_not_reached`. Fetch the view
      again and continue from its version.
    """
    words = query.include | ({"patches"} if query.patches else frozenset())
    place, limit, parts = _place(query, headers), query.limit, includes.of_words(words, game_id, seat)
    if query.wait:
        streams.wait(bottega(), game_id, seat, place, query.wait)
        check(bottega(), credential(game_id, seat))
    if parts.patches or parts.actions:
        page = history.events(bottega(), game_id, seat, place, min(limit, parts.most), parts)
    else:
        page = queries.events(bottega(), game_id, seat, place, limit)
    return json_response(msgspec.json.encode(page), 200, includes.by_reader())


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/events/stream",
    "streamEvents",
    bearer="ticket",
    query=TicketQuery,
    headers=LastEvent,
    responses={200: SERVER_SENT, 204: None},
    problems=(SpectatorsOff, RulesNotHosted, TooManySpectators, VersionNotReached),
)
def stream_events(query: TicketQuery, headers: LastEvent, game_id: str, seat: int | None) -> Response:
    """Stream the events of a game.

    Returns a stream of server-sent events. Each message of type `event` has one event as its data, as in `listEvents`,
    and the event's `id` as its id. No event is skipped or repeated within one stream.

    - `started`, with `ruleset` and `version`: an open game has started.
    - `over`: the game has ended, and the stream ends. `status` is `aborted` if the game was aborted.
    - A comment is sent every 15 seconds if there is no event. After 30 seconds without data, reconnect.
    - After a lost connection, send `Last-Event-ID`, as an `EventSource` does automatically. If the game is over and
      there is nothing left to read, the response is 204, and an `EventSource` stops.
    - If you use several streams, ignore versions that you already have.

    With `include` each event has the changes of the view, and the last event has the pending decision of the caller's
    seat (`next_decision`). A player then needs one request per turn, and a spectator none.

    If the seat must act already and there is no event to send, a message of type `next_decision` comes first. It has
    `ruleset`, `version` and `next_decision`. Ignore a decision to which your seat has already responded.
    """
    parts = includes.of_words(query.include, game_id, seat)
    return _stream(streams.server_sent_events, SERVER_SENT, _place(query, headers), game_id, seat, parts)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/events/ndjson",
    "streamEventsAsNdjson",
    bearer="ticket",
    query=TicketQuery,
    headers=LastEvent,
    responses={200: LINES, 204: None},
    problems=(SpectatorsOff, RulesNotHosted, TooManySpectators, VersionNotReached),
)
def stream_event_lines(query: TicketQuery, headers: LastEvent, game_id: str, seat: int | None) -> Response:
    """Stream the events of a game as lines of JSON.

    Returns a stream of lines (NDJSON). Each line is one event, as in `listEvents`. No event is skipped or repeated
    within one stream. The stream ends after the last event of the game.

    - A line with only `ruleset` and `version` means that an open game has started.
    - An empty line is sent every 15 seconds if there is no event: ignore it. After 30 seconds without data, reconnect.
    - After a lost connection, send `after` with the version of the last event, or `Last-Event-ID` with its id. If the
      game is over and there is nothing left to read, the response is 204.
    - If you use several streams, ignore versions that you already have.

    With `include` each event has the changes of the view, and the last event has the pending decision of the caller's
    seat (`next_decision`). A player then needs one request per turn, and a spectator none.

    If the seat must act already and there is no event to send, the first line has `ruleset`, `version` and
    `next_decision` only. Ignore a decision to which your seat has already responded.
    """
    parts = includes.of_words(query.include, game_id, seat)
    return _stream(streams.lines, LINES, _place(query, headers), game_id, seat, parts)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/stream-ticket",
    "createStreamTicket",
    changes=False,
    bearer="required",
    body=NewTicket,
    responses={201: StreamTicket},
)
def create_stream_ticket(body: NewTicket, game_id: str, seat: int) -> Response:
    """Create a ticket for a stream.

    Returns a ticket that opens streams of this game as your seat. It is valid for `expires_in` seconds; default: 60.

    - Send it as `ticket` in the URL of `streamEvents` or `streamEventsAsNdjson`. A browser's `EventSource` cannot send
      a token. Never put a token into a URL.
    - An open stream continues after the ticket has expired. To reconnect later, create a new ticket.
    """
    ticket = tickets.issue(bottega(), credential(game_id, seat), body)
    return json_response(msgspec.json.encode(ticket), 201, {"Cache-Control": UNSTORED})


def _place(query: StreamQuery, headers: LastEvent) -> LogPosition:
    """Return the position after which to continue."""
    return LogPosition.after(headers.id) if headers.id else LogPosition(query.after)


def _stream(
    write: Callable[[Stream], Iterator[bytes]],
    media_type: str,
    place: LogPosition,
    game_id: str,
    seat: int | None,
    parts: Includes,
) -> Response:
    """Return a stream of the events after a position, or 204 if there will be none."""
    limits.spend(limits.STREAMS)
    stream = streams.open_stream(bottega(), game_id, credential(game_id, seat), place, parts)
    if stream is None:
        nothing = Response(status=204, headers=UNBUFFERED)
        del nothing.headers["Content-Type"]
        return nothing
    response = Response(write(stream), 200, UNBUFFERED, content_type=media_type)
    response.call_on_close(stream.close)
    return response

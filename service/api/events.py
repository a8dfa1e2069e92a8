"""Events: the log of a game, read page by page or as it grows."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Response

from service.api import includes, limits
from service.api.authentication import credential
from service.api.caching import TOLD_ONCE
from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.events import EventPage, EventQuery, LastEvent
from service.contract.schemas.tickets import NewTicket, StreamTicket, TicketQuery
from service.play import history, queries, streams, tickets
from service.play.credentials import check
from service.play.includes import Includes
from service.play.streams import Stream
from service.problems import RulesNotHosted, SpectatorsOff, TooManySpectators, VersionNotReached
from service.store import LogPosition

blueprint = Resource("events", __name__, description="Follow a game: one log, read page by page or as it grows.")

SERVER_SENT = "text/event-stream"
LINES = "application/x-ndjson"
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""What keeps caches and proxies from holding a stream back."""


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
def list_events(query: dict[str, Any], headers: dict[str, str], game_id: str, seat: int | None) -> Response:
    """List the events of a game.

    Gives actions and what they made happen, oldest first, as the bearer's seat, or an spectator, may read them: hidden
    actions are concealed and facts for others left out.

    With `wait`, a request that finds no event waits for one: it is answered as soon as there is one, with an empty page
    when the time is up, and at once when the game begins or is over. To follow a game, ask again with `after` set to
    the version of the last event, or with `Last-Event-ID` set to its id, until `status` is `over` or `aborted`.

    A store that has died may have lost what it had not written yet: whoever has read more than the log holds, or names
    by its id an event that the log has another one for, is told so by `version_not_reached`, and begins again.

    With `patches` each event tells what it changed in the reader's view: a JSON Patch (RFC 6902) that turns the body of
    `queryView` at the version before into the one after. With `actions` the last event of the log has `next_decision`:
    the decision that your seat must make then, with its legal actions.
    """
    place, limit, parts = _place(query, headers), query["limit"], includes.parts(query, game_id, seat)
    if query["wait"]:
        streams.wait(bottega(), game_id, seat, place, query["wait"])
        check(bottega(), credential(game_id, seat))
    if parts.patches or parts.actions:
        page = history.events(bottega(), game_id, seat, place, min(limit, parts.most), parts)
    else:
        page = queries.events(bottega(), game_id, seat, place, limit)
    return json_response(page, 200, includes.by_reader())


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
def stream_events(query: dict[str, Any], headers: dict[str, str], game_id: str, seat: int | None) -> Response:
    """Follow a game by server-sent events.

    Each message of type `event` has an event as its data, just as in the page that `listEvents` gives, and the event's
    `id` as its id. A message of type `over` follows the last event of the game, with the `status` `aborted` if it was
    aborted, and the stream ends. After a connection
    that broke, go on with `Last-Event-ID`, as an `EventSource` does by itself; when the game is over and nothing is
    left to read, the answer is 204, after which an `EventSource` does not come again. Nothing is left out and nothing
    comes twice in one stream; whoever uses several drops the versions already seen. In silence a comment comes every 15
    seconds: after twice that time, take the connection for broken. Of a game that waits for its players a message of
    type `started`, with `ruleset` and `version`, tells when it begins.

    With `include` a player needs one request a turn, and a watcher none: each event tells what it changed in the
    view, and the last event has the decision of the caller's seat (`next_decision`). If the seat must act already and
    there is no event to send, a message of type `next_decision` comes first. It has `ruleset`, `version`, and
    `next_decision` as in an event. Your seat may have answered this decision in the meantime: ignore it then.
    """
    parts = includes.parts(query, game_id, seat)
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
def stream_event_lines(query: dict[str, Any], headers: dict[str, str], game_id: str, seat: int | None) -> Response:
    """Follow a game by lines of JSON.

    Each line is an event, just as in the page that `listEvents` gives; empty lines mean nothing. The stream ends after
    the last event of the game. When it ends before, go on with `after` set to the version of the last event, or with
    `Last-Event-ID`; when the game is over and nothing is left to read, the answer is 204. Nothing is left out and
    nothing comes twice in one stream; whoever uses several drops the versions already seen. In silence an empty line
    comes every 15 seconds: after twice that time, take the connection for broken. Of a game that waits for its players
    a line with `ruleset` and `version` alone tells when it begins.

    With `include` a player needs one request a turn, and a watcher none: each event tells what it changed in the
    view, and the last event has the decision of the caller's seat (`next_decision`). If the seat must act already and
    there is no event to send, the first line is no event. It has `ruleset`, `version`, and `next_decision` as in an
    event. Your seat may have answered this decision in the meantime: ignore it then.
    """
    parts = includes.parts(query, game_id, seat)
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
def create_stream_ticket(body: dict[str, int], game_id: str, seat: int) -> Response:
    """Get a ticket for a stream.

    Gives what opens a stream of this game as the bearer's seat for a minute, and does nothing else: put it into the
    address of `streamEvents` or `streamEventsAsNdjson` as `ticket`, where a browser's `EventSource` can send no token.
    A stream that is open goes on beyond that minute; one that broke later needs another ticket. A token never belongs
    into an address.
    """
    ticket = tickets.issue(bottega(), credential(game_id, seat), body.get("expires_in", tickets.SECONDS))
    return json_response(msgspec.json.encode(ticket), 201, {"Cache-Control": TOLD_ONCE})


def _place(query: dict[str, Any], headers: dict[str, str]) -> LogPosition:
    """Return where the reader goes on."""
    return LogPosition.after(headers["id"]) if "id" in headers else LogPosition(query["after"])


def _stream(
    write: Callable[[Stream], Iterator[bytes]],
    media_type: str,
    place: LogPosition,
    game_id: str,
    seat: int | None,
    parts: Includes,
) -> Response:
    """Answer with a stream of the events after a place, or with 204 if there will be none."""
    limits.spend(limits.STREAMS)
    stream = streams.open_stream(bottega(), game_id, credential(game_id, seat), place, parts)
    if stream is None:
        nothing = Response(status=204, headers=UNBUFFERED)
        del nothing.headers["Content-Type"]
        return nothing
    response = Response(write(stream), 200, UNBUFFERED, content_type=media_type)
    response.call_on_close(stream.close)
    return response

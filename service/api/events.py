"""List the events of a game, and stream them."""

from flask import Response

from service import problems
from service.api import includes, limits
from service.api.authentication import installation, principal
from service.api.authorization import allow, require
from service.api.caching import WITH_TOKEN
from service.api.operations import Resource, json_response
from service.api.streams import LINES, SERVER_SENT, position_after, streamed
from service.resources.events import EventPage, EventQuery, LastEvent, TicketQuery
from service.resources.tickets import StreamTicket, TicketRequest
from service.streams import game_log, tickets
from service.streams.game_log import GameLog

blueprint = Resource("events", __name__, description="List and stream the events of a game.")


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/events",
    "listEvents",
    access=allow("seat"),
    query=EventQuery,
    headers=LastEvent,
    responses={200: EventPage},
    problems=(
        problems.SpectatorsOff,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.TooManySpectators,
        problems.VersionNotReached,
    ),
)
def list_events(query: EventQuery, headers: LastEvent, game_id: str, seat: int | None) -> Response:
    """List the events of a game.

    Returns actions and their effects, oldest first, as far as the caller may see them. Hidden actions are concealed,
    and facts for other seats are left out.

    - With `wait` a request without new events waits for one (long polling). It returns at once when an event is added,
      or when the game starts or ends. When the time has passed, it returns an empty page.
    - To follow a game, send `after` with the version of the last event, or `Last-Event-ID` with its id. Send the
      `state_tag` of the last page, too. Stop when `status` is `over` or `aborted`.
    - The last page of an aborted game has `aborted`: the abort, with its patch if you requested patches.
    - With `patches` each event has its changes to your view: a JSON Patch (RFC 6902). Apply it to the body of
      `queryView` at the version before the event.
    - With `actions` the last event of the log has `next_decision`: the pending decision of your seat, with its legal
      actions.
    - With `seats`, `presence`, `undo_offers`, `queue`, `rematch` or `faulty` the page has `surroundings`: what changes
      without an event. A waiting request returns after a change of them, too.
    - With `state_tag` a request returns at once if the status or the surroundings have changed since that page. Without
      it, a request for surroundings does not wait.
    - If your position no longer matches the log, after data loss, the problem is `version_not_reached`. Fetch the view
      again and continue from its version.
    """
    words = query.include | ({"patches"} if query.patches else frozenset())
    position, parts = position_after(headers.id, query.after), includes.counted(includes.of_words(words), game_id, seat)
    log = GameLog(installation(), game_id, principal().credential(game_id, seat), position, parts)
    page = game_log.events(log, position, min(query.limit, parts.most), query.wait, query.state_tag or "")
    return json_response(page, 200, includes.by_caller())


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/events/stream",
    "streamEvents",
    access=allow("seat", ticket=tickets.GAME),
    query=TicketQuery,
    headers=LastEvent,
    responses={200: SERVER_SENT, 204: None},
    problems=(problems.SpectatorsOff, problems.RulesNotHosted, problems.TooManySpectators, problems.VersionNotReached),
)
def stream_events(query: TicketQuery, headers: LastEvent, game_id: str, seat: int | None) -> Response:
    """Stream the events of a game.

    Returns a stream of server-sent events. Each message of type `event` has one event as its data, as in `listEvents`,
    and the event's `id` as its id. No event is skipped or repeated within one stream. The contract lists all types of
    messages in `GameStreamMessage`.

    - `started`, with `ruleset` and `version`: an open game has started.
    - `aborted`: the game was aborted. It has the time, and its patch if you requested patches. `over` follows.
    - `over`: the game has ended, and the stream ends. `status` is `aborted` if the game was aborted.
    - `seats`, `presence`, `undo_offers`, `queue` and `faulty`: what changes without an event. Name those that you
      need in `include`. Each comes at the start of the stream and after each change.
    - `rematch`, with `include=rematch`: the rematch has been created. The stream of a finished game stays open for it
      for up to an hour.
    - A comment is sent every 15 seconds if there is no event. After 30 seconds without data, reconnect.
    - After a lost connection, send `Last-Event-ID`, as an `EventSource` does automatically. If the game is over and
      no event is left to read, the response is 204, and an `EventSource` stops. Then read with `listEvents` whether the
      game was aborted.
    - If you use several streams, ignore versions that you already have.
    - The stream ends with its token or key, and when the caller gets or loses a seat: reconnect.

    With `include` each event has its changes to the view, and the last event has the pending decision of the caller's
    seat (`next_decision`). A player then needs one request per turn, and a spectator none.

    If the seat must act already and there is no event to send, a message of type `next_decision` comes first. It has
    `ruleset`, `version` and `next_decision`. Ignore a decision to which your seat has already responded.
    """
    return _stream(SERVER_SENT, query, headers, game_id, seat)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/events/ndjson",
    "streamEventsAsNdjson",
    access=allow("seat", ticket=tickets.GAME),
    query=TicketQuery,
    headers=LastEvent,
    responses={200: LINES, 204: None},
    problems=(problems.SpectatorsOff, problems.RulesNotHosted, problems.TooManySpectators, problems.VersionNotReached),
)
def stream_event_lines(query: TicketQuery, headers: LastEvent, game_id: str, seat: int | None) -> Response:
    """Stream the events of a game as lines of JSON.

    Returns a stream of lines (NDJSON). Each line is one event, as in `listEvents`. No event is skipped or repeated
    within one stream. The stream ends after the last event of the game.

    - A line with only `ruleset` and `version` means that an open game has started.
    - A line with the `status` `aborted` means that the game was aborted. It is the last line.
    - With `seats`, `presence`, `undo_offers`, `queue`, `rematch` or `faulty` in `include`, a line with only this field
      is its value: at the start of the stream, and after each change. The stream of a finished game stays open for its
      `rematch` for up to an hour.
    - An empty line is sent every 15 seconds if there is no event: ignore it. After 30 seconds without data, reconnect.
    - After a lost connection, send `after` with the version of the last event, or `Last-Event-ID` with its id. If the
      game is over and no event is left to read, the response is 204. Then read with `listEvents` whether the game was
      aborted.
    - If you use several streams, ignore versions that you already have.
    - The stream ends with its token or key, and when the caller gets or loses a seat: reconnect.

    With `include` each event has its changes to the view, and the last event has the pending decision of the caller's
    seat (`next_decision`). A player then needs one request per turn, and a spectator none.

    If the seat must act already and there is no event to send, the first line has `ruleset`, `version` and
    `next_decision` only. Ignore a decision to which your seat has already responded.
    """
    return _stream(LINES, query, headers, game_id, seat)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/stream-ticket",
    "createStreamTicket",
    changes=False,
    access=require("seat"),
    body=TicketRequest,
    responses={201: StreamTicket},
)
def create_stream_ticket(body: TicketRequest, game_id: str, seat: int) -> Response:
    """Create a ticket for a stream.

    Returns a ticket that opens streams of this game as your seat. It is valid for `expires_in` seconds; default: 60.

    - Send it as `ticket` in the URL of `streamEvents` or `streamEventsAsNdjson`. A browser's `EventSource` cannot send
      a token. Never put a token into a URL.
    - An open stream continues after the ticket has expired. To reconnect later, create a new ticket.
    """
    ticket, expires_at = tickets.issue(
        installation(), tickets.GAME, game_id, principal().credential(game_id, seat), body
    )
    created = StreamTicket(game_id, seat, ticket, expires_at)
    return json_response(created, 201, WITH_TOKEN)


def _stream(media_type: str, query: TicketQuery, headers: LastEvent, game_id: str, seat: int | None) -> Response:
    """Return a stream of the events after a position, or 204 if there will be none."""
    parts = includes.counted(includes.of_words(query.include), game_id, seat)
    limits.spend(limits.STREAMS)
    position = position_after(headers.id, query.after)
    return streamed(
        media_type, GameLog(installation(), game_id, principal().credential(game_id, seat), position, parts), position
    )

"""List the notices of a player's feed, and stream them."""

from flask import Response

from service import problems
from service.api import limits
from service.api.authentication import installation
from service.api.authorization import require
from service.api.caching import UNCACHED, WITH_TOKEN
from service.api.operations import Resource, json_response
from service.api.streams import LINES, SERVER_SENT, position_after, streamed
from service.players import callers
from service.players.callers import Caller
from service.players.credentials import Credential
from service.resources.feeds import FeedQuery, FeedStreamQuery, FeedTicketQuery, LastNotice, NoticePage
from service.resources.tickets import FeedTicket, TicketRequest
from service.streams import feeds, tickets
from service.streams.feeds import FeedLog

blueprint = Resource("feeds", __name__, description="List and stream the notices of all your games.")


@blueprint.operation(
    "GET",
    "/v1/me/events",
    "listMyEvents",
    access=require("player"),
    query=FeedQuery,
    headers=LastNotice,
    responses={200: NoticePage},
    problems=(problems.NoticesDeleted, problems.TooManySpectators),
)
def list_my_events(query: FeedQuery, headers: LastNotice, caller: Caller) -> Response:
    """List the notices of your feed.

    Returns the notices of all games in which the player has a seat, oldest first. They announce a new seat, a pending
    decision, the end of a game, and its score. No notice is lost, and each id comes once. The notice of a turn may be
    left out if the turn ended early.

    - A turn of several decisions has one notice. After each action, read the next decision in the response of
      `submitAction` with `include=actions`.
    - With `wait` a request without new notices waits for one (long polling). When the time has passed, it returns an
      empty page.
    - To follow the feed, send `after` with the `after` of the page, or `Last-Event-ID` with the id of the last notice.
    - The last 10,000 notices of the last 30 days are stored. If you missed older ones, the problem is
      `notices_deleted`, with the position at which to continue. First call `listMyGames` with `waiting=true`.
    """
    callers.require_scope(caller, "play")
    _count_actions(query, caller)
    page = feeds.page(installation(), caller, position_after(headers.id, query.after), query)
    return json_response(page, 200, UNCACHED)


@blueprint.operation(
    "GET",
    "/v1/me/events/stream",
    "streamMyEvents",
    access=require("player", ticket=tickets.FEED),
    query=FeedTicketQuery,
    headers=LastNotice,
    responses={200: SERVER_SENT},
    problems=(problems.NoticesDeleted, problems.TooManySpectators),
)
def stream_my_events(query: FeedTicketQuery, headers: LastNotice, caller: Caller) -> Response:
    """Stream the notices of your feed.

    Returns a stream of server-sent events over all games of the player. Each message of type `notice` has one notice as
    its data, as in `listMyEvents`, and the notice's `id` as its id.

    - The stream ends within 5 seconds after its key is revoked or expires.
    - A comment is sent every 15 seconds if there is no notice. After 30 seconds without data, reconnect.
    - After a lost connection, send `Last-Event-ID`, as an `EventSource` does automatically.
    - A client that cannot send a key uses a ticket of `createMyStreamTicket`.

    A turn of several decisions has one notice. With `include`, the notice has the legal actions of the first decision.
    The response of `submitAction` with `include=actions` has those of the next one. A player then needs one request per
    decision in any number of games. Ignore a decision to which you have already responded.
    """
    return _stream(SERVER_SENT, query, headers, caller)


@blueprint.operation(
    "GET",
    "/v1/me/events/ndjson",
    "streamMyEventsAsNdjson",
    access=require("player", ticket=tickets.FEED),
    query=FeedTicketQuery,
    headers=LastNotice,
    responses={200: LINES},
    problems=(problems.NoticesDeleted, problems.TooManySpectators),
)
def stream_my_event_lines(query: FeedTicketQuery, headers: LastNotice, caller: Caller) -> Response:
    """Stream the notices of your feed as lines of JSON.

    Returns a stream of lines (NDJSON) over all games of the player. Each line is one notice, as in `listMyEvents`.

    - The stream ends within 5 seconds after its key is revoked or expires.
    - An empty line is sent every 15 seconds if there is no notice: ignore it. After 30 seconds without data, reconnect.
    - After a lost connection, send `after` with the id of the last notice.
    - A client that cannot send a key uses a ticket of `createMyStreamTicket`.

    A turn of several decisions has one notice. With `include`, the notice has the legal actions of the first decision.
    The response of `submitAction` with `include=actions` has those of the next one. A player then needs one request per
    decision in any number of games. Ignore a decision to which you have already responded.
    """
    return _stream(LINES, query, headers, caller)


@blueprint.operation(
    "POST",
    "/v1/me/stream-ticket",
    "createMyStreamTicket",
    changes=False,
    access=require("player"),
    body=TicketRequest,
    responses={201: FeedTicket},
)
def create_feed_ticket(body: TicketRequest, caller: Caller) -> Response:
    """Create a ticket for the stream of your feed.

    Returns a ticket that opens the player's feed. It is valid for `expires_in` seconds; default: 60.

    - Send it as `ticket` in the URL of `streamMyEvents` or `streamMyEventsAsNdjson`. A browser's `EventSource` cannot
      send a key. Never put a key into a URL.
    - An open stream continues after the ticket has expired. To reconnect later, create a new ticket.
    - A ticket becomes invalid when the key that created it is revoked or expires.
    """
    callers.require_scope(caller, "play")
    ticket, expires_at = tickets.issue(installation(), tickets.FEED, "", Credential(caller), body)
    created = FeedTicket(caller.player, ticket, expires_at)
    return json_response(created, 201, WITH_TOKEN)


def _stream(media_type: str, query: FeedTicketQuery, headers: LastNotice, caller: Caller) -> Response:
    """Return a stream of the notices after a position."""
    callers.require_scope(caller, "play")
    limits.spend(limits.STREAMS)
    _count_actions(query, caller)
    log = FeedLog(installation(), caller, actions="actions" in query.include)
    return streamed(media_type, log, position_after(headers.id, query.after))


def _count_actions(query: FeedStreamQuery, caller: Caller) -> None:
    """Count requested legal actions once for their rate limit."""
    if "actions" in query.include:
        limits.spend(limits.LEGAL_ACTIONS, caller.player)

"""Feeds: all games of a player at once, read page by page or as they go on."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Response

from service.api import limits
from service.api.caching import TOLD_ONCE
from service.api.events import LINES, SERVER_SENT, UNBUFFERED
from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.feeds import MOST_WITH_ACTIONS, FeedQuery, FeedTicketQuery, LastNotice, NoticePage
from service.contract.schemas.tickets import FeedTicket, NewTicket
from service.play import callers, feeds, tickets
from service.play.callers import Caller
from service.play.feeds import FeedStream
from service.problems import NoticesDeleted, TooManySpectators
from service.store import FeedPosition

blueprint = Resource("feeds", __name__, description="Follow all your games at once: one feed over all your seats.")


@blueprint.operation(
    "GET",
    "/v1/me/events",
    "listMyEvents",
    bearer="player",
    query=FeedQuery,
    headers=LastNotice,
    responses={200: NoticePage},
    problems=(NoticesDeleted, TooManySpectators),
)
def list_my_events(query: dict[str, Any], headers: dict[str, str], caller: Caller) -> Response:
    """List what happened to you.

    Gives the notices of the player's feed, oldest first: when a game has a seat for you, when it is your turn, when it
    is over, and when it has been scored, for all games in which you have a seat. Nothing gets lost, and no id comes
    twice. A turn that somebody else has ended before it could be told may be left out.

    With `wait`, a request that finds no notice waits for one: it is answered as soon as there is one, and with an empty
    page when the time is up. To follow the feed, ask again with `after` set to the page's `after`, or with
    `Last-Event-ID` set to the id of the last notice.

    The last 10,000 notices of the last 30 days are kept. Whoever comes back later is told so by `notices_deleted`, with
    the place at which to go on: see first which games wait for you (`listMyGames` with `waiting`).
    """
    callers.require_scope(caller, "play")
    after, actions, limit = _after(query, headers), _actions(query, caller), query["limit"]
    most = min(limit, MOST_WITH_ACTIONS) if actions else limit
    page = feeds.page(bottega(), caller, after, most, query["wait"], actions=actions)
    return json_response(page, 200, {"Cache-Control": "no-store"})


@blueprint.operation(
    "GET",
    "/v1/me/events/stream",
    "streamMyEvents",
    bearer="follower",
    query=FeedTicketQuery,
    headers=LastNotice,
    responses={200: SERVER_SENT},
    problems=(NoticesDeleted, TooManySpectators),
)
def stream_my_events(query: dict[str, Any], headers: dict[str, str], caller: Caller) -> Response:
    """Follow all your games by server-sent events.

    Each message of type `notice` has a notice as its data, just as in the page that `listMyEvents` gives, and the
    notice's `id` as its id. The stream ends within 5 seconds after its key is revoked or expires. After a connection
    that broke, go on with `Last-Event-ID`, as an `EventSource` does. In silence a comment comes every 15 seconds: after
    twice that time, take the connection for broken. Where no key can be sent, open it with a ticket of
    `createMyStreamTicket`.

    With `include` a player needs one request a turn, however many games he plays: a turn tells all that may be done. A
    decision may have been answered by the time that it is read: answer each once.
    """
    return _stream(feeds.server_sent_events, SERVER_SENT, query, headers, caller)


@blueprint.operation(
    "GET",
    "/v1/me/events/ndjson",
    "streamMyEventsAsNdjson",
    bearer="follower",
    query=FeedTicketQuery,
    headers=LastNotice,
    responses={200: LINES},
    problems=(NoticesDeleted, TooManySpectators),
)
def stream_my_event_lines(query: dict[str, Any], headers: dict[str, str], caller: Caller) -> Response:
    """Follow all your games by lines of JSON.

    Each line is a notice, just as in the page that `listMyEvents` gives; empty lines mean nothing. The stream ends
    within 5 seconds after its key is revoked or expires. After a connection that broke, go on with `after`
    set to the id of the last notice. In silence an empty line comes every 15 seconds: after twice that time, take the
    connection for broken. Where no key can be sent, open it with a ticket of `createMyStreamTicket`.

    With `include` a player needs one request a turn, however many games he plays: a turn tells all that may be done. A
    decision may have been answered by the time that it is read: answer each once.
    """
    return _stream(feeds.lines, LINES, query, headers, caller)


@blueprint.operation(
    "POST",
    "/v1/me/stream-ticket",
    "createMyStreamTicket",
    changes=False,
    bearer="player",
    body=NewTicket,
    responses={201: FeedTicket},
)
def create_feed_ticket(body: dict[str, int], caller: Caller) -> Response:
    """Get a ticket for the stream of all your games.

    Gives what opens the player's feed for a minute, and does nothing else: put it into the address of `streamMyEvents`
    or `streamMyEventsAsNdjson` as `ticket`, where a browser's `EventSource` can send no key. A stream that is open
    goes on
    beyond that minute; one that broke later needs another ticket. A ticket opens nothing once the key that asked for
    it has been revoked or has expired. A key never belongs into an address.
    """
    ticket = tickets.issue_for_feed(bottega(), caller, body.get("expires_in", tickets.SECONDS))
    return json_response(msgspec.json.encode(ticket), 201, {"Cache-Control": TOLD_ONCE})


def _stream(
    write: Callable[[FeedStream], Iterator[bytes]],
    media_type: str,
    query: dict[str, Any],
    headers: dict[str, str],
    caller: Caller,
) -> Response:
    """Answer with a stream of the notices after a place."""
    callers.require_scope(caller, "play")
    limits.spend(limits.STREAMS)
    stream = FeedStream(bottega(), caller, _after(query, headers), actions=_actions(query, caller))
    response = Response(write(stream), 200, UNBUFFERED, content_type=media_type)
    response.call_on_close(stream.close)
    return response


def _after(query: dict[str, Any], headers: dict[str, str]) -> FeedPosition:
    """Return where the reader goes on."""
    return FeedPosition.after(headers.get("id", query["after"]))


def _actions(query: dict[str, Any], caller: Caller) -> bool:
    """Whether turns are to come with what may be done; asking for that counts as asking for legal actions once."""
    asked = "actions" in query.get("include", ())
    if asked:
        limits.spend(limits.LEGAL_ACTIONS, caller.player)
    return asked

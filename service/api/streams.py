"""Return streams of logs, and read the position after which to continue."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flask import Response

from service.play import streams
from service.play.streams import Log, Stream
from service.resources.events import LastEvent, StreamQuery
from service.resources.feeds import FeedStreamQuery, LastNotice
from service.resources.tournament_events import LastTournamentEvent, TournamentEventStreamQuery
from service.store import LogPosition

SERVER_SENT = "text/event-stream"
LINES = "application/x-ndjson"
WRITERS: Mapping[str, Callable[[Stream[Any]], Iterator[bytes]]] = {
    SERVER_SENT: streams.server_sent_events,
    LINES: streams.lines,
}
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers that stop caches and proxies from buffering a stream."""


def position_of(
    query: StreamQuery | FeedStreamQuery | TournamentEventStreamQuery,
    headers: LastEvent | LastNotice | LastTournamentEvent,
) -> LogPosition:
    """Return the position after which to continue."""
    return LogPosition.after(headers.id or str(query.after))


def streamed(media_type: str, log: Log[Any], position: LogPosition) -> Response:
    """Return a stream of the entries after a position, or 204 if there will be none."""
    stream = streams.open_stream(log, position)
    if stream is None:
        nothing = Response(status=204, headers=UNBUFFERED)
        del nothing.headers["Content-Type"]
        return nothing
    response = Response(WRITERS[media_type](stream), 200, UNBUFFERED, content_type=media_type)
    response.call_on_close(stream.close)
    return response

"""Return streams of logs, and read the position after which to continue."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

from flask import Response, request
from msgspec import UnsetType

from service.store import LogPosition
from service.streams import streams
from service.streams.streams import Log, Stream

SERVER_SENT = "text/event-stream"
LINES = "application/x-ndjson"
WRITERS: Mapping[str, Callable[[Stream[Any]], Iterator[bytes]]] = {
    SERVER_SENT: streams.server_sent_events,
    LINES: streams.lines,
}
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers that stop caches and proxies from buffering a stream."""


@runtime_checkable
class Watched(Protocol):
    """A connection of the web server that reports when its client closes it; other servers have none."""

    def watch(self, leave: Callable[[], None]) -> Callable[[], None]:
        """Call `leave` when the client closes the connection; return a function that ends the watch."""


def position_after(last_id: str | UnsetType, after: int | str) -> LogPosition:
    """Return the position after which to continue; a `Last-Event-ID`, if there is one, takes precedence."""
    return LogPosition.after(last_id or str(after))


def streamed(media_type: str, log: Log[Any], position: LogPosition) -> Response:
    """Return a stream of the entries after a position, or 204 if there will be none."""
    stream = streams.open_stream(log, position)
    if stream is None:
        nothing = Response(status=204, headers=UNBUFFERED)
        del nothing.headers["Content-Type"]
        return nothing
    response = Response(WRITERS[media_type](stream), 200, UNBUFFERED, content_type=media_type)
    response.call_on_close(stream.close)
    connection = request.environ.get("gunicorn.socket")
    if isinstance(connection, Watched):
        response.call_on_close(connection.watch(stream.leave))
    return response

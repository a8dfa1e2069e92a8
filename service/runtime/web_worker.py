"""Serve the API with gunicorn's gevent worker, which holds thousands of connections in one thread.

On SIGTERM this worker drains first. For a configured time it continues to serve, with a `/readyz` that reports the
shutdown. Each response closes its connection, so that no client writes to a connection that is being closed. After that
it accepts no more connections, and waits neither for streams nor for idle connections.

Connections of slow clients are closed. An unreadable request gets a problem as response. The configuration applies
gevent's patches, earlier and fewer. gunicorn's own worker has none of this.
"""

import json
import logging
import re
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import partial
from types import FrameType, TracebackType
from typing import Any

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn.glogging import Logger
from gunicorn.http.errors import (
    ConfigurationProblem,
    ExpectationFailed,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.workers.ggevent import GeventWorker

from service import problems
from service.runtime.client_addresses import Connections, TooManyFromAddress
from service.runtime.client_timeouts import STALL_SECONDS, TimedReader, limit_silence
from service.runtime.departures import Departures
from service.runtime.request_limit import RequestLimit
from service.runtime.web_watch import show_on_signal
from service.telemetry import context, metrics, tracing
from service.telemetry.request_id import new_request_id

HEAD = (
    "HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Type: application/problem+json\r\nContent-Language: en\r\n"
    "Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: Retry-After, X-Request-Id\r\n"
    "X-Request-Id: {}\r\nContent-Length: {}\r\n{}\r\n"
)
"""The head of a response to an unreadable request. The origin of the page is unknown, so pages of every origin may read
it."""
INTERNAL_ERRORS = (ConfigurationProblem, InvalidResponseHeader, InvalidResponseHeaderName)
"""Internal errors that gunicorn counts as errors of parsing."""
HOST = re.compile(r"([A-Za-z0-9._~!$&'()*+;=%-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]*)?")
"""A valid header `Host` (RFC 9110, 7.2), without the comma that joins several."""


class InvalidHost(ParseException):  # type: ignore[misc]  # published without types
    """The request has several headers `Host`, an invalid one, or none that HTTP/1.1 requires (RFC 9112, 3.2)."""


UNREADABLE: Mapping[type[ParseException], problems.ProblemError] = {
    InvalidHost: problems.BadRequest("Send one header `Host`, with the host of the URL."),
    LimitRequestLine: problems.UriTooLong("The URL is too long."),
    LimitRequestHeaders: problems.HeadersTooLarge("The headers are too long."),
    ExpectationFailed: problems.ExpectationFailed("Send the request without `Expect`."),
    UnsupportedTransferCoding: problems.UnknownTransferCoding("Send the body as it is, or in chunks."),
}
"""Problems of unreadable requests with a specific detail."""
LAST_SECONDS = 0.1
"""How long an open connection may wait for its next request during the shutdown."""
FIRST_SECONDS = 1.0
"""How long a new connection may wait for its first request during the shutdown."""
BEAT_SECONDS = 1.0
LOOK_SECONDS = 0.05


class WebWorker(GeventWorker):  # type: ignore[misc]  # published without types
    """One web server process."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.idle: set[Idle] = set()
        self.stopping = Event()
        """Set by SIGTERM: the worker must end."""
        self.closed = False
        """Whether new connections are no longer accepted."""
        self.departures: Departures
        """The connections of streams; set in the process of the worker."""

    def patch(self) -> None:
        """Replace the listening sockets with gevent's."""
        self.sockets: list[Any] = [
            socket.socket(each.FAMILY, socket.SOCK_STREAM, fileno=each.sock.detach()) for each in self.sockets
        ]

    def timeout_ctx(self) -> "Idle":
        """Limit how long a connection waits for its next request."""
        return Idle(self)

    def init_process(self) -> None:
        """Serve until SIGTERM. Clients that stop reading are not logged as errors."""
        self.log.error_log.addFilter(_is_fault)
        metrics.count_process("api")
        self.departures = Departures()
        try:
            super().init_process()
        finally:
            tracing.end()

    def load_wsgi(self) -> None:
        """Load the application, whose settings limit the connections per IP address."""
        super().load_wsgi()
        settings = self.wsgi.extensions["bottega"].settings
        self.connections = Connections(settings.connections_per_address, settings.trusted_proxies)
        self.health_port, self.drain_seconds = settings.health_port, settings.drain_seconds
        self.limit, self.prefix = RequestLimit(settings.request_seconds), settings.prefix
        if settings.tracing:
            tracing.start("api")

    def run(self) -> None:
        """Serve until SIGTERM; then drain, stop accepting, and finish open requests."""
        show_on_signal()
        self.limit.start()
        try:
            self._run()
        finally:
            self.limit.stop()

    def _run(self) -> None:
        servers = [self._serve(listener) for listener in self.sockets]
        while not self.stopping.wait(BEAT_SECONDS):
            self.notify()
        self.wsgi.extensions["bottega"].leaving.set()
        self._continue(self.drain_seconds)
        self.closed = True
        for server in servers:
            server.close()
        self._end_idle()
        if not self._continue(self.cfg.graceful_timeout, lambda: not any(map(_is_busy, servers))):
            self.log.warning("Worker graceful timeout (pid:%s)", self.pid)
            for server in servers:
                server.stop(timeout=1)

    def _serve(self, listener: Any) -> Any:
        listener.setblocking(1)
        server = StreamServer(listener, handle=partial(self.handle, listener), spawn=Pool(self.worker_connections))
        if self.cfg.workers > 1:
            server.max_accept = 1
        server.start()
        return server

    def _continue(self, seconds: float, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Continue for some seconds, or until `is_over`; return whether it was."""
        end = time.monotonic() + seconds
        while not is_over():
            if time.monotonic() >= end:
                return False
            self.notify()
            gevent.sleep(LOOK_SECONDS)
        return True

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, unless its IP address has too many."""
        if not isinstance(addr, tuple) or listener.getsockname()[1] == self.health_port:
            super().handle(listener, client, addr)
            return
        limit_silence(client)
        try:
            with self.connections.one_more(addr[0]):
                super().handle(listener, client, addr)
        except TooManyFromAddress:
            with suppress(OSError), closing(client):
                client.setblocking(False)
                problem = problems.TooManyConnections("Close some connections of this IP address, then retry.")
                client.send(_written(problem, self.prefix))

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Serve a request, with timeouts for its body and for each piece of the response. Raises InvalidHost."""
        _check_host(req)
        sock.settimeout(STALL_SECONDS)
        req.body.reader = TimedReader(req.body.reader)
        joined = Joined(sock, self.departures)
        try:
            with self.limit.serving():
                super().handle_request(listener_name, req, joined, addr)
        finally:
            context.leave()
            joined.flush()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start the shutdown; from now on each response closes its connection."""
        super().handle_exit(sig, frame)
        gevent.spawn(self.stopping.set)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Start the shutdown without a drain: Ctrl-C in a terminal reaches every process at once."""
        self.drain_seconds = 0
        self.handle_exit(sig, frame)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Respond to an unreadable request, which does not reach the application."""
        if isinstance(exc, problems.RequestTimeout):  # reading the rest of a body; the response is complete
            return
        if not isinstance(exc, ParseException) or isinstance(exc, INTERNAL_ERRORS):
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("invalid request: %s", type(exc).__name__)  # its text may hold a token
        with suppress(OSError):  # the client may have stopped reading
            client.sendall(_written(_problem(exc), self.prefix))

    def _end_idle(self) -> None:
        """End streams and idle connections, which could last long."""
        self.wsgi.extensions["bottega"].hub.end()
        for idle in list(self.idle):
            idle.end()


def _check_host(request: Any) -> None:
    """Raise InvalidHost unless a request has one valid header `Host`, which HTTP/1.0 may omit."""
    found = [value for name, value in request.headers if name == "HOST"]
    if len(found) > 1 or not all(map(HOST.fullmatch, found)) or (not found and request.version >= (1, 1)):
        raise InvalidHost


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether a log entry is an error. A client that has stopped reading is not an error."""
    return not (record.exc_info and isinstance(record.exc_info[1], TimeoutError))


def _problem(error: ParseException) -> problems.ProblemError:
    """Return the problem for an unreadable request."""
    found = (problem for kind, problem in UNREADABLE.items() if isinstance(error, kind))
    return next(found, problems.BadRequest("The request cannot be understood."))


def _written(problem: problems.ProblemError, prefix: str) -> bytes:
    """Return a problem as the last response on a connection, and count it."""
    metrics.count_problem(problem.code)
    fields = {"title": problem.title, "status": problem.status, "detail": str(problem), "code": problem.code}
    body = json.dumps({"type": f"{prefix}{problems.type_of(problem.code)}", **fields}).encode()
    more = "".join(f"{name}: {value}\r\n" for name, value in problem.headers.items())
    return HEAD.format(problem.status, problem.title, new_request_id(), len(body), more).encode() + body


def _is_busy(server: Any) -> bool:
    return bool(server.pool.free_count() != server.pool.size)


class WebLogger(Logger):  # type: ignore[misc]  # published without types
    """The log of the web server. The application logs requests itself, so this one need not collect their facts."""

    access_log_enabled = False


class Joined:
    """A connection that sends the head of a response together with the start of its body.

    gunicorn sends them one after the other: the client would be woken twice.
    """

    def __init__(self, connection: Any, departures: Departures) -> None:
        self._connection, self._departures = connection, departures
        self._head: bytes | None = None
        """The head, until it is sent; None before."""

    def __getattr__(self, name: str) -> Any:
        self.flush()  # whatever else the connection does, such as sending a file, comes after the head
        return getattr(self._connection, name)

    def watch(self, leave: Callable[[], None]) -> Callable[[], None]:
        """Call `leave` when the client closes the connection; return a function that ends the watch."""
        return self._departures.watch(self._connection, leave)

    def sendall(self, data: bytes) -> None:
        """Keep the head, which comes first; send everything else at once."""
        if self._head is None:
            self._head = data
        else:
            head, self._head = self._head, b""
            self._connection.sendall(head + data)

    def flush(self) -> None:
        """Send the head of a response without a body, or before another use of the connection."""
        if self._head:
            head, self._head = self._head, b""
            self._connection.sendall(head)


class Idle:
    """The wait of a connection for its next request. A timeout closes it silently."""

    def __init__(self, worker: WebWorker) -> None:
        self.worker, self.greenlet = worker, gevent.getcurrent()
        self.is_first = not getattr(self.greenlet, "has_asked", False)
        """Whether the connection has had no request yet."""
        self.timeout = gevent.Timeout(LAST_SECONDS if worker.closed else worker.cfg.keepalive, exception=False)

    def __enter__(self) -> None:
        self.timeout.__enter__()
        self.worker.idle.add(self)

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> Any:
        self.worker.idle.discard(self)
        self.greenlet.has_asked = True
        return self.timeout.__exit__(kind, value, trace)

    def end(self) -> None:
        """End the wait; a new connection may still send its first request."""
        hub = gevent.get_hub()
        gevent.spawn_later(FIRST_SECONDS if self.is_first else 0.0, hub.loop.run_callback, self._end_wait)

    def _end_wait(self) -> None:
        """End the wait unless a request has come.

        Runs in the hub. In any other greenlet, a request could come between the check and the exception, which would
        then end the request.
        """
        if self in self.worker.idle:
            self.greenlet.throw(self.timeout)

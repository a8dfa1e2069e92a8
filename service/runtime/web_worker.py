"""The worker class that gunicorn serves the API with: gevent's, which holds thousands of connections in one thread.

It differs in this: told to end, it first drains. For a time that the settings say it serves on, tells `/readyz` that it
is leaving, and closes each connection with an answer that says so: so no client writes into one that is being closed.
Then it accepts nobody more, and is not held up by streams, nor by connections that wait for a next request.
Clients that send or read too slowly are given up. What is no request that it can read is answered by a problem, as all
else is. And it leaves gevent's patches to the configuration, which makes them early and spares some.
"""

import json
import logging
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
from service.problems import (
    BadRequest,
    HeadersTooLarge,
    ProblemError,
    RequestTimeout,
    TooManyConnections,
    UriTooLong,
    type_of,
)
from service.runtime.client_addresses import Connections, TooMany
from service.runtime.client_timeouts import STALL_SECONDS, TimedReader
from service.telemetry import context, metrics, tracing
from service.telemetry.request_id import new_request_id

HEAD = (
    "HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Type: application/problem+json\r\nContent-Language: en\r\n"
    "Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: Retry-After, X-Request-Id\r\n"
    "X-Request-Id: {}\r\nContent-Length: {}\r\n{}\r\n"
)
"""Pages of every origin may read why: whose page it is cannot be read here, and there is nothing of anybody's in it."""
OURS = (ConfigurationProblem, InvalidResponseHeader, InvalidResponseHeaderName)
"""Faults of this side, though the server calls them faults of parsing."""
UNREADABLE: Mapping[type[ParseException], ProblemError] = {
    LimitRequestLine: UriTooLong("The address is too long."),
    LimitRequestHeaders: HeadersTooLarge("The headers are too long."),
    ExpectationFailed: problems.ExpectationFailed("Send the request without `Expect`."),
    UnsupportedTransferCoding: problems.UnknownTransferCoding("Send the body as it is, or in chunks."),
}
"""What is told of requests that cannot be read, where more can be said than that."""
LAST_SECONDS = 0.1
"""How long a process that accepts nobody more waits for a next request on a connection that is open still."""
FIRST_SECONDS = 1.0
"""How long it waits for the first request on a connection that it has accepted just before."""
BEAT_SECONDS = 1.0
LOOK_SECONDS = 0.05


class WebWorker(GeventWorker):  # type: ignore[misc]  # published without types
    """One web server process."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.idle: set[Idle] = set()
        self.told = Event()
        """To end."""
        self.closed = False
        """Whether nobody is accepted any more."""

    def patch(self) -> None:
        """Make the sockets that listen gevent's own."""
        self.sockets: list[Any] = [
            socket.socket(each.FAMILY, socket.SOCK_STREAM, fileno=each.sock.detach()) for each in self.sockets
        ]

    def timeout_ctx(self) -> "Idle":
        """Limit how long a connection waits for its next request."""
        return Idle(self)

    def init_process(self) -> None:
        """Serve until told to end; whoever stops reading is none of the server's faults."""
        self.log.error_log.addFilter(_is_fault)
        metrics.count_process("api")
        try:
            super().init_process()
        finally:
            tracing.end()

    def load_wsgi(self) -> None:
        """Load the application, whose settings say how many connections an address may have."""
        super().load_wsgi()
        settings = self.wsgi.extensions["bottega"].settings
        self.connections = Connections(settings.connections_per_address, settings.trusted_proxies)
        self.health_port, self.drain_seconds = settings.health_port, settings.drain_seconds
        if settings.tracing:
            tracing.begin("api")

    def run(self) -> None:
        """Serve until told to end; then drain, accept nobody more, and finish what is under way."""
        servers = [self._serve(listener) for listener in self.sockets]
        while not self.told.wait(BEAT_SECONDS):
            self.notify()
        self.wsgi.extensions["bottega"].leaving.set()
        self._go_on(self.drain_seconds)
        self.closed = True
        for server in servers:
            server.close()
        self._take_leave()
        if not self._go_on(self.cfg.graceful_timeout, lambda: not any(map(_is_busy, servers))):
            self.log.warning("Worker graceful timeout (pid:%s)", self.pid)
            for server in servers:
                server.stop(timeout=1)

    def _serve(self, listener: Any) -> Any:
        """Begin to accept connections."""
        listener.setblocking(1)
        server = StreamServer(listener, handle=partial(self.handle, listener), spawn=Pool(self.worker_connections))
        if self.cfg.workers > 1:
            server.max_accept = 1
        server.start()
        return server

    def _go_on(self, seconds: float, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Serve on for so long, or until something is over; tell whether it is."""
        end = time.monotonic() + seconds
        while not is_over():
            if time.monotonic() >= end:
                return False
            self.notify()
            gevent.sleep(LOOK_SECONDS)
        return True

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, unless its address has too many."""
        if not isinstance(addr, tuple) or listener.getsockname()[1] == self.health_port:
            super().handle(listener, client, addr)
            return
        try:
            with self.connections.one_more(addr[0]):
                super().handle(listener, client, addr)
        except TooMany:
            with suppress(OSError), closing(client):
                client.setblocking(False)
                client.send(_written(TooManyConnections("Close some of them, and come again.")))

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer a request, within a time for its body and one for each piece of the reply."""
        sock.settimeout(STALL_SECONDS)
        req.body.reader = TimedReader(req.body.reader)
        try:
            super().handle_request(listener_name, req, sock, addr)
        finally:
            context.leave()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order; from now on each answer closes its connection."""
        super().handle_exit(sig, frame)
        gevent.spawn(self.told.set)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """End as when told to, but without a drain: a terminal's Ctrl-C reaches each process at once."""
        self.drain_seconds = 0
        self.handle_exit(sig, frame)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what cannot be read, before the application hears of it."""
        if isinstance(exc, RequestTimeout):  # while what is left of a body is read; the request has been answered
            return
        if not isinstance(exc, ParseException) or isinstance(exc, OURS):
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("invalid request: %s", type(exc).__name__)  # its text may hold a token
        with suppress(OSError):  # whoever sends nonsense need not listen
            client.sendall(_written(_problem(exc)))

    def _take_leave(self) -> None:
        """Finish what could last: streams, and connections on which nothing is asked."""
        self.wsgi.extensions["bottega"].hub.end()
        for idle in list(self.idle):
            idle.end()


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether what the server logs is a fault: a client that has stopped reading is none."""
    return not (record.exc_info and isinstance(record.exc_info[1], TimeoutError))


def _problem(error: ParseException) -> ProblemError:
    """Return what is told of a request that cannot be read."""
    told = (problem for kind, problem in UNREADABLE.items() if isinstance(error, kind))
    return next(told, BadRequest("The request cannot be understood."))


def _written(problem: ProblemError) -> bytes:
    """Write a problem as the last response on a connection, and count it."""
    metrics.count_problem(problem.code)
    told = {"title": problem.title, "status": problem.status, "detail": str(problem), "code": problem.code}
    body = json.dumps({"type": type_of(problem.code), **told}).encode()
    more = "".join(f"{name}: {value}\r\n" for name, value in problem.headers.items())
    return HEAD.format(problem.status, problem.title, new_request_id(), len(body), more).encode() + body


def _is_busy(server: Any) -> bool:
    """Whether a server has connections."""
    return bool(server.pool.free_count() != server.pool.size)


class Idle:
    """The time in which a connection waits for its next request; silently over when that takes too long."""

    def __init__(self, worker: WebWorker) -> None:
        self.worker, self.greenlet = worker, gevent.getcurrent()
        self.is_first = not getattr(self.greenlet, "has_asked", False)
        """Whether nothing has been asked on the connection yet."""
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
        """End the wait at once; whoever has just come may ask once."""
        gevent.spawn_later(FIRST_SECONDS if self.is_first else 0.0, self._give_up)

    def _give_up(self) -> None:
        """End the wait if it lasts still."""
        if self in self.worker.idle:
            self.greenlet.kill(self.timeout, block=False)

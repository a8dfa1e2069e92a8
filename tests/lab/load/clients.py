"""Clients with little overhead, since they share the cores with the service: one thread, persistent raw sockets.

A Locust client is a greenlet over `requests`. It takes a millisecond of processor time for a request that the service
handles in half of one. These clients take a twentieth of that. Half of it is the parsing of JSON where the next request
depends on the response.
"""

import heapq
import json
import selectors
import socket
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PATIENCE_SECONDS = 30.0
PIECE = 1 << 18


class Answer(NamedTuple):
    """A response."""

    status: int
    head: bytes
    body: bytes

    @property
    def etag(self) -> str:
        """Return the ETag."""
        return self.head.partition(b"ETag: ")[2].partition(b"\r\n")[0].decode()

    def read(self) -> Any:
        """Return the decoded body."""
        return json.loads(self.body)


Script = Generator[tuple[str, bytes], Answer, None]
"""Yields the name and the bytes of each request, and is sent the response; never ends."""


def request(method: str, path: str, body: Any = None, token: str = "", known: str = "") -> bytes:
    """Return the bytes of a request; `body` may be encoded."""
    content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: load\r\n"
    head += f"Authorization: Bearer {token}\r\n" if token else ""
    head += f"If-None-Match: {known}\r\n" if known else ""
    head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
    return head.encode() + b"\r\n" + content


@dataclass
class Counted:
    """The durations in seconds of all requests of one name, and the number of errors."""

    seconds: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)

    def add(self, seconds: float, error: str) -> None:
        """Count a response, or a missing one."""
        if error:
            self.errors[error] = self.errors.get(error, 0) + 1
        else:
            self.seconds.append(seconds)


class _Client:
    """A connection and the state of its current request."""

    def __init__(self, script: Script, host: str, port: int) -> None:
        self.script, self._address = script, (host, port)
        self.connect()
        self.name, self.bytes = next(script)
        self.received = b""
        self.sent = 0.0

    def connect(self) -> None:
        """Connect, for the first time or again."""
        self.socket = socket.create_connection(self._address, PATIENCE_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self) -> None:
        """Send the next request, which fits into the buffer of a socket."""
        self.received, self.sent = b"", time.perf_counter()
        self.socket.sendall(self.bytes)

    def receive(self) -> Answer | None:
        """Read available bytes; None until the response is complete. Raises OSError at the end of the connection."""
        piece = self.socket.recv(PIECE)
        if not piece:
            raise ConnectionResetError
        self.received += piece
        head, found, body = self.received.partition(b"\r\n\r\n")
        if not found:
            return None
        status = int(head[9:12])
        length = 0 if status == 304 else int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        return Answer(status, head, body) if len(body) >= length else None


def run(address: str, scripts: list[Script], seconds: float, pause: float = 0.0) -> dict[str, Counted]:
    """Let each script send its requests, one after the other, for `seconds`; `pause` is the time between them."""
    parts, selector = urlsplit(address), selectors.DefaultSelector()
    assert parts.hostname
    assert parts.port
    clients = [_Client(script, parts.hostname, parts.port) for script in scripts]
    found: dict[str, Counted] = {}
    began, numbers = time.perf_counter(), count()
    queue = [(began + pause * index / len(clients), next(numbers), client) for index, client in enumerate(clients)]
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
    while (now := time.perf_counter()) < began + seconds:
        while queue and queue[0][0] <= now:
            heapq.heappop(queue)[2].send()
        wait = min(queue[0][0] - now, 0.5) if queue else 0.5
        for ready, _ in selector.select(max(0.0, wait)):
            if _has_answered(ready.data, found, selector):
                heapq.heappush(queue, (max(ready.data.sent + pause, time.perf_counter()), next(numbers), ready.data))
    for client in clients:
        client.socket.close()
    selector.close()
    return found


def _has_answered(client: _Client, found: dict[str, Counted], selector: selectors.BaseSelector) -> bool:
    """Read available bytes of a client; return whether it sends its next request."""
    try:
        response = client.receive()
    except OSError:
        selector.unregister(client.socket)
        client.connect()
        selector.register(client.socket, selectors.EVENT_READ, client)
        response = Answer(0, b"", b"")
    if response is None:
        return False
    error = "" if 0 < response.status < 400 else str(response.status)
    found.setdefault(client.name, Counted()).add(time.perf_counter() - client.sent, error)
    client.name, client.bytes = client.script.send(response)
    return True


Make = Callable[[int], Script]
"""Returns the script of a client by its number."""

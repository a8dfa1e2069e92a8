"""Send requests that arrive at the same moment: each except its last byte, then all last bytes at once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Post:
    """A request that posts a body."""

    path: str
    body: Any
    token: str = ""
    key: str = ""
    """The Idempotency-Key; empty for none."""

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers."""
        auth = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        key = {"Idempotency-Key": self.key} if self.key else {}
        return {"Content-Type": "application/json", **auth, **key}


@dataclass(frozen=True)
class Reply:
    """A response."""

    status: int
    replayed: bool
    """Whether it is marked as the response to an earlier request."""
    body: Any


class Racers:
    """Connections to one service; for one thread."""

    def __init__(self, address: str) -> None:
        self.address = urlsplit(address)
        self.waiting: list[HTTPConnection] = []

    def get(self, path: str, token: str = "") -> Any:
        """Send a GET request."""
        connection = self._connection()
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
        reply = self._reply(connection)
        assert reply is not None, path
        assert reply.status == 200, reply
        return reply.body

    def post(self, post: Post) -> Reply | None:
        """Send a request alone; None if the connection broke."""
        return self.race([post])[0]

    def race(self, posts: Sequence[Post], hang_up: frozenset[int] = frozenset()) -> list[Reply | None]:
        """Send all requests at the same moment; None for broken connections and for clients that disconnect."""
        started = [self._start(post) for post in posts]
        for connection, last in started:
            connection.send(last)
        for number in hang_up:
            started[number][0].close()
        return [
            None if number in hang_up else self._reply(connection) for number, (connection, _) in enumerate(started)
        ]

    def close(self) -> None:
        """Close all connections."""
        for connection in self.waiting:
            connection.close()

    def _start(self, post: Post) -> tuple[HTTPConnection, bytes]:
        """Send a request except for its last byte."""
        connection, body = self._connection(), json.dumps(post.body).encode()
        connection.putrequest("POST", post.path)
        for name, value in {**post.headers, "Content-Length": str(len(body))}.items():
            connection.putheader(name, value)
        connection.endheaders(body[:-1])
        return connection, body[-1:]

    def _reply(self, connection: HTTPConnection) -> Reply | None:
        """Read a response; keep the connection for another request."""
        try:
            response = connection.getresponse()
            content = response.read()
        except (OSError, HTTPException):
            connection.close()
            return None
        self.waiting.append(connection)
        return Reply(response.status, response.getheader("Idempotent-Replayed") == "true", json.loads(content))

    def _connection(self) -> HTTPConnection:
        """Return the connection that has been idle longest, or a new one."""
        if self.waiting:
            return self.waiting.pop(0)
        return HTTPConnection(str(self.address.hostname), self.address.port, timeout=30)

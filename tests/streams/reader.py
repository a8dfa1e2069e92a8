"""A client that follows a game as the documentation says: it reconnects after every break, until the game ends.

It is written from the contract only, without knowledge of the service's code.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from urllib.parse import urlsplit

FORMS = ("page", "stream", "ndjson")
PAUSE_SECONDS = 0.02
"""Seconds before it reconnects, as a polite client waits."""
GIVEN_UP_SECONDS = 120.0
"""Maximum seconds without a response."""
PATIENCE_SECONDS = 40.0
"""Longer than the interval of keep-alive messages; a timeout is a failure."""


@dataclass
class Reader:
    """Follows one game in one form, as one viewer."""

    address: str
    game_id: str
    form: str
    token: str | None = None
    cuts: Random | None = None
    """If given, the reader cuts its own connections at random."""
    log: list[str] = field(default_factory=list)
    """Each received event as JSON; the event of version n at n - 1."""
    connections: int = 0
    broken: int = 0
    """Number of connections that did not end in order."""
    heard: float = field(default_factory=time.monotonic)
    """The time of the last response."""
    left: bool = False

    def leave(self) -> None:
        """Stop following at the next line, whether the game is over or not."""
        self.left = True

    def follow(self) -> list[str]:
        """Read the whole log, however often the connection breaks; fails on a missing or repeated event."""
        over = False
        while not over and not self.left:
            connection = HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE_SECONDS)
            try:
                over = self._read(connection)
            except TimeoutError:
                raise
            except (OSError, HTTPException):
                self.broken += 1
                assert time.monotonic() < self.heard + GIVEN_UP_SECONDS, "the service does not come back"
                time.sleep(PAUSE_SECONDS)
            finally:
                connection.close()
        return self.log

    def _read(self, connection: HTTPConnection) -> bool:
        """Read until the connection ends; return whether the game has ended."""
        self.connections += 1
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        path = f"/v1/games/{self.game_id}/events"
        if self.form == "stream":
            headers["Last-Event-ID"] = str(len(self.log))
        target = {
            "page": f"{path}?wait=20&limit=5&after={len(self.log)}",
            "stream": f"{path}/stream?after=1",
            "ndjson": f"{path}/ndjson?after={len(self.log)}",
        }
        connection.request("GET", target[self.form], headers=headers)
        response = connection.getresponse()
        self.heard = time.monotonic()
        if response.status == 503:
            self.broken += 1
            return False
        assert response.status in (200, 204), response.read()
        return response.status == 204 or {"page": self._page, "stream": self._stream, "ndjson": self._lines}[self.form](
            response
        )

    def _page(self, response: HTTPResponse) -> bool:
        page = json.loads(response.read())
        for event in page["events"]:
            self._take(json.dumps(event))
        return page["status"] == "over" and page["version"] == len(self.log)

    def _lines(self, response: HTTPResponse) -> bool:
        for line in self._received(response):
            if line != b"\n":
                self._take(line.decode())
        return False

    def _stream(self, response: HTTPResponse) -> bool:
        """Read messages, each complete with its empty line; the end of the game has its own message."""
        message: dict[bytes, bytes] = {}
        for line in self._received(response):
            name, _, value = line.rstrip(b"\n").partition(b": ")
            if name:
                message[name] = value
            elif message.get(b"event") == b"over":
                assert json.loads(message[b"data"]) == {"version": len(self.log)}
                return True
            elif b"data" in message:
                assert int(message[b"id"].partition(b"-")[0]) == len(self.log) + 1
                self._take(message[b"data"].decode())
            message = message if name else {}
        return False

    def _received(self, response: HTTPResponse) -> Iterator[bytes]:
        """Return each complete line; sometimes cut the connection before or after one."""
        while (line := response.readline()).endswith(b"\n"):
            if self.left or (self.cuts is not None and self.cuts.random() < 0.03):
                return
            yield line

    def _take(self, event: str) -> None:
        """Append an event, which must be the next one."""
        version = json.loads(event)["version"]
        assert version == len(self.log) + 1, f"version {version} after {len(self.log)}"
        self.log.append(json.dumps(json.loads(event)))

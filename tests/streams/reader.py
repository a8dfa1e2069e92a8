"""A client that follows a game as its documentation says: it comes again wherever it broke off, until the game is over.

It is written against the contract alone and knows nothing of the service's code.
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
"""Before it comes again, as a polite client waits."""
GIVEN_UP_SECONDS = 120.0
"""Without any answer."""
PATIENCE_SECONDS = 40.0
"""Longer than any sign of life takes; running into it is a failure."""


@dataclass
class Reader:
    """Follows one game in one form, as one viewer."""

    address: str
    game_id: str
    form: str
    token: str | None = None
    cuts: Random | None = None
    """Cuts its own connections now and then, if given."""
    log: list[str] = field(default_factory=list)
    """Each event as it was read, JSON; event of version n at n - 1."""
    connections: int = 0
    broken: int = 0
    """How many of them did not end in order."""
    heard: float = field(default_factory=time.monotonic)
    """When there was an answer last."""
    left: bool = False

    def leave(self) -> None:
        """Stop following at the next line, whether the game is over or not."""
        self.left = True

    def follow(self) -> list[str]:
        """Read the whole log, however often the connection breaks; fails on a gap or a repetition."""
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
        """Read until the connection ends; say whether the game is over."""
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
        answer = connection.getresponse()
        self.heard = time.monotonic()
        if answer.status == 503:
            self.broken += 1
            return False
        assert answer.status in (200, 204), answer.read()
        return answer.status == 204 or {"page": self._page, "stream": self._stream, "ndjson": self._lines}[self.form](
            answer
        )

    def _page(self, answer: HTTPResponse) -> bool:
        page = json.loads(answer.read())
        for event in page["events"]:
            self._take(json.dumps(event))
        return page["status"] == "over" and page["version"] == len(self.log)

    def _lines(self, answer: HTTPResponse) -> bool:
        for line in self._received(answer):
            if line != b"\n":
                self._take(line.decode())
        return False

    def _stream(self, answer: HTTPResponse) -> bool:
        """Read messages, each complete with its empty line; the end of the game has a message of its own."""
        message: dict[bytes, bytes] = {}
        for line in self._received(answer):
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

    def _received(self, answer: HTTPResponse) -> Iterator[bytes]:
        """Return each complete line; now and then cut the connection before or after one."""
        while (line := answer.readline()).endswith(b"\n"):
            if self.left or (self.cuts is not None and self.cuts.random() < 0.03):
                return
            yield line

    def _take(self, event: str) -> None:
        """Keep an event, which must be the next one."""
        version = json.loads(event)["version"]
        assert version == len(self.log) + 1, f"version {version} after {len(self.log)}"
        self.log.append(json.dumps(json.loads(event)))

"""A service as `bottega bot` speaks to it: requests that are repeated until they are answered, and streams of lines."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Literal
from urllib.parse import urlsplit

from service.runtime.retry_after import seconds_to_wait
from workers.command.client import UnexpectedResponse
from workers.command.console import tell

SILENCE_SECONDS = 40.0
"""A stream is never silent for longer, and neither is any other answer."""
PATIENCE_SECONDS = 300.0
"""How long a service may be away."""
PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 5.0
AGAIN = (429, 503)
"""What is answered where the same request succeeds later."""

Json = dict[str, Any]
Method = Literal["GET", "POST"]


class Rejected(Exception):
    """The service rejects a request; the message is what it says, `problem` all of it."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem

    @property
    def code(self) -> str:
        """Return the stable code of the problem."""
        return str(self.problem.get("code", ""))


class ServiceClient:
    """A service at an address; for several threads at once, since each request has a connection of its own."""

    def __init__(self, address: str) -> None:
        """Raise Unexpected for what is no address."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise UnexpectedResponse(f"{address!r} is not an address like http://127.0.0.1:8000")
        self.address = address
        self._host, self._port, self._path = parts.hostname, parts.port, parts.path.rstrip("/")
        self._connection = HTTPConnection if parts.scheme == "http" else HTTPSConnection
        self._away = threading.Event()

    def get(self, path: str, token: str) -> Any:
        """Read something; raises Rejected, or Unexpected if there is no answer for long."""
        return self._ask("GET", path, {"Authorization": f"Bearer {token}"}, None)

    def read(self, path: str, token: str) -> bytes:
        """Read something as it is, byte for byte; raises as `get` does."""
        content: bytes = self._ask("GET", path, {"Authorization": f"Bearer {token}"}, None, bytes)
        return content

    def post(self, path: str, token: str, body: Json, key: str | None = None) -> Any:
        """Send something; with a key it is done once, however often it has to be sent. Raises as `get` does."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        return self._ask("POST", path, headers | ({"Idempotency-Key": key} if key else {}), json.dumps(body))

    def lines(self, path: str, token: str) -> Iterator[Json]:
        """Read the lines of a stream until it ends; raises Rejected, Later, and what is in `LOST` when it breaks.

        Raises Finished where nothing is to come any more.
        """
        with closing(self._connection(self._host, self._port, timeout=SILENCE_SECONDS)) as connection:
            answer = self._send(connection, "GET", path, {"Authorization": f"Bearer {token}"}, None)
            if answer.status == 204:
                raise Finished
            _check(answer)
            for line in answer:
                if line.strip():
                    yield json.loads(line)

    def _ask(
        self,
        method: Method,
        path: str,
        headers: Mapping[str, str],
        body: str | None,
        read: Callable[[bytes], Any] = json.loads,
    ) -> Any:
        """Send a request until it is answered."""
        waiting = RetryBackoff()
        while True:
            try:
                with closing(self._connection(self._host, self._port, timeout=SILENCE_SECONDS)) as connection:
                    answer = self._send(connection, method, path, headers, body)
                    _check(answer)
                    found = read(answer.read())
            except RetryLater as later:
                self._tell_away(f"{self.address} is not ready: {later}")
                waiting.rest(str(later), later.seconds)
            except LOST as error:
                self._tell_away(f"{self.address} does not respond: {error}")
                waiting.rest(f"{self.address} does not respond: {error}")
            else:
                self._away.clear()
                return found

    def _tell_away(self, reason: str) -> None:
        """Print why requests are retried: once until the service responds again."""
        if not self._away.is_set():
            self._away.set()
            tell(f"{reason}; retrying for up to {PATIENCE_SECONDS:.0f} s")

    def _send(
        self, connection: HTTPConnection, method: Method, path: str, headers: Mapping[str, str], body: str | None
    ) -> HTTPResponse:
        """Send a request and wait for the head of its answer."""
        connection.request(method, self._path + path, body, dict(headers))
        return connection.getresponse()


class Finished(Exception):
    """A stream has nothing more to tell."""


class RetryLater(Exception):
    """The service asks to come again."""

    def __init__(self, told: str, seconds: float) -> None:
        super().__init__(told)
        self.seconds = seconds


LOST = (OSError, HTTPException, json.JSONDecodeError)
"""What a connection ends with that breaks."""


class RetryBackoff:
    """The patience of one request: pauses that grow, until there have been too many."""

    def __init__(self) -> None:
        self._until = time.monotonic() + PATIENCE_SECONDS
        self._pause = PAUSE_SECONDS

    def rest(self, reason: str, seconds: float = 0.0) -> None:
        """Pause for so long at least; raises Unexpected with the reason when patience is at an end."""
        if time.monotonic() > self._until:
            raise UnexpectedResponse(reason)
        time.sleep(max(seconds, self._pause))
        self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)


def _check(answer: HTTPResponse) -> None:
    """Raise Rejected or Later for an answer that is no success."""
    if answer.status < 400:
        return
    content = answer.read()
    if answer.status in AGAIN or answer.status >= 500:
        wait = seconds_to_wait(answer.headers.get("Retry-After"), time.time())
        raise RetryLater(f"{answer.status} {content.decode(errors='replace')}", wait)
    raise Rejected(json.loads(content))

"""Send requests to a service for `bottega bot`, with retries, and read streams of lines."""

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
from workers.command.console import print_status

SILENCE_SECONDS = 40.0
"""Longest time without data in a stream or a response."""
PATIENCE_SECONDS = 300.0
"""Longest time of retries while the service is unavailable."""
PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 5.0
AGAIN = (429, 503)
"""Statuses after which a retry of the request may succeed."""

Json = dict[str, Any]
Method = Literal["GET", "POST"]


class Rejected(Exception):
    """The service rejects a request; `problem` is the response body."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem

    @property
    def code(self) -> str:
        """Return the code of the problem."""
        return str(self.problem.get("code", ""))


class ServiceClient:
    """A client of a service; safe for several threads, since each request has its own connection."""

    def __init__(self, address: str) -> None:
        """Raise UnexpectedResponse if the URL is not valid."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise UnexpectedResponse(f"{address!r} is not a URL like http://127.0.0.1:8000")
        self.address = address
        self._host, self._port, self._path = parts.hostname, parts.port, parts.path.rstrip("/")
        self._connection = HTTPConnection if parts.scheme == "http" else HTTPSConnection
        self._away = threading.Event()

    def get(self, path: str, token: str) -> Any:
        """Return a resource; raises Rejected, or UnexpectedResponse if the service stays unavailable."""
        return self._request("GET", path, {"Authorization": f"Bearer {token}"}, None)

    def read(self, path: str, token: str) -> bytes:
        """Return the bytes of a resource; raises Rejected and UnexpectedResponse."""
        content: bytes = self._request("GET", path, {"Authorization": f"Bearer {token}"}, None, bytes)
        return content

    def post(self, path: str, token: str, body: Json, key: str | None = None) -> Any:
        """Post a body; with an idempotency key, retries have one effect. Raises Rejected and UnexpectedResponse."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        return self._request("POST", path, headers | ({"Idempotency-Key": key} if key else {}), json.dumps(body))

    def lines(self, path: str, token: str) -> Iterator[Json]:
        """Yield the lines of a stream until it ends; raises Rejected, RetryLater, and the errors in `LOST`.

        Raises Finished if nothing more will come.
        """
        with closing(self._connection(self._host, self._port, timeout=SILENCE_SECONDS)) as connection:
            response = self._send(connection, "GET", path, {"Authorization": f"Bearer {token}"}, None)
            if response.status == 204:
                raise Finished
            _check(response)
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def _request(
        self,
        method: Method,
        path: str,
        headers: Mapping[str, str],
        body: str | None,
        read: Callable[[bytes], Any] = json.loads,
    ) -> Any:
        """Send a request and repeat it until there is a response."""
        backoff = RetryBackoff()
        while True:
            try:
                with closing(self._connection(self._host, self._port, timeout=SILENCE_SECONDS)) as connection:
                    response = self._send(connection, method, path, headers, body)
                    _check(response)
                    found = read(response.read())
            except RetryLater as later:
                self._report_away(f"{self.address} is not ready: {later}")
                backoff.rest(str(later), later.seconds)
            except LOST as error:
                self._report_away(f"{self.address} does not respond: {error}")
                backoff.rest(f"{self.address} does not respond: {error}")
            else:
                self._away.clear()
                return found

    def _report_away(self, reason: str) -> None:
        """Print why requests are retried: once until the service responds again."""
        if not self._away.is_set():
            self._away.set()
            print_status(f"{reason}; retrying for up to {PATIENCE_SECONDS:.0f} s")

    def _send(
        self, connection: HTTPConnection, method: Method, path: str, headers: Mapping[str, str], body: str | None
    ) -> HTTPResponse:
        """Send a request and return the response after its headers."""
        connection.request(method, self._path + path, body, dict(headers))
        return connection.getresponse()


class Finished(Exception):
    """A stream has ended for good."""


class RetryLater(Exception):
    """The service is temporarily unavailable."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


LOST = (OSError, HTTPException, json.JSONDecodeError)
"""Errors of a broken connection."""


class RetryBackoff:
    """Growing pauses between the attempts of one request, up to a limit."""

    def __init__(self) -> None:
        self._until = time.monotonic() + PATIENCE_SECONDS
        self._pause = PAUSE_SECONDS

    def rest(self, reason: str, seconds: float = 0.0) -> None:
        """Pause at least this long; raises UnexpectedResponse with the reason after PATIENCE_SECONDS."""
        if time.monotonic() > self._until:
            raise UnexpectedResponse(reason)
        time.sleep(max(seconds, self._pause))
        self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)


def _check(response: HTTPResponse) -> None:
    """Raise Rejected or RetryLater for an error response."""
    if response.status < 400:
        return
    content = response.read()
    if response.status in AGAIN or response.status >= 500:
        wait = seconds_to_wait(response.headers.get("Retry-After"), time.time())
        raise RetryLater(f"{response.status} {content.decode(errors='replace')}", wait)
    raise Rejected(json.loads(content))

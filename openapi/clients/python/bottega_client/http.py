"""HTTP requests: retries, idempotency keys, `Retry-After`, and problems as errors."""

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import inf
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, cast

import httpx

from bottega_client.errors import NetworkError, Problem, is_passing
from bottega_client.flows import Flow, Pause, Send

if TYPE_CHECKING:
    from bottega_client import schemas

ATTEMPTS = 5
SLOWEST_SECONDS = 60.0
"""Longest pause that the service may request."""
GROWTH_SECONDS, LONGEST_SECONDS = 0.5, 5.0
"""Growth and maximum of the pauses between attempts."""
POLL_SECONDS = 0.5
ACCEPTED = 202
"""Status of a result that is not ready."""


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    token: str | None
    """Seat token or player key; default: that of the client."""
    language: str | None
    idempotency_key: str
    """Default: a random key for each changing request."""
    headers: Mapping[str, str]
    attempts: float
    """How often the request is sent while no response arrives."""


@dataclass
class Requests:
    """Requests to one service; `token`, `language` and `attempts` are the defaults of all calls."""

    url: str
    token: str | None = None
    language: str | None = None
    attempts: float = ATTEMPTS
    on_retry: Callable[[str], None] | None = None
    """Called with the reason before each retry."""
    ahead: float = -inf
    """Seconds by which the clock of the service is ahead of the monotonic clock of this machine."""

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        *,
        is_stream: bool = False,
        **options: Unpack[CallOptions],
    ) -> Flow[httpx.Response]:
        """Send a request until a response arrives, and return it. Raises Problem and NetworkError."""
        step = self._step(method, path, query or {}, body, is_stream=is_stream, options=options)
        attempts, attempt = options.get("attempts", self.attempts), 1
        while True:
            wait = min(attempt * GROWTH_SECONDS, LONGEST_SECONDS)
            try:
                response: httpx.Response = yield step
                self._note_time(response)
                if not response.is_error:
                    return response
                problem = problem_of(response)
                if attempt >= attempts or not is_passing(problem.status):
                    raise problem
                reason, wait = f"{self.url} is not ready: {problem}", problem.retry_after or wait
            except httpx.RequestError as error:
                reason = f"{self.url} does not respond: {error}"
                if attempt >= attempts:
                    raise NetworkError(reason) from error
            if self.on_retry:
                self.on_retry(reason)
            yield Pause(wait)
            attempt += 1

    def call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        **options: Unpack[CallOptions],
    ) -> Flow[Any]:
        """Send a request and return the body of the response. Raises Problem and NetworkError."""
        return body_of((yield from self.send(method, path, query, body, **options)))

    def poll(
        self, path: str, patience: float, query: Mapping[str, Any] | None = None, **options: Unpack[CallOptions]
    ) -> Flow[Any]:
        """Return a resource when it is ready. Raises TimeoutError after `patience` seconds."""
        while (response := (yield from self.send("GET", path, query, **options))).status_code == ACCEPTED:
            if patience <= 0:
                raise TimeoutError(f"{self.url}/v1{path} is not ready")
            patience -= POLL_SECONDS
            yield Pause(POLL_SECONDS)
        return body_of(response)

    def service_time(self) -> float:
        """Return the current time of the service in seconds since 1970, to about a second."""
        known = time.monotonic() + self.ahead
        return time.time() if self.ahead == -inf or abs(known - time.time()) < 1.5 else known

    def _note_time(self, response: httpx.Response) -> None:
        """Compare clocks. The service sends whole seconds. A cached response has an earlier time: the latest counts."""
        with suppress(ValueError):
            sent = parsedate_to_datetime(response.headers.get("Date", "")).timestamp()
            self.ahead = max(self.ahead, sent + 0.5 - time.monotonic())

    def _step(
        self, method: str, path: str, query: Mapping[str, Any], body: object, *, is_stream: bool, options: CallOptions
    ) -> Send:
        headers = dict(options.get("headers", {}))
        if language := options.get("language", self.language):
            headers["Accept-Language"] = language
        if token := options.get("token") or self.token:
            headers["Authorization"] = f"Bearer {token}"
        if method != "GET":
            headers["Content-Type"] = "application/json"
            headers["Idempotency-Key"] = options.get("idempotency_key") or secrets.token_hex(16)
        params = {name: as_text(value) for name, value in query.items() if value is not None}
        content = None if body is None else json.dumps(body).encode()
        return Send(method, f"{self.url}/v1{path}", params, headers, content, is_stream)


def as_text(value: object) -> str:
    """Return a query parameter as text; the items of a list are joined by commas."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def body_of(response: httpx.Response) -> Any:
    """Return the body of a response: JSON, text or bytes; None without a body."""
    media_type = response.headers.get("Content-Type", "")
    if not response.content:
        return None
    if "json" in media_type:
        return response.json()
    return response.text if media_type.startswith("text/") or "xml" in media_type else response.content


def problem_of(response: httpx.Response) -> Problem:
    """Return the problem of an error response; code `unknown` if a proxy sent it."""
    is_json = "json" in response.headers.get("Content-Type", "")
    title = response.reason_phrase or str(response.status_code)
    sent = response.json() if is_json else {}
    body = {"type": "about:blank", "title": title, "status": response.status_code, "detail": title, "code": "unknown"}
    wait = seconds_to_wait(response.headers.get("Retry-After", ""), response.headers.get("Date", ""))
    return Problem(cast("schemas.Problem", {**body, **sent}), wait)


def seconds_to_wait(header: str, sent: str = "") -> float:
    """Return the seconds of a `Retry-After` header, a number or a date; 0 without a valid value.

    `sent` is the date of the response: the clock of this machine may be wrong.
    """
    try:
        now = parsedate_to_datetime(sent).timestamp() if sent else time.time()
        seconds = float(header) if header.isdecimal() else parsedate_to_datetime(header).timestamp() - now
    except ValueError:
        return 0.0
    return max(0.0, min(seconds, SLOWEST_SECONDS))

"""Record the requests of a test, and make its ids, seeds and times depend on its name alone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import count
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import EnvironHeaders
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from domain.chance import SEED_BYTES
from service.api.declarations import declared_of
from service.installation.clock_and_ids import GAME_ID_LENGTH, GAME_ID_LETTERS, ClockAndIds
from service.installation.installation import Installation

START = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
PAUSE = timedelta(seconds=15)
"""The time between two requests of a test."""
UNSENT = {"Host", "User-Agent", "Content-Length", "Content-Type"}
"""Headers that every request has, and that an example omits. Another content type than JSON is shown."""
JSON = "application/json"


class Reached(Exception):
    """The test is about to send the request at which it was to stop."""

    def __init__(self, request: "Request") -> None:
        self.request = request


@dataclass(frozen=True)
class Request:
    """A request of a test, which can be changed and sent."""

    app: Flask = field(repr=False, compare=False)
    """The application that the test sends the request to."""
    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    text: str = ""
    """The body, if it is not JSON."""

    @property
    def installation(self) -> Installation:
        """Return the dependencies of the application."""
        connected: Installation = self.app.extensions["bottega"]
        return connected

    @property
    def redis(self) -> Any:
        """Return the client of the Redis that stores the data."""
        return self.installation.store.servers.client

    @property
    def owner(self) -> str:
        """Return the id of the game, tournament or other resource that the path starts with: its third part."""
        return self.path.partition("?")[0].split("/")[3]

    def of(self, owner: str) -> "Request":
        """Return the request about another game, tournament or other resource."""
        return replace(self, path=self.path.replace(self.owner, owner, 1))

    def with_query(self, query: str) -> "Request":
        """Return the request with another query."""
        return replace(self, path=f"{self.path.partition('?')[0]}?{query}")

    def to(self, **parts: Any) -> "Request":
        """Return the request with other parts."""
        return replace(self, **parts)

    def with_headers(self, **headers: str) -> "Request":
        """Return the request with more headers; `_` stands for `-`."""
        return replace(self, headers={**self.headers, **{name.replace("_", "-"): headers[name] for name in headers}})

    def without(self, *headers: str) -> "Request":
        """Return the request without some headers."""
        return replace(self, headers={name: value for name, value in self.headers.items() if name not in headers})

    def with_fields(self, **fields: Any) -> "Request":
        """Return the request with other fields in its body."""
        return replace(self, body={**self.body, **fields})

    def send(self, service: Any = None) -> TestResponse:
        """Send the request, by default to the application of its test."""
        client = (service.app if service else self.app).test_client()
        body: dict[str, Any] = {"data": self.text} if self.body is None else {"json": self.body}
        return client.open(self.path, method=self.method, headers=dict(self.headers), **body)


@dataclass(frozen=True)
class Exchange:
    """A request and its response."""

    operation: str
    request: Request
    response: TestResponse

    @property
    def code(self) -> str:
        """Return the code of the problem; empty if there is none."""
        return str(self.body.get("code", "")) if isinstance(self.body, dict) else ""

    @property
    def body(self) -> Any:
        """Return the body of the response, decoded if it is JSON; None if it is empty."""
        return self.response.json if self.response.is_json else self.response.text or None


class Recording:
    """The exchanges of a test, and its sources of ids, seeds and times."""

    def __init__(self, name: str, ruleset: str) -> None:
        self.ruleset = ruleset
        self.exchanges: list[Exchange] = []
        self.stops_at = ""
        self.now = START
        self._rng = Random(name)  # to give the same each time
        self._attempts = count()

    @property
    def sources(self) -> ClockAndIds:
        """Return the sources for an application."""
        return ClockAndIds(
            lambda: self._letters(GAME_ID_LENGTH),
            lambda: self._rng.randbytes(SEED_BYTES),
            lambda: self.now,
            lambda: f"{next(self._attempts):08x}",
            self._letters,
        )

    def _letters(self, length: int) -> str:
        return "".join(self._rng.choices(GAME_ID_LETTERS, k=length))

    @contextmanager
    def stopping_at(self, operation: str) -> Iterator[None]:
        """Raise Reached in this block in place of the first request of an operation."""
        self.stops_at = operation
        try:
            yield
        finally:
            self.stops_at = ""

    def before(self, operation: str, request: Request) -> None:
        """Note that the test sends a request."""
        if operation == self.stops_at:
            raise Reached(request)
        self.now += PAUSE


_active: list[Recording] = []


@contextmanager
def active(recording: Recording) -> Iterator[None]:
    """Record the requests of all applications that start in this block."""
    _active.append(recording)
    try:
        yield
    finally:
        _active.remove(recording)


def ruleset() -> str:
    """Return the ruleset that the tests play: a published one in a marked test, otherwise the tiny one."""
    return _active[-1].ruleset if _active else "tiny"


def is_active() -> bool:
    """Return whether a marked test runs."""
    return bool(_active)


def repeatable(installation: Installation) -> Installation:
    """Return an installation that produces the same ids, seeds and times in each run of a marked test."""
    return replace(installation, sources=_active[-1].sources) if _active else installation


class RecordingClient(FlaskClient):
    """Sends the requests of tests, and records those of marked tests."""

    _sent: tuple[str, Request]
    _body: Any = None

    def open(self, *args: Any, **options: Any) -> TestResponse:
        self._body = options.get("json")  # with its fields in the order of the test
        response = super().open(*args, **options)
        if _active:
            _active[-1].exchanges.append(Exchange(*self._sent, response))
        return response

    def run_wsgi_app(self, environ: Any, buffered: bool = False) -> Any:  # noqa: FBT001  # as in the base
        if _active:
            request = _read(self.application, environ, self._body)
            self._sent = _operation(request), request
            _active[-1].before(*self._sent)
        return super().run_wsgi_app(environ, buffered)


def _read(app: Flask, environ: Any, body: Any) -> Request:
    """Return the request of a WSGI environment, which remains readable; `body` is its decoded body if it is known."""
    content = environ["wsgi.input"].read()
    environ["wsgi.input"] = BytesIO(content)
    headers = EnvironHeaders(environ)
    shown = {name.replace("-Id", "-ID"): value for name, value in headers.items() if name not in UNSENT}
    kind = headers.get("Content-Type", JSON)
    if kind != JSON:
        shown["Content-Type"] = kind
    query = f"?{environ['QUERY_STRING']}" if environ["QUERY_STRING"] else ""
    text = content.decode() if body is None else ""
    return Request(app, environ["REQUEST_METHOD"], environ["PATH_INFO"] + query, shown, body, text)


def _operation(request: Request) -> str:
    """Return the operation of a request; empty if there is none."""
    try:
        endpoint, _ = request.app.url_map.bind("").match(request.path.partition("?")[0], request.method)
    except HTTPException:
        return ""
    declared = declared_of(request.app.view_functions[endpoint])
    return declared.name if declared else ""

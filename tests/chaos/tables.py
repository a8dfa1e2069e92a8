"""Play games to their end despite all faults, and record the acknowledged actions."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from typing import Any
from urllib.parse import urlsplit

PATIENCE_SECONDS = 120.0
"""Seconds of retries of one request before it counts as failed."""
PAUSE_SECONDS = 0.05
"""Seconds between two attempts, as a polite client waits."""
PASSING = (429, 503)
"""Statuses after which the request is retried."""
EXPECTED = (200, 201, 404, 409)
"""Statuses that may be final: 404 if an event was read before its acknowledgement, and then lost."""


@dataclass(frozen=True)
class Acknowledged:
    """An action that the service has acknowledged."""

    version: int
    seat: int
    action: Any


@dataclass
class Table:
    """One game; every request without a response is retried with its Idempotency-Key."""

    address: str
    ruleset: str
    seats: Sequence[dict[str, str]]
    rng: Random
    options: dict[str, Any] = field(default_factory=dict)
    game_id: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    slowest: float = 0.0
    """Seconds until the slowest response, or until the connection broke."""
    repeated: int = 0
    """Number of retries."""
    _connection: HTTPConnection | None = None

    def create(self) -> None:
        """Create the game."""
        body = {"ruleset": self.ruleset, "options": self.options, "seats": [*self.seats]}
        status, created = self.insist("POST", "/v1/games", body, key=self._key())
        assert status == 201, created
        self.game_id = created["game_id"]
        self.tokens = {each["seat"]: each["token"] for each in created["tokens"]}

    def play(self) -> None:
        """Play the game to its end."""
        view = self.get("/view")
        while view["status"] != "over":
            seats = [seat for seat in view["to_act"] if seat in self.tokens]
            if seats:
                self._act(self.rng.choice(seats))
            else:
                self.get(f"/events?after={view['version']}&wait=5")
            view = self.get("/view")
        self.close()

    def get(self, path: str, token: str | None = None) -> Any:
        """Return the body of a GET request about the game."""
        return self.insist("GET", f"/v1/games/{self.game_id}{path}", token=token)[1]

    def log(self, seat: int | None) -> list[dict[str, Any]]:
        """Return the whole log as a seat sees it."""
        events: list[dict[str, Any]] = []
        while True:
            page = self.get(f"/events?limit=500&after={len(events)}", None if seat is None else self.tokens[seat])
            events += page["events"]
            if len(events) == page["version"]:
                return events

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _act(self, seat: int) -> None:
        """Let a seat act if it must."""
        legal = self.get("/actions", self.tokens[seat])
        if "decision" not in legal:
            return
        action = self.rng.choice(legal["actions"])
        response = {"ruleset": self.ruleset, "decision": legal["decision"], "action": action}
        path = f"/v1/games/{self.game_id}/actions"
        status, view = self.insist("POST", path, response, self.tokens[seat], self._key())
        if status == 200:
            self.acknowledged.append(Acknowledged(view["version"], seat, action))

    def _key(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    def insist(self, method: str, path: str, body: Any = None, token: str | None = None, key: str = "") -> Any:
        """Send a request until there is a response; return status and body."""
        deadline, status, response = time.monotonic() + PATIENCE_SECONDS, 0, None
        while time.monotonic() < deadline:
            status, response = self.send(method, path, body, token, key)
            if status and status not in PASSING:
                assert status in EXPECTED, (method, path, status, response)
                assert status != 404 or response["code"] == "version_not_reached", (method, path, response)
                return status, response
            self.repeated += 1
            time.sleep(PAUSE_SECONDS)
        last = f"{status or 'no response'} {response}"
        raise AssertionError(f"{method} {path} was not answered within {PATIENCE_SECONDS:.0f} s; at last: {last}")

    def send(
        self, method: str, path: str, body: Any = None, token: str | None = None, key: str = ""
    ) -> tuple[int, Any]:
        """Send a request once; the status is 0 if the connection broke."""
        headers = {"Content-Type": "application/json"} if method in ("POST", "PATCH") else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        started = time.monotonic()
        try:
            if self._connection is None:
                self._connection = HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE_SECONDS)
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._connection.getresponse()
            return response.status, _decoded(response.read(), response)
        except (OSError, HTTPException):
            self.close()
            return 0, None
        finally:
            if "wait=" not in path:
                self.slowest = max(self.slowest, time.monotonic() - started)


def _decoded(body: bytes, response: HTTPResponse) -> Any:
    """Decode a body; a body that is no JSON is a failure, which shows it."""
    try:
        return json.loads(body or b"null")
    except json.JSONDecodeError as error:
        raise AssertionError(f"no JSON: {response.status} {response.getheaders()} {body!r}") from error

"""Tables that are played to their end whatever happens to the service, and that keep what was acknowledged."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from typing import Any
from urllib.parse import urlsplit

PATIENCE_SECONDS = 120.0
"""How long a table tries one request before it gives up, which is a failure."""
PAUSE_SECONDS = 0.05
"""Between two attempts, as a polite client makes."""
PASSING = (429, 503)
"""Answers after which the same request is sent again."""
EXPECTED = (200, 201, 404, 409)
"""Answers that may be the last: 404 when an event has been read that was not acknowledged yet, and then was lost."""


@dataclass(frozen=True)
class Acknowledged:
    """An action that the service has said it carried out."""

    version: int
    seat: int
    action: Any


@dataclass
class Table:
    """One game; every request that gets no answer is sent again, under its own Idempotency-Key."""

    address: str
    ruleset: str
    seats: Sequence[dict[str, str]]
    rng: Random
    options: dict[str, Any] = field(default_factory=dict)
    game_id: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    slowest: float = 0.0
    """Seconds until the slowest answer, or until the connection broke."""
    repeated: int = 0
    """How often a request had to be sent again."""
    _connection: HTTPConnection | None = None

    def create(self) -> None:
        """Create the game."""
        body = {"ruleset": self.ruleset, "options": self.options, "seats": [*self.seats]}
        status, created = self.insist("POST", "/v1/games", body, key=self._key())
        assert status == 201, created
        self.game_id = created["game_id"]
        self.tokens = {each["seat"]: each["token"] for each in created["tokens"]}

    def play(self) -> None:
        """Play to the end."""
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
        """Read something of the game."""
        return self.insist("GET", f"/v1/games/{self.game_id}{path}", token=token)[1]

    def log(self, seat: int | None) -> list[dict[str, Any]]:
        """Read the whole log as a seat sees it."""
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
        """Let a seat act, unless it has nothing to do any more."""
        legal = self.get("/actions", self.tokens[seat])
        if "decision" not in legal:
            return
        action = self.rng.choice(legal["actions"])
        answer = {"ruleset": self.ruleset, "decision": legal["decision"], "action": action}
        path = f"/v1/games/{self.game_id}/actions"
        status, view = self.insist("POST", path, answer, self.tokens[seat], self._key())
        if status == 200:
            self.acknowledged.append(Acknowledged(view["version"], seat, action))

    def _key(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    def insist(self, method: str, path: str, body: Any = None, token: str | None = None, key: str = "") -> Any:
        """Send a request until it is answered; return status and body."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            status, answer = self.send(method, path, body, token, key)
            if status and status not in PASSING:
                assert status in EXPECTED, (method, path, status, answer)
                assert status != 404 or answer["code"] == "version_not_reached", (method, path, answer)
                return status, answer
            self.repeated += 1
            time.sleep(PAUSE_SECONDS)
        raise AssertionError(f"{method} {path} was not answered within {PATIENCE_SECONDS:.0f} s")

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
            answer = self._connection.getresponse()
            return answer.status, _decoded(answer.read(), answer)
        except (OSError, HTTPException):
            self.close()
            return 0, None
        finally:
            if "wait=" not in path:
                self.slowest = max(self.slowest, time.monotonic() - started)


def _decoded(body: bytes, answer: HTTPResponse) -> Any:
    """Decode a body; a body that is no JSON is a failure, which shows it."""
    try:
        return json.loads(body or b"null")
    except json.JSONDecodeError as error:
        raise AssertionError(f"no JSON: {answer.status} {answer.getheaders()} {body!r}") from error

"""Play games to their end despite all faults, and record the acknowledged actions."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tests.workers.waiting import until

MOST_QUEUED = 3
PAGE = 500
"""The maximum number of entries of a page of a log or feed."""
PATIENCE_SECONDS = 120.0
"""Seconds of retries of one request before it counts as failed."""
PAUSE_SECONDS = 0.05
"""Seconds between two attempts, as a polite client waits."""
PASSING = (429, 503)
"""Statuses after which the request is retried."""
EXPECTED = (200, 201, 202, 204, 404, 409)
"""Statuses that may be final: 404 if an event was read before its acknowledgement, and then lost."""


@dataclass(frozen=True)
class Acknowledged:
    """An action that the service has acknowledged."""

    version: int
    seat: int
    action: Any


@dataclass
class Queue:
    """Actions that a seat has queued, and what became of them."""

    seat: int
    after: int
    """The version of the view for which the actions were queued."""
    actions: list[Any]
    is_acknowledged: bool
    """False if the service rejected the request or its retry: the game had gone on."""
    is_repeated: bool
    """Whether the request was retried. The service may have dropped the queue before, and have set it again."""
    until: int = 0
    """The version of the game when the queue was empty."""
    dropped: Any = None
    """Why the service dropped the queue; None if it did not."""
    due: tuple[int, float] = (-1, 0.0)
    """The decision that the queue must answer, and since when."""


@dataclass
class ClientGame:
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
    queueing: float = 0.0
    """The probability that a seat queues actions after its action. Then seat 0 belongs to a player with a feed."""
    queues: list[Queue] = field(default_factory=list)
    """The queues of all seats that are empty again."""
    waiting: dict[int, Queue] = field(default_factory=dict)
    """The queues that wait, by seat."""
    _connection: HTTPConnection | None = None

    def create(self) -> None:
        """Create the game."""
        seats, keys = [*self.seats], dict[int, str]()
        if self.queueing:
            status, player = self.insist("POST", "/v1/players", {}, key=self._key())
            assert status == 201, player
            seats[0], keys = {"kind": "human", "player": player["player"]}, {0: player["key"]}
        body = {"ruleset": self.ruleset, "options": self.options, "seats": seats}
        status, created = self.insist("POST", "/v1/games", body, keys.get(0), self._key())
        assert status == 201, created
        self.game_id = created["game_id"]
        self.tokens = {each["seat"]: each["token"] for each in created["tokens"]} | keys

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
        for seat in [*self.waiting]:
            assert self._is_settled(seat), "a queue waits after the end of its game"
        self.close()

    def get(self, path: str, token: str | None = None) -> Any:
        """Return the body of a GET request about the game."""
        return self.insist("GET", f"/v1/games/{self.game_id}{path}", token=token)[1]

    def log(self, seat: int | None) -> list[dict[str, Any]]:
        """Return the whole log as a seat sees it."""
        events: list[dict[str, Any]] = []
        while True:
            page = self.get(f"/events?limit={PAGE}&after={len(events)}", None if seat is None else self.tokens[seat])
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
        if "decision" not in legal or not self._may_act(seat, legal["decision"]):
            return
        action = self.rng.choice(legal["actions"])
        response = {"ruleset": self.ruleset, "decision": legal["decision"], "action": action}
        path = f"/v1/games/{self.game_id}/actions"
        status, view = self.insist("POST", path, response, self.tokens[seat], self._key())
        if status == 200:
            self.acknowledged.append(Acknowledged(view["version"], seat, action))
            if seat not in self.waiting and self.rng.random() < self.queueing:
                self._queue(
                    seat, view["version"], self.rng.choices(legal["actions"], k=self.rng.randint(1, MOST_QUEUED))
                )

    def _queue(self, seat: int, version: int, actions: list[Any]) -> None:
        """Queue actions for a seat. Each was legal at its last decision, and may not be at the next one."""
        body = {"ruleset": self.ruleset, "version": version, "actions": [{"action": each} for each in actions]}
        before = self.repeated
        status, _ = self.insist("PUT", f"/v1/games/{self.game_id}/queue", body, self.tokens[seat])
        self.waiting[seat] = Queue(seat, version, actions, status == 200, self.repeated > before)

    def _may_act(self, seat: int, decision: int) -> bool:
        """Whether a seat answers its decision itself; False after a pause while its queue will."""
        queue = self.waiting.get(seat)
        if queue is None or decision <= queue.after or self._is_settled(seat):
            return True
        if queue.due[0] != decision:
            queue.due = (decision, time.monotonic())
        assert time.monotonic() < queue.due[1] + PATIENCE_SECONDS, f"the service does not carry out {queue}"
        time.sleep(PAUSE_SECONDS)
        return False

    def _is_settled(self, seat: int) -> bool:
        """Whether the queue of a seat is empty. If it was dropped, waits until its player has the notice."""
        shown = self.get("/queue", self.tokens[seat])
        if shown["actions"]:
            return False
        queue = self.waiting.pop(seat)
        queue.until, dropped = shown["version"], shown.get("dropped")
        queue.dropped = dropped if dropped is not None and dropped["version"] > queue.after else None
        self.queues.append(queue)
        if seat == 0 and queue.dropped is not None:
            until(lambda: queue.dropped["version"] in self.drops(), "the player has the notice of the dropped queue")
        return True

    def drops(self) -> list[int]:
        """Return the versions in the notices of dropped queues that the player of seat 0 has received."""
        notices: list[dict[str, Any]] = []
        while True:
            after = notices[-1]["id"] if notices else "0"
            path = f"/v1/me/events?limit={PAGE}&after={after}"
            page = self.insist("GET", path, token=self.tokens[0])[1]["events"]
            notices += page
            if len(page) < PAGE:
                return [each["version"] for each in notices if each["type"] == "queue_dropped"]

    def _key(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    def insist(self, method: str, path: str, body: Any = None, token: str | None = None, key: str = "") -> Any:
        """Send a request until there is a response; return status and body."""
        deadline, status, response = time.monotonic() + PATIENCE_SECONDS, 0, None
        while time.monotonic() < deadline:
            status, response = self.send(method, path, body, token, key)
            if status and status not in PASSING and not _is_in_progress(status, response):
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
        headers = {"Content-Type": "application/json"} if method in ("POST", "PUT", "PATCH") else {}
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


def _is_in_progress(status: int, response: Any) -> bool:
    """Whether the service still carries out the first one of several equal requests; the client then retries."""
    return status == 409 and response["code"] == "request_in_progress"


def _decoded(body: bytes, response: HTTPResponse) -> Any:
    """Decode a body; a body that is no JSON is a failure, which shows it."""
    try:
        return json.loads(body or b"null")
    except json.JSONDecodeError as error:
        raise AssertionError(f"no JSON: {response.status} {response.getheaders()} {body!r}") from error

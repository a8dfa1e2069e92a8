"""The application on a real Redis, and games of the tiny ruleset over HTTP."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.installation.installation import Installation
from service.settings import VARIABLES, Settings
from tests.service.examples import recording

SECRET = b"a secret for tests, 32 bytes long"
HUMANS = ({"kind": "human"}, {"kind": "human"})
UNLIMITED: dict[str, Any] = dict.fromkeys((name for name in VARIABLES if name.endswith("_per_minute")), 0)
"""Settings of the tests, which send more requests per minute than clients do."""
UNLIMITED_ENVIRON = {f"BOTTEGA_{name.upper()}": str(most) for name, most in UNLIMITED.items()}
"""The settings as environment variables of a process."""


def settings(redis_url: str, **changes: Any) -> Settings:
    """Return settings for a Redis of the tests."""
    return Settings(**{"redis_url": redis_url, "rq_url": redis_url, "secrets": (SECRET,)} | UNLIMITED | changes)


@dataclass(frozen=True)
class Service:
    """The application with the tiny ruleset."""

    app: Flask

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    @property
    def installation(self) -> Installation:
        return self.app.extensions["bottega"]

    def use(self, **sources: Any) -> None:
        """Replace sources of ids, randomness and time."""
        self.app.extensions["bottega"] = replace(
            self.installation, sources=replace(self.installation.sources, **sources)
        )

    def pass_time(self, **passed: float) -> None:
        """Advance the time by the arguments of a `timedelta`."""
        now = self.installation.sources.now
        self.use(now=lambda: now() + timedelta(**passed))

    def close(self) -> None:
        """Close the connections to Redis."""
        self.installation.hub.close()
        self.installation.store.close()
        for queue in self.installation.queues.values():
            queue.connection.close()

    def create(self, seats=HUMANS, options=None, **headers: str) -> TestResponse:
        body = {"ruleset": recording.ruleset(), "options": options or {}, "seats": list(seats)}
        return self.client.post("/v1/games", json=body, headers=headers)

    def create_in_sandbox(self, seats=HUMANS, options=None, headers=None, **sandbox: Any) -> TestResponse:
        body = {"ruleset": recording.ruleset(), "options": options or {}, "seats": list(seats), "sandbox": sandbox}
        return self.client.post("/v1/games", json=body, headers=headers)

    def opened(self, created: TestResponse) -> "RemoteGame":
        """Return the created game."""
        tokens = {each["seat"]: each["token"] for each in created.json["tokens"]}
        return RemoteGame(self, created.json["game_id"], tokens)

    def new_game(self, seats=HUMANS, options=None) -> "RemoteGame":
        return self.opened(self.create(seats, options))


@dataclass(frozen=True)
class RemoteGame:
    """One game over HTTP."""

    service: Service
    game_id: str
    tokens: dict[int, str]
    ruleset: str = field(default_factory=recording.ruleset)

    def authorization(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, path: str, seat: int | None = None, **headers: str) -> TestResponse:
        return self.service.client.get(f"/v1/games/{self.game_id}{path}", headers=self.authorization(seat) | headers)

    def post(self, path: str, seat: int | None = None, body: Any = None, headers: Any = None) -> TestResponse:
        headers = {"Content-Type": "application/json"} | self.authorization(seat) | (headers or {})
        return self.service.client.post(f"/v1/games/{self.game_id}{path}", json=body, headers=headers)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return self.get("/view", seat).json

    def events(self, seat: int | None = None) -> list[dict[str, Any]]:
        return self.get("/events", seat).json["events"]

    def action_body(self, seat: int, action: Any = None) -> dict[str, Any]:
        """Return the body that submits an action for the seat's pending decision; by default its first legal action."""
        legal = self.get("/actions", seat).json
        return {"ruleset": self.ruleset, "decision": legal["decision"], "action": action or legal["actions"][0]}

    def act(self, seat: int, action: Any = None) -> TestResponse:
        return self.post("/actions", seat, self.action_body(seat, action))

    def play_to_the_end(self) -> None:
        """Let all seats take the first legal action until the game ends."""
        while waiting := self.view()["to_act"]:
            assert self.act(waiting[0]).status_code == 200

    @property
    def stored(self) -> dict[bytes, Any]:
        """Return all stored data, except the job lists and the data of the check whether Redis can write."""
        client = self.service.installation.store.servers.client
        keys = (key for key in client.keys("bottega:*") if not key.endswith(b":check"))
        return {key: client.dump(key) for key in sorted(keys)}

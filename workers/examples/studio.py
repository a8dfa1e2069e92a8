"""Where examples are played: applications on one Redis, where the same example gives the same bytes each time.

Each example begins with an empty store, and its ids, seeds and times follow from its name alone. So an example that is
added or changed leaves all others as they are.
"""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import redis
from flask import Flask
from werkzeug.test import TestResponse

from domain import replay
from domain.chance import SEED_BYTES
from domain.ruleset import AnyRuleset
from service import games
from service.app import create_app
from service.bottega import Bottega
from service.game import load
from service.settings import Settings
from service.sources import GAME_ID_LENGTH, GAME_ID_LETTERS, Sources

SECRET = b"a secret for examples, which opens nothing"
START = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
PAUSE = timedelta(seconds=20)
"""How long the players of an example think."""
SILENT = logging.getLogger("workers.examples")
SILENT.disabled = True  # the failures of an example are meant
UNTOLD = {"Content-Length", "Content-Type", "Date"}
"""Headers that an example need not show."""


@dataclass(frozen=True)
class Request:
    """What a client sends."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    text: str | None = None
    """The body as it is, where it is not JSON."""

    def with_headers(self, **headers: str) -> "Request":
        """Send further headers; `_` stands for `-`."""
        return replace(self, headers={**self.headers, **{name.replace("_", "-"): headers[name] for name in headers}})

    def without(self, header: str) -> "Request":
        """Leave a header out."""
        return replace(self, headers={name: value for name, value in self.headers.items() if name != header})


@dataclass(frozen=True)
class Exchange:
    """A request and its answer."""

    request: Request
    response: TestResponse

    @property
    def code(self) -> str:
        """Name the problem; empty if there is none."""
        return str(self.body.get("code", "")) if isinstance(self.body, dict) else ""

    @property
    def body(self) -> Any:
        """Give what was answered, decoded if it is JSON; None if there is nothing."""
        return self.response.json if self.response.is_json else self.response.text or None


class Moments:
    """Ids, seeds and times that follow from the name of an example."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        """Start an example."""
        self.rng = Random(name)  # noqa: S311  # to give the same each time
        self.now = START

    @property
    def sources(self) -> Sources:
        """Give the sources for an application."""
        return Sources(self._game_id, lambda: self.rng.randbytes(SEED_BYTES), self._tick)

    def _game_id(self) -> str:
        return "".join(self.rng.choices(GAME_ID_LETTERS, k=GAME_ID_LENGTH))

    def _tick(self) -> datetime:
        self.now += PAUSE
        return self.now


class Studio:
    """Applications that share a Redis, a secret and their sources."""

    def __init__(self, redis_url: str, rulesets: Mapping[str, AnyRuleset]) -> None:
        self.rulesets = rulesets
        self.moments = Moments()
        self.settings = Settings(redis_url=redis_url, rq_url=redis_url, secret=SECRET, sandbox=True)
        self.client: Any = redis.Redis.from_url(redis_url, retry=None)
        self.apps: dict[str, Flask] = {}
        self.app = self.application("sound", self.rulesets)

    @property
    def bottega(self) -> Bottega:
        """Give what the use cases of the sound application work with."""
        connected: Bottega = self.app.extensions["bottega"]
        return connected

    def begin(self, name: str) -> None:
        """Start an example: nothing has happened yet."""
        self.client.flushall()
        self.moments.begin(name)

    def application(self, name: str, rulesets: Mapping[str, AnyRuleset], **settings: Any) -> Flask:
        """Make an application that differs from the sound one, or give the one of this name that was made before."""
        if name not in self.apps:
            app = create_app(replace(self.settings, **settings), rulesets)
            app.extensions["bottega"] = replace(app.extensions["bottega"], sources=self.moments.sources)
            app.logger = SILENT
            self.apps[name] = app
        return self.apps[name]

    def send(self, request: Request, app: Flask | None = None) -> Exchange:
        """Send a request, to the sound application if no other is given."""
        client = (app or self.app).test_client()
        body: dict[str, Any] = {"data": request.text} if request.body is None else {"json": request.body}
        response = client.open(request.path, method=request.method, headers=dict(request.headers), **body)
        response.get_data()
        return Exchange(request, response)

    def table(self, ruleset: AnyRuleset, *seats: Mapping[str, Any]) -> "Table":
        """Create a game; by default of as few people as the ruleset allows."""
        people = [{"kind": "human", "name": name} for name in ("Ada", "Bruno", "Carla", "Dario")[: ruleset.min_seats]]
        body: dict[str, Any] = {"ruleset": ruleset.name, "options": {}, "seats": list(seats) or people}
        created = self.send(Request("POST", "/v1/games", body=body)).body
        return Table(self, ruleset, created["game_id"], {each["seat"]: each["token"] for each in created["tokens"]})

    @cached_property
    def shortest(self) -> AnyRuleset:
        """Name the ruleset whose games are over soonest when nobody plays them."""
        return min(self.rulesets.values(), key=self._length)

    def _length(self, ruleset: AnyRuleset) -> int:
        """Count the events of a game of absent players."""
        dice = bytes(SEED_BYTES)
        position = replay.start(ruleset, ruleset.options_type(), ruleset.min_seats, dice)
        while waiting := ruleset.to_act(position.state):
            action = ruleset.default_action(position.state, waiting[0])
            replay.step(ruleset, position, waiting[0], action, dice)
        return position.version

    def first_actions(self, ruleset: AnyRuleset, seed: str, count: int) -> list[dict[str, Any]]:
        """Give the actions with which a game of this seed begins, for a sandbox."""
        dice = bytes.fromhex(seed)
        position = replay.start(ruleset, ruleset.options_type(), ruleset.min_seats, dice)
        actions = []
        for _ in range(count):
            seat = ruleset.to_act(position.state)[0]
            action = ruleset.legal_actions(position.state, seat)[0]
            replay.step(ruleset, position, seat, action, dice)
            actions.append({"seat": seat, "action": msgspec.to_builtins(action)})
        return actions

    def close(self) -> None:
        """Give all connections back."""
        self.client.close()
        for app in self.apps.values():
            bottega: Bottega = app.extensions["bottega"]
            bottega.news.close()
            bottega.store.client.close()
            for queue in bottega.queues.values():
                queue.connection.close()


@dataclass(frozen=True)
class Table:
    """A game of an example."""

    studio: Studio
    ruleset: AnyRuleset
    game_id: str
    tokens: Mapping[int, str]

    def get(self, path: str, seat: int | None = None) -> Request:
        """Ask for something of the game, as a seat or as an onlooker."""
        return Request("GET", f"/v1/games/{self.game_id}{path}", self._bearer(seat))

    def post(self, path: str, seat: int | None = None, body: Any = None) -> Request:
        """Change something of the game."""
        return Request("POST", f"/v1/games/{self.game_id}{path}", self._bearer(seat), body)

    def waiting(self) -> Sequence[int]:
        """List the seats that are to act."""
        view: Mapping[str, Any] = self.studio.send(self.get("/view")).body
        seats: Sequence[int] = view["to_act"]
        return seats

    def version(self) -> int:
        """Tell how many events the game has."""
        return load(self.studio.bottega, self.game_id).position.version

    def answer(self) -> Request:
        """Answer the open decision of the first seat that is to act, by its first legal action."""
        seat = self.waiting()[0]
        legal = self.studio.send(self.get("/actions", seat)).body
        return self.post("/actions", seat, self.quoting(legal["decision"], legal["actions"][0]))

    def quoting(self, decision: int, action: Any) -> dict[str, Any]:
        """Write the body of an answer to a decision."""
        return {"ruleset": self.ruleset.name, "decision": decision, "action": action}

    def play(self, actions: int) -> "Table":
        """Let whoever is to act take the first legal action, so many times."""
        for _ in range(actions):
            self.studio.send(self.answer())
        return self

    def finish(self) -> "Table":
        """Play to the end, as absent players do."""
        bottega = self.studio.bottega
        while (game := load(bottega, self.game_id)).to_act:
            seat = game.to_act[0]
            games.default_turn(bottega, self.game_id, seat, game.position.asked[seat])
        return self

    def _bearer(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}


def write_json(path: Path, value: Any) -> None:
    """Write a file as people read it."""
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


@contextmanager
def studio(redis_url: str, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Studio]:
    """Open a studio on a Redis that is there for it alone: it is emptied time and again."""
    opened = Studio(redis_url, rulesets)
    try:
        yield opened
    finally:
        opened.close()

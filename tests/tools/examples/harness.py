"""Run examples on applications with one Redis, where the same example produces the same bytes each time.

Each example starts with an empty Redis. Ids, seeds and times depend on the example's name alone. A new or changed
example therefore leaves all others unchanged.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import redis
from flask import Flask
from joserfc import jwt
from joserfc.jwk import OKPKey
from werkzeug.test import TestResponse

from domain import replay
from domain.appearance import Appearances
from domain.chance import SEED_BYTES
from domain.dice import Seed
from domain.ruleset import AnyRuleset, read_action
from domain.scenarios import Scenario
from domain.undo_rules import undo_modes
from service.app import create_app
from service.game.game import load
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import GAME_ID_LENGTH, GAME_ID_LETTERS, ClockAndIds
from service.playing import games
from service.settings import VARIABLES, Settings
from tests.service.issuer import issuing
from workers.jobs import context
from workers.jobs.analysis import continue_analysis
from workers.jobs.hints import find_hint

SECRET = b"a secret for examples, which opens nothing"
ISSUER = "https://login.example.org"
ISSUER_KEY: Any = OKPKey.import_key(
    {
        "kty": "OKP",
        "crv": "Ed25519",
        "kid": "example",
        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    }
)
"""The key of RFC 8037, A.1. The signatures of this kind of key are always the same."""
START = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
PAUSE = timedelta(seconds=15)
"""The time between two actions in an example."""
UNLIMITED: dict[str, Any] = dict.fromkeys((name for name in VARIABLES if name.endswith("_per_minute")), 0)
SILENT = logging.getLogger("tests.tools.examples")
SILENT.disabled = True  # the failures of an example are meant
NAMES = ("Ada", "Bruno", "Carla", "Dario")
UNRECORDED = {
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Bottega-Time",
    "Content-Length",
    "Content-Type",
    "Date",
    "X-Request-Id",
}
"""Headers that an example omits."""


@dataclass(frozen=True)
class Request:
    """A request of a client."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    text: str | None = None
    """The raw body, if it is not JSON."""

    def with_headers(self, **headers: str) -> "Request":
        """Add headers; `_` stands for `-`."""
        return replace(self, headers={**self.headers, **{name.replace("_", "-"): headers[name] for name in headers}})

    def without(self, header: str) -> "Request":
        """Remove a header."""
        return replace(self, headers={name: value for name, value in self.headers.items() if name != header})


@dataclass(frozen=True)
class Exchange:
    """A request and its response."""

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


class Moments:
    """Ids, seeds and times that depend on the name of an example only."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        """Start an example."""
        self.rng = Random(name)  # to give the same each time
        self.now = START
        self.attempts = count()

    @property
    def sources(self) -> ClockAndIds:
        """Return the sources for an application."""
        return ClockAndIds(
            lambda: self._letters(GAME_ID_LENGTH),
            lambda: self.rng.randbytes(SEED_BYTES),
            self._tick,
            self._attempt,
            self._letters,
        )

    def _letters(self, length: int) -> str:
        return "".join(self.rng.choices(GAME_ID_LETTERS, k=length))

    def _attempt(self) -> str:
        return f"{next(self.attempts):08x}"

    def _tick(self) -> datetime:
        self.now += PAUSE
        return self.now


class Harness:
    """Applications that share a Redis, a secret and their sources of ids and times."""

    def __init__(self, redis_url: str, rulesets: Mapping[str, AnyRuleset]) -> None:
        self.rulesets = rulesets
        self.moments = Moments()
        self.settings = Settings(
            redis_url=redis_url,
            rq_url=redis_url,
            secrets=(SECRET,),
            hint_seconds=0,
            hint_iterations=50,
            analysis_iterations=10,
            sandbox=True,
            **UNLIMITED,
        )
        self.closing = ExitStack()
        self.client: Any = redis.Redis.from_url(redis_url, retry=None)
        self.apps: dict[str, Flask] = {}
        self.app = self.application("sound", self.rulesets)

    @property
    def bottega(self) -> Bottega:
        """Return the dependencies of the use cases of the default application."""
        connected: Bottega = self.app.extensions["bottega"]
        return connected

    def begin(self, name: str) -> None:
        """Start an example with an empty Redis."""
        self.client.flushall()
        self.moments.begin(name)

    def application(self, name: str, rulesets: Mapping[str, AnyRuleset], **settings: Any) -> Flask:
        """Return the application of this name; it is created at its first use."""
        if name not in self.apps:
            app = create_app(replace(self.settings, **settings), rulesets)
            app.extensions["bottega"] = replace(app.extensions["bottega"], sources=self.moments.sources)
            app.logger = SILENT
            self.apps[name] = app
        return self.apps[name]

    def send(self, request: Request, app: Flask | None = None) -> Exchange:
        """Send a request, by default to the default application."""
        client = (app or self._app_for(request)).test_client()
        body: dict[str, Any] = {"data": request.text} if request.body is None else {"json": request.body}
        response = client.open(request.path, method=request.method, headers=dict(request.headers), **body)
        response.get_data()
        return Exchange(request, response)

    def _app_for(self, request: Request) -> Flask:
        """Choose the application.

        For the streams of a feed it is shutting down, so that the streams end. For all icons it has only two of each
        ruleset. For the identities of a player it trusts an issuer.
        """
        if request.path.startswith("/v1/me/identities"):
            return self.trusting
        if request.path.endswith("/icons"):
            return self.application("two icons", {name: _with_two_icons(each) for name, each in self.rulesets.items()})
        if not request.path.startswith(("/v1/me/events/stream", "/v1/me/events/ndjson")):
            return self.app
        leaving = self.application("leaving", self.rulesets)
        leaving.extensions["bottega"].hub.ended.set()
        return leaving

    @cached_property
    def trusting(self) -> Flask:
        """Return the application that trusts an issuer of identities."""
        server = self.closing.enter_context(issuing())
        server.keys = {"example": ISSUER_KEY}
        trusted = {"oidc_issuer": ISSUER, "oidc_audience": "bottega", "oidc_keys": f"{server.address}/keys"}
        return self.application("with an issuer", self.rulesets, **trusted)

    def identity(self, subject: str) -> str:
        """Sign an identity."""
        claims = {"iss": ISSUER, "aud": "bottega", "sub": subject, "exp": int(START.timestamp()) + 86400}
        return jwt.encode({"alg": "Ed25519", "kid": "example"}, claims, ISSUER_KEY, algorithms=["Ed25519"])

    def table(self, ruleset: AnyRuleset, *seats: Mapping[str, Any], **terms: Any) -> "Table":
        """Create a game, by default with the fewest human players."""
        people = [{"kind": "human", "name": name} for name in NAMES[: ruleset.min_seats]]
        return self._opened(ruleset, {"ruleset": ruleset.name, "options": {}, "seats": list(seats) or people, **terms})

    def deletion(self, ruleset: AnyRuleset, **terms: Any) -> Request:
        """Create a game, and return its creator's request to delete it."""
        seats = [{"kind": "human"}] * ruleset.min_seats
        created = self.send(Request("POST", "/v1/games", body={"ruleset": ruleset.name, "seats": seats, **terms})).body
        headers = {"Authorization": f"Bearer {created['creator_token']}"}
        return Request("DELETE", f"/v1/games/{created['game_id']}", headers)

    def creator(self, ruleset: AnyRuleset, method: str, path: str) -> Request:
        """Create a game, and return a request of its creator."""
        deletion = self.deletion(ruleset)
        return replace(deletion, method=method, path=deletion.path + path)

    def player(self, name: str = "Ada") -> "Player":
        """Create a player."""
        created = self.send(Request("POST", "/v1/players", body={"name": name})).body
        return Player(created["player"], created["key"], created["key_id"])

    def with_bot(self) -> tuple["Player", "Player"]:
        """Create a player and a bot."""
        owner = self.player()
        created = self.send(owner.asks("POST", "/v1/players", {"name": "Adabot", "bot": True})).body
        return owner, Player(created["player"], created["key"], created["key_id"])

    def owner_of(self, webhook_id: str) -> str:
        """Return the owner of a webhook."""
        kept = next(key for key in self.client.keys("*}:webhooks") if self.client.hexists(key, webhook_id))
        return str(kept.decode().partition("{")[2].partition("}")[0])

    def host(self, ruleset: AnyRuleset, *seats: Mapping[str, Any]) -> tuple["Player", str]:
        """Let a player create a game, by default one with a seat for the player; return it with the game's id."""
        host = self.player()
        own = [{"kind": "human", "player": host.id}, *[{"kind": "human"}] * (ruleset.min_seats - 1)]
        body = {"ruleset": ruleset.name, "seats": list(seats) or own}
        return host, self.send(host.asks("POST", "/v1/games", body)).body["game_id"]

    @cached_property
    def shortest(self) -> AnyRuleset:
        """Return the ruleset whose games end soonest without human actions."""
        return min(self.rulesets.values(), key=self._length)

    @cached_property
    def largest(self) -> AnyRuleset:
        """Return the ruleset with the most seats among those where a seat can undo actions alone."""
        undoable = [each for each in self.rulesets.values() if "own" in undo_modes(each)]
        return max(undoable, key=lambda ruleset: ruleset.max_seats)

    def _length(self, ruleset: AnyRuleset) -> int:
        """Count the events of a game of absent players."""
        return len(self.default_actions(ruleset, bytes(SEED_BYTES).hex()))

    def default_actions(self, ruleset: AnyRuleset, seed: str) -> list[dict[str, Any]]:
        """Return the actions of a whole game of this seed whose players are absent, for a sandbox."""
        return list(_actions(ruleset, seed, ruleset.default_action))

    def first_actions(self, ruleset: AnyRuleset, seed: str, count: int) -> list[dict[str, Any]]:
        """Return the first actions of a game of this seed, for a sandbox."""
        return list(islice(_actions(ruleset, seed, lambda state, seat: ruleset.legal_actions(state, seat)[0]), count))

    def ending(self, ruleset: AnyRuleset, seed: str, left: int) -> "Table":
        """Create a game in a sandbox that starts this number of actions before its end."""
        people = [{"kind": "human", "name": name} for name in NAMES[: ruleset.min_seats]]
        sandbox = {"seed": seed, "actions": self.default_actions(ruleset, seed)[:-left]}
        return self._opened(ruleset, {"ruleset": ruleset.name, "seats": people, "sandbox": sandbox})

    def without_a_choice(self) -> "Table":
        """Create a game at a scenario in which the first seat that must act has one legal action."""
        ruleset, scenario = self._forced
        body = {"ruleset": ruleset.name, "seats": [{"kind": "human"}] * scenario.seats}
        return self._opened(ruleset, {**body, "sandbox": {"scenario": scenario.name}})

    @cached_property
    def _forced(self) -> tuple[AnyRuleset, Scenario]:
        """Return the first scenario of any ruleset with a single legal action."""
        every = ((ruleset, each) for ruleset in self.rulesets.values() for each in ruleset.catalogue.scenarios)
        return next((ruleset, each) for ruleset, each in every if len(choices(ruleset, each)) == 1)

    def _opened(self, ruleset: AnyRuleset, body: Mapping[str, Any]) -> "Table":
        """Create a game."""
        created = self.send(Request("POST", "/v1/games", body=body)).body
        tokens = {each["seat"]: each["token"] for each in created["tokens"]}
        return Table(self, ruleset, created["game_id"], tokens, created["creator_token"])

    def close(self) -> None:
        """Close all connections."""
        self.closing.close()
        self.client.close()
        for app in self.apps.values():
            bottega: Bottega = app.extensions["bottega"]
            bottega.hub.close()
            bottega.store.close()
            for queue in bottega.queues.values():
                queue.connection.close()


@dataclass(frozen=True)
class Player:
    """A player with a key."""

    id: str
    key: str
    key_id: str

    def asks(self, method: str, path: str, body: Any = None) -> Request:
        """Return a request with the key."""
        return Request(method, path, {"Authorization": f"Bearer {self.key}"}, body)


@dataclass(frozen=True)
class Table:
    """A game of an example."""

    harness: Harness
    ruleset: AnyRuleset
    game_id: str
    tokens: Mapping[int, str]
    creator_token: str = ""

    def get(self, path: str, seat: int | None = None) -> Request:
        """Send a request about the game, as a seat or as a spectator."""
        return Request("GET", f"/v1/games/{self.game_id}{path}", self._bearer(seat))

    def post(self, path: str, seat: int | None = None, body: Any = None) -> Request:
        """Return a request that changes the game."""
        return Request("POST", f"/v1/games/{self.game_id}{path}", self._bearer(seat), body)

    def as_creator(self, path: str, body: Any = None) -> Request:
        """Return a request of the creator that changes the game."""
        headers = {"Authorization": f"Bearer {self.creator_token}"}
        return Request("POST", f"/v1/games/{self.game_id}{path}", headers, body)

    def waiting(self) -> Sequence[int]:
        """List the seats that must act."""
        view: Mapping[str, Any] = self.harness.send(self.get("/view")).body
        seats: Sequence[int] = view["to_act"]
        return seats

    def version(self) -> int:
        """Return the number of events in the game."""
        return load(self.harness.bottega, self.game_id).position.version

    def next_action(self) -> Request:
        """Submit the first legal action of the first seat that must act."""
        seat = self.waiting()[0]
        legal = self.harness.send(self.get("/actions", seat)).body
        return self.post("/actions", seat, self.quoting(legal["decision"], legal["actions"][0]))

    def quoting(self, decision: int, action: Any) -> dict[str, Any]:
        """Return the body that submits an action for a decision."""
        return {"ruleset": self.ruleset.name, "decision": decision, "action": action}

    def play(self, actions: int) -> "Table":
        """Take the first legal action for the seat that must act, a number of times."""
        for _ in range(actions):
            self.harness.send(self.next_action())
        return self

    def question(self) -> Request:
        """Return the request for a hint of the first seat that must act."""
        seat = self.waiting()[0]
        decision = load(self.harness.bottega, self.game_id).position.decisions[seat]
        return self.post("/hints", seat, {"decision": decision})

    def with_hint(self) -> "Table":
        """Compute the seat's requested hint, as a worker does."""
        wanted = self.question()
        self.harness.send(wanted)
        context.use(self.harness.bottega)
        find_hint(self.game_id, self.waiting()[0], wanted.body["decision"])
        return self

    def analyse(self) -> "Table":
        """Compute the analysis of a finished game, as workers do."""
        context.use(self.harness.bottega)
        while "done" in (response := self.harness.send(self.get("/analysis")).body):
            continue_analysis(self.game_id, response["done"])
        return self

    def finish(self) -> "Table":
        """Play to the end, as absent players do."""
        bottega = self.harness.bottega
        game = load(bottega, self.game_id)
        while game.to_act:
            seat = game.to_act[0]
            games.default_turn(bottega, self.game_id, seat, game.position.decisions[seat], game=game)
        return self

    def _bearer(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}


def _with_two_icons(ruleset: AnyRuleset) -> AnyRuleset:
    """Return a ruleset with its first two icons only."""
    first = [*ruleset.appearances.listed()][:2]
    things = {kind: {each: drawn for other, each, drawn in first if other == kind} for kind, _, _ in first}
    icons = {(kind, each): ruleset.appearances.icons[kind, each] for kind, each, _ in first}
    return replace(ruleset, appearances=Appearances(things, icons))


def _actions(ruleset: AnyRuleset, seed: str, choose: Callable[[Any, int], Any]) -> Iterator[dict[str, Any]]:
    """Play a game of this seed; `choose` selects the action of the lowest seat that must act."""
    dice = Seed(bytes.fromhex(seed))
    position = replay.start(ruleset, ruleset.options_type(), ruleset.min_seats, dice)
    while waiting := ruleset.to_act(position.state):
        action = choose(position.state, waiting[0])
        replay.step(ruleset, position, waiting[0], action, dice)
        yield {"seat": waiting[0], "action": msgspec.to_builtins(action)}


def choices(ruleset: AnyRuleset, scenario: Scenario) -> Sequence[Any]:
    """List the legal actions of the first seat that must act in a scenario."""
    options, dice = msgspec.convert(scenario.options, ruleset.options_type), Seed(bytes.fromhex(scenario.seed))
    log = [(each.seat, read_action(ruleset, each.action)) for each in scenario.actions]
    state = replay.replay(ruleset, options, scenario.seats, dice, log).state
    return ruleset.legal_actions(state, next(iter(ruleset.to_act(state)), 0))


def write_json(path: Path, value: Any) -> None:
    """Write examples, each in a few lines, so that diffs show whole examples."""
    path.write_text(_in_lines(value) + "\n", encoding="utf-8")


def _in_lines(examples: Any) -> str:
    """Return a list of objects with one field per line."""
    entries = [
        ",\n".join(f"  {json.dumps(name)}: {json.dumps(member, ensure_ascii=False)}" for name, member in each.items())
        for each in examples
    ]
    return "[\n" + ",\n".join(f" {{\n{entry}\n }}" for entry in entries) + "\n]"


@contextmanager
def harness(redis_url: str, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Harness]:
    """Open a harness on a Redis that nothing else uses: it is emptied before each example."""
    opened = Harness(redis_url, rulesets)
    try:
        yield opened
    finally:
        opened.close()

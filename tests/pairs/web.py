"""Send the requests of a journey as a careful client does, and note everything that it is shown.

A request that an outage prevented is sent again with its `Idempotency-Key`. Each response is harvested: views, events
and deadlines go into the `Journal`, which the invariants compare with the rules.
"""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from werkzeug.test import TestResponse

from service import problems
from service.game.game import load
from service.store import OUTAGES
from tests.pairs.environment import Environment

MOST_RETRIES = 20
PASSING = (429, 503)
LONGEST_SHOWN = 400
MOST_SHOWN = 4
"""The maximum number of faults of one invariant in a journey."""


class Broken(AssertionError):
    """An invariant does not hold; the message names it first."""


@dataclass
class Person:
    """A person or program that sends requests."""

    name: str
    kind: str = "key"
    id: str = ""
    key: str = ""
    """The key, the subject of an identity, or the key of the platform."""
    user: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    """The tokens of a guest by game."""
    seats: dict[str, int] = field(default_factory=dict)
    """The seat of the person by game."""
    language: str = "en"
    is_merged: bool = False
    """Whether another player has the seats and the data now."""
    is_leaving: bool = False
    """Whether the seats are being taken away. The credential ends after them; in between the person is a spectator."""


@dataclass(frozen=True)
class Shown:
    """Something that a caller was shown of a game."""

    game_id: str
    seat: int | None
    leaving: bool
    """Whether the caller was losing the seat, and may have been shown what spectators are."""
    inside: bool
    """Whether the caller has a seat or created the game; others are spectators."""
    version: int
    data: Any
    now: float
    head: int
    """The version of the game when the response was received; -1 if it is unknown."""
    over: bool
    """Whether the game had ended then."""
    source: str


@dataclass
class Journal:
    """Everything that happened in a journey."""

    script: list[str] = field(default_factory=list)
    acknowledged: list[tuple[str, int, int, Any]] = field(default_factory=list)
    """Game, version, seat and action of each acknowledged action."""
    views: list[Shown] = field(default_factory=list)
    events: list[Shown] = field(default_factory=list)
    deadlines: dict[tuple[str, int, int], set[float]] = field(default_factory=lambda: defaultdict(set))
    """The deadlines that were shown, by game, seat and decision."""
    games: dict[str, str] = field(default_factory=dict)
    """What each game is for, by id."""
    faults: list[str] = field(default_factory=list)
    requests: int = 0

    def fault(self, invariant: str, text: str) -> None:
        """Note that an invariant does not hold."""
        line = f"{invariant}: {text}"
        same = [each for each in self.faults if each.startswith(f"{invariant}: ")]
        if line not in same and len(same) < MOST_SHOWN:
            self.faults.append(line)


@dataclass
class Web:
    """Sends requests and notes them."""

    environment: Environment
    journal: Journal
    rng: Random
    sign: Any = None
    """Returns a signed identity of a subject."""
    creators: dict[str, str] = field(default_factory=dict)
    """The name of the creator by game."""

    def send(self, who: Person | None, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Send a request until there is a final response; note it and what it shows."""
        sent = self.headers(who, path) | headers
        if method != "GET":
            sent |= {"Content-Type": "application/json", "Idempotency-Key": f"{self.rng.getrandbits(128):032x}"}
        for _ in range(MOST_RETRIES):
            response = self.environment.app.test_client().open(f"/v1{path}", method=method, json=body, headers=sent)
            self.journal.requests += 1
            if response.status_code not in PASSING:
                break
            self.environment.work()
        self._note(who, method, path, body, response)
        return response

    def ok(self, who: Person | None, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request that must succeed; return its JSON."""
        response = self.send(who, method, path, body, **headers)
        if response.status_code >= 300:
            raise Broken(f"request: {method} {path} of {who and who.name} got {response.status_code} {response.text}")
        return response.json if response.is_json else response.text

    def headers(self, who: Person | None, path: str = "") -> dict[str, str]:
        """Return the credentials of a person for a path."""
        if who is None:
            return {}
        language = {"Accept-Language": who.language}
        game_id = next((each for each in who.tokens if each in path), "")
        if game_id:
            return {"Authorization": f"Bearer {who.tokens[game_id]}"} | language
        if not who.key:
            return language
        key = self.sign(who.key, self.environment.clock.now) if who.kind == "identity" else who.key
        return {"Authorization": f"Bearer {key}"} | language | ({"Bottega-Player": who.user} if who.user else {})

    def _note(self, who: Person | None, method: str, path: str, body: Any, response: TestResponse) -> None:
        name = who.name if who else "nobody"
        sent = "" if body is None else f" {json.dumps(body)[:LONGEST_SHOWN]}"
        code = f" {response.json['code']}" if response.status_code >= 400 and response.is_json else ""
        at = f"{self.environment.clock.moment:%d %b %H:%M:%S}"
        self.journal.script.append(f"{at} {name}: {method} /v1{path}{sent}  -> {response.status_code}{code}")
        if response.status_code >= 500:
            self.journal.fault("no server error", f"{method} {path} of {name}: {response.status_code} {response.text}")
        if response.status_code == 200 and response.is_json and isinstance(response.json, dict):
            self.harvest(who, response.json, f"{method} {path}")

    def harvest(self, who: Person | None, data: dict[str, Any], source: str) -> None:
        """Note the view or the events in a response."""
        game_id = data.get("game_id")
        if game_id not in self.journal.games or not ("view" in data or "events" in data):
            return
        if "view" in data:
            self.shown(who, game_id, data["version"], data, source, self.journal.views)
            self._note_deadlines(game_id, data)
        for event in data.get("events", ()):
            self.shown(who, game_id, event["version"], event, source, self.journal.events)

    def shown(self, who: Person | None, game_id: str, version: int, data: Any, source: str, where: list[Shown]) -> None:
        """Note something that a caller was shown, with the state of the game at this time."""
        seat = who.seats.get(game_id) if who else None
        inside = seat is not None or (who is not None and self.creators.get(game_id) == who.name)
        head, over = (-1, False) if inside else self._head(game_id)
        now, leaving = self.environment.clock.now, who is not None and who.is_leaving
        where.append(Shown(game_id, seat, leaving, inside, version, data, now, head, over, source))

    def _head(self, game_id: str) -> tuple[int, bool]:
        try:
            game = load(self.environment.installation, game_id)
        except (problems.ProblemError, *OUTAGES, ValueError):
            return -1, True
        return game.position.version, game.has_ended

    def _note_deadlines(self, game_id: str, view: dict[str, Any]) -> None:
        own = view.get("seat")
        for clock in view.get("clocks", ()):
            if clock["seat"] == own and "decision" in view and "deadline" in clock:
                at = datetime.fromisoformat(clock["deadline"]).timestamp()
                self.journal.deadlines[game_id, own, view["decision"]].add(at)

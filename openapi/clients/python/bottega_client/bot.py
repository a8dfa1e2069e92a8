"""Bots: the pending decisions of a seat, or of all games of a player, each once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from inspect import isawaitable
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any

from bottega_client.delivered import AnyMessage, Json
from bottega_client.errors import Problem
from bottega_client.flows import Emit, Flow
from bottega_client.follow import Subscription, reader_of
from bottega_client.http import Requests

if TYPE_CHECKING:
    from bottega_client.client import AsyncClient, Client
    from bottega_client.schemas import Action, Event, GameView

CLOSED = ("decision_closed", "game_aborted", "game_not_found", "seat_resigned", "time_expired")
"""Problem codes of decisions that are no longer pending."""
OF_ONE_GAME = (403, 404, 409)
"""Statuses of problems that concern one game: its rules have failed, it was deleted, or the player has left it."""
CLOSED_DECISION = -1
NOTHING = (0, CLOSED_DECISION)
"""Version and decision before the first turn of a game."""
SILENCES = 4
"""Silences of the feed after which the list of waiting games is read in any case: about a minute."""


@dataclass(frozen=True)
class Turn:
    """A pending decision of a seat."""

    game_id: str
    ruleset: str
    seat: int
    decision: int
    view: GameView
    """The view of the seat, as in `queryView`."""
    actions: list[Action]
    """All legal actions, in a fixed order."""
    previews: list[Json]
    """The quantities of each action, for the text of its button."""
    events: list[Event]
    """The events since the last turn of the seat; at first all, up to 1,000."""
    token: str | None = field(repr=False)
    source: PlayersTurns | None = field(default=None, repr=False, compare=False)
    """Where the turns of the player come from; None for the turns of one seat."""


def run_bot(client: Client, choose: Callable[[Turn], Action], games: float = inf) -> None:
    """Play all games of a player over one connection; `choose` returns an action of `turn.actions`.

    The bot ends when this number of games has ended. Raises Problem if the key or an action is not valid.

        run_bot(Client(url, key), lambda turn: random.choice(turn.actions))
    """
    for turn in client.turns(games=games):
        client.act(turn, choose(turn))


async def run_bot_async(
    client: AsyncClient, choose: Callable[[Turn], Action | Awaitable[Action]], games: float = inf
) -> None:
    """Play as `run_bot` does; `choose` may be asynchronous.

    async with AsyncClient(url, key) as client:
        await run_bot_async(client, lambda turn: random.choice(turn.actions))
    """
    async for turn in client.turns(games=games):
        action = choose(turn)
        await client.act(turn, await action if isawaitable(action) else action)


def turns_of_seat(requests: Requests, game: str, token: str | None) -> Flow[None]:
    """Emit each turn of a seat until its game ends. Raises Problem if the seat cannot be followed."""
    events: list[Json] = []
    last: int | None = None

    def take(message: AnyMessage) -> Flow[None]:
        nonlocal events, last
        if message.type == "view":
            page = yield from requests.call(
                "GET", f"/games/{game}/view", {"include": "events"}, token=token, attempts=inf
            )
            events, last = [each for each in page["events"] if each["version"] <= message.data["version"]], None
        elif message.type == "event":
            events.append(
                {name: value for name, value in message.data.items() if name not in ("patch", "next_decision")}
            )
        pending, view = message.data.get("next_decision"), message.view
        if pending and view and pending["decision"] != last:
            last = pending["decision"]
            yield Emit(_turn(view, pending, events, token))
            events = []

    yield from reader_of(requests, {"game": game, "token": token, "include": "actions", "view": True}, take).messages()


@dataclass
class PlayersTurns:
    """The turns of a player in all games. Several threads may look for them.

    The service sends one notice for a turn, and none for its further decisions. A game is therefore read again after
    each decision, and while one is pending also after each silence of the feed.
    """

    requests: Requests
    token: str | None
    games: float
    """The flow ends when this number of games has ended."""
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The version and decision of the last turn in each game; the decision is -1 once it is closed."""
    read: dict[str, int] = field(default_factory=dict)
    """The latest version that was read of each game."""
    pending: set[str] = field(default_factory=set)
    """The games whose last turn was pending when the game was last read."""
    ended: set[str] = field(default_factory=set)
    silences: int = 0
    """How often the feed was silent."""
    lock: Lock = field(default_factory=Lock)

    def turns(self) -> Flow[None]:
        """Emit each turn of current and future games. Raises Problem if the key is not valid."""
        page: Json = {"after": "0", "events": [None]}
        while page["events"]:  # the list of waiting games replaces the notices up to now
            query = {"after": page["after"], "limit": 500}
            page = yield from self.requests.call("GET", "/me/events", query, token=self.token)
        yield from self._waiting()
        subscription: Subscription = {"me": True, "token": self.token, "after": page["after"]}
        yield from reader_of(self.requests, subscription, self._take, self._after_silence).messages()

    def look(self, game: str) -> Flow[Turn | None]:
        """Return the pending decision in a game; None if there is none, or if it was returned before."""
        version, _ = self.shown.get(game, NOTHING)
        query = {"include": "actions,events", "since": version}
        try:
            view = yield from self.requests.call("GET", f"/games/{game}/view", query, token=self.token, attempts=inf)
        except Problem as problem:
            if problem.code == "version_not_reached":  # the service has lost its last data
                self._forget(game)
                return (yield from self.look(game))
            if problem.status not in OF_ONE_GAME:
                raise
            return None
        pending = {name: view.pop(name) for name in ("actions", "previews") if name in view}
        events = view.pop("events")
        seen = self._note(game, view, is_pending=bool(pending.get("actions")))
        if seen is None:
            return None
        return _turn(view, pending, [each for each in events if each["version"] > seen], self.token, self)

    def _note(self, game: str, view: Json, *, is_pending: bool) -> int | None:
        """Note a view. Return the version of the last turn, or None if the view has no new decision."""
        with self.lock:
            version, decision = self.shown.get(game, NOTHING)
            if view["version"] < self.read.get(game, 0):
                return None  # another thread has read the game later
            self.read[game] = view["version"]
            if not is_pending:
                self.shown[game] = version, CLOSED_DECISION
                self.pending.discard(game)
                return None
            self.pending.add(game)
            if view["decision"] == decision:
                return None
            self.shown[game] = view["version"], view["decision"]
            return version

    def _forget(self, game: str) -> None:
        with self.lock:
            self.shown.pop(game, None)
            self.read.pop(game, None)
            self.pending.discard(game)

    def _take(self, message: AnyMessage) -> Flow[bool]:
        game = message.data.get("game_id", "")
        if message.type == "deleted":
            yield from self._waiting()
        elif message.data["type"] == "your_turn":
            yield from self._turn(game)
        elif message.data["type"] in ("over", "aborted", "deleted"):
            self._forget(game)
            self.ended.add(game)
        return len(self.ended) >= self.games

    def _after_silence(self) -> Flow[None]:
        """Look for turns that no notice announces."""
        self.silences += 1
        if self.pending or self.silences % SILENCES == 0:
            yield from self._waiting()

    def _waiting(self) -> Flow[None]:
        """Emit the turns of all games that wait for the player; note the decisions that are closed."""
        query: Json = {"waiting": True, "limit": 100}
        page: Json = {"next_cursor": None}
        closed = set(self.pending)
        while "next_cursor" in page:
            page = yield from self.requests.call("GET", "/me/games", query, token=self.token, attempts=inf)
            for game in page["games"]:
                closed.discard(game["game_id"])
                version, decision = self.shown.get(game["game_id"], NOTHING)
                if decision == CLOSED_DECISION or version != game["version"]:
                    yield from self._turn(game["game_id"])
            query["cursor"] = page.get("next_cursor")
        for each in closed:
            yield from self._turn(each)

    def _turn(self, game: str) -> Flow[None]:
        """Emit the decisions of the turn in a game, unless they have been emitted or are closed."""
        while turn := (yield from self.look(game)):
            yield Emit(turn)


def _turn(view: Any, pending: Json, events: list[Any], token: str | None, source: PlayersTurns | None = None) -> Turn:
    actions = pending["actions"]
    return Turn(
        **{name: view[name] for name in ("game_id", "ruleset", "seat", "decision")},
        view=view,
        actions=actions,
        previews=pending.get("previews", [{}] * len(actions)),
        events=events,
        token=token,
        source=source,
    )


def act(requests: Requests, turn: Turn, action: Any) -> Flow[bool]:
    """Submit an action, and return whether it was accepted: false if the decision is no longer pending.

    The idempotency key depends on the decision and the action, so several copies of a bot submit an action once.
    Raises Problem if the service rejects the action.
    """
    body = {"ruleset": turn.ruleset, "decision": turn.decision, "action": action}
    key = hashlib.sha256(f"{turn.game_id} {turn.seat} {json.dumps(body, sort_keys=True)}".encode()).hexdigest()
    try:
        yield from requests.call(
            "POST", f"/games/{turn.game_id}/actions", body=body, token=turn.token, idempotency_key=key
        )
    except Problem as problem:
        if problem.code not in CLOSED:
            raise
        return False
    return True


def next_turn(turn: Turn) -> Flow[Turn | None]:
    """Return the next decision of a player in the game of a turn; None if there is none, or if it was emitted before.

    None for a turn of one seat, whose flow emits each decision.
    """
    return None if turn.source is None else (yield from turn.source.look(turn.game_id))

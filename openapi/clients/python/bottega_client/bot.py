"""Bots: the pending decisions of a seat, or of all games of a player, each once."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from inspect import isawaitable
from math import inf
from typing import TYPE_CHECKING, Any

from bottega_client.errors import Problem
from bottega_client.flows import Emit, Flow
from bottega_client.follow import Json, Message, reader_of
from bottega_client.http import Requests

if TYPE_CHECKING:
    from bottega_client.client import AsyncClient, Client

CLOSED = ("decision_closed", "game_aborted", "game_not_found", "seat_resigned", "time_expired")
"""Problem codes of decisions that are no longer pending."""


@dataclass(frozen=True)
class Turn:
    """A pending decision of a seat."""

    game_id: str
    ruleset: str
    seat: int
    decision: int
    view: Json
    """The view of the seat, as in `queryView`."""
    actions: list[Any]
    """All legal actions, in a fixed order."""
    previews: list[Json]
    """The quantities of each action, for the text of its button."""
    events: list[Json]
    """The events since the last turn of the seat; at first all, up to 1,000."""
    token: str | None = field(repr=False)


def run_bot(client: "Client", choose: Callable[[Turn], Any], games: float = inf) -> None:
    """Play all games of a player over one connection; `choose` returns an action of `turn.actions`.

    The bot ends when this number of games has ended. Raises Problem if the key or an action is not valid.
    """
    for turn in client.turns(games=games):
        client.act(turn, choose(turn))


async def run_bot_async(
    client: "AsyncClient", choose: Callable[[Turn], Any | Awaitable[Any]], games: float = inf
) -> None:
    """Play as `run_bot` does; `choose` may be asynchronous."""
    async for turn in client.turns(games=games):
        action = choose(turn)
        await client.act(turn, await action if isawaitable(action) else action)


def turns_of_seat(requests: Requests, game: str, token: str | None) -> Flow[None]:
    """Emit each turn of a seat until its game ends. Raises Problem if the seat cannot be followed."""
    events: list[Json] = []
    last: int | None = None

    def take(message: Message) -> Flow[None]:
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
    """The turns of a player in all games."""

    requests: Requests
    token: str | None
    games: float
    """The flow ends when this number of games has ended."""
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The version and decision of the last turn in each game."""
    ended: set[str] = field(default_factory=set)

    def turns(self) -> Flow[None]:
        """Emit each turn of current and future games. Raises Problem if the key is not valid."""
        page: Json = {"after": "0", "events": [None]}
        while page["events"]:  # the list of waiting games replaces the notices up to now
            query = {"after": page["after"], "limit": 500}
            page = yield from self.requests.call("GET", "/me/events", query, token=self.token)
        yield from self._waiting()
        yield from reader_of(
            self.requests, {"me": True, "token": self.token, "after": page["after"]}, self._take
        ).messages()

    def _take(self, message: Message) -> Flow[bool]:
        game = message.data.get("game_id", "")
        if message.type == "deleted":
            yield from self._waiting()
        elif message.data["type"] == "your_turn":
            yield from self._turn(game)
        elif message.data["type"] in ("over", "aborted", "deleted"):
            self.shown.pop(game, None)
            self.ended.add(game)
        return len(self.ended) >= self.games

    def _waiting(self) -> Flow[None]:
        """Emit the turns of all games that wait for the player."""
        query: Json = {"waiting": True, "limit": 100}
        while True:
            page = yield from self.requests.call("GET", "/me/games", query, token=self.token, attempts=inf)
            for game in page["games"]:
                yield from self._turn(game["game_id"])
            if "next_cursor" not in page:
                return
            query["cursor"] = page["next_cursor"]

    def _turn(self, game: str) -> Flow[None]:
        """Emit the decisions of the turn in a game, unless they have been emitted or are closed.

        The service sends one notice for a turn. After an action the game is read again, for the next decision.
        """
        emits = True
        while emits:
            emits = yield from self._decision(game)

    def _decision(self, game: str) -> Flow[bool]:
        """Emit the pending decision in a game; return whether there was a new one."""
        version, decision = self.shown.get(game, (0, -1))
        query = {"include": "actions,events", "since": version}
        try:
            view = yield from self.requests.call("GET", f"/games/{game}/view", query, token=self.token, attempts=inf)
        except Problem as problem:
            if problem.code == "version_not_reached":  # the service has lost its last data
                del self.shown[game]
                return True
            if problem.code not in CLOSED:
                raise
            return False
        pending = {name: view.pop(name) for name in ("actions", "previews") if name in view}
        events = view.pop("events")
        if not pending.get("actions") or view["decision"] == decision:
            return False
        self.shown[game] = view["version"], view["decision"]
        yield Emit(_turn(view, pending, events, self.token))
        return True


def _turn(view: Json, pending: Json, events: list[Json], token: str | None) -> Turn:
    actions = pending["actions"]
    return Turn(
        **{name: view[name] for name in ("game_id", "ruleset", "seat", "decision")},
        view=view,
        actions=actions,
        previews=pending.get("previews", [{}] * len(actions)),
        events=events,
        token=token,
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

"""Find the pending decisions of a bot: follow each seat by its own stream until its game ends.

A followed seat puts `PendingDecision`, and finally `Ended`, into an inbox. `PlayersGames` finds the seats of a player.
"""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonpatch

from workers.command.bot_service import LOST, Finished, Json, Rejected, RetryLater, ServiceClient
from workers.command.client import UnexpectedResponse

PAUSE_SECONDS = 0.5
SEAT_TOKEN = re.compile(r"[a-z0-9]{20}\.[0-9]+(-[0-9]+)?\.[A-Za-z0-9_-]+")
PAGE = 100
"""Entries per page of a list."""


@dataclass(frozen=True)
class Seat:
    """A seat: its game, and the token or key that authorizes it."""

    game_id: str
    token: str

    @property
    def path(self) -> str:
        """Return the path of the game."""
        return f"/v1/games/{self.game_id}"


@dataclass(frozen=True)
class PendingDecision:
    """A pending decision of a seat."""

    seat: Seat
    decision: int
    request: Json
    """The line that is sent to the program."""


@dataclass(frozen=True)
class Ended:
    """A seat has no further decisions: its game has ended, or the seat cannot be followed for the reason given."""

    seat: Seat
    reason: str = ""


Put = Callable[[PendingDecision | Ended], None]


class BadGames(Exception):
    """An option or a file does not name seats; the message explains the mistake."""


def seats_of(tokens: Iterable[str]) -> Iterator[Seat]:
    """Return the seats of these tokens: each token starts with the id of its game.

    Raises BadGames, whose message never contains a token or key.
    """
    for token in tokens:
        if not SEAT_TOKEN.fullmatch(token):
            raise BadGames("--token needs a seat token, as `createGame` returns it; pass a player key with --key")
        yield Seat(token.partition(".")[0], token)


def seats_in(path: Path) -> Iterator[Seat]:
    """Read seats from a file with one JSON object per line, such as responses of `createGame` and `claimSeat`.

    Raises BadGames.
    """
    try:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                yield from _read_seats(line, f"{path}, line {number}")
    except OSError as error:
        raise BadGames(f"{path}: {error.strerror}") from error


def _read_seats(line: str, place: str) -> list[Seat]:
    try:
        game = json.loads(line)
        tokens = [each["token"] for each in game["tokens"]] if "tokens" in game else [game["token"]]
        game_id = str(game["game_id"])
        return [Seat(game_id, seat.token) for seat in seats_of(map(str, tokens))]
    except BadGames as error:
        raise BadGames(f"{place}: {error}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise BadGames(
            f"{place}: needs `game_id`, and `token` or `tokens`, as in a response of `createGame`"
        ) from error


@dataclass
class PlayersGames:
    """The games of a player: first the current ones, then those in the player's feed, each one once."""

    service: ServiceClient
    key: str
    take: Callable[[Seat], None]
    known: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Take games while the key is valid; raises Rejected, or UnexpectedResponse during long outages."""
        after = self._end_of_the_feed()
        for game in self._listed():
            self._take(game)
        while True:
            try:
                for notice in self.service.lines(f"/v1/me/events/ndjson?after={after}", self.key):
                    after = notice["id"]
                    if notice["type"] in ("seated", "your_turn"):
                        self._take(notice["game_id"])
            except Rejected as rejected:
                if rejected.code != "notices_deleted":
                    raise
                after = rejected.problem["after"]
            except (RetryLater, *LOST):
                pass
            time.sleep(PAUSE_SECONDS)

    def _end_of_the_feed(self) -> str:
        """Return the position after the last notice, since the list contains the games of earlier notices."""
        page = {"after": "0", "events": [None]}
        while page["events"]:
            page = self.service.get(f"/v1/me/events?after={page['after']}&limit={PAGE}", self.key)
        return str(page["after"])

    def _listed(self) -> Iterator[str]:
        for status in ("open", "running"):
            query = f"status={status}&limit={PAGE}"
            page = self.service.get(f"/v1/me/games?{query}", self.key)
            yield from (game["game_id"] for game in page["games"])
            while "next_cursor" in page:
                page = self.service.get(f"/v1/me/games?{query}&cursor={page['next_cursor']}", self.key)
                yield from (game["game_id"] for game in page["games"])

    def _take(self, game: str) -> None:
        if game not in self.known:
            self.known.add(game)
            self.take(Seat(game, self.key))


@dataclass
class Followed:
    """A followed seat: its view, updated by patches, and the events since its last decision."""

    service: ServiceClient
    seat: Seat
    positions: int = 0
    """Number of sampled positions per decision."""
    view: Json = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    last_decision: int = -1

    def run(self, put: Put) -> None:
        """Follow the seat until its game ends; puts `Ended` last."""
        try:
            while self._follow_stream(put):
                time.sleep(PAUSE_SECONDS)
        except (Rejected, UnexpectedResponse) as error:
            put(Ended(self.seat, str(error)))
        else:
            put(Ended(self.seat))

    def _follow_stream(self, put: Put) -> bool:
        """Follow one stream until it breaks; return whether the game goes on."""
        if not self.view:
            self._fetch_view()
        after = self.view["version"]
        path = f"{self.seat.path}/events/ndjson?include=actions,patches&after={after}"
        try:
            for message in self.service.lines(path, self.seat.token):
                self._take(message)
                if "next_decision" in message:
                    self._request_action(message["next_decision"], put)
        except Finished:
            return False
        except Rejected as rejected:
            if rejected.code != "version_not_reached":
                raise
            self.view = {}  # the store has lost events that it had sent
        except (RetryLater, *LOST):
            return True
        return True

    def _fetch_view(self) -> None:
        view = self.service.get(f"{self.seat.path}/view?include=events", self.seat.token)
        self.events = view.pop("events")
        self.view, self.last_decision = view, -1

    def _take(self, message: Json) -> None:
        """Apply the patch of a message; a message without a patch is no event."""
        if "patch" not in message:
            return
        event = {name: value for name, value in message.items() if name not in ("patch", "next_decision")}
        self.view = jsonpatch.apply_patch(self.view, message["patch"])
        self.events.append(event)

    def _request_action(self, pending: Json, put: Put) -> None:
        """Put a decision into the inbox, once."""
        decision = pending["decision"]
        if decision == self.last_decision:
            return
        self.last_decision = decision
        seat, ruleset = self.view["seat"], self.view["ruleset"]
        request = {
            "id": f"{self.seat.game_id}.{seat}.{decision}",
            "game_id": self.seat.game_id,
            "ruleset": ruleset,
            "seat": seat,
            "decision": decision,
            "view": self.view,
            "actions": pending["actions"],
            "events": self.events,
            **self._sampled_positions(),
        }
        self.events = []
        put(PendingDecision(self.seat, decision, request))

    def _sampled_positions(self) -> Json:
        """Return sampled positions if any are requested; rated games have none."""
        if not self.positions or self.view.get("rated"):
            return {}
        path = f"{self.seat.path}/position-samples"
        sampled: Any = self.service.post(path, self.seat.token, {"count": self.positions})
        return {"positions": sampled["positions"], "rules_version": sampled["rules_version"]}

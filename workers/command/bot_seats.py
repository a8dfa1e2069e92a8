"""Where the decisions of a bot come from: seats, each followed with its own stream until its game is over.

A followed seat puts `Asked`, and in the end `Ended`, into an inbox. `PlayersGames` finds the seats of a player.
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
"""Entries of a list that are read at once."""


@dataclass(frozen=True)
class Seat:
    """A seat that somebody holds: what opens it, and in which game."""

    game_id: str
    token: str

    @property
    def path(self) -> str:
        """Return the address of its game."""
        return f"/v1/games/{self.game_id}"


@dataclass(frozen=True)
class PendingDecision:
    """A decision of a seat that is open."""

    seat: Seat
    decision: int
    question: Json
    """What the program is told."""


@dataclass(frozen=True)
class Ended:
    """A seat has nothing more to decide: its game is over, or it cannot be followed for this reason."""

    seat: Seat
    reason: str = ""


Put = Callable[[PendingDecision | Ended], None]


class BadGames(Exception):
    """A file that does not name seats; the message says what is wrong with it."""


def seats_of(tokens: Iterable[str]) -> Iterator[Seat]:
    """Return the seats that these tokens open: each begins with the id of its game.

    Raises BadGames, whose message never holds a token or key.
    """
    for token in tokens:
        if not SEAT_TOKEN.fullmatch(token):
            raise BadGames("--token takes a seat token, as `createGame` returns it; give a player's key by --key")
        yield Seat(token.partition(".")[0], token)


def seats_in(path: Path) -> Iterator[Seat]:
    """Read seats from a file with a JSON object a line, such as the answers of `createGame` and `claimSeat`.

    Raises BadGames.
    """
    try:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                yield from _read_seats(line, f"{path}, line {number}")
    except OSError as error:
        raise BadGames(f"{path}: {error.strerror}") from error


def _read_seats(line: str, place: str) -> list[Seat]:
    """Read the seats of one game."""
    try:
        game = json.loads(line)
        tokens = [each["token"] for each in game["tokens"]] if "tokens" in game else [game["token"]]
        game_id = str(game["game_id"])
        return [Seat(game_id, seat.token) for seat in seats_of(map(str, tokens))]
    except BadGames as error:
        raise BadGames(f"{place}: {error}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise BadGames(f"{place}: needs game_id, and token or tokens, as `createGame` answers them") from error


@dataclass
class PlayersGames:
    """The games of a player: those that are there, then those that the player's feed names, each taken once."""

    service: ServiceClient
    key: str
    take: Callable[[Seat], None]
    known: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Take games as long as the key opens the feed; raises Rejected, or Unexpected if the service stays away."""
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
        """Return the place after the last notice: the games of those before are listed."""
        page = {"after": "0", "events": [None]}
        while page["events"]:
            page = self.service.get(f"/v1/me/events?after={page['after']}&limit={PAGE}", self.key)
        return str(page["after"])

    def _listed(self) -> Iterator[str]:
        """List the games of the player that are not over."""
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
    """A seat as it is followed: its view, kept up to date by patches, and what has happened since it was asked last."""

    service: ServiceClient
    seat: Seat
    worlds: int = 0
    """How many positions come with each decision."""
    view: Json = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    asked: int = -1

    def run(self, put: Put) -> None:
        """Follow the seat until its game is over; the last thing put is `Ended`."""
        try:
            while self._is_on(put):
                time.sleep(PAUSE_SECONDS)
        except (Rejected, UnexpectedResponse) as error:
            put(Ended(self.seat, str(error)))
        else:
            put(Ended(self.seat))

    def _is_on(self, put: Put) -> bool:
        """Follow one stream until it breaks; return whether the game goes on."""
        if not self.view:
            self._look()
        after = self.view["version"]
        path = f"{self.seat.path}/events/ndjson?include=actions,patches&after={after}"
        try:
            for message in self.service.lines(path, self.seat.token):
                self._take(message)
                if "next_decision" in message:
                    self._ask(message["next_decision"], put)
        except Finished:
            return False
        except Rejected as rejected:
            if rejected.code != "version_not_reached":
                raise
            self.view = {}  # the store has lost what it had told
        except (RetryLater, *LOST):
            return True
        return True

    def _look(self) -> None:
        """Look at the game as it is, with all that has happened."""
        view = self.service.get(f"{self.seat.path}/view?include=events", self.seat.token)
        self.events = view.pop("events")
        self.view, self.asked = view, -1

    def _take(self, message: Json) -> None:
        """Keep the view up to date; a message without a patch is no event."""
        if "patch" not in message:
            return
        event = {name: value for name, value in message.items() if name not in ("patch", "next_decision")}
        self.view = jsonpatch.apply_patch(self.view, message["patch"])
        self.events.append(event)

    def _ask(self, offered: Json, put: Put) -> None:
        """Ask for a decision, once."""
        decision = offered["decision"]
        if decision == self.asked:
            return
        self.asked = decision
        seat, ruleset = self.view["seat"], self.view["ruleset"]
        question = {
            "id": f"{self.seat.game_id}.{seat}.{decision}",
            "game_id": self.seat.game_id,
            "ruleset": ruleset,
            "seat": seat,
            "decision": decision,
            "view": self.view,
            "actions": offered["actions"],
            "events": self.events,
            **self._drawn(),
        }
        self.events = []
        put(PendingDecision(self.seat, decision, question))

    def _drawn(self) -> Json:
        """Draw worlds, if any are wanted; there are none in a rated game."""
        if not self.worlds or self.view.get("rated"):
            return {}
        path = f"{self.seat.path}/position-samples"
        drawn: Any = self.service.post(path, self.seat.token, {"count": self.worlds})
        return {"worlds": drawn["positions"], "rules_version": drawn["rules_version"]}

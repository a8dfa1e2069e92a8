"""Run bots that play many games, each on one feed; a bot acts only on its notices.

A game therefore stops if a notice of a turn is missing. Run it with `python -m tests.chaos.bots`.
"""

import argparse
import json
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from domain.registry import RULESETS
from tests.chaos.games import ClientGame
from tests.chaos.load import OPPONENT
from tests.chaos.storm import Storm, installed

PAUSE_SECONDS = 0.02
"""The delay before a bot connects again, as a polite client waits."""
SILENCE_SECONDS = 120.0
"""The maximum time without a notice on a feed while games go on."""
PATIENCE_SECONDS = 40.0
"""Longer than the interval of keep-alive messages; a timeout is a failure."""

Notice = dict[str, Any]


@dataclass
class Bot:
    """A player that follows one feed and acts on each turn in it."""

    address: str
    rng: Random
    player: str = ""
    key: str = ""
    notices: list[Notice] = field(default_factory=list)
    rejected: list[tuple[Notice, Any]] = field(default_factory=list)
    """Turns whose action was rejected, with the problem."""
    connections: int = 0
    heard: float = field(default_factory=time.monotonic)
    """When the last notice arrived."""
    silence: float = SILENCE_SECONDS
    """The maximum seconds without a notice on its feed."""

    def __post_init__(self) -> None:
        self.desk = ClientGame(self.address, "", (), self.rng)
        """Sends requests and retries them until there is a response."""

    def come(self) -> None:
        """Create the bot's player."""
        _, created = self.post("/v1/players", {})
        self.player, self.key = created["player"], created["key"]
        self.desk.insist("PATCH", "/v1/me", {"seated_by": "everybody"}, self.key)

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        """Post a body; retries have the same Idempotency-Key."""
        status, response = self.desk.insist("POST", path, body, self.key or None, f"{self.rng.getrandbits(128):032x}")
        return status, response

    def play(self, over: threading.Event) -> None:
        """Act on turns until `over`, however often the connection breaks."""
        while not over.is_set():
            connection = HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE_SECONDS)
            try:
                for notice in self._notices(connection, over):
                    self._take(notice)
            except TimeoutError:
                raise
            except (OSError, HTTPException):
                time.sleep(PAUSE_SECONDS)
            finally:
                connection.close()

    def _notices(self, connection: HTTPConnection, over: threading.Event) -> Iterator[Notice]:
        """Read notices until the connection ends."""
        self.connections += 1
        after = self.notices[-1]["id"] if self.notices else "0"
        headers = {"Authorization": f"Bearer {self.key}"}
        connection.request("GET", f"/v1/me/events/ndjson?include=actions&after={after}", headers=headers)
        response = connection.getresponse()
        assert response.status in (200, 503), response.read()
        while response.status == 200 and not over.is_set() and (line := response.readline()).endswith(b"\n"):
            assert time.monotonic() < self.heard + self.silence, "the feed is silent"
            if line != b"\n":
                self.heard = time.monotonic()
                yield json.loads(line)

    def _take(self, notice: Notice) -> None:
        """Store a notice, whose id must be higher than all before, and act on a turn."""
        assert not self.notices or _place(notice) > _place(self.notices[-1]), notice
        self.notices.append(notice)
        turn = notice.pop("next_decision", None)
        while turn is not None:  # a turn of several decisions has one notice
            action = self.choose(turn)
            body = {"ruleset": turn["ruleset"], "decision": turn["decision"], "action": action}
            status, view = self.post(f"/v1/games/{notice['game_id']}/actions?include=actions", body)
            if status != 200:
                self.rejected.append((notice, view))
            turn = view if status == 200 and view.get("actions") else None

    def choose(self, turn: Notice) -> Any:
        """Choose an action of a turn at random."""
        return self.rng.choice(turn["actions"])

    def faults(self, games: Sequence[str]) -> Iterator[str]:
        """List the differences between a bot's notices and the logs of its games."""
        for game_id in games:
            received = [(each["type"], each.get("decision")) for each in self.notices if each["game_id"] == game_id]
            true = [*self._expected(game_id)]
            if true and received != true:
                missing, more = Counter(true) - Counter(received), Counter(received) - Counter(true)
                yield f"{game_id}: {self.player} missed {missing or 'nothing'}, received {more or 'nothing'} besides"

    def _expected(self, game_id: str) -> Iterator[tuple[str, int | None]]:
        """Return the notices that the log of a finished game implies; empty for another player's game."""
        seats = self.desk.insist("GET", f"/v1/games/{game_id}/seats")[1]["seats"]
        own = [each["seat"] for each in seats if each.get("player") == self.player]
        if own:
            events = self.desk.insist("GET", f"/v1/games/{game_id}/events?limit=1000")[1]["events"]
            yield "seated", None
            acted = [each for each in events if each["seat"] == own[0]]
            continued = {each["version"] for each in acted}
            yield from (("your_turn", each["decision"]) for each in acted if each["decision"] not in continued)
            yield "over", None
            yield "scored", None


def _place(notice: Notice) -> tuple[int, ...]:
    """Return the cursor of a notice in its feed."""
    return tuple(map(int, notice["id"].split("-")))


def create(bots: Sequence[Bot], number: int) -> str:
    """Create a game of both bots, with assigned or claimed seats, or of one bot and AI players."""
    creator, rules = bots[number % len(bots)], list(RULESETS.values())[number % len(RULESETS)]
    own: list[dict[str, str]] = [{"kind": "human", "player": bot.player} for bot in bots]
    kinds = [own, [{"kind": "open"}] * len(bots), [{"kind": "human", "player": creator.player}]]
    seats = kinds[number // len(RULESETS) % len(kinds)]
    seats = [*seats, *[OPPONENT] * (rules.min_seats - len(seats))]
    _, created = creator.post("/v1/games", {"ruleset": rules.name, "options": {}, "seats": seats})
    for seat, bot in enumerate(bots) if seats[0]["kind"] == "open" else ():
        bot.post(f"/v1/games/{created['game_id']}/seats/{seat}/claim", {})
    return str(created["game_id"])


@dataclass
class Outcome:
    """The result of the games of some bots."""

    faults: list[str]
    notices: int
    connections: int
    seconds: float


Raging = Callable[[Callable[[], bool]], object]
"""Causes faults until its argument returns true."""


def played(address: str, games: int, seed: int, rage: Raging | None = None) -> Outcome:
    """Let two bots play their games until all are scored, while faults occur."""
    bots = [Bot(address, Random(f"{seed} {number}")) for number in range(2)]
    over, started = threading.Event(), time.monotonic()
    for bot in bots:
        bot.come()
    makers = [Bot(address, Random(f"{seed} maker {bot.player}"), bot.player, bot.key) for bot in bots]
    with ThreadPoolExecutor(len(bots) + 1) as pool:
        playing = [pool.submit(bot.play, over) for bot in bots]
        making = pool.submit(lambda: [create(makers, number) for number in range(games)])
        try:
            if rage is not None:
                rage(lambda: any(each.done() for each in playing) or _are_over(bots, making))
            while not (any(each.done() for each in playing) or _are_over(bots, making)):
                time.sleep(PAUSE_SECONDS)
        finally:
            over.set()
        for each in playing:
            each.result()
    faults = [fault for bot in bots for fault in bot.faults(making.result())]
    for bot in (*bots, *makers):
        bot.desk.close()
    received, connections = sum(len(bot.notices) for bot in bots), sum(bot.connections for bot in bots)
    return Outcome(faults, received, connections, time.monotonic() - started)


def _are_over(bots: Sequence[Bot], making: Future[list[str]]) -> bool:
    """Whether all games have been created, and every seat's player has received the score."""
    if not making.done():
        return False
    received = [{kind: _games(bot, kind) for kind in ("seated", "scored")} for bot in bots]
    scored = set[str]().union(*(each["scored"] for each in received))
    return scored >= set(making.result()) and all(each["seated"] <= each["scored"] for each in received)


def _games(bot: Bot, kind: str) -> set[str]:
    """Return the games of which a bot has received a notice of this type."""
    return {each["game_id"] for each in bot.notices if each["type"] == kind}


def until_killed(storm: Storm, kills: int) -> Raging:
    """Return a function that causes faults until each component has been killed this often, or all games are over."""
    return lambda are_over: storm.rage(lambda: storm.killed() >= kills or are_over())


def main() -> None:
    """Run bots under faults; print the faults, and the differences between notices and logs."""
    parser = argparse.ArgumentParser(description="Let bots play many games at once while everything fails that can.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10, help="how often each component is killed at least")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bottega-bots-") as directory, installed(Path(directory)) as running:
        storm = Storm(running, Random(options.seed))
        outcome = played(running.served.address, options.games, options.seed, until_killed(storm, options.kills))
    for name, times in sorted(storm.done.items()):
        print(f"{name:16} {times:6}")
    print(f"{options.games} games of two bots in {outcome.seconds:.0f} s")
    print(f"{outcome.notices} notices on {outcome.connections} connections")
    print("\n".join(outcome.faults) or "every turn, every end and every score was sent exactly once")
    raise SystemExit(bool(outcome.faults))


if __name__ == "__main__":
    main()

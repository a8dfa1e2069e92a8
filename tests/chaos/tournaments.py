"""Run a tournament of AI levels and bots to its standings while faults occur.

Some bots never move, some send nonsense, some leave, some reconnect all the time. The organiser only waits for the end.
Then the test checks that each match has each of its games once, each result is that of its game, and the record
reproduces every pairing. Run it with `python -m tests.chaos.tournaments`.
"""

import argparse
import json
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from domain.registry import RULESETS
from service.tournaments.rules.verification import verify
from tests.chaos.bots import Bot, Notice, Raging, until_killed
from tests.chaos.storm import Storm, installed
from tests.workers.running import run

LOOK_SECONDS = 0.5
CLOCK = {"kind": "per_decision", "seconds": 2}
TURNS_BEFORE_LEAVING = 5
SILENCE_SECONDS = 300.0
"""Longer than a round takes, since entrants wait for the other matches of the round."""

Json = dict[str, Any]


class Babbler(Bot):
    """A bot that acts on each turn with an action that the game does not have."""

    def _take(self, notice: Notice) -> None:
        self.notices.append(notice)
        if "next_decision" in notice:
            nonsense = {"ruleset": notice["ruleset"], "decision": notice["decision"], "action": {"type": "nonsense"}}
            path = f"/v1/games/{notice['game_id']}/actions"
            self.desk.send("POST", path, nonsense, self.key, f"{self.rng.getrandbits(128):032x}")


class Leaver(Bot):
    """A bot that plays some turns and then disappears."""

    def _notices(self, connection: Any, over: threading.Event) -> Iterator[Notice]:
        for notice in super()._notices(connection, over):
            yield notice
            if sum(each["type"] == "your_turn" for each in self.notices) >= TURNS_BEFORE_LEAVING:
                connection.close()
                over.wait()
                return


class Reconnector(Bot):
    """A bot that reads one notice from each connection."""

    def _notices(self, connection: Any, over: threading.Event) -> Iterator[Notice]:
        for notice in super()._notices(connection, over):
            yield notice
            return


class Sleeper(Bot):
    """A bot that has seats and never moves."""

    def play(self, over: threading.Event) -> None:
        over.wait()


BAD = (Sleeper, Babbler, Leaver, Reconnector)


@dataclass
class Played:
    """The result of a tournament."""

    faults: list[str]
    rounds: int
    tables: int
    seconds: float


def organiser(address: str, environ: Mapping[str, str]) -> Bot:
    """Create a player with an organiser's key, as the operator of an installation does."""
    created = json.loads(run("keys", "create", "--scopes", "play,create,organise", environ=environ).stdout)
    return Bot(address, Random(0), created["player"], created["key"])


def played(organiser_bot: Bot, plan: Json, bots: int, seed: int, rage: Raging | None = None) -> Played:
    """Run a tournament of the plan's entrants and some bots to its end, while faults occur."""
    began = time.monotonic()
    kinds = [BAD[number] if number < len(BAD) else Bot for number in range(bots)]
    players = [
        kind(organiser_bot.address, Random(f"{seed} {number}"), silence=SILENCE_SECONDS)
        for number, kind in enumerate(kinds)
    ]
    for each in players:
        each.come()
    entrants = [*plan["entrants"], *({"player": each.player, "name": type(each).__name__} for each in players)]
    status, created = organiser_bot.post("/v1/tournaments", {**plan, "entrants": entrants})
    assert status == 201, created
    name, over = created["tournament"], threading.Event()
    organiser_bot.post(f"/v1/tournaments/{name}/start", {})
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(len(players) + 1))
        stack.callback(over.set)
        playing = [pool.submit(each.play, over) for each in players]
        has_ended = partial(_has_ended, organiser_bot, name, playing)
        if rage is not None:
            rage(has_ended)
        while not has_ended():
            time.sleep(LOOK_SECONDS)
    for done in playing:
        done.result()
    rounds = _read(organiser_bot, f"/v1/tournaments/{name}/rounds")["rounds"]
    faults = [*_faults(organiser_bot, name, rounds, len(entrants))]
    tables = sum(len(each["tables"]) for each in rounds)
    for each in (organiser_bot, *players):
        each.desk.close()
    return Played(faults, len(rounds), tables, time.monotonic() - began)


def _read(bot: Bot, path: str) -> Any:
    """Return the body of a GET request of a player."""
    return bot.desk.insist("GET", path, token=bot.key)[1]


def _has_ended(organiser_bot: Bot, name: str, playing: Sequence[Future[None]]) -> bool:
    """Whether a tournament or a bot has finished; no bot finishes before its tournament."""
    return _read(organiser_bot, f"/v1/tournaments/{name}")["status"] == "over" or any(each.done() for each in playing)


def _faults(organiser_bot: Bot, name: str, rounds: Sequence[Json], entrants: int) -> Iterator[str]:
    """List the errors of a finished tournament."""
    standings = _read(organiser_bot, f"/v1/tournaments/{name}/standings")["standings"]
    places = [each["place"] for each in standings]
    if places != [_place(each, at, entrants) for at, each in enumerate(standings, 1)] or len(places) != entrants:
        yield f"the standings have the places {places}"
    games = [game for each in rounds for table in each["tables"] for game in table["games"]]
    listed = Counter(_listed(organiser_bot, name))
    if listed != Counter(game["game_id"] for game in games):
        yield f"{len(games)} games belong to tables, {listed.total()} were created"
    yield from (f"round {each['round']} is {each['status']}" for each in rounds if each["status"] != "closed")
    records = {game["game_id"]: _record(organiser_bot, game["game_id"]) for game in games if game["status"] == "over"}
    verify(_raw(organiser_bot, f"/v1/tournaments/{name}/record"), records, RULESETS)


def _place(standing: Json, position: int, entrants: int) -> int:
    """Return the place that belongs to a position; a sleeper never plays, and shares the last place with others."""
    if standing["place"] == entrants:
        return entrants
    is_shared = standing["place"] <= position <= standing.get("place_to", 0)
    return int(standing["place"]) if is_shared else position


def _listed(organiser_bot: Bot, name: str) -> Iterator[str]:
    """List the games of a tournament."""
    after = ""
    while True:
        page = _read(organiser_bot, f"/v1/games?metadata=tournament:{name}&limit=100{after}")
        yield from (each["game_id"] for each in page["games"])
        if "next_cursor" not in page:
            return
        after = f"&cursor={page['next_cursor']}"


def _record(organiser_bot: Bot, game_id: str) -> bytes:
    """Return the record of a game."""
    return _raw(organiser_bot, f"/v1/games/{game_id}/record")


def _raw(organiser_bot: Bot, path: str) -> bytes:
    """Return a file unchanged: canonical JSON and a line feed."""
    return (
        json.dumps(_read(organiser_bot, path), separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
        + b"\n"
    )


def plan_of(ruleset: str, stages: Sequence[Mapping[str, Any]], levels: Sequence[str], **more: Any) -> Json:
    """Return the body that creates a tournament of AI levels; bots join it later."""
    entrants = [{"level": level, "name": f"{level} {number}"} for number, level in enumerate(levels)]
    own = {"name": f"{ruleset} of levels and bots", "ruleset": ruleset, "stages": [*stages], "entrants": entrants}
    return {**own, "clock": CLOCK, "absence": {"on_timeout": "forfeit"}, **more}


SWISS = {"format": "swiss", "table_size": 4, "rounds": 3}
PLANS: Mapping[str, tuple[Sequence[Mapping[str, Any]], int, int]] = {
    "swiss": ([SWISS], 44, 20),
    "round_robin": ([{"format": "round_robin", "table_size": 3}], 5, 4),
    "knockout": ([{"format": "knockout", "table_size": 4, "advance": 2}], 10, 6),
    "double_knockout": ([{"format": "double_knockout"}], 6, 5),
    "league": ([{"format": "round_robin", "groups": 4, "qualify": 2}, {"format": "knockout"}], 10, 6),
}
"""By name: the stages, the number of AI levels, and the number of bots."""


def main() -> None:
    """Run a tournament under faults, and print the result."""
    parser = argparse.ArgumentParser(description="Run a tournament while everything fails that can.")
    parser.add_argument("plan", nargs="?", choices=[*PLANS], default="swiss")
    parser.add_argument("--ruleset", default="riddle")
    parser.add_argument("--kills", type=int, default=2, help="how often each component is killed at least")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    stages, levels, bots = PLANS[options.plan]
    plan = plan_of(options.ruleset, stages, [("random", "greedy")[number % 2] for number in range(levels)])
    with tempfile.TemporaryDirectory(prefix="bottega-tournament-") as name, installed(Path(name)) as running:
        organiser_bot = organiser(running.served.address, running.environ)
        rage = until_killed(Storm(running, Random(options.seed)), options.kills)
        came = played(organiser_bot, plan, bots, options.seed, rage)
    print(f"{options.plan}: {came.rounds} rounds, {came.tables} tables in {came.seconds:.0f} s")
    print("\n".join(came.faults) or "no table was lost or doubled, and the record draws every pairing again")
    raise SystemExit(bool(came.faults))


if __name__ == "__main__":
    main()

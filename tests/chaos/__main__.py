"""Play games while every component fails; then the auditor reads every game back. `make chaos`."""

import argparse
import json
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from domain.registry import RULESETS
from service.store import open_store
from tests.chaos.audit import faults
from tests.chaos.games import ClientGame
from tests.chaos.load import games
from tests.chaos.storm import RunningService, Storm, installed
from tests.streams.reader import FORMS, Reader
from tests.workers.waiting import until

TABLES = 6
"""Number of concurrent games."""
QUEUEING = 0.3
"""The probability that a seat queues actions after its action."""


@dataclass
class Outcome:
    """The result of a run."""

    done: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    repeated: int = 0
    reconnected: int = 0
    queued: int = 0
    """Number of queues that were carried out, to their last action or to the end of the game."""
    dropped: int = 0
    """Number of dropped queues."""
    faults: list[str] = field(default_factory=list)


def weather(running: RunningService, kills: int, seed: int, minutes: float = 60.0) -> Outcome:
    """Play games until each component has been killed `kills` times, or `minutes` have passed."""
    outcome, over, end = Outcome(), threading.Event(), time.monotonic() + 60 * minutes
    storm = Storm(running, Random(seed))
    with ThreadPoolExecutor(TABLES) as pool:
        playing = [pool.submit(_play_on, running, over, seed + 1000 * number) for number in range(TABLES)]
        try:
            storm.rage(
                lambda: storm.killed() >= kills or time.monotonic() > end or any(each.done() for each in playing)
            )
        finally:
            over.set()
        seats = [seat for each in playing for seat in each.result()]
    outcome.done = storm.done
    store = open_store(running.redis.url)
    for game, reader in seats:
        until(lambda: game.send("GET", f"/v1/games/{game.game_id}/result")[0] == 200, "the game is scored")  # noqa: B023
        outcome.faults += faults(game, store)
        if reader.log != [json.dumps(event) for event in game.log(None)]:
            outcome.faults.append(f"{game.game_id}: a reader of {reader.form} has not seen the log")
        outcome.games[game.ruleset] += 1
        outcome.acknowledged += len(game.acknowledged)
        outcome.repeated += game.repeated
        outcome.dropped += sum(each.dropped is not None for each in game.queues)
        outcome.queued += sum(each.dropped is None for each in game.queues)
        outcome.reconnected += reader.connections - 1
        game.close()
    store.close()
    return outcome


def _play_on(running: RunningService, over: threading.Event, seed: int) -> list[tuple[ClientGame, Reader]]:
    """Play one game after another, each followed by a spectator on a stream, until `over`."""
    played = []
    while not over.is_set() or not played:
        number = len(played) + seed
        (game,) = games(running.served.address, 1, number)
        rules = list(RULESETS.values())[number % len(RULESETS)]
        others = ({"kind": "human"}, {"kind": "ai", "level": "easy"})[number % 2]
        game.ruleset, game.seats = rules.name, [{"kind": "human"}, *[others] * (rules.min_seats - 1)]
        game.queueing = QUEUEING
        game.create()
        reader = Reader(game.address, game.game_id, FORMS[number % len(FORMS)], cuts=Random(number))
        with ThreadPoolExecutor(1) as pool:
            following = pool.submit(reader.follow)
            try:
                game.play()
            except BaseException:
                reader.leave()
                raise
            following.result()
        played.append((game, reader))
    return played


def main() -> None:
    """Run games under faults; print the faults and the findings of the auditor."""
    parser = argparse.ArgumentParser(description="Play games while everything fails that can.")
    parser.add_argument("--kills", type=int, default=200, help="how often each component is killed at least")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long the storm rages at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bottega-chaos-") as directory, installed(Path(directory)) as running:
        outcome = weather(running, options.kills, options.seed, options.minutes)
    for name, times in sorted(outcome.done.items()):
        print(f"{name:16} {times:6}")
    print(f"{sum(outcome.games.values())} games ({dict(outcome.games)}) in {time.monotonic() - started:.0f} s")
    print(f"{outcome.acknowledged} actions acknowledged, {outcome.repeated} requests repeated")
    print(f"{outcome.queued} queues of actions carried out, {outcome.dropped} dropped")
    print(f"{outcome.reconnected} times a reader came again")
    print(
        "\n".join(outcome.faults)
        or "every action is there once, every game is over and scored, every reader saw its log"
    )
    raise SystemExit(bool(outcome.faults))


if __name__ == "__main__":
    main()

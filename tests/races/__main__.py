"""Run long races: `make races`. Prints the counts; fails with an AssertionError if an action was miscounted.

The numbers of the games fix everything except which request is faster: a failure may not repeat.
"""

import argparse
import sys
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.registry import RULESETS
from tests.races.racers import Racers
from tests.races.rounds import Opening, RacedGame, simultaneous
from tests.races.running import PROCESSES, racing
from tests.service.helpers.client.proxy import Proxy

REPORT = 1000
MOST = 30
"""Maximum number of rounds in a game that starts at the beginning."""
TOGETHER = 3
"""Number of races at scenarios with simultaneous decisions, between two games from the beginning."""


def openings(racers: Racers) -> list[Opening]:
    """List the positions to race in: every ruleset with few and many seats, half with simultaneous decisions."""
    names = [(name, seats) for name, each in RULESETS.items() for seats in (each.min_seats, each.max_seats)]
    together = simultaneous(racers, RULESETS)
    return [each for name, seats in names for each in (Opening(name, seats), *together * TOGETHER)]


def race(racers: Racers, proxy: Proxy, rounds: int) -> Counter[str]:
    """Race this many rounds in one game after another."""
    counted: Counter[str] = Counter()
    for number, opening in enumerate(cycle(openings(racers))):
        game = RacedGame(racers, opening, number)
        for _ in range(1 if opening.scenario else MOST):
            if not game.view["to_act"]:
                break
            counted += game.play_round(proxy)
            if counted["rounds"] % REPORT == 0:
                print(_shown(counted), flush=True)
            if counted["rounds"] == rounds:
                return counted
    raise AssertionError("the games never end")


def main() -> int:
    """Run the races, and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.races", description="Many answer the same decisions.")
    parser.add_argument("--rounds", type=int, default=10_000, help="how many rounds (default 10000)")
    rounds = parser.parse_args().rounds
    started = time.monotonic()
    with TemporaryDirectory(prefix="bottega-races-") as directory, racing(Path(directory)) as (served, proxy):
        racers = Racers(served.address)
        counted = race(racers, proxy, rounds)
        racers.close()
    print(_shown(counted))
    print(f"{PROCESSES} web server processes: 0 actions lost, 0 doubled, {time.monotonic() - started:.0f} s")
    return 0


def _shown(counted: Counter[str]) -> str:
    """Format the counts."""
    return (
        f"{counted['rounds']} rounds, {counted['simultaneous']} of them for simultaneous decisions, "
        f"{counted['requests']} requests, {counted['events']} events, "
        f"{counted['replays']} replays, {counted['hang_ups']} clients hung up, "
        f"{counted['lost_replies']} replies of Redis lost"
    )


if __name__ == "__main__":
    sys.exit(main())

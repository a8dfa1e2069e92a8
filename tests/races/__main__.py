"""The races at length: `make races`. Prints what was raced; ends with an AssertionError where an action was miscounted.

Everything is drawn from the numbers of the tables, but who is faster is not: a failure may not come again.
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
from tests.races.rounds import Opening, Table, simultaneous
from tests.races.running import PROCESSES, racing
from tests.service.proxy import Proxy

REPORT = 1000
MOST = 30
"""How many rounds are raced at a table that begins at the beginning."""
TOGETHER = 3
"""How often the scenarios in which several are to act are raced at between two such tables."""


def openings(racers: Racers) -> list[Opening]:
    """List what is raced at: every ruleset with few and many seats, and as often where several act at the same time."""
    names = [(name, seats) for name, each in RULESETS.items() for seats in (each.min_seats, each.max_seats)]
    together = simultaneous(racers, RULESETS)
    return [each for name, seats in names for each in (Opening(name, seats), *together * TOGETHER)]


def race(racers: Racers, proxy: Proxy, rounds: int) -> Counter[str]:
    """Race this many rounds at one table after the other."""
    counted: Counter[str] = Counter()
    for number, opening in enumerate(cycle(openings(racers))):
        table = Table(racers, opening, number)
        for _ in range(1 if opening.scenario else MOST):
            if not table.view["to_act"]:
                break
            counted += table.play_round(proxy)
            if counted["rounds"] % REPORT == 0:
                print(_shown(counted), flush=True)
            if counted["rounds"] == rounds:
                return counted
    raise AssertionError("the tables never end")


def main() -> int:
    """Race, and print how it went."""
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
    """Write what was raced so far."""
    return (
        f"{counted['rounds']} rounds, {counted['simultaneous']} of them for simultaneous decisions, "
        f"{counted['requests']} requests, {counted['events']} events, "
        f"{counted['replays']} replays, {counted['hang_ups']} clients hung up, "
        f"{counted['lost_replies']} replies of Redis lost"
    )


if __name__ == "__main__":
    sys.exit(main())

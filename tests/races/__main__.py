"""The races at length: `make races`. Prints what was raced; ends with an AssertionError where an action was miscounted.

Everything is drawn from the numbers of the tables, but who is faster is not: a failure may not come again.
"""

import argparse
import sys
import time
from collections import Counter
from itertools import count, cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from domain.registry import RULESETS
from tests.races.racers import Racers
from tests.races.rounds import Table
from tests.races.running import PROCESSES, racing
from tests.service.proxy import Proxy

REPORT = 1000


def race(racers: Racers, proxy: Proxy, rounds: int) -> Counter[str]:
    """Race this many rounds at tables of every ruleset and number of seats in turn."""
    tables = cycle((name, seats) for name, each in RULESETS.items() for seats in (each.min_seats, each.max_seats))
    counted: Counter[str] = Counter()
    for number, (name, seats) in zip(count(), tables, strict=False):
        table = Table(racers, name, seats, Random(number))
        while table.view["to_act"]:
            counted += table.play_round(proxy)
            if counted["rounds"] % REPORT == 0 or counted["rounds"] == rounds:
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
    print(
        f"{counted['rounds']} rounds on {PROCESSES} web server processes: 0 actions lost, 0 doubled, "
        f"{time.monotonic() - started:.0f} s"
    )
    return 0


def _shown(counted: Counter[str]) -> str:
    """Write what was raced so far."""
    return (
        f"{counted['rounds']} rounds, {counted['requests']} requests, {counted['events']} events, "
        f"{counted['replays']} replays, {counted['hang_ups']} clients hung up, "
        f"{counted['lost_replies']} replies of Redis lost"
    )


if __name__ == "__main__":
    sys.exit(main())

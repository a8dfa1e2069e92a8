"""Test legal actions at length, over every option: `make legal`.

A game's number fixes its options, its draws and all tested actions. A failure is therefore repeated by `python -m
tests.legal --first NUMBER --games 1`.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.registry import RULESETS
from service.app import create_app
from service.runtime.redis_server import redis_server
from tests.legal.proof import Effort, prove_game
from tests.service.helpers.client.service import Service, settings

EFFORT = Effort(moments=12, listed=60, unlisted=24)
CODE = "code "

Proved = tuple[Counter[str], list[str]]
"""The counts of tested actions, and the failures."""


def prove(name: str, seats: int, numbers: range) -> Proved:
    """Test these games on a separate Redis; a failing game does not stop the others."""
    counted: Counter[str] = Counter()
    failures = []
    with TemporaryDirectory(prefix="bottega-legal-") as directory, redis_server(Path(directory)) as server:
        service = Service(create_app(settings(server.url, sandbox=True)))
        for number in numbers:
            try:
                counted += prove_game(service, name, seats, number, EFFORT)
            except Exception:  # noqa: BLE001  # any error is a finding, printed with its number
                failures.append(f"{name}, {seats} seats, game {number}\n{traceback.format_exc()}")
        service.close()
    return counted, failures


def main() -> int:
    """Test everything on all cores, print the counts, and return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.legal", description="The proof of the legal list.")
    parser.add_argument("--games", type=int, default=24, help="of each ruleset and number of seats (default 24)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default 0)")
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.games)
    runs = [(name, seats) for name, each in RULESETS.items() for seats in range(each.min_seats, each.max_seats + 1)]
    started = time.monotonic()
    with ProcessPoolExecutor() as pool:
        futures = [pool.submit(prove, *run, numbers) for run in runs]
        proved = [_report(*run, future.result()) for run, future in zip(runs, futures, strict=True)]
    total = sum((counted for counted, _ in proved), Counter[str]())
    broken = sum(len(failures) for _, failures in proved)
    print(f"together: {_shown(total)}, {broken} broken, {time.monotonic() - started:.0f} s")
    return 1 if broken or not total else 0


def _report(name: str, seats: int, proved: Proved) -> Proved:
    """Print the result of one run."""
    counted, failures = proved
    known = {rejection.code for rejection in RULESETS[name].rejections}
    reached = {each.removeprefix(CODE) for each in counted if each.startswith(CODE)}
    print(
        f"{name}, {seats} seats: {_shown(counted)}, {len(reached)} of {len(known)} rejection codes, "
        f"{len(failures)} broken",
        flush=True,
    )
    for failure in failures:
        print(failure, flush=True)
    return proved


def _shown(counted: Counter[str]) -> str:
    """Format the counts."""
    return (
        f"{counted['moments']} moments, {counted['listed']} listed actions accepted, "
        f"{counted['unlisted']} unlisted actions rejected"
    )


if __name__ == "__main__":
    sys.exit(main())

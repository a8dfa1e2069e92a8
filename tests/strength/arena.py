"""Lets players of the arena meet and keeps what came of it: `python -m tests.strength.arena --help`.

Without players the whole plan is played, every ruleset with every number of seats. Results are kept deal by deal
in `strength.json` beside this module, in the place of an older one of the same meeting, and `workers/STRENGTH.md` is
written anew from all of them.
"""

import argparse
import os
import platform
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from domain.registry import RULESETS
from tests.strength.players import PLAYERS
from tests.strength.report import Record, report
from tests.strength.strength import measure

RECORDS: Final = Path(__file__).with_name("strength.json")
REPORT: Final = Path(__file__).parents[2] / "workers" / "STRENGTH.md"


class Meeting(NamedTuple):
    """One player against another at a table of a ruleset."""

    ruleset: str
    seats: int
    player: str
    opponent: str


PLAN: Final = {
    2: (
        ("greedy", "random"),
        ("easy", "random"),
        ("greedy", "easy"),
        ("normal", "greedy"),
        ("hard", "greedy"),
        ("hard", "value"),
        ("hard", "normal"),
        ("expert", "hard"),
        ("peeking-normal", "normal"),
    ),
    3: (("greedy", "random"), ("normal", "greedy"), ("hard", "greedy")),
    4: (("greedy", "random"), ("normal", "greedy"), ("hard", "greedy")),
    5: (("greedy", "random"), ("normal", "greedy"), ("hard", "greedy")),
}
"""By number of seats: who meets whom; each level has to beat the one below it."""


def meetings(asked: argparse.Namespace) -> Iterator[Meeting]:
    """List what is to be played: two players, or the plan."""
    for ruleset in [RULESETS[asked.ruleset]] if asked.ruleset else RULESETS.values():
        for seats in asked.seats or range(ruleset.min_seats, ruleset.max_seats + 1):
            pairs = [(asked.player, asked.opponent)] if asked.player else PLAN[seats]
            yield from (Meeting(ruleset.name, seats, player, opponent) for player, opponent in pairs)


def main() -> None:
    """Play what the command line asks for; print each result and keep it."""
    asked = _arguments()
    with ProcessPoolExecutor(asked.processes) as pool:
        for meeting in meetings(asked):
            ruleset, seats, player, opponent = meeting
            deals = range(asked.first_deal, asked.first_deal + -(-asked.games // seats))
            played, on = commit(), machine()
            for strength in measure(ruleset, player, opponent, seats, deals, pool.map):
                keep(Record(strength, played, on))
            print(strength, flush=True)


def keep(record: Record) -> None:
    """Put a record among those kept, and write the report."""
    kept = msgspec.json.decode(RECORDS.read_bytes(), type=list[Record]) if RECORDS.exists() else []
    records = sorted([*(each for each in kept if each.meeting != record.meeting), record], key=lambda each: each.place)
    lines = [msgspec.json.encode(each).decode() for each in records]
    RECORDS.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    REPORT.write_text(report(records))


def commit() -> str:
    """Name the commit that is played, with a `+` if files have changed since."""
    git = partial(subprocess.run, cwd=RECORDS.parent, check=True, capture_output=True, text=True)
    named = git(["git", "rev-parse", "--short=10", "HEAD"]).stdout.strip()
    changed = git(["git", "status", "--porcelain", "--", "../../domain", "../../workers/search.py"]).stdout
    return named + "+" * bool(changed)


def machine() -> str:
    """Describe the machine in a few words."""
    models = [line.partition(":")[2] for line in _cpu_info() if line.startswith("model name")]
    name = models[0].strip() if models else platform.machine()
    return f"{os.cpu_count()} CPUs, {name}, {platform.python_implementation()} {platform.python_version()}"


def _cpu_info() -> Sequence[str]:
    """Read what Linux tells of the processors; nothing elsewhere."""
    told = Path("/proc/cpuinfo")
    return told.read_text().splitlines() if told.exists() else ()


def _arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.arena", description=__doc__)
    parser.add_argument("player", nargs="?", choices=PLAYERS, help="the player under test; else the plan is played")
    parser.add_argument("opponent", nargs="?", choices=PLAYERS, default="greedy", help="at all other seats (greedy)")
    parser.add_argument("--ruleset", choices=sorted(RULESETS), help="all of them unless one is named")
    parser.add_argument("--seats", type=int, nargs="+", help="the numbers of seats (all the ruleset allows)")
    parser.add_argument("--games", type=int, default=200, help="at least so many games for each number of seats (200)")
    parser.add_argument("--first-deal", type=int, default=0, help="the number of the first deal (0)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="that play at the same time (one a CPU)")
    return parser.parse_args()


if __name__ == "__main__":
    main()

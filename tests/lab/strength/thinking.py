"""Measure how long the AI levels think, under the conditions of the service: in real positions, with the time limit.

Times are CPU milliseconds of one decision with at least two legal actions. They depend on the machine and on the build
of the rules; the decisions do not.
"""

import os
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Final

import msgspec

from domain.levels import LEVELS
from service.telemetry.build import build
from tests.lab.strength import stored_lists
from tests.lab.strength.playing import DEFAULT, choices, spaced
from tests.rulesets.games import PLAYED
from workers.thinking.choice import think

TIMES: Final = Path(__file__).with_name("thinking.json")


class Times(msgspec.Struct, frozen=True):
    """The thinking time of a level with a number of seats."""

    ruleset: str
    seats: int
    level: str
    build: str
    """`plain` or `compiled`."""
    machine: str
    decisions: int
    cut: int
    """The number of decisions that the time limit ended."""
    median_ms: float
    percentile_95_ms: float
    longest_ms: float

    @property
    def place(self) -> tuple[str, int, int, str]:
        """Return the key; a newer measurement replaces an older one with the same key."""
        return self.ruleset, self.seats, list(LEVELS).index(self.level), self.build


def measure(ruleset: str, seats: int, decisions: int) -> Iterator[Times]:
    """Let every level make this number of decisions in one game between greedy players."""
    rules, met = PLAYED[ruleset], spaced(choices(ruleset, DEFAULT, seats), decisions)
    for level, how in LEVELS.items():
        thoughts = [think(rules, state, seat, how, Random(number)) for number, (state, seat) in enumerate(met)]
        spent = [1000 * each.seconds for each in thoughts]
        cut = sum(each.found is not None and each.found.cut for each in thoughts)
        ends = median(spent), quantiles(spent, n=20, method="inclusive")[-1], max(spent)
        rounded = [round(each, 2 if each < 10 else 0) for each in ends]
        yield Times(ruleset, seats, level, build(), machine(), len(spent), cut, *rounded)


def machine() -> str:
    """Return a short description of the machine."""
    reported = Path("/proc/cpuinfo")
    lines = reported.read_text().splitlines() if reported.exists() else ()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = models[0] if models else platform.machine()
    return f"{os.cpu_count()} CPUs, {name}, {platform.python_implementation()} {platform.python_version()}"


def keep(times: Iterable[Times], file: Path = TIMES) -> None:
    """Store times in a file."""
    stored_lists.keep(times, file, Times, lambda each: each.place)


def read(file: Path = TIMES) -> list[Times]:
    """Return the stored times."""
    return stored_lists.read(file, Times)

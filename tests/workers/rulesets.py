"""A ruleset whose AI levels think for as long as a test wants, or fail on demand."""

import ctypes
import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Any

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset

NAME = next(iter(RULESETS))
FAST, SLOW, POISONED, SEARCHING = "random", "greedy", "easy", "expert"
PAUSE_SECONDS = 0.005
LONG_SECONDS = 0.02
"""Seconds of each iteration in a search that must last: half a minute in all."""


def report(path: Path) -> None:
    """Write this process's id atomically, for concurrent readers."""
    written = path.with_name(f"{path.name}-{os.getpid()}")
    written.write_text(str(os.getpid()))
    written.replace(path)


def _fail() -> None:
    raise RuntimeError("poisoned")


DEATHS = {
    "": _fail,
    "exit": lambda: os._exit(1),
    "crash": lambda: ctypes.string_at(0),
    "loop": lambda: any(repeat(0)),  # does not return to the interpreter
    "memory": lambda: os.kill(os.getpid(), signal.SIGKILL),  # what the kernel does when no memory is left
}
"""What a poisoned function of the rules does: it raises an error, or ends its process in a way."""
USUAL = "score_actions"
"""The function that is poisoned by default: the level POISONED and all searches use it."""


def poison(directory: Path, death: str = "", function: str = USUAL, process: str = "") -> None:
    """Make a function of the rules fail from now on, in processes of this name or in all."""
    (directory / "poison").write_text(f"{death} {function} {process}")


def _take(directory: Path, function: str) -> None:
    """Fail if a function is poisoned in this process."""
    with suppress(FileNotFoundError):
        death, poisoned, process = (directory / "poison").read_text().split(" ")
        if function == poisoned and process in ("", Path("/proc/self/comm").read_text().strip()):
            DEATHS[death]()


def with_slow_level(directory: Path) -> Mapping[str, AnyRuleset]:
    """Return a ruleset controlled by files in a directory.

    Level SLOW thinks while `hold` exists, and SEARCHING searches for long while `ponder` does; both write their process
    id to `thinking`. Level POISONED and other functions fail after `poison`; the outcome only of games with more seats
    than needed.
    """
    ruleset = RULESETS[NAME]

    def think(state: Any, seat: int, rng: Any) -> Any:
        report(directory / "thinking")
        while (directory / "hold").exists():
            time.sleep(PAUSE_SECONDS)
        return ruleset.heuristics.rollout_policy(state, seat, rng)

    def imagine(state: Any, seat: int, rng: Any) -> Any:
        if (directory / "ponder").exists():
            report(directory / "thinking")
            time.sleep(LONG_SECONDS)
        return ruleset.determinize(state, seat, rng)

    def poisonable(name: str, function: Any) -> Any:
        def run(*arguments: Any, **named: Any) -> Any:
            _take(directory, name)
            return function(*arguments, **named)

        return run

    def outcome(state: Any) -> Any:
        found = ruleset.outcome(state)
        if found is not None and len(found.seats) > ruleset.min_seats:
            _take(directory, "outcome")
        return found

    functions = {name: poisonable(name, getattr(ruleset, name)) for name in ("default_action", "setup")}
    score = poisonable(USUAL, ruleset.heuristics.score_actions)
    heuristics = replace(ruleset.heuristics, rollout_policy=think, score_actions=score)
    return {NAME: replace(ruleset, determinize=imagine, outcome=outcome, heuristics=heuristics, **functions)}

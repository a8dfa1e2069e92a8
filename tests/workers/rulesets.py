"""A ruleset whose AI levels think for as long as a test wants, or fail on demand."""

import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset

NAME = next(iter(RULESETS))
FAST, SLOW, POISONED, SEARCHING = "random", "greedy", "easy", "expert"
PAUSE_SECONDS = 0.005
LONG_SECONDS = 0.02
"""Seconds of each iteration in a search that must last: half a minute in all."""


def tell(path: Path) -> None:
    """Write this process's id atomically, for concurrent readers."""
    written = path.with_name(f"{path.name}-{os.getpid()}")
    written.write_text(str(os.getpid()))
    written.replace(path)


def with_slow_level(directory: Path) -> Mapping[str, AnyRuleset]:
    """Return a ruleset controlled by files in a directory.

    Level SLOW thinks while `hold` exists, and SEARCHING searches for long while `ponder` does; both write their process
    id to `thinking`. Level POISONED fails while `poison` exists.
    """
    ruleset = RULESETS[NAME]

    def think(state: Any, seat: int, rng: Any) -> Any:
        tell(directory / "thinking")
        while (directory / "hold").exists():
            time.sleep(PAUSE_SECONDS)
        return ruleset.heuristics.rollout_policy(state, seat, rng)

    def imagine(state: Any, seat: int, rng: Any) -> Any:
        if (directory / "ponder").exists():
            tell(directory / "thinking")
            time.sleep(LONG_SECONDS)
        return ruleset.determinize(state, seat, rng)

    def score(state: Any, seat: int, legal: Any) -> Any:
        if (directory / "poison").exists():
            raise RuntimeError("poisoned")
        return ruleset.heuristics.score_actions(state, seat, legal)

    return {
        NAME: replace(
            ruleset,
            determinize=imagine,
            heuristics=replace(ruleset.heuristics, rollout_policy=think, score_actions=score),
        )
    }

"""A ruleset with an AI level that thinks for as long as a test wants."""

import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset

NAME = next(iter(RULESETS))
FAST, SLOW = "random", "greedy"
PAUSE_SECONDS = 0.005


def with_slow_level(directory: Path) -> Mapping[str, AnyRuleset]:
    """Give a ruleset whose level SLOW writes its process id to `thinking` and thinks while the file `hold` exists."""
    ruleset = RULESETS[NAME]

    def think(state: Any, seat: int, rng: Any) -> Any:
        (directory / "thinking").write_text(str(os.getpid()))
        while (directory / "hold").exists():
            time.sleep(PAUSE_SECONDS)
        return ruleset.guide.choose(state, seat, rng)

    return {NAME: replace(ruleset, guide=replace(ruleset.guide, choose=think))}

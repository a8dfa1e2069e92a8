"""The AI levels, the same for every ruleset: how each decides, or how long it searches.

A level that does not search decides here, by the ruleset's heuristics alone; searching is the work of `workers`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from domain.chance import pick, pick_weighted
from domain.ruleset import AnyRuleset

Decide = Callable[[AnyRuleset, Any, int, Random], Any]
"""Chooses an action of a seat in a state drawn from its information set, with dice of its own."""


@dataclass(frozen=True)
class SearchBudget:
    """How long a search may think about one decision."""

    iterations: int
    """Of which a decision gets the part that the ruleset asks for (`allotted`)."""
    seconds: float = 2.0
    """Of CPU time: a safety cap for slow machines and large tables, after which the iterations made must do."""


def without_cap(how: Decide | SearchBudget) -> Decide | SearchBudget:
    """Return a level as it thinks where time is no matter: alike on every machine, whatever else that does."""
    return replace(how, seconds=math.inf) if isinstance(how, SearchBudget) else how


def allotted(ruleset: AnyRuleset, budget: SearchBudget) -> SearchBudget:
    """Return what a decision of a ruleset gets of a level's budget, by its `budget_share`."""
    return replace(budget, iterations=round(budget.iterations * ruleset.heuristics.budget_share))


def play_random(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Take any legal action, each equally likely."""
    return pick(rng, ruleset.legal_actions(state, seat))


def play_easy(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Take what looks good most often, and now and then what looks worse: the odds follow the scores."""
    legal = ruleset.legal_actions(state, seat)
    scores = ruleset.heuristics.score_actions(state, seat, legal)
    most = max(scores)
    return pick_weighted(rng, legal, [math.exp((score - most) / ruleset.heuristics.temperature) for score in scores])


def play_greedy(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Take what looks best by rules of thumb."""
    return ruleset.heuristics.rollout_policy(state, seat, rng)


LEVELS: Final[Mapping[str, Decide | SearchBudget]] = {
    "random": play_random,
    "easy": play_easy,
    "greedy": play_greedy,
    "normal": SearchBudget(100),
    "hard": SearchBudget(400),
    "expert": SearchBudget(1500),
}
"""By name, the weakest first."""

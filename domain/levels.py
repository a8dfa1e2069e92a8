"""The AI levels, which are the same for every ruleset: a way to decide, or a search budget.

Levels without search decide in this module by the ruleset's heuristics. Levels with search are run by `workers`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from msgspec import UNSET

from domain.chance import pick, pick_weighted
from domain.ruleset import AnyRuleset

Decide = Callable[[AnyRuleset, Any, int, Random], Any]
"""Returns an action of a seat in a state of its information set; the random numbers are independent of the game."""


@dataclass(frozen=True)
class SearchBudget:
    """Limits of a search for one decision."""

    iterations: int
    """Maximum of iterations; `allotted` returns the share for a decision of a ruleset."""
    seconds: float = 2.0
    """Maximum of CPU time, a safety cap for slow machines; the search then uses the iterations made."""


def without_cap(how: Decide | SearchBudget) -> Decide | SearchBudget:
    """Return a level without its cap on CPU time, so that it decides equally on every machine."""
    return replace(how, seconds=math.inf) if isinstance(how, SearchBudget) else how


def allotted(ruleset: AnyRuleset, budget: SearchBudget) -> SearchBudget:
    """Return the part of a level's budget for a decision of a ruleset, by its `budget_share`."""
    return replace(budget, iterations=round(budget.iterations * ruleset.heuristics.budget_share))


def play_random(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Return a random legal action, uniformly."""
    return pick(rng, ruleset.legal_actions(state, seat))


def play_easy(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Return a random legal action with odds by the scores, so good actions are more frequent."""
    legal = ruleset.legal_actions(state, seat)
    scores = ruleset.heuristics.score_actions(state, seat, legal)
    most = max(scores)
    return pick_weighted(rng, legal, [math.exp((score - most) / ruleset.heuristics.temperature) for score in scores])


def play_greedy(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Return the best action by the heuristics."""
    return ruleset.heuristics.rollout_policy(state, seat, rng)


LEVELS: Final[Mapping[str, Decide | SearchBudget]] = {
    "random": play_random,
    "easy": play_easy,
    "greedy": play_greedy,
    "normal": SearchBudget(100),
    "hard": SearchBudget(400),
    "expert": SearchBudget(1500),
}
"""The AI levels by name, the weakest first."""


def differing_levels(ruleset: AnyRuleset, seats: int) -> tuple[str, ...]:
    """Return the AI levels that differ with this number of seats, weakest first; empty if they were not measured."""
    differs = {each.level: each.differs for each in ruleset.ratings if each.seats == seats}
    lowest, *others = LEVELS
    if any(differs.get(level, UNSET) is UNSET for level in LEVELS):
        return ()
    return (lowest, *(level for level in others if differs[level]))

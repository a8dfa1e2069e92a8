"""Find the iterations with which a level takes as much processor time as an opponent, for a meeting at equal time.

A meeting counts iterations, not seconds, so that each game can be played again with the same result. An earlier commit
runs in the plain build, so the level must run in the plain build here, too.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from domain.levels import LEVELS, SearchBudget
from tests.lab.strength import earlier
from tests.lab.strength.players import ITERATIONS, read_constants
from tests.lab.strength.playing import DEFAULT, choices, spaced
from tests.rulesets.games import PLAYED
from workers.thinking.choice import think

CORRECTIONS: Final = 3
Met = Iterable[tuple[Any, int]]
"""Decisions: each a state, and the seat that must act."""


def equal_iterations(ruleset: str, seats: int, level: str, opponent: str, decisions: int) -> int:
    """Return the iterations of a level that searches; `opponent` is a level, maybe of a commit, maybe with iterations.

    >>> equal_iterations("azul", 4, "hard", "hard@4b8e01c3", 40)  # doctest: +SKIP
    912
    """
    met = spaced(choices(ruleset, DEFAULT, seats), decisions)
    target = seconds(ruleset, opponent, met)
    return matching(
        target, budget_of(level).iterations, lambda count: seconds(ruleset, f"{level}:{ITERATIONS}={count}", met)
    )


def matching(target: float, iterations: int, seconds_of: Callable[[int], float]) -> int:
    """Return the iterations that take a time, from a first guess and the time of a number of iterations."""
    for _ in range(CORRECTIONS):
        iterations = max(1, round(iterations * target / seconds_of(iterations)))
    return iterations


def seconds(ruleset: str, player: str, met: Met) -> float:
    """Return the CPU time that a level takes for decisions."""
    word, _, constants = player.partition(":")
    level, _, commit = word.partition("@")
    iterations = int(read_constants(constants).get(ITERATIONS, budget_of(level).iterations))
    rules, budget = PLAYED[ruleset], SearchBudget(iterations, float("inf"))
    if commit:
        named = earlier.full_name(commit)
        return sum(earlier.decide(level, named, iterations, rules, *each, Random(0)).seconds for each in met)
    return sum(think(rules, *each, budget, Random(0)).seconds for each in met)


def budget_of(level: str) -> SearchBudget:
    """Return the budget of a level. Raises TypeError if the level does not search."""
    how = LEVELS[level]
    if not isinstance(how, SearchBudget):
        raise TypeError(f"{level!r} does not search")
    return how

"""Measure the speed of rules and search in the current build; print lines of a name, a tab and a rate per second.

All rates are per second of processor time on one core, the best of several slices, with each ruleset's default options.
"""

import gc
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from domain.levels import SearchBudget
from domain.registry import RULESETS
from domain.rollout import play_out
from domain.ruleset import AnyRuleset
from service.telemetry.build import build
from tests.lab.strength.playing import DEFAULT, choices, spaced
from workers.thinking.search import search

SLICES = 4
SLICE_SECONDS = 0.4
TABLES = (2, 4)
POSITIONS = 8
"""Number of searched decisions, evenly spread over a greedy game."""
THOUGHT = SearchBudget(100, seconds=3600.0)


def main() -> None:
    """Measure every ruleset; the build comes first. As in an AI worker, the garbage collector is off."""
    gc.disable()
    print(build(), flush=True)
    for ruleset in RULESETS.values():
        for what, measure in MEASURES.items():
            for seats in TABLES:
                print(f"{what} {ruleset.name} {seats}\t{measure(ruleset, seats):.1f}", flush=True)


def best_slice(calls: Iterator[int]) -> float:
    """Add up the counts that the calls return; return the highest rate per second of several slices."""
    best = 0.0
    for _ in range(SLICES):
        began, count = time.process_time(), 0
        while (spent := time.process_time() - began) < SLICE_SECONDS:
            count += next(calls)
        best = max(best, count / spent)
    return best


def actions(ruleset: AnyRuleset, seats: int) -> float:
    """Measure the actions of random games, including legal actions and set-up."""
    return best_slice(played for played, _ in random_games(ruleset, seats))


def playouts(ruleset: AnyRuleset, seats: int) -> float:
    """Measure whole random games."""
    return best_slice(1 for _ in random_games(ruleset, seats))


def random_games(ruleset: AnyRuleset, seats: int) -> Iterator[tuple[int, Any]]:
    """Play one game after another; yield the number of actions at the end of each."""
    rng = Random(1)
    while True:
        state = ruleset.setup(ruleset.options_type(), seats, rng)
        yield play_out(ruleset, state, rng), state


def iterations(ruleset: AnyRuleset, seats: int) -> float:
    """Measure iterations of the search in positions of a greedy game."""
    return max(search_pass(ruleset, decisions(ruleset, seats)) for _ in range(SLICES // 2))


def search_pass(ruleset: AnyRuleset, positions: list[tuple[Any, int]]) -> float:
    """Search each position once; return iterations per second."""
    found = [search(ruleset, state, seat, Random(1), THOUGHT) for state, seat in positions]
    return sum(each.iterations for each in found) / sum(each.seconds for each in found)


def clones(ruleset: AnyRuleset, seats: int) -> float:
    """Measure copies of states."""
    return best_slice(over(decisions(ruleset, seats), lambda state, _seat: ruleset.clone(state)))


def sampled(ruleset: AnyRuleset, seats: int) -> float:
    """Measure states sampled from an information set."""
    rng = Random(1)
    return best_slice(over(decisions(ruleset, seats), lambda state, seat: ruleset.determinize(state, seat, rng)))


def over(positions: list[tuple[Any, int]], call: Callable[[Any, int], Any]) -> Iterator[int]:
    """Call a function for all positions again and again; yield the count after each round."""
    while True:
        for state, seat in positions:
            call(state, seat)
        yield len(positions)


def decisions(ruleset: AnyRuleset, seats: int) -> list[tuple[Any, int]]:
    """Choose decisions with at least two actions from a game of the heuristics, evenly spread: state and seat."""
    return spaced(choices(ruleset.name, DEFAULT, seats), POSITIONS)


MEASURES = {
    "actions": actions,
    "playouts": playouts,
    "iterations": iterations,
    "clones": clones,
    "determinize": sampled,
}

if __name__ == "__main__":
    main()

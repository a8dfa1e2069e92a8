"""Build the rows of the journeys: each pair of values that is possible is in one of them at least."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import combinations
from random import Random

from covertable import criteria
from covertable.main import Controller

from tests.pairs.dimensions import DIMENSIONS, NONE, Row
from tests.pairs.forbidden import RULES, Pair, constraints, is_allowed, pairs_of

ARRAYS = 4
"""The number of covering arrays of a whole run: each pair is met in different company.

Every second array has no tournaments: these exclude so many features that single games would be rare.
"""
TENTH = 10
BOUND = tuple(dict.fromkeys(name for rule in RULES for name in (rule.first, rule.second)))
"""The dimensions with forbidden pairs."""
NEIGHBOURS = {
    name: {each for rule in RULES if name in (rule.first, rule.second) for each in (rule.first, rule.second)}
    for name in BOUND
}
"""The dimensions with which each dimension has forbidden pairs."""


def rows(seed: int, *, arrays: int = ARRAYS) -> list[Row]:
    """Return the rows of a seed, always in the same order."""
    with ProcessPoolExecutor() as pool:
        made = pool.map(partial(_covering_array, seed), range(arrays))
        found = [row for each in made for row in each]
    Random(seed).shuffle(found)
    return found


def tenth(found: Sequence[Row]) -> list[int]:
    """Return the numbers of a tenth of the rows: those that follow each other in the shuffled order."""
    return list(range(0, len(found), TENTH))


def _covering_array(seed: int, number: int) -> list[Row]:
    """Return rows with all possible pairs; the seed and the number decide in which company."""
    single = {"tournament": [NONE]} if number % 2 else {}
    factors = {name: [*values] for name, values in DIMENSIONS.items()} | single
    made = Controller(factors, salt=f"{seed} {number}", constraints=constraints(), criterion=criteria.simple).make()
    return [{name: row[name] for name in DIMENSIONS} for row in made]


@cache
def all_pairs() -> frozenset[Pair]:
    """Return all pairs of values that some row without a forbidden pair has."""
    single = combinations(((name, value) for name, values in DIMENSIONS.items() for value in values), 2)
    different = (pair for pair in single if pair[0][0] != pair[1][0])
    return frozenset(frozenset(pair) for pair in different if _is_possible(dict(pair)))


def _is_possible(row: Row) -> bool:
    """Return whether values for all other dimensions complete a row."""
    if not is_allowed(row):
        return False
    near = {other for name in row for other in NEIGHBOURS.get(name, ())}
    missing = next((name for name in BOUND if name in near and name not in row), None)
    return missing is None or any(_is_possible({**row, missing: value}) for value in DIMENSIONS[missing])


def covered(found: Sequence[Row]) -> frozenset[Pair]:
    """Return the pairs of some rows."""
    return frozenset(pair for row in found for pair in pairs_of(row))

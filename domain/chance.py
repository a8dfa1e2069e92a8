"""Random choices for the rules, all by `rng.random()`.

Python guarantees the same `random()` sequence for a seed in every release, but not for other methods. So games can be
replayed on every interpreter.
"""

from bisect import bisect
from collections.abc import Iterable, MutableSequence, Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32


def below(rng: Random, bound: int) -> int:
    """Return a random integer from 0 to `bound` - 1, uniformly; `bound` is at least 1."""
    return int(rng.random() * bound)


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return a random item, uniformly; `items` is not empty."""
    return items[int(rng.random() * len(items))]


def pick_weighted(rng: Random, items: Sequence[T], weights: Iterable[float]) -> T:
    """Return a random item with the given weights, which are not negative and not all 0."""
    totals = list(accumulate(weights))
    return items[bisect(totals, rng.random() * totals[-1], hi=len(totals) - 1)]


def shuffle(rng: Random, items: MutableSequence[T]) -> None:
    """Shuffle `items` in place, uniformly."""
    for last in range(len(items) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        items[last], items[other] = items[other], items[last]

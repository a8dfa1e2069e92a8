"""Dice: every random choice of the rules goes through `rng.random()`.

Python promises the same `random()` sequence for the same seed in every release; it promises that of no other
method. Drawing through `random()` alone keeps games replayable on every interpreter.
"""

from bisect import bisect
from collections.abc import Iterable, MutableSequence, Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32


def below(rng: Random, bound: int) -> int:
    """Draw a whole number from 0 to `bound` - 1, each equally likely; `bound` is at least 1."""
    return int(rng.random() * bound)


def pick(rng: Random, items: Sequence[T]) -> T:
    """Draw one of `items`, each equally likely; there is at least one."""
    return items[int(rng.random() * len(items))]


def pick_weighted(rng: Random, items: Sequence[T], weights: Iterable[float]) -> T:
    """Draw one of `items`, each as likely as its weight says, of which none is negative and one at least is not 0."""
    totals = list(accumulate(weights))
    return items[bisect(totals, rng.random() * totals[-1], hi=len(totals) - 1)]


def shuffle(rng: Random, items: MutableSequence[T]) -> None:
    """Put `items` into a random order in place, every order equally likely."""
    for last in range(len(items) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        items[last], items[other] = items[other], items[last]

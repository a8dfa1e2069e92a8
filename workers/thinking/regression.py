"""Fit weights by ridge regression from sums over the rows, so that no row is stored.

Sums of whole numbers are exact, so the result does not depend on the machine.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from operator import mul


class Sums:
    """The sums that a ridge regression of targets on facts needs."""

    def __init__(self, number: int) -> None:
        self.rows = 0
        self.target = 0.0
        self.facts = [0.0] * number
        """How often each fact holds."""
        self.products = [0.0] * number
        """For each fact, the sum of the targets."""
        self.squares = [[0.0] * (fact + 1) for fact in range(number)]
        """For each fact and each fact up to it, how often both hold."""

    def add(self, facts: Sequence[int], target: float) -> None:
        """Add a row: the facts that hold, and the number to explain."""
        self.rows += 1
        self.target += target
        counted = sorted(Counter(facts).items())
        for place, (fact, times) in enumerate(counted):
            self.facts[fact] += times
            self.products[fact] += times * target
            squares = self.squares[fact]
            for other, as_often in counted[: place + 1]:
                squares[other] += times * as_often

    def fitted(self, ridge: float) -> tuple[float, list[float]]:
        """Return the mean of the targets, and the weight of each fact; 0 for a fact that never holds.

        Weights are drawn to 0 as strongly as by `ridge` rows.
        """
        mean = self.target / self.rows
        known = [fact for fact, times in enumerate(self.facts) if times]
        squares = [
            [self.squares[fact][other] + ridge * (fact == other) for other in known if other <= fact] for fact in known
        ]
        solved = solve(squares, [self.products[fact] - mean * self.facts[fact] for fact in known])
        weights = [0.0] * len(self.facts)
        for fact, weight in zip(known, solved, strict=True):
            weights[fact] = weight
        return mean, weights


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a system of linear equations whose matrix is symmetric and positive definite, by Cholesky decomposition.

    `matrix` has the rows up to the diagonal.

    >>> solve([[4.0], [2.0, 2.0]], [8.0, 6.0])
    [1.0, 2.0]
    """
    lower = _decomposed(matrix)
    halfway: list[float] = []
    for row, value in zip(lower, right, strict=True):
        halfway.append((value - sum(map(mul, row, halfway))) / row[-1])
    solved = halfway
    for place in reversed(range(len(lower))):
        solved[place] /= lower[place][place]
        for earlier in range(place):
            solved[earlier] -= lower[place][earlier] * solved[place]
    return solved


def _decomposed(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the lower triangle L of a matrix that is L times its transpose."""
    lower: list[list[float]] = []
    for row in matrix:
        found: list[float] = []
        for value, above in zip(row, lower, strict=False):
            found.append((value - sum(map(mul, found, above))) / above[-1])
        found.append(sqrt(row[-1] - sum(map(mul, found, found))))
        lower.append(found)
    return lower

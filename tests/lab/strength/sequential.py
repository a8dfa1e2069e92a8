"""Decide between two hypotheses about a win rate as early as the games allow: Wald's sequential test.

The unit is the deal, played from every seat. Its score is the share of its games that were won: the luck of the seat
and of the set-up cancels out. The test assumes only the mean of the distribution of these scores. The likelihoods are
those of the distributions closest to the observed one with the mean of each hypothesis.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import Final

from scipy.optimize import brentq

FAINT: Final = 1e-3
"""The weight of scores that did not occur, so that no hypothesis is impossible."""


class Verdict(StrEnum):
    """The state of a test."""

    OPEN = "open"
    LOW = "H0 accepted"
    HIGH = "H1 accepted"


@dataclass(frozen=True)
class Hypotheses:
    """The two win rates to distinguish, each strictly between 0 and 1, and the maximum error rates."""

    low: float
    """H0: at most this win rate."""
    high: float
    """H1: at least this win rate."""
    alpha: float = 0.05
    """The maximum probability of accepting H1 although H0 is true."""
    beta: float = 0.05
    """The maximum probability of accepting H0 although H1 is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log likelihood ratios at which H0 and H1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Iterable[float]) -> float:
        """Return the log likelihood ratio of H1 to H0 after deals with these scores, each from 0 to 1."""
        weights = Counter({0.0: FAINT, 1.0: FAINT}) + Counter(scores)
        return _log_likelihood(weights, self.high) - _log_likelihood(weights, self.low)

    def judge(self, scores: Iterable[float]) -> Verdict:
        """Return the verdict of the deals so far."""
        ratio, (lower, upper) = self.ratio(scores), self.bounds
        if ratio <= lower:
            return Verdict.LOW
        return Verdict.HIGH if ratio >= upper else Verdict.OPEN


def _log_likelihood(weights: Mapping[float, float], mean: float) -> float:
    """Return the greatest log likelihood of observations, up to a constant, under distributions with this mean.

    By Lagrange's method each frequency is divided by 1 + t * (score - mean); t is chosen so that the mean is right.
    """
    margin = 1e-9

    def excess(t: float) -> float:
        return sum(weight * (each - mean) / (1 + t * (each - mean)) for each, weight in weights.items())

    t = brentq(excess, -1 / (1 - mean) + margin, 1 / mean - margin)
    return -sum(weight * log(1 + t * (each - mean)) for each, weight in weights.items())

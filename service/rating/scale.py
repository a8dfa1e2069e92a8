"""Convert openskill's unit to the displayed rating scale, which is that of Elo with `greedy` at 1000.

Without uncertainty, a lead of 191 points means an expected score of 75 %. Openskill expects 1 / (1 + exp(-d / (sqrt(2)
beta))) for a difference d in its unit. Elo expects 1 / (1 + 10 ** (-D / 400)) for a difference D in points.
"""

import math

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
MIDDLE = 1000
"""Displayed mean of a beginner."""
POINTS = 400 / (math.log(10) * math.sqrt(2) * MODEL.beta)
"""Points per unit of the model; about 29.5."""
INTERVAL = 1.96
"""Standard deviations to each side that contain the true value with 95 % confidence."""


def rating_of(mu: float) -> int:
    """Convert the mean of a skill to points."""
    return round(MIDDLE + (mu - MODEL.mu) * POINTS)


def uncertainty_of(sigma: float) -> int:
    """Return half the width, in points, of the 95 % confidence interval of a rating."""
    return round(INTERVAL * sigma * POINTS)


def mu_of(rating: float) -> float:
    """Convert a rating in points to the mean of a skill."""
    return MODEL.mu + (rating - MIDDLE) / POINTS


def sigma_of(uncertainty: float) -> float:
    """Convert an uncertainty in points to the standard deviation of a skill."""
    return uncertainty / (INTERVAL * POINTS)

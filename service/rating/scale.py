"""The scale on which ratings are shown: that of Elo, on which the AI levels were measured, `greedy` being 1000.

Between two whose strength is known for certain, 191 points are an expected three of four: openskill expects
1 / (1 + exp(-d / (sqrt(2) beta))) of a difference d in its own unit, Elo's scale 1 / (1 + 10 ** (-D / 400)) of D.
"""

import math

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
MIDDLE = 1000
"""What a beginner's mean is shown as."""
POINTS = 400 / (math.log(10) * math.sqrt(2) * MODEL.beta)
"""Of this scale in one of the model's unit; about 29.5."""
INTERVAL = 1.96
"""Standard deviations to each side that hold the true value with 95 % confidence."""


def rating_of(mu: float) -> int:
    """Return the points of a mean."""
    return round(MIDDLE + (mu - MODEL.mu) * POINTS)


def uncertainty_of(sigma: float) -> int:
    """Return half the width, in points, of the interval that holds the true rating with 95 % confidence."""
    return round(INTERVAL * sigma * POINTS)


def mu_of(rating: float) -> float:
    """Return the mean that is shown as so many points."""
    return MODEL.mu + (rating - MIDDLE) / POINTS


def sigma_of(uncertainty: float) -> float:
    """Return the standard deviation whose interval has this half width in points."""
    return uncertainty / (INTERVAL * POINTS)

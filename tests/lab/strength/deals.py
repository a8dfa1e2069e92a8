"""Intervals by deals: the games of a deal depend on each other, the deals do not.

A deal has one value: the mean over its games. The interval of the mean of all deals is that of Student. Leads in points
are two to three times as sharp as games won.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from scipy.stats import t

from tests.lab.strength.playing import Game, Meeting
from tests.lab.strength.score import whole_deals

CONFIDENCE = 0.95
FEWEST = 2
"""Minimum number of deals for an interval."""


class Interval(NamedTuple):
    """A mean over deals, and half the width of its 95 % confidence interval."""

    mean: float
    spread: float
    deals: int


def interval(values: Sequence[float]) -> Interval | None:
    """Return the interval of the mean of a value that each deal has once; None for less than two deals."""
    if len(values) < FEWEST:
        return None
    quantile = float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1))
    return Interval(fmean(values), quantile * stdev(values) / sqrt(len(values)), len(values))


def line(won: Sequence[float], leads: Sequence[float]) -> str:
    """Return the intervals of the share of games won and of the lead in points as a line; both have one value a deal.

    >>> line([0.25, 0.5], [-2.0, 4.0])
    'by 2 deals: won 37.5% ± 158.8%, lead +1.0 ± 38.1'
    """
    share, lead = interval(won), interval(leads)
    if not share or not lead:
        return "too few deals for intervals by deals"
    return (
        f"by {share.deals} deals: won {share.mean:.1%} ± {share.spread:.1%}, lead {lead.mean:+.1f} ± {lead.spread:.1f}"
    )


def of_one_seat(meeting: Meeting, games: Sequence[Game]) -> str:
    """Return the intervals of a player at one seat against the others."""
    played = whole_deals(meeting, games).values()
    return line(
        [fmean(each.won for each in deal) for deal in played],
        [fmean(lead(each.totals, (each.tested,)) for each in deal) for deal in played],
    )


def lead(totals: Sequence[int], own: Sequence[int]) -> float:
    """Return the lead of the mean total of own seats over that of the other seats."""
    return fmean(totals[seat] for seat in own) - fmean(total for seat, total in enumerate(totals) if seat not in own)

"""Summarise the cost of AI decisions."""

from collections.abc import Sequence
from math import ceil

from tests.workers.decision_log import Decision

HEADINGS = f"{'decisions':>9} {'searched':>9} {'iterations':>11}   {'CPU mean':>8} {'p95':>6} {'max':>6}"
SEEN = f"   {'wall mean':>9} {'p95':>6} {'max':>6} {'cut':>5}"


def percentile(values: Sequence[float], part: float) -> float:
    """Return the smallest value that at least this share (above 0) of the values does not exceed; 0 for no values."""
    ordered = sorted(values)
    return ordered[ceil(len(ordered) * part) - 1] if ordered else 0.0


def summary(seconds: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile in milliseconds; 0 for no values."""
    return percentile(seconds, 0.5) * 1000, percentile(seconds, 0.99) * 1000


def row(decisions: Sequence[Decision]) -> str:
    """Return the row of some decisions under `HEADINGS` and `SEEN`: times in milliseconds, of searched decisions."""
    searched = [each for each in decisions if each["iterations"]]
    cpu, wall = ([1000 * each[f"{clock}_seconds"] for each in searched] for clock in ("cpu", "wall"))
    iterations = mean([each["iterations"] for each in searched])
    counted = f"{len(decisions):>9} {len(searched):>9} {iterations:>11,.0f}"
    spent = f"   {mean(cpu):>8.0f} {percentile(cpu, 0.95):>6.0f} {max(cpu, default=0):>6.0f}"
    waited = f"   {mean(wall):>9.0f} {percentile(wall, 0.95):>6.0f} {max(wall, default=0):>6.0f}"
    return f"{counted}{spent}{waited} {sum(each['cut'] for each in searched):>5}"


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 for no values."""
    return sum(values) / len(values) if values else 0.0

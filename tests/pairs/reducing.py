"""Reduce a failing journey: leave out every feature that the fault does not need."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.pairs.dimensions import DIMENSIONS, Row
from tests.pairs.forbidden import is_allowed
from tests.pairs.journey import Outcome

PLAIN: Row = {name: values[0] for name, values in DIMENSIONS.items()} | {"ruleset": "tiny"}
"""A short journey without features, in which every pair is allowed."""
MOST_TRIES = 80
"""The maximum number of journeys to reduce one."""


def reduced(outcome: Outcome, travel: Callable[[Row], Outcome]) -> Outcome:
    """Return a failed outcome with that of the plainest row found that violates the same invariant.

    `travel` plays the journey of another row with the same seed. Half of the features are left out at once, then a
    quarter, and at last one after the other.
    """
    shortest, broken, tries = outcome, invariant(outcome.faults[0]), 0
    size = len(DIMENSIONS)
    while size:
        for names in _parts(features(shortest.row), size):
            plainer = {**shortest.row, **{name: PLAIN[name] for name in names}}
            if tries < MOST_TRIES and is_allowed(plainer):
                tries += 1
                found = travel(plainer)
                shortest = found if any(invariant(each) == broken for each in found.faults) else shortest
        size //= 2
    return replace(outcome, shortest=shortest)


def invariant(fault: str) -> str:
    """Return the name of the invariant that a fault violates."""
    return fault.partition(": ")[0]


def features(row: Row) -> list[str]:
    """List the dimensions in which a row differs from the plain one."""
    return [name for name, value in row.items() if value != PLAIN[name]]


def _parts(names: Sequence[str], size: int) -> list[Sequence[str]]:
    return [names[start : start + size] for start in range(0, len(names), size)]


def program(seed: int, outcome: Outcome) -> list[str]:
    """Return the lines of a shell script that plays the journey of an outcome alone."""
    chosen = "".join(f', {name}="{outcome.row[name]}"' for name in features(outcome.row))
    return [
        ".venv/bin/python - <<'END'",
        "from tests.pairs.alone import play",
        f"play({seed}, {outcome.number}{chosen})",
        "END",
    ]

"""Values of positions that are learned from games: weights of facts of a seat.

`python -m tests.lab.strength.training <ruleset>` learns them and writes `values.json` beside the ruleset's code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import msgspec


class LearnedValue(msgspec.Struct, frozen=True):
    """The points that a seat still gets after the start of a round: the mean plus the weight of each fact."""

    mean: float
    """The mean of all seats."""
    temperature: float
    """The difference in points that makes a seat e times as likely to win."""
    weights: list[float]
    """By the number of the fact."""


@dataclass(frozen=True, kw_only=True)
class ValueFacts:
    """What the value of a seat is learned from."""

    number: int
    """How many facts there are."""
    facts: Callable[[Any, int], Sequence[int]]
    """List the facts that hold for a seat at the start of a round, from 0 to `number` - 1.

    Only public facts. A fact that holds twice is listed twice.
    """
    points: Callable[[Any, int], float]
    """Return the points that a seat has."""
    options: Mapping[str, Mapping[str, Any]]
    """The options with weights of their own, by their names in `values.json`."""
    rounds: range
    """The rounds with weights of their own."""


def read_values(package: str) -> dict[str, dict[int, list[LearnedValue]]]:
    """Return the learned values of a ruleset, by name of the options, number of seats and round."""
    shape = dict[str, dict[int, list[LearnedValue]]]
    return msgspec.json.decode(files(package).joinpath("values.json").read_bytes(), type=shape, strict=False)

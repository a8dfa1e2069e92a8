"""Values of positions that are learned from games: weights of facts of a seat.

`bottega train <ruleset>` learns them and writes `values.json` beside the ruleset's code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec

from domain.package_files import InvalidFile, content, reading

VALUES_FILE: Final = "values.json"
DEFAULT: Final = "default"
"""The name of the default options."""


class LearnedValue(msgspec.Struct, frozen=True):
    """The points that a seat still gets after the start of a round: the mean plus the weight of each fact."""

    mean: float
    """The mean of all seats."""
    temperature: Annotated[float, msgspec.Meta(gt=0)]
    """The difference in points that makes a seat e times as likely to win."""
    weights: list[float]
    """By the number of the fact."""


Values = dict[str, dict[int, list[LearnedValue]]]
"""Learned values by name of the options, number of seats and stage of the game."""


def no_points(_state: Any, _seat: int) -> float:
    """Return 0: in this game only the end has points."""
    return 0.0


def default_options(_state: Any) -> str:
    """Return the name of the only options with weights."""
    return DEFAULT


@dataclass(frozen=True, kw_only=True)
class ValueFacts:
    """What the value of a seat is learned from."""

    number: int
    """How many facts there are."""
    facts: Callable[[Any, int], Sequence[int]]
    """List the facts that hold for a seat at the start of a round, from 0 to `number` - 1.

    The list, with its order, follows from what the seat may know. A fact that holds twice is listed twice.
    """
    seats: Callable[[Any], int]
    """Return the number of seats of a state."""
    rounds: Sequence[int]
    """The rounds at which weights of their own begin, ascending. They hold up to the next of these rounds."""
    points: Callable[[Any, int], float] = no_points
    """Return the points that a seat has, of the points that `outcome` counts."""
    scale: float = 1.0
    """The multiple of all points that is learned. A clear win should be a lead of 20 to 100: weights have two decimal
    places.
    """
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {DEFAULT: {}})
    """The options with weights of their own, by their names in `values.json`."""
    options_name: Callable[[Any], str] = default_options
    """Return the name of the options of a state. A state with another name has no weights, and `evaluate` of the
    heuristics values it.
    """
    rounds_begun: Callable[[Any], int] | None = None
    """`rounds_begun` of a search with learned values. It may count decisions. None: that of the heuristics."""
    horizon: int | None = None
    """`horizon` of a search with learned values. None: that of the heuristics."""


def read_values(package: str) -> Values:
    """Return the learned values of a ruleset."""
    return msgspec.json.decode(files(package).joinpath(VALUES_FILE).read_bytes(), type=Values, strict=False)


def find_values(package: str, declared: ValueFacts) -> Values | None:
    """Return the learned values of a ruleset, or None if nothing was learned.

    Raises InvalidFile if the file does not fit the declared facts.
    """
    found = content(package, VALUES_FILE)
    if found is None:
        return None
    with reading(VALUES_FILE):
        values = msgspec.json.decode(found, type=Values, strict=False)
    tables = [stages for by_seats in values.values() for stages in by_seats.values()]
    numbers = {len(each.weights) for stages in tables for each in stages}
    if numbers != {declared.number} or {len(stages) for stages in tables} != {len(declared.rounds)}:
        raise InvalidFile(
            f"{VALUES_FILE} does not fit the declared facts and rounds: delete it, and run `bottega train` again"
        )
    return values

"""Measured ratings of the AI levels of a ruleset."""

from importlib.resources import files

import msgspec

from domain.data_files import is_replaced


class Rating(msgspec.Struct, frozen=True):
    """Strength and speed of an AI level in games with a number of seats and default options."""

    seats: int
    level: str
    rating: int
    """Elo rating with `greedy` at 1000: a lead of 191 points wins three of four games with two seats."""
    low: int
    high: int
    """Upper end of the 95 % confidence interval."""
    games: int
    """Games that this level played."""
    median_ms: float
    percentile_95_ms: float
    """95th percentile of CPU time in milliseconds for a decision with more than one legal action."""


def read_ratings(ruleset: str, package: str) -> tuple[Rating, ...]:
    """Return the ratings in `strength.json`, by seats and level; empty if there are none.

    They do not apply, and so are empty, if the operator replaced the data file of the ruleset.
    """
    file = files(package).joinpath("strength.json")
    if is_replaced(ruleset) or not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Rating, ...])

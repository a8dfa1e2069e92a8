"""Measured ratings of the AI levels of a ruleset."""

from importlib.resources import files
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.data_files import is_replaced

MOST_RATING: Final = 100_000
EloRating = Annotated[int, Meta(ge=-MOST_RATING, le=MOST_RATING)]
Milliseconds = Annotated[float, Meta(ge=0)]


class Rating(msgspec.Struct, frozen=True):
    """The measured strength of an AI level for one number of seats."""

    seats: Annotated[int, Meta(ge=1, le=64)]
    """The number of seats in the measured games."""
    level: str
    """The AI level."""
    rating: EloRating
    """The rating on an Elo scale, where `greedy` is 1000. A lead of 191 points means winning 75 % of two-player games.
    """
    low: EloRating
    """The lower end of the 95 % confidence interval of the rating."""
    high: EloRating
    """The upper end of the 95 % confidence interval of the rating."""
    games: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """The number of measured games that the level played."""
    median_ms: Milliseconds
    """The median processor time of a decision with at least two legal actions, in milliseconds."""
    percentile_95_ms: Milliseconds
    """The 95th percentile of the processor time of a decision with at least two legal actions, in milliseconds."""


def read_ratings(ruleset: str, package: str) -> tuple[Rating, ...]:
    """Return the ratings in `strength.json`, by seats and level; empty if there are none.

    They do not apply, and so are empty, if the operator replaced the data file of the ruleset.
    """
    file = files(package).joinpath("strength.json")
    if is_replaced(ruleset) or not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Rating, ...])

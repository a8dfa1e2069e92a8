"""Measured ratings of the AI levels of a ruleset."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.data_files import is_replaced
from domain.package_files import content, reading

FILE: Final = "strength.json"

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
    differs: bool | UnsetType = UNSET
    """True if games showed that the level is stronger than the next lower level with this value. The lowest level has
    it, too. False: the level may take longer and play no better. Omitted if not measured."""


def read_ratings(ruleset: str, package: str) -> tuple[Rating, ...]:
    """Return the ratings in `strength.json`, by seats and level; empty if there are none.

    They do not apply, and so are empty, if the operator replaced the data file of the ruleset.
    """
    found = content(package, FILE)
    if is_replaced(ruleset) or found is None:
        return ()
    with reading(FILE):
        return msgspec.json.decode(found, type=tuple[Rating, ...])

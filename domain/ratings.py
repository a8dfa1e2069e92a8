"""How strong the AI levels of a ruleset are, as games against each other have shown."""

from importlib.resources import files

import msgspec

from domain.data_files import is_replaced


class Rating(msgspec.Struct, frozen=True):
    """The strength of an AI level at a table of so many seats, set up without any choice, and how long it thinks."""

    seats: int
    level: str
    rating: int
    """On the scale of Elo, `greedy` being 1000: 191 more win three of four games of two such seats."""
    low: int
    high: int
    """The ends of the interval that holds the true rating with 95 % confidence."""
    games: int
    """That this level took part in."""
    median_ms: float
    percentile_95_ms: float
    """Milliseconds of processor time for a decision that leaves a choice: half, and 95 of 100, take no longer."""


def read_ratings(ruleset: str, package: str) -> tuple[Rating, ...]:
    """Read the ratings of a ruleset's levels from `strength.json`, by seats and level; none where nobody measured them.

    Nor are there any where the operator replaced the data file of the ruleset: that is another game.
    """
    file = files(package).joinpath("strength.json")
    if is_replaced(ruleset) or not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Rating, ...])

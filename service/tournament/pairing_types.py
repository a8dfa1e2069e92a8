"""What a draw is: a round that is still to be seated."""

from dataclasses import dataclass
from typing import Literal

Bracket = Literal["", "winners", "losers", "final"]


@dataclass(frozen=True)
class DrawnTable:
    """Some entrants who are to meet."""

    entrants: tuple[int, ...]
    """In the seat order of the first game."""
    group: int = 0
    bracket: Bracket = ""
    """Of a knock-out with two brackets: in which of them it is."""


@dataclass(frozen=True)
class RoundPairing:
    """The tables of a round, in order, and who has a bye in it."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...] = ()
    sitting_out: tuple[int, ...] = ()
    """Who has neither; in a round that the organiser seats alone."""

"""Types for pairings of a round."""

from dataclasses import dataclass

from service.tournaments.rules.types import Bracket


@dataclass(frozen=True)
class DrawnTable:
    """Entrants who are paired at one table."""

    entrants: tuple[int, ...]
    """The entrants, in seat order of the first game."""
    group: int = 0
    bracket: Bracket = ""
    """The bracket, in a double knock-out."""


@dataclass(frozen=True)
class RoundPairing:
    """The tables of a round, in order, and its byes."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...] = ()
    sitting_out: tuple[int, ...] = ()
    """Entrants with neither a table nor a bye, in manual pairings only."""

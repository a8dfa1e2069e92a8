"""What is stored of a season."""

from collections.abc import Sequence
from typing import Literal

import msgspec

Outcome = Literal["rises", "stays", "falls", "undecided"]


class Division(msgspec.Struct, frozen=True, omit_defaults=True):
    """A division of a season."""

    name: str
    tournaments: tuple[str, ...] = ()
    """The ids of the tournaments, in order."""
    place_points: tuple[int, ...] = ()
    """The points for the places of a tournament, from the first. Empty: the points of its standings count."""
    best: int = 0
    """How many of a player's best results count; 0 for all."""


class SeasonEntrant(msgspec.Struct, frozen=True, array_like=True):
    """A player of a season, named by any of its entrants. It thus needs no change when a player is deleted."""

    tournament: str
    entrant: int


class Confirmation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The divisions of the next season, as the organiser has confirmed them."""

    at: str = ""
    """When it was confirmed, in UTC (RFC 3339); empty before."""
    reason: str = ""
    divisions: tuple[tuple[SeasonEntrant, ...], ...] = ()
    """The players by division of the next season."""


def tournaments_of(divisions: Sequence[Division]) -> list[str]:
    """Return the ids of all tournaments of a season, in order."""
    return [name for division in divisions for name in division.tournaments]

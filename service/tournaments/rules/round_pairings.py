"""Pair the rounds of a tournament from its log and seed.

The same log and seed always return the same pairing. Random choices come from the seed. Withdrawn entrants are not
paired.
"""

from collections.abc import Callable, Mapping, Sequence

from service.tournaments.rules.formats import arena, double_knockout, knockout, round_robin, swiss
from service.tournaments.rules.formats.arena import is_over as arena_is_over
from service.tournaments.rules.match_order import match_order
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.plan import Format
from service.tournaments.rules.stages import next_groups
from service.tournaments.rules.state import Tournament

__all__ = ["DrawnTable", "RoundPairing", "arena_is_over", "match_order", "next_groups", "next_round", "stage_is_over"]

_ROUNDS: Mapping[Format, Callable[[Tournament], RoundPairing | None]] = {
    "round_robin": round_robin.next_round,
    "swiss": swiss.next_round,
    "knockout": knockout.next_round,
    "double_knockout": double_knockout.next_round,
}


def next_round(tournament: Tournament, free: Sequence[int] | None = None) -> RoundPairing | None:
    """Return the pairing of the next round of the current stage, or None once the stage is over.

    All tables must have results, except in an arena. An arena can be paired at any time: `free` lists its unseated
    entrants (default: all). None then means that no tables can be formed now; `arena_is_over` returns whether the arena
    has ended.
    """
    if tournament.stage.format == "arena":
        return arena.next_tables(tournament, tournament.stages[-1][0] if free is None else free)
    return _ROUNDS[tournament.stage.format](tournament)


def stage_is_over(tournament: Tournament) -> bool:
    """Whether the current stage, which is not an arena, has no further round."""
    return swiss.is_over(tournament) if tournament.stage.format == "swiss" else next_round(tournament) is None

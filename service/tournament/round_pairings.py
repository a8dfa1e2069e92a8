"""Who meets whom: the groups of a stage and the tables of a round, from nothing but how the tournament stands.

The same log and seed give the same draw, whoever draws. Where the log leaves a choice, the lots of the seed make it.
Those who have withdrawn are not drawn.
"""

from collections.abc import Callable, Mapping, Sequence

from service.tournament.formats import arena, double_knockout, knockout, round_robin, swiss
from service.tournament.formats.arena import is_over as arena_is_over
from service.tournament.match_order import match_order
from service.tournament.pairing_types import DrawnTable, RoundPairing
from service.tournament.plan import Format
from service.tournament.stages import begin_stage
from service.tournament.state import Tournament

__all__ = ["DrawnTable", "RoundPairing", "arena_is_over", "begin_stage", "match_order", "next_round", "stage_is_over"]

_ROUNDS: Mapping[Format, Callable[[Tournament], RoundPairing | None]] = {
    "round_robin": round_robin.next_round,
    "swiss": swiss.next_round,
    "knockout": knockout.next_round,
    "double_knockout": double_knockout.next_round,
}


def next_round(tournament: Tournament, free: Sequence[int] | None = None) -> RoundPairing | None:
    """Draw the next round of the present stage; None once it is over.

    Drawn between rounds, when every table has a result. Of an arena, drawn at any time: `free` are those who sit
    nowhere, all of its entrants unless given; None says that nobody is seated now, and `arena_is_over` whether anybody
    ever will be.
    """
    if tournament.stage.format == "arena":
        return arena.next_tables(tournament, tournament.stages[-1][0] if free is None else free)
    return _ROUNDS[tournament.stage.format](tournament)


def stage_is_over(tournament: Tournament) -> bool:
    """Whether there is no further round in the present stage, which is no arena; a Swiss need not be drawn for that."""
    return swiss.is_over(tournament) if tournament.stage.format == "swiss" else next_round(tournament) is None

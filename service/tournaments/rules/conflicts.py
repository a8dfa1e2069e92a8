"""List the entrants who meet in a round although they should not, with the reason."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from service.tournaments.rules.apart import labels_now, should_not_meet
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.state import Conflict, Tournament
from service.tournaments.rules.types import ConflictReason


def conflicts_of(
    tournament: Tournament, tables: Iterable[Sequence[int]], *, manual: bool = False
) -> tuple[Conflict, ...]:
    """Return who would meet in the next round at these tables although they should not, by table."""
    return tuple(_found(tournament, tables, "manual" if manual else reason_of(tournament.stage)))


def reason_of(stage: Stage) -> ConflictReason:
    """Return why entrants of a stage meet who should not, unless the organiser paired the round."""
    traits = traits_of(stage)
    if traits.has_schedule:
        return "schedule"
    return "bracket" if traits.bracket is not None and stage.table_size == LEAST_TABLE else "unavoidable"


def _found(tournament: Tournament, tables: Iterable[Sequence[int]], reason: ConflictReason) -> Iterator[Conflict]:
    labels = labels_now(tournament)
    for number, table in enumerate(tables if labels else (), 1):
        for one, other in combinations(sorted(table), 2):
            if should_not_meet(labels, one, other):
                yield Conflict(number, (one, other), reason)

"""What lists tell of a tournament: as much of how it stands as changes, of what may be seen by now."""

from collections.abc import Sequence

import msgspec

from service.tournament.events import AnyEvent, Cancelled, Opened, Paired, RulingWithdrawn, TakenBack
from service.tournament.state import Status, Tournament


class TournamentSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a tournament stands, in brief."""

    version: int
    """How many entries of its log may be seen."""
    status: Status
    entrants: int
    """Those who have not withdrawn."""
    rounds: int
    stage: int | None = None
    """The latest that has begun, from 0; None before the first."""
    name: str = ""
    """What the tournament is called."""


def seen_version(log: Sequence[AnyEvent]) -> int:
    """Return how much of a log may be seen: no game, nor what comes after it, before it has been created.

    A cancelled tournament is seen whole: a round whose games could not be created is none.
    """
    if any(isinstance(event, Cancelled) for event in log):
        return len(log)
    hidden: dict[int, int] = {}
    for event in log:
        if isinstance(event, Paired) or (isinstance(event, RulingWithdrawn) and event.replays):
            hidden.setdefault(event.round, event.number - 1)
        elif isinstance(event, Opened | TakenBack):
            hidden.pop(event.round, None)
    return min(hidden.values(), default=len(log))


def brief(tournament: Tournament) -> TournamentSummary:
    """Say in brief how a tournament stands, of which nothing was folded that may not be seen."""
    return TournamentSummary(
        tournament.version,
        tournament.status,
        sum(not each.withdrawn for each in tournament.entrants),
        len(tournament.rounds),
        len(tournament.stages) - 1 if tournament.stages else None,
        tournament.plan.name,
    )

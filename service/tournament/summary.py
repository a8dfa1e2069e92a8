"""Summarise the visible state of a tournament for lists."""

from collections.abc import Sequence

import msgspec

from service.tournament.events import AnyEvent, Cancelled, Opened, Paired, RulingWithdrawn, TakenBack
from service.tournament.state import Tournament
from service.tournament.types import Status


class TournamentSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The changing part of a tournament in lists."""

    version: int
    """Number of visible log entries."""
    status: Status
    entrants: int
    """Number of entrants who have not withdrawn."""
    rounds: int
    stage: int | None = None
    """The latest started stage, from 0; None before the first."""
    name: str = ""
    """Display name of the tournament."""


def visible_version(log: Sequence[AnyEvent]) -> int:
    """Return how many log entries are visible: entries from a pairing on are hidden until its games exist.

    A cancelled tournament is visible as a whole: a round whose games could not be created is dropped.
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


def summarise(tournament: Tournament) -> TournamentSummary:
    """Return the summary of a tournament that was folded from visible entries only."""
    return TournamentSummary(
        tournament.version,
        tournament.status,
        sum(not each.withdrawn for each in tournament.entrants),
        len(tournament.rounds),
        len(tournament.stages) - 1 if tournament.stages else None,
        tournament.plan.name,
    )

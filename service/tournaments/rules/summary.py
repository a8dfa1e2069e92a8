"""Summarise the visible state of a tournament for lists."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.resources.types import Count, ShortText
from service.tournaments.rules.limits import MOST_ENTRANTS
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.types import StageNumber, TournamentName, TournamentStatus, TournamentVersion

Present = Annotated[int, Meta(ge=0, le=MOST_ENTRANTS, description="The number of entrants that have not withdrawn.")]
RoundCount = Annotated[Count, Meta(description="The number of rounds that have started.")]


class TournamentProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The changing part of a tournament in lists; without hidden log entries."""

    version: TournamentVersion
    status: TournamentStatus
    entrants: Present
    rounds: RoundCount
    stage: StageNumber | UnsetType = UNSET
    name: TournamentName = ""
    label: ShortText | UnsetType = UNSET
    """The label of the tournament. Omitted if it has none."""


def visible_version(tournament: Tournament) -> int:
    """Return how many log entries are visible: entries from a pairing on are hidden until its games exist.

    A cancelled tournament is visible as a whole: a round whose games could not be created is dropped.
    """
    if tournament.status == "cancelled":
        return tournament.version
    return min(tournament.uncreated.values(), default=tournament.version)


def summarise(tournament: Tournament) -> TournamentProgress:
    """Return the summary of a tournament that was folded from visible entries only."""
    return TournamentProgress(
        tournament.version,
        tournament.status,
        tournament.present_count,
        len(tournament.rounds),
        tournament.stage_index if tournament.stages else UNSET,
        tournament.plan.name,
        tournament.plan.texts.label if tournament.plan.texts else UNSET,
    )

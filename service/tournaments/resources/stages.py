"""Parts of the plan of a tournament: stages, points for places, texts of the organiser."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Request, Response, unless_exactly_one
from service.resources.notifications import time_zones
from service.tournaments.rules.limits import LEAST_TABLE, MOST_TABLE
from service.tournaments.rules.plan import (
    MOST_ROUNDS,
    Challenges,
    KeepApart,
    Minutes,
    OwnTexts,
    Rounds,
    Series,
    Stage,
    TableSize,
    TeamMatches,
    WholePoints,
)
from service.tournaments.rules.plan_events import ChangedStage, TeamMember
from service.tournaments.rules.repeats import Repeats


class SeriesRequest(Series, Request, frozen=True):
    """How many games each match of a stage has, and in which order they are played."""


class StageSeries(Series, Response, frozen=True):
    """How many games each match of a stage has, and in which order they are played."""


class ChallengesRequest(Challenges, Request, frozen=True):
    """Whom the entrants of a ladder can challenge."""


class StageChallenges(Challenges, Response, frozen=True, omit_defaults=False):
    """Whom the entrants of a ladder can challenge."""


class StageRequest(Stage, Request, frozen=True):
    """A stage of a new tournament, with one format."""

    series: SeriesRequest | UnsetType = UNSET
    """The games of each match of the stage. Default: as many as `games` of the tournament, all at once."""
    challenges: ChallengesRequest | UnsetType = UNSET
    """Whom the entrants of a `ladder` can challenge. Default: those at most three places above, once in 24 hours."""


class TournamentStage(Stage, Response, frozen=True):
    """A stage of a tournament, with one format."""

    table_size: TableSize = 0  # no stage has this value, so that it is never omitted
    series: StageSeries | UnsetType = UNSET
    """The games of each match of the stage. Omitted: as many as `games` of the tournament, all at once."""
    challenges: StageChallenges | UnsetType = UNSET
    """Whom the entrants of a `ladder` can challenge. Omitted in other formats."""


class TournamentTextsRequest(OwnTexts, Request, frozen=True):
    """What the organiser writes about a tournament, for all its readers."""


class TournamentTexts(OwnTexts, Response, frozen=True):
    """What the organiser writes about a tournament, for all its readers."""


class KeepApartRequest(KeepApart, Request, frozen=True):
    """Entrants who do not meet."""


class TeamMatchesRequest(TeamMatches, Request, frozen=True):
    """Matches of teams: in each round a team meets another team. Board 1 plays board 1, board 2 plays board 2."""


class RepeatsRequest(Repeats, Request, frozen=True):
    """The rule by which the service creates the next tournament with the same plan and staff.

    It is created once this one has started, is cancelled, or has too few entrants at its start. See
    `/docs/guides/tournament#events-that-repeat`.
    """

    excluded: ClassVar[Mapping[str, Any]] = unless_exactly_one("weekdays", "days")

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield faults: an unknown time zone, a date that does not exist, weekdays and days, or neither."""
        if (self.weekdays is UNSET) == (self.days is UNSET):
            yield "", "Must have exactly one of weekdays and days."
        if len({*(self.weekdays or ())}) < len(self.weekdays or ()):
            yield "weekdays", "Values must be distinct."
        if self.time_zone not in time_zones():
            yield "time_zone", "Must be the name of a time zone, such as Europe/Prague."
        try:
            _ = date.fromisoformat(self.until or "2000-01-01")
        except ValueError:
            yield "until", "Not a date."


class TeamMemberRequest(TeamMember, Request, frozen=True):
    """An entrant with a new team."""


class PlacePointsFields(msgspec.Struct, frozen=True):
    """The points for the places at tables of one size."""

    table_size: Annotated[int, Meta(ge=LEAST_TABLE, le=MOST_TABLE)]
    """The number of entrants at the table."""
    by_place: Annotated[tuple[WholePoints, ...], Meta(min_length=LEAST_TABLE, max_length=MOST_TABLE)]
    """The points of each place in one game, from the first. No place has more points than a better one."""


class PlacePointsRequest(PlacePointsFields, Request, frozen=True):
    """The points for the places at tables of one size."""


class PlacePoints(PlacePointsFields, Response, frozen=True):
    """The points for the places at tables of one size."""


class StageChange(ChangedStage, Request, frozen=True):
    """New lengths of a stage. Omitted values stay unchanged."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | UnsetType = UNSET
    """The new number of rounds of `swiss`, at least the number of rounds created so far."""
    minutes: Minutes | UnsetType = UNSET
    """The new minutes during which an `arena` creates matches; 0: no limit."""
    matches: Rounds | UnsetType = UNSET
    """The new maximum number of matches of each entrant in an `arena`; 0: no limit."""

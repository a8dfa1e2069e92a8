"""Tournaments, lists of them, and their plans."""

import re
from collections.abc import Hashable, Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import OfRuleset, Query, Request, Response, UnionByRuleset
from service.resources.game_fields import (
    GameAbsence,
    GameClock,
    GameVisibility,
    NewGameAbsence,
    NewGameClock,
    RatedFlag,
)
from service.resources.game_places import TournamentId
from service.resources.spectators import GameSpectators
from service.resources.types import (
    CURSOR,
    MOST,
    NEXT_CURSOR,
    Count,
    Digits,
    GameRulesVersion,
    Moment,
    Options,
    PlainRuleset,
    PlayerId,
    RulesVersion,
    ShortText,
    UnionTag,
)
from service.tournaments.resources.entrants import EntrantRequest
from service.tournaments.resources.staff import MOST_STAFF, CallerRights, StaffMember, StaffMemberRequest
from service.tournaments.resources.stages import (
    KeepApartRequest,
    PlacePoints,
    PlacePointsRequest,
    RepeatsRequest,
    StageChange,
    StageRequest,
    TeamMatchesRequest,
    TeamMemberRequest,
    TournamentStage,
    TournamentTexts,
    TournamentTextsRequest,
)
from service.tournaments.rules import summary
from service.tournaments.rules.limits import LEAST_TABLE, MOST_ENTRANTS, MOST_TABLE
from service.tournaments.rules.plan import (
    MOST_ROUNDS,
    MOST_STAGES,
    USUAL_POINTS,
    ByePoints,
    EntrantLimit,
    KeepApart,
    NextRound,
    PauseSeconds,
    PlanTerms,
    PriorityOfPairing,
    ReplacementOfQualified,
    SharedPlaces,
    TeamMatches,
    VacationDays,
)
from service.tournaments.rules.plan_events import PlanChangeFields
from service.tournaments.rules.repeats import Repeats
from service.tournaments.rules.types import (
    STATED_MOMENT,
    EntrantNumbers,
    Reason,
    StageNumber,
    Status,
    TournamentName,
    TournamentStatus,
    TournamentVersion,
)

MOST_LISTED = 100
MOST_MEMBERS = 500
TOURNAMENTS = "t"
"""First letter of cursors in the list of tournaments."""
USUAL_SCALES = ". ".join(f"{size}: {', '.join(map(str, places))}" for size, places in USUAL_POINTS.items())
_FRACTION = re.compile(r"(\.[0-9]+)?Z$")

StatedMoment = Annotated[str, whole_text(STATED_MOMENT)]
StatedMoments = Annotated[tuple[StatedMoment, ...], Meta(max_length=MOST_ROUNDS * MOST_STAGES)]
TournamentCursor = Annotated[str, whole_text(f"^{TOURNAMENTS}[0-9a-f]{{12}}$", min_length=13, max_length=13)]
OrganiserId = Annotated[
    PlayerId,
    Meta(description="The id of the player who created the tournament. Omitted once the player has been deleted."),
]
CreatedAt = Annotated[Moment, Meta(description="When the tournament was created, in UTC (RFC 3339).")]


def moment_of(text: str) -> datetime:
    """Return a stated time in UTC, without its fraction; raises ValueError for a day or hour that does not exist."""
    return datetime.fromisoformat(_FRACTION.sub("", text))


def _time_faults(**stated: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name, texts in stated.items():
        try:
            _ = [moment_of(each) for each in texts]
        except ValueError:
            yield name, "Not a time."


def _repetitions(**values: Sequence[Hashable]) -> Iterator[tuple[str, str]]:
    return ((name, "Values must be distinct.") for name, each in values.items() if len({*each}) < len(each))


class TournamentRequest(PlanTerms, Request, UnionByRuleset, frozen=True, kw_only=True):
    """The plan of a new tournament. `updateTournament` can change some fields later."""

    name: TournamentName
    ruleset: UnionTag
    rules_version: RulesVersion | UnsetType = UNSET
    """The version of the rules that the client supports, from `versions` of `getRuleset`. The response names the
    `ruleset` of this version. Default: the latest version."""
    options: Annotated[Any, OfRuleset("options_type", "Options")] = UNSET
    """The options of the game. Default: the ruleset's defaults."""
    stages: Annotated[tuple[StageRequest, ...], Meta(min_length=1, max_length=MOST_STAGES)]
    """The stages in order, such as groups and a knock-out."""
    points: Annotated[
        tuple[PlacePointsRequest, ...],
        Meta(min_length=1, max_length=MOST_TABLE - LEAST_TABLE + 1),
        Meta(
            description="Points for the places in one game, by table size. Tied entrants share the mean of their "
            "places. An omitted table size uses the scale of the nearest size given, the larger one of two. The "
            "first and last place keep their points. Places between are spaced evenly and rounded, halves up. "
            "Example: 10, 6, 3, 1 at tables of four makes 10, 5, 1 at tables of three. Default for all sizes: "
            f"{USUAL_SCALES}."
        ),
    ] = ()
    bye_points: ByePoints | UnsetType = UNSET
    pairing_priority: PriorityOfPairing = "points"
    replacement: ReplacementOfQualified = "group"
    shared_places: SharedPlaces = True
    texts: TournamentTextsRequest | UnsetType = UNSET
    """What the organiser writes about the tournament. Default: nothing."""
    keep_apart: KeepApartRequest | UnsetType = UNSET
    """Who does not meet. Default: all may meet."""
    team_matches: TeamMatchesRequest | UnsetType = UNSET
    """How teams meet, in stages with rounds and `table_size` 2. Entrants without a team do not play. `qualify` counts
    teams. See `/docs/guides/tournament-formats#matches-of-teams`. Default: single entrants meet."""
    starts_at: StatedMoment | UnsetType = UNSET
    """When the tournament starts automatically, in UTC (RFC 3339). It must lie in the future. Omitted: it starts with
    `startTournament`."""
    round_times: StatedMoments = ()
    """The earliest start time of each automatic round, in order across all stages, in UTC (RFC 3339). All times lie in
    the future, each after the one before. A round without a time starts after the previous round and the pause."""
    round_ends: StatedMoments = ()
    """Until when each round is open, in order across all stages, in UTC (RFC 3339). Each lies in the future, after the
    one before and after the start of its round. Default: no round has an end. See
    `/docs/guides/tournament#rounds-with-an-end`."""
    repeats: RepeatsRequest | UnsetType = UNSET
    """By which rule the next tournament is created. It needs `starts_at`. Default: none."""
    vacation_days: VacationDays = 0
    rated: bool | UnsetType = UNSET
    """Whether the games change ratings, like other rated games. Only public tournaments can be rated
    (`rated_not_public`). Default: true if the tournament is public, else false."""
    clock: NewGameClock | UnsetType = UNSET
    absence: NewGameAbsence | UnsetType = UNSET
    visibility: GameVisibility = "public"
    spectators: GameSpectators | UnsetType = UNSET
    entrants: Annotated[tuple[EntrantRequest, ...], Meta(min_length=0, max_length=MOST_ENTRANTS)] = ()
    """The first entrants. `addEntrant` adds further ones, also those that do not fit into one request."""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return repeated values, and times that do not exist."""
        yield from _repetitions(tie_breaks=self.tie_breaks, points=[each.table_size for each in self.points])
        yield from _time_faults(
            starts_at=[self.starts_at] if self.starts_at else [],
            round_times=self.round_times,
            round_ends=self.round_ends,
        )


class TournamentChange(PlanChangeFields, Request, frozen=True):
    """New values of a tournament's plan. Omitted values stay unchanged."""

    texts: TournamentTextsRequest | UnsetType = UNSET
    """The new texts of the organiser, in place of all earlier ones."""
    max_entrants: EntrantLimit | UnsetType = UNSET
    """The new maximum number of entrants, at least the present number."""
    starts_at: Annotated[str, whole_text(f"^$|{STATED_MOMENT}")] | UnsetType = UNSET
    """The new time of the start in UTC (RFC 3339), in the future; allowed before the start only. Empty: the tournament
    starts with `startTournament`."""
    next_round: NextRound | UnsetType = UNSET
    """Whether the next rounds are created automatically, or by `createRound`."""
    pause_seconds: PauseSeconds | UnsetType = UNSET
    """The new pause between two rounds, in seconds."""
    round_times: StatedMoments | UnsetType = UNSET
    """The new earliest start times of all rounds in order, in UTC (RFC 3339), each after the one before. Times of
    rounds that do not exist yet lie in the future. Empty: none."""
    round_ends: StatedMoments | UnsetType = UNSET
    """The new times until which all rounds are open, in order, in UTC (RFC 3339). New times of rounds that have not
    ended lie in the future. Empty: none."""
    stages: Annotated[tuple[StageChange, ...], Meta(min_length=1, max_length=MOST_STAGES)] = ()
    """New lengths of stages that have not ended."""
    keep_apart: KeepApartRequest | UnsetType = UNSET
    """Who does not meet in later rounds, in place of all earlier values. A started round robin or bracket stays."""
    teams: Annotated[tuple[TeamMemberRequest, ...], Meta(max_length=MOST_MEMBERS)] = ()
    """The entrants with new teams."""
    repeats: RepeatsRequest | UnsetType = UNSET
    """The new rule by which the next tournament is created, before the start only. `events` 1 ends the series."""
    clock: NewGameClock | UnsetType = UNSET
    absence: NewGameAbsence | UnsetType = UNSET
    staff: Annotated[tuple[StaffMemberRequest, ...], Meta(max_length=MOST_STAFF)] | UnsetType = UNSET
    """The new staff, in place of all earlier ones. Only the organiser changes it. A player of the staff may send it
    without their own entry, to leave. It can also change after the end."""
    reason: Reason = ""
    """The reason for the change, for the public log."""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return times that do not exist, and players named twice."""
        yield from _repetitions(staff=[each.player for each in self.staff or ()])
        yield from _time_faults(
            starts_at=[self.starts_at] if self.starts_at else [],
            round_times=self.round_times or (),
            round_ends=self.round_ends or (),
        )


class TournamentSummary(summary.TournamentProgress, Response, frozen=True, kw_only=True):
    """The summary of a tournament."""

    name: TournamentName
    tournament: TournamentId
    ruleset: PlainRuleset
    rules_version: GameRulesVersion
    organiser: OrganiserId | UnsetType = UNSET
    created_at: CreatedAt


class Seating(Response, frozen=True):
    """The progress of a round that is being created."""

    round: Annotated[int, Meta(ge=1, le=MOST)]
    """The number of the round, from 1."""
    games_created: Count
    """The number of games of the round that have been created."""
    games: Annotated[int, Meta(ge=1, le=MOST)]
    """The total number of games of the round."""


class Tournament(PlanTerms, Response, UnionByRuleset, frozen=True, kw_only=True, omit_defaults=False):
    """A tournament: its plan and its progress."""

    tournament: TournamentId
    version: TournamentVersion
    name: TournamentName
    ruleset: UnionTag
    rules_version: GameRulesVersion
    status: TournamentStatus
    organiser: OrganiserId | UnsetType = UNSET
    created_at: CreatedAt
    entrants: summary.Present
    rounds: summary.RoundCount
    stage: StageNumber | UnsetType = UNSET
    options: Options
    stages: tuple[TournamentStage, ...]
    """The stages in order."""
    points: tuple[PlacePoints, ...]
    """The points for the places in one game, by table size. Tied entrants share the mean of their places."""
    bye_points: ByePoints
    pairing_priority: PriorityOfPairing
    replacement: ReplacementOfQualified
    shared_places: SharedPlaces
    texts: TournamentTexts | UnsetType = UNSET
    """What the organiser writes about the tournament. Omitted: nothing."""
    keep_apart: KeepApart | UnsetType = UNSET
    """Who does not meet. Omitted: all may meet."""
    team_matches: TeamMatches | UnsetType = UNSET
    """How teams meet. Omitted: single entrants meet."""
    starts_at: Moment | UnsetType = UNSET
    """When the tournament starts automatically, in UTC (RFC 3339). Omitted: it starts with `startTournament`."""
    round_times: tuple[Annotated[Moment, Meta(description="A time in UTC (RFC 3339).")], ...] | UnsetType = UNSET
    """The earliest start times of the rounds, in order. Omitted if there are none."""
    round_ends: tuple[Annotated[Moment, Meta(description="A time in UTC (RFC 3339).")], ...] | UnsetType = UNSET
    """Until when the rounds are open by the plan, in order. Omitted if there are none."""
    repeats: Repeats | UnsetType = UNSET
    """By which rule the next tournament is created. Omitted: none."""
    vacation_days: VacationDays | UnsetType = UNSET
    next_tournament: TournamentId | UnsetType = UNSET
    """The next tournament of the series. Omitted until it exists."""
    previous_tournament: TournamentId | UnsetType = UNSET
    """The tournament of which this one is a copy. Omitted: none."""
    rated: RatedFlag | UnsetType = UNSET
    clock: GameClock | UnsetType = UNSET
    absence: GameAbsence | UnsetType = UNSET
    visibility: GameVisibility | UnsetType = UNSET
    spectators: GameSpectators | UnsetType = UNSET
    commitment: Digits
    """The SHA-256 of `seed`, published when the tournament is created."""
    seed: Digits | UnsetType = UNSET
    """The seed of all random pairings, which makes each pairing reproducible. Omitted until registration has closed."""
    deal_commitment: Digits
    """The SHA-256 of `deal_secret`, published when the tournament is created."""
    deal_secret: Digits | UnsetType = UNSET
    """The secret that determines the seeds of all games, or of those before the first reopening. Omitted until the
    tournament is over or cancelled and all its games have ended."""
    seating: Seating | UnsetType = UNSET
    """Progress of the round that is being created. The round is listed once all its games exist. Omitted while no round
    is being created."""
    staff: tuple[StaffMember, ...] | UnsetType = UNSET
    """The players who act for the organiser. Omitted: none."""
    rights: CallerRights | UnsetType = UNSET
    may_challenge: EntrantNumbers | UnsetType = UNSET
    """The entrants of a ladder whom the caller can challenge now, best place first. Omitted: none."""
    code: str | UnsetType = UNSET
    """The code that players need to enter; returned to the organiser, and to staff who may add entrants."""


class TournamentPage(Response, frozen=True):
    """A page of tournaments, newest first."""

    tournaments: tuple[TournamentSummary, ...]
    """The tournaments, newest first."""
    next_cursor: Annotated[TournamentCursor, NEXT_CURSOR] | UnsetType = UNSET


class TournamentQuery(Query, frozen=True):
    """Query parameters of a list of tournaments."""

    status: Status | UnsetType = UNSET
    """Return only tournaments with this status."""
    label: ShortText = ""
    """Return only tournaments with this label."""
    mine: bool = False
    """True: return only tournaments of which the caller is the organiser or in the staff, also unlisted and private
    ones. Default: false."""
    cursor: Annotated[TournamentCursor, CURSOR] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20
    """The maximum number of tournaments on a page."""


class ReasonBody(Request, frozen=True):
    """The reason for an action of the organiser. The body may be omitted."""

    reason: Reason = ""
    """The reason, for the public log. Omitted: none."""

"""Records of tournaments; `service.tournaments.rules.record` creates the records.

Points are counted in sixtieths, except those of the plan. All fields of the plan are present, except those that are
newer than the tournament.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.ratings import EloRating
from service.resources.base import Response, TaggedUnion, UnionByRuleset
from service.resources.game_places import TournamentId
from service.resources.types import BotFlag, Count, Digits, GameRulesVersion, Moment, Options, UnionTag
from service.texts import UserText
from service.tournaments.resources.stages import TournamentStage, TournamentTexts
from service.tournaments.resources.tournament_events import EntryNumber, forms
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.plan import (
    ByePoints,
    KeepApart,
    PlanTerms,
    PriorityOfPairing,
    ReplacementOfQualified,
    SharedPlaces,
    TeamMatches,
    VacationDays,
    WholePoints,
)
from service.tournaments.rules.plan_events import PlanChangeFields
from service.tournaments.rules.record import FORMAT_VERSION
from service.tournaments.rules.repeats import Repeats
from service.tournaments.rules.types import (
    LONGEST_NAME,
    STATED_MOMENT,
    EntrantNumber,
    EntrantNumbers,
    MatchPoints,
    Place,
    StoredReason,
    TeamName,
    TournamentName,
)

Alias = Annotated[str, whole_text("^rp_[a-z0-9]{20}$")]
EntryHash = Annotated[Digits, Meta(description="The SHA-256 of the previous hash and this entry.")]


class RecordedPlan(PlanTerms, Response, UnionByRuleset, frozen=True, kw_only=True, omit_defaults=False):
    """The complete plan of a tournament, including fields that its formats do not use."""

    name: TournamentName
    ruleset: UnionTag
    rules_version: GameRulesVersion
    options: Options
    terms: Any  # of a mapping of anything not every generator makes something that compiles
    """The terms of the games, such as `rated` and `clock` of `getTournament`. Their content is not part of this
    contract."""
    stages: tuple[TournamentStage, ...]
    """The stages in order."""
    points: Mapping[str, tuple[WholePoints, ...]]
    """The points of each place, from the first. The keys are table sizes as decimal digits."""
    bye_points: ByePoints
    pairing_priority: PriorityOfPairing | UnsetType = UNSET
    """What weighs more in the pairing, as in `createTournament`. Omitted in records of earlier versions: `seats`."""
    replacement: ReplacementOfQualified | UnsetType = UNSET
    """Who takes the place of a qualified entrant who left, as in `createTournament`. Omitted in records of earlier
    versions: `group`."""
    shared_places: SharedPlaces | UnsetType = UNSET
    """Whether places can be shared, as in `createTournament`. Omitted in records of earlier versions: false."""
    texts: TournamentTexts | UnsetType = UNSET
    """What the organiser wrote about the tournament. Omitted: nothing."""
    keep_apart: KeepApart | UnsetType = UNSET
    """Who does not meet. Omitted: all may meet."""
    team_matches: TeamMatches | UnsetType = UNSET
    """How teams meet. Omitted: single entrants meet."""
    starts_at: Annotated[str, whole_text(f"^$|{STATED_MOMENT}")]
    """The planned time of the automatic start in UTC (RFC 3339). Empty: none."""
    round_times: tuple[Annotated[str, whole_text(STATED_MOMENT)], ...]
    """The earliest start times of the rounds in order, in UTC (RFC 3339)."""
    round_ends: tuple[Annotated[str, whole_text(STATED_MOMENT)], ...] | UnsetType = UNSET
    """Until when the rounds are open, in order, in UTC (RFC 3339). Omitted: no round has an end."""
    repeats: Repeats | UnsetType = UNSET
    """By which rule the next tournament is created. Omitted: none."""
    vacation_days: VacationDays | UnsetType = UNSET


class RecordedPlanChange(PlanChangeFields, Response, frozen=True):
    """The changed values of a plan. Omitted values stayed unchanged."""

    texts: TournamentTexts | UnsetType = UNSET
    """The new texts of the organiser, in place of all earlier ones."""
    terms: Any = UNSET
    """The changed terms of games that were not yet created. Their content is not part of this contract. Omitted: none.
    """


class RecordedEntry(LogEntry, frozen=True, kw_only=True):
    """The fields that all entries of a record have, except `hash`."""

    number: EntryNumber
    """The number of the entry, from 1 without gaps."""
    at: Moment
    """When the entry was added, in UTC (RFC 3339)."""
    by: Alias = ""
    """The alias of the player who caused the entry, the same in all records. Omitted: the service caused it."""
    reason: StoredReason = ""
    """The reason that the player gave. Omitted: none."""


class RecordedEntered(RecordedEntry, Entered, frozen=True, kw_only=True, tag="entered"):
    """An entrant has joined."""

    player: Alias = ""
    """The alias of the player who entered: `rp_` and 20 letters or digits, identical in all records. Omitted for an AI
    level."""
    name: Annotated[str, UserText(LONGEST_NAME, shortest=0)]
    """The name of an AI level that entered. Empty for a player: records contain no names of players."""
    hash: EntryHash


class RecordedSubstituted(RecordedEntry, frozen=True, kw_only=True, tag="substituted"):
    """Another player plays for an entrant."""

    entrant: EntrantNumber
    player: Alias
    """The alias of the player, the same in all records."""
    name: Annotated[str, UserText(LONGEST_NAME, shortest=0)] = ""
    """Empty: records contain no names of players."""
    bot: BotFlag = False
    takes_over: bool = False
    """True if the player also takes over the running games. Omitted: the former player finishes them."""
    hash: EntryHash


class RecordedChanged(RecordedEntry, frozen=True, kw_only=True, tag="changed"):
    """The organiser has changed the plan."""

    change: RecordedPlanChange
    """The changed values of the plan."""
    hash: EntryHash


RECORDED: Mapping[str, type[RecordedEntry]] = forms(
    RecordedEntry, (RecordedEntered, RecordedSubstituted, RecordedChanged), [("hash", EntryHash)]
)
"""The entries of records by type."""
RecordedTournamentEvent = Annotated[
    RecordedEntry,
    TaggedUnion(
        "RecordedTournamentEvent",
        "A log entry as in `listTournamentEvents`, with its hash and with points in sixtieths. `type` names its kind.",
        tuple(RECORDED.values()),
    ),
]


class RecordedStanding(Response, frozen=True):
    """The final standing of an entrant."""

    place: Place
    """The place, from 1, or the first one of those that the entrant shares."""
    entrant: EntrantNumber
    points: Count
    """The points in the last stage of the entrant, in sixtieths."""
    tie_breaks: tuple[Annotated[str, whole_text("^-?[0-9]+(/[0-9]+)?$")], ...]
    """The tie-breaks in the order of the plan, the random order last. Values are integers or fractions such as `7/2`.
    """
    played: Count
    """The number of games that counted."""
    wins: Count
    """The number of games won, alone or tied."""
    byes: Count
    """The number of rounds in which the entrant had a bye."""
    withdrawn: bool
    """Whether the entrant had withdrawn."""
    disqualified: bool
    """Whether the entrant was disqualified and ranks below all others."""
    penalty: WholePoints
    """The points of a penalty, in whole points; 0 without a penalty."""
    place_to: Place | UnsetType = UNSET
    """The last one of the places that the entrant shares. Omitted: the place is not shared, or is the last one."""
    rating: EloRating | UnsetType = UNSET
    """The rating in a ladder by `rating`. Omitted elsewhere."""


class RecordedTeam(Response, frozen=True):
    """The final standing of a team."""

    place: Place
    """The place, from 1; the first one of shared places."""
    team: TeamName
    points: Count
    """The points of the members, in sixtieths."""
    wins: Count
    """The number of games won, alone or tied."""
    members: EntrantNumbers
    """The members by board."""
    by_member: tuple[Count, ...]
    """The points of each member, in sixtieths."""
    place_to: Place | UnsetType = UNSET
    """The last one of shared places. Omitted: the place is not shared."""
    match_points: MatchPoints | UnsetType = UNSET


class TournamentRecord(Response, frozen=True):
    """The record of a tournament as canonical JSON (RFC 8785), with a chain of hashes.

    The record makes all pairings verifiable. Points are in sixtieths of a point, except those of the plan. The hashes
    are computed as in `GameRecord`. The first entry is the head: all fields but `log`, `standings`, `teams` and `hash`.
    Each event, `standings`, and `teams` if present follow. The last hash is the `hash` of the record.
    """

    format: Literal["bottega-tournament"]
    """The name of the record format."""
    format_version: Annotated[int, Meta(ge=FORMAT_VERSION, le=FORMAT_VERSION)]
    """The version of the record format."""
    tournament_id: TournamentId
    created_at: Moment
    """When the tournament was created, in UTC (RFC 3339)."""
    plan: RecordedPlan
    """The complete plan."""
    commitment: Digits
    """The SHA-256 of `seed`, published when the tournament was created."""
    seed: Digits
    """The seed of all random pairings, which makes each pairing reproducible."""
    deal_commitment: Digits
    """The SHA-256 of `deal_secret`, published when the tournament was created."""
    deal_secret: Digits
    """The secret that determines the seeds of all games."""
    log: tuple[RecordedTournamentEvent, ...]
    """All events, in order."""
    standings: tuple[RecordedStanding, ...]
    """The final standings, best first."""
    hash: Digits
    """The SHA-256 of the last event's hash and the standings. It covers the whole tournament."""
    teams: tuple[RecordedTeam, ...] = ()
    """The final standings of the teams, best first. Omitted: none."""

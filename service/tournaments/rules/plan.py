"""The plan of a tournament, stated at creation; `plan_change` applies later changes."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.time_control import Clock
from service.resources.base import PublishedType
from service.resources.game_places import MOST_GAMES, DealSharing
from service.resources.types import ShortText, Texts
from service.texts import UserText
from service.tournaments.rules.limits import LEAST_TABLE, MOST_ENTERED, MOST_ENTRANTS, MOST_PAIRED, MOST_TABLE
from service.tournaments.rules.repeats import Repeats

Format = Literal["round_robin", "swiss", "knockout", "double_knockout", "arena", "ladder"]
Registration = Literal["organiser", "open", "code"]
NextRound = Literal["automatic", "organiser"]
TieBreak = Literal["opponents", "head_to_head", "difference", "wins", "random"]
EntrantKind = Literal["player", "level"]
PairingPriority = Literal["points", "seats"]
Replacement = Literal["group", "standings", "none"]
SeriesKind = Literal["simultaneous", "fixed", "best_of", "first_to"]
SeatRule = Literal["alternate", "loser"]

MOST_POINTS = 1000
"""Most points for a place in a game, for a penalty, and for each game that a late entrant missed."""
MOST_ROUNDS = 100
MOST_MINUTES = 7 * 24 * 60
LONGEST_PAUSE_SECONDS = 7 * 24 * 3600
MOST_STAGES = 5
MOST_TIE_BREAK_GAMES = 9
MOST_REMATCH_HOURS = 365 * 24
LONGEST_DESCRIPTION, LONGEST_RULE, MOST_HOUSE_RULES = 500, 500, 20
MOST_GROUPS_APART = 500
MOST_BOARDS = 20
MOST_VACATION_DAYS = 100
USUAL_MATCH_POINTS = (2, 1, 0)
"""Default match points of a team for a win, a draw and a loss."""
SIXTIETHS = 60
"""Points are counted in sixtieths, which up to six tied entrants can share evenly; the share of seven rounds down."""
USUAL_POINTS: Mapping[int, tuple[int, ...]] = {
    2: (12, 0),
    3: (12, 6, 0),
    4: (12, 8, 4, 0),
    5: (12, 9, 6, 3, 0),
    6: (12, 10, 7, 5, 2, 0),
    7: (12, 10, 8, 6, 4, 2, 0),
}
"""Default points by number of entrants at the table, then by place from the first."""
USUAL_TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)


TableSize = Annotated[
    int,
    Meta(
        ge=LEAST_TABLE,
        le=MOST_TABLE,
        description="The number of entrants at a table. Some tables may have one fewer if the number of entrants "
        "requires it. Default: 2.",
    ),
]
Rounds = Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]
WholePoints = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
VacationDays = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_VACATION_DAYS,
        description="The vacation days of each entrant (`withdrawEntrant`). They need a `clock`. Default: 0.",
    ),
]
EntrantLimit = Annotated[int, Meta(ge=LEAST_TABLE, le=MOST_ENTRANTS)]
ByePoints = Annotated[
    WholePoints,
    Meta(
        description="The points of a bye, for each game of a match. Default: the points of the first place at a full "
        "table of the first stage, 12 with the default points."
    ),
]
PriorityOfPairing = Annotated[
    PairingPriority,
    Meta(
        description="What weighs more in the pairing of `swiss` and `arena`. Both values keep earlier opponents apart "
        "first. `points`: entrants with equal points meet; seats are balanced after that. `seats`: seats are "
        "balanced first, except in the last round of a `swiss`. Default of a new tournament: `points`."
    ),
]
ReplacementOfQualified = Annotated[
    Replacement,
    Meta(
        description="Who takes the place of an entrant who qualified and left before the stage was created. `group`: "
        "the next entrant of the same group. `standings`: the next one of the whole stage, as the last seed. `none`: "
        "the place stays free. The highest seeds get the byes of a bracket with free places. Default of a new "
        "tournament: `group`."
    ),
]
SharedPlaces = Annotated[
    bool,
    Meta(
        description="Whether entrants share a place if nothing decides between them. They lost in the same round of a "
        "knock-out, or have equal points and tie-breaks, and `tie_breaks` has no `random`. Entrants who never played "
        "share the last place. False: the random order decides, and places are distinct. Default of a new tournament: "
        "true."
    ),
]
TieBreakClock = Annotated[Clock, PublishedType("Clock")]
PauseSeconds = Annotated[int, Meta(ge=0, le=LONGEST_PAUSE_SECONDS)]


class Series(msgspec.Struct, frozen=True):
    """How many games a match has, and in which order they are played."""

    kind: SeriesKind
    """The order of the games, and the end of the match. `simultaneous`: all games run at once. The other kinds play one
    game after another. `fixed`: all `games`. `best_of`: up to `games`, and the match ends early once it is decided; for
    tables of two. `first_to`: until an entrant has won `games` games, or as many games are played as decide a match
    without shared wins."""
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    """The number of games, or with `first_to` of wins. A game that several entrants win counts a share for each."""
    break_seconds: Annotated[int, Meta(ge=0, le=LONGEST_PAUSE_SECONDS)] = 0
    """The seconds between the end of a game and the next one. Default: 0."""
    tie_break_games: Annotated[int, Meta(ge=0, le=MOST_TIE_BREAK_GAMES)] = 0
    """The maximum number of further games in a knock-out match of two that is level. They follow one after another, and
    the first one with a winner decides. If none has, earlier matches of the two decide, then the usual order. Default:
    0."""
    tie_break_clock: TieBreakClock | UnsetType = UNSET
    """The time control of the further games. Omitted: that of all games."""
    seats: SeatRule | UnsetType = UNSET
    """Who has which seat after the first game. `alternate`: the seats rotate. `loser`: the last of a game may choose a
    seat in the next one during the break (`chooseSeat`), else the seats rotate. Default: `alternate`."""


ChallengeBy = Literal["place", "rating"]
MOST_RATING_DIFFERENCE = 10_000
USUAL_RATING_DIFFERENCE = 200


class Challenges(msgspec.Struct, frozen=True):
    """Whom the entrants of a ladder can challenge."""

    places_above: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)] = 3
    """How many places above the challenger the opponent can stand. Default: 3."""
    rematch_hours: Annotated[int, Meta(ge=0, le=MOST_REMATCH_HOURS)] = 24
    """The hours after a match in which the same two cannot meet again. 0: none. Default: 24."""
    by: ChallengeBy | UnsetType = UNSET
    """What orders the ladder and limits challenges. `place`: a challenger who wins takes the place of the opponent.
    `rating`: the ratings that follow from the matches of the ladder. Default: `place`."""
    rating_difference: Annotated[int, Meta(ge=1, le=MOST_RATING_DIFFERENCE)] | UnsetType = UNSET
    """By `rating`: how many points above or below the challenger the opponent can be rated. Default: 200."""


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a tournament, played in one format."""

    format: Format
    """The format. `round_robin`: all entrants meet. `swiss`: a number of rounds between entrants with similar points.
    `knockout`: entrants are out unless they advance. `double_knockout`: entrants are out after two defeats. `arena`: no
    rounds; free entrants are paired again. `ladder`: no end; entrants challenge those above them. In a knock-out, equal
    points are decided by the difference of the scores, then by wins, then by the seeding of the stage."""
    table_size: TableSize = 2
    rounds: Rounds = 0
    """The number of rounds of `swiss` (required) and `round_robin`. Default for `round_robin`: until all have met. Up
    to two rounds are added if some entrants would otherwise meet more than three times or in every round."""
    groups: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS // LEAST_TABLE)] = 1
    """The number of groups of `swiss` and `round_robin`. Default: 1."""
    qualify: Annotated[int, Meta(ge=0, le=MOST_ENTRANTS)] = 0
    """The number of entrants of each group that advance to the next stage. Required for all stages but the last."""
    advance: Annotated[int, Meta(ge=1, le=MOST_TABLE - 1)] = 1
    """The number of entrants at each table of a `knockout` who advance to the next round. It is smaller than every
    table. Default: 1."""
    minutes: Minutes = 0
    """The minutes during which an `arena` creates matches. An arena needs `minutes` or `matches`."""
    matches: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    """The maximum number of matches of each entrant in an `arena`. An arena needs `minutes` or `matches`."""
    series: Series | UnsetType = UNSET
    """The games of each match of the stage. Omitted: as many as `games` of the tournament, all at once."""
    challenges: Challenges | UnsetType = UNSET
    """Whom the entrants of a `ladder` can challenge. Omitted in other formats."""


class KeepApart(msgspec.Struct, frozen=True, omit_defaults=True):
    """Entrants who do not meet. If some must, the round has as few such meetings as possible, and lists them."""

    team_mates: bool = False
    """Whether entrants of the same team do not meet. Default: false."""
    groups: Annotated[
        tuple[
            Annotated[
                tuple[Annotated[int, Meta(ge=0, le=MOST_ENTERED - 1)], ...],
                Meta(min_length=2, max_length=MOST_ENTRANTS),
            ],
            ...,
        ],
        Meta(max_length=MOST_GROUPS_APART),
    ] = ()
    """Groups of entrants who do not meet each other, such as a family. Default: none."""
    rounds: Rounds = 0
    """The last round in which they do not meet, counted across all stages. Default: 0, every round."""


class TeamMatches(msgspec.Struct, frozen=True, omit_defaults=True):
    """Matches of teams: in each round a team meets another team. Board 1 plays board 1, board 2 plays board 2."""

    boards: Annotated[int, Meta(ge=1, le=MOST_BOARDS)]
    """The number of boards of a match. A member whose opponent is missing has the points of a bye."""
    lineup_minutes: Minutes = 0
    """The minutes before the earliest time of a round (`round_times`, or `starts_at` for the first) at which the
    captains can no longer set line-ups. Without such a time, and by default, they can until the round is created."""
    match_points: Annotated[tuple[WholePoints, ...], Meta(min_length=3, max_length=3)] = USUAL_MATCH_POINTS
    """The match points for a win, a draw and a loss by board points. Default: 2, 1, 0."""


class OwnTexts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the organiser writes about a tournament, for all its readers."""

    description: Annotated[str, UserText(LONGEST_DESCRIPTION)] | UnsetType = UNSET
    """What the tournament is about. Omitted: nothing."""
    house_rules: Annotated[tuple[Annotated[str, UserText(LONGEST_RULE)], ...], Meta(max_length=MOST_HOUSE_RULES)] = ()
    """The rules of the house, one sentence or paragraph each. Omitted: none."""
    label: ShortText | UnsetType = UNSET
    """A label to filter `listTournaments` by. Several tournaments may share it. Omitted: none."""
    metadata: Texts | UnsetType = UNSET
    """Texts by key, for programs. Omitted: none."""


class PlanTerms(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The fields of a plan that a request states as they are stored."""

    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 1
    """The number of games in each match; the seats rotate from game to game. Default: 1."""
    deal: DealSharing = "game"
    """Which games share their random draws. `game`: none. `round`: games with the same number in all matches of a
    round. `match`: all games of a match, if the ruleset has it in `deals`. Default: `game`. See
    `/docs/guides/tournament-formats`."""
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(min_length=1, max_length=len(USUAL_TIE_BREAKS))] = USUAL_TIE_BREAKS
    """Tie-breaks among entrants with equal points, in this order. Default: all of them. See
    `/docs/guides/tournament-formats#points-and-tie-breaks`."""
    registration: Registration = "organiser"
    """Who enters players. `organiser`: only the organiser. `open`: each player. `code`: players with the code that the
    organiser receives. Default: `organiser`."""
    check_in: bool = False
    """Whether players must confirm before the start that they take part (`checkInEntrant`). Default: false."""
    max_entrants: Annotated[
        EntrantLimit,
        Meta(
            description=f"The maximum number of entrants. More than {MOST_PAIRED:,} need a Swiss as the first stage. "
            f"Default: {MOST_PAIRED:,}."
        ),
    ] = MOST_PAIRED
    late_entries: bool = False
    """Whether entrants may enter after the start, as `registration` permits, during a first stage of format `swiss`,
    `arena` or `ladder`. A new ladder has true. Default: false."""
    late_points: WholePoints = 0
    """The points of a late entrant for each missed game. Default: 0."""
    no_show_limit: Rounds = 2
    """The number of no-shows in a row after which an entrant is withdrawn. 0: never. Default: 2."""
    next_round: NextRound = "automatic"
    """Whether the next round is created automatically once each table has a result, or by `createRound`. Default:
    `automatic`."""
    pause_seconds: PauseSeconds = 0
    """The seconds to wait before a round that is created automatically. Default: 0."""


class Plan(PlanTerms, frozen=True):
    """The plan of a tournament."""

    name: str
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form, without the first seat."""
    terms: msgspec.Raw
    """Terms of the games, as in `service.lobby.game_terms`."""
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=MOST_STAGES)]
    points: Mapping[int, tuple[int, ...]] = msgspec.field(default_factory=lambda: USUAL_POINTS)
    """Points by number of entrants at the table, then by place from the first; tied entrants share the mean."""
    bye_points: ByePoints = 12
    pairing_priority: PriorityOfPairing | UnsetType = UNSET
    """Absent in plans of earlier versions, which have `seats`."""
    replacement: ReplacementOfQualified | UnsetType = UNSET
    """Absent in plans of earlier versions, which have `group`."""
    shared_places: SharedPlaces | UnsetType = UNSET
    """Absent in plans of earlier versions, which have distinct places."""
    texts: OwnTexts | UnsetType = UNSET
    """What the organiser writes about the tournament. Absent in plans without texts."""
    keep_apart: KeepApart | UnsetType = UNSET
    """Entrants who do not meet. Absent: all may meet."""
    team_matches: TeamMatches | UnsetType = UNSET
    """How teams meet. Absent: single entrants meet."""
    starts_at: str = ""
    """Automatic start, UTC, RFC 3339; empty if the organiser starts the tournament."""
    round_times: tuple[str, ...] = ()
    """Earliest automatic start of each round from the first, UTC, RFC 3339; further rounds have no limit."""
    round_ends: tuple[str, ...] | UnsetType = UNSET
    """Until when each round from the first is open, UTC, RFC 3339. Absent in plans without such times."""
    repeats: Repeats | UnsetType = UNSET
    """By which rule the next tournament is created. Absent: there is none."""
    vacation_days: VacationDays | UnsetType = UNSET
    """Absent in plans without vacation days."""


def pairing_priority(plan: Plan) -> PairingPriority:
    """Return what weighs more in the pairing; plans of earlier versions have `seats`."""
    return "seats" if plan.pairing_priority is UNSET else plan.pairing_priority

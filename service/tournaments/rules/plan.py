"""The plan of a tournament, stated at creation; `plan_change` applies later changes."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from service.match_places import LEAST_TABLE, MOST_ENTRANTS, MOST_GAMES, MOST_TABLE, DealSharing

Format = Literal["round_robin", "swiss", "knockout", "double_knockout", "arena"]
Registration = Literal["organiser", "open", "code"]
NextRound = Literal["automatic", "organiser"]
TieBreak = Literal["opponents", "head_to_head", "difference", "wins", "random"]
EntrantKind = Literal["player", "level"]

MOST_POINTS = 1000
"""Most points for a place in a game, for a penalty, and for each game that a late entrant missed."""
MOST_ROUNDS = 100
MOST_MINUTES = 7 * 24 * 60
LONGEST_PAUSE_SECONDS = 7 * 24 * 3600
MOST_STAGES = 5
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
EntrantLimit = Annotated[int, Meta(ge=LEAST_TABLE, le=MOST_ENTRANTS)]
ByePoints = Annotated[
    WholePoints,
    Meta(
        description="The points of a bye, for each game of a match. Default: the points of the first place at a full "
        "table of the first stage, 12 with the default points."
    ),
]
PauseSeconds = Annotated[int, Meta(ge=0, le=LONGEST_PAUSE_SECONDS)]


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a tournament, played in one format."""

    format: Format
    """The format. `round_robin`: all entrants meet. `swiss`: a number of rounds between entrants with similar points.
    `knockout`: entrants are out unless they advance. `double_knockout`: entrants are out after two defeats. `arena`: no
    rounds; free entrants are paired again. In a knock-out, equal points are decided by the difference of the scores,
    then by wins, then by the seeding of the stage."""
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


class PlanTerms(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The fields of a plan that a request states as they are stored."""

    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 1
    """The number of games in each match; the seats rotate from game to game. Default: 1."""
    deal: DealSharing = "game"
    """Which games share their random draws. `game`: none. `round`: games with the same number in all matches of a
    round, as in duplicate bridge. `match`: all games of a match. Hidden information stays hidden until the last of
    these games has ended. Rulesets with random draws reject `match` (`invalid_plan`), since players would see an
    opponent's hand in the other game (`deals` of `getRuleset`). Default: `game`."""
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(min_length=1, max_length=len(USUAL_TIE_BREAKS))] = USUAL_TIE_BREAKS
    """Tie-breaks among entrants with equal points, in this order. `opponents`: the sum over all matches of the mean
    points of the other entrants at the table, counted over the whole stage. A bye counts like an opponent with the
    entrant's own points. `head_to_head`: points won at tables where the tied entrants have met, 0 unless all have met
    each other. `difference`: the sum over all games of the entrant's score less the mean score of the others at the
    table. `wins`: games won, alone or tied. `random`: a random order from the seed, always the last. Default: all
    of them in this order."""
    registration: Registration = "organiser"
    """Who can enter. `organiser`: only the organiser enters players. `open`: any player. `code`: players with the code
    that the organiser receives. Default: `organiser`."""
    check_in: bool = False
    """Whether players must confirm before the start that they take part (`checkInEntrant`); AI levels need not.
    Default: false."""
    max_entrants: Annotated[
        EntrantLimit, Meta(description=f"The maximum number of entrants. Default: {MOST_ENTRANTS}.")
    ] = MOST_ENTRANTS
    late_entries: bool = False
    """Whether entrants may enter after the start, as `registration` permits, during a first stage of format `swiss` or
    `arena`. Default: false."""
    late_points: WholePoints = 0
    """The points of a late entrant for each missed game. Default: 0."""
    no_show_limit: Rounds = 2
    """The number of no-shows in a row after which an entrant is withdrawn automatically. A no-show is a match with a
    missed decision in which the entrant never acted. 0: never. Default: 2."""
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
    starts_at: str = ""
    """Automatic start, UTC, RFC 3339; empty if the organiser starts the tournament."""
    round_times: tuple[str, ...] = ()
    """Earliest automatic start of each round from the first, UTC, RFC 3339; further rounds have no limit."""

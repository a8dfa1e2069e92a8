"""Standings, crosstables and brackets of tournaments."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.ratings import EloRating
from service.resources.base import Query, Response
from service.resources.game_places import RoundNumber, TableNumber, TournamentId
from service.resources.types import Count
from service.tournaments.resources.rounds import RoundPoints
from service.tournaments.rules import types
from service.tournaments.rules.bracket_ahead import SourceKind
from service.tournaments.rules.limits import MOST_ENTERED, MOST_TABLE
from service.tournaments.rules.plan import TieBreak, WholePoints
from service.tournaments.rules.types import (
    EntrantName,
    EntrantNumber,
    EntrantNumbers,
    GroupNumber,
    Place,
    StageNumber,
    TeamName,
    TournamentStatus,
    TournamentVersion,
)


class BracketQuery(Query, frozen=True):
    """Query parameters of a bracket."""

    stage: StageNumber | UnsetType = UNSET
    """The number of the stage, from 0. Default: the whole tournament, or the latest stage."""


class StandingsQuery(BracketQuery, frozen=True):
    """Query parameters of standings."""

    group: GroupNumber | UnsetType = UNSET
    """The number of the group in the stage, from 0. Default: all groups."""


class TieBreakValue(Response, frozen=True):
    """The value of a tie-break."""

    tie_break: TieBreak
    """The name of the tie-break."""
    value: float
    """The value in points, scores or games, rounded to four decimal places. Higher is better."""


class Standing(Response, frozen=True):
    """The standing of an entrant."""

    place: Place
    """The place, from 1, or the first one of those that the entrant shares. All who never played have the last place.
    """
    entrant: EntrantNumber
    name: EntrantName
    """The display name of the entrant."""
    points: float
    """The points in the listed stage, or in the last stage of the entrant. Rounded to four decimal places."""
    tie_breaks: tuple[TieBreakValue, ...]
    """The tie-breaks in the order in which they apply to equal points."""
    played: Count
    """The number of games that count."""
    wins: Count
    """The number of games won, alone or tied."""
    byes: Count
    """The number of rounds in which the entrant had a bye."""
    withdrawn: bool
    """Whether the entrant has withdrawn."""
    disqualified: bool = False
    """True if the entrant was disqualified and ranks below all others. Omitted otherwise."""
    penalty: WholePoints = 0
    """The points of a penalty, already subtracted from `points`, which never fall below 0. Omitted: none."""
    place_to: Place | UnsetType = UNSET
    """The last one of the places that the entrant shares, such as 4 of `place` 3. Omitted: the place is not shared, or
    is the last one."""
    place_before: Place | UnsetType = UNSET
    """The place in a ladder before its latest change by a result or a return. Omitted: the place stayed the same."""
    rating: EloRating | UnsetType = UNSET
    """The rating in a ladder by `rating`, from its matches alone. Omitted elsewhere."""


class TeamStanding(Response, frozen=True):
    """The standing of a team. The results of disqualified members do not count."""

    place: Place
    """The place, from 1; the first one of shared places."""
    team: TeamName
    points: float
    """The points of the members: in the listed stage, in all, or if teams meet in the last stage of the team. Rounded
    to four decimal places."""
    wins: Count
    """The number of games won, alone or tied."""
    members: tuple[RoundPoints, ...]
    """The members by board, with their points."""
    place_to: Place | UnsetType = UNSET
    """The last one of shared places. Omitted: the place is not shared."""
    match_points: types.MatchPoints | UnsetType = UNSET


class Standings(Response, frozen=True, kw_only=True):
    """The standings of a tournament, of a stage or of a group."""

    tournament: TournamentId
    version: TournamentVersion
    status: TournamentStatus
    stage: StageNumber | UnsetType = UNSET
    group: GroupNumber | UnsetType = UNSET
    standings: tuple[Standing, ...]
    """The standings, best first. Empty before the start."""
    teams: tuple[TeamStanding, ...] = ()
    """The teams, best first: by match points if teams meet, by points, by wins, then by the points of each board. In a
    knock-out by how far they came. Omitted: none, or with `group` unless teams meet."""


class CrosstableCell(Response, frozen=True, kw_only=True):
    """An entrant's match or bye in a round."""

    round: RoundNumber
    table: TableNumber | UnsetType = UNSET
    """The number of the table. Omitted for a bye."""
    opponents: EntrantNumbers
    """The other entrants at the table. Empty for a bye."""
    points: float | UnsetType = UNSET
    """The points of the match or bye. Omitted until one of its games has a result. Rounded to four decimal places."""


class CrosstableRow(Response, frozen=True):
    """An entrant's results in all rounds."""

    place: Place
    """The place in the standings."""
    entrant: EntrantNumber
    name: EntrantName
    """The display name of the entrant."""
    points: float
    """The total points. Rounded to four decimal places."""
    cells: tuple[CrosstableCell, ...]
    """The rounds of the entrant, in order."""
    met: tuple[RoundPoints, ...]
    """The points won in a round robin at tables with each opponent. Empty in other formats."""


class Crosstable(Response, frozen=True, kw_only=True):
    """The crosstable of a stage: the opponents and points of each entrant."""

    tournament: TournamentId
    version: TournamentVersion
    stage: StageNumber | UnsetType = UNSET
    rounds: tuple[RoundNumber, ...]
    """The numbers of the rounds of the stage."""
    rows: tuple[CrosstableRow, ...]
    """The entrants, best first."""


class BracketSlot(Response, frozen=True, kw_only=True):
    """An entrant in a match of a bracket, or a team by its first member and its name."""

    entrant: EntrantNumber
    name: EntrantName
    """The display name of the entrant, or of the team."""
    from_round: RoundNumber | UnsetType = UNSET
    """The previous round of the entrant. Omitted in the first round."""
    from_table: TableNumber | UnsetType = UNSET
    """The table in the previous round. Omitted in the first round and after a bye."""
    place: Annotated[int, Meta(ge=1, le=MOST_TABLE)] | UnsetType = UNSET
    """The place of the entrant in the match. Omitted until the match has a result."""
    points: float
    """The points of the entrant, or of the boards of the team, so far. Rounded to four decimal places."""
    score: float | UnsetType = UNSET
    """The games that the entrant has won in a series. Entrants who share the first place of a game share its point.
    Omitted if all games of a match are played at once. Rounded to four decimal places."""
    advances: bool
    """Whether the entrant advances, by a win or a bye."""


class BracketMatch(Response, frozen=True, kw_only=True):
    """A match of a bracket. A bye is a match with one entrant."""

    round: RoundNumber
    table: TableNumber | UnsetType = UNSET
    """The number of the table, in a match of teams that of board 1. Omitted for a bye."""
    bracket: types.Bracket = ""
    """The bracket of the match in a double knock-out. Omitted in a `knockout`."""
    slots: tuple[BracketSlot, ...]
    """The entrants of the match."""


class BracketRound(Response, frozen=True):
    """A round of a bracket."""

    matches: tuple[BracketMatch, ...]
    """The matches. In a `fixed` bracket they are in its order, from top to bottom. In others they are in the order of
    their tables, followed by byes."""


class BracketSource(Response, frozen=True, kw_only=True):
    """Where an entrant of a first match comes from."""

    kind: SourceKind
    """`seed`: the seeding of the stage, by rating in a first stage. `place`: the stage before. `group_place`: one of
    its groups. `replacement`: the next in its standings, instead of an entrant who left."""
    number: Annotated[int, Meta(ge=1, le=MOST_ENTERED)]
    """The seed or the place, from 1. 1 for a `replacement`."""
    name: EntrantName | UnsetType = UNSET
    """The display name of the entrant who has this seed or place now. Omitted while it is open."""


class Bracket(Response, frozen=True):
    """The bracket of a knock-out, as far as it has been paired."""

    tournament: TournamentId
    version: TournamentVersion
    stage: StageNumber
    rounds: tuple[BracketRound, ...]
    """The rounds, oldest first."""
    fixed: bool
    """True if the winners of neighbouring matches of a round meet in the next round: of the first and second match, of
    the third and fourth, and so on. This holds for a `knockout` of pairs without manual pairings."""
    ahead: tuple[tuple[BracketSource, ...], ...] = ()
    """The sources of the entrants of each match of the first round, until it is paired; one source: a bye. Entrants of
    one group, and those who should not meet (`keep_apart`), can still exchange places. At tables of more than two,
    entrants who have met can as well."""

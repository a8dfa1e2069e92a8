"""Rounds of tournaments: tables, results and rulings."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Query, Request, Response
from service.resources.game_fields import IrreproducibleFlag
from service.resources.game_places import MOST_TABLES, RoundNumber, TableNumber, TournamentId
from service.resources.types import GameId, Moment
from service.tournaments.rules.plan import WholePoints
from service.tournaments.rules.types import (
    ConflictReason,
    EntrantName,
    EntrantNumber,
    EntrantNumbers,
    GroupNumber,
    MatchGameNumber,
    Place,
    Ranks,
    Reason,
    StageNumber,
    StoredReason,
    TableBracket,
    TableEntrants,
    TableSeat,
    TeamName,
    Totals,
    TournamentVersion,
)

Progress = Literal["running", "closed"]
TeamTieBreak = Literal["top_board", "seeding"]
GameStatus = Literal["running", "over", "aborted", "stopped"]


class PairingRequest(Request, frozen=True):
    """A table of a round with manual pairings."""

    entrants: TableEntrants
    """The entrants in the seat order of the first game."""


class RoundRequest(Request, frozen=True):
    """The pairings of the next round. Omitted: the round is paired automatically."""

    tables: Annotated[tuple[PairingRequest, ...], Meta(min_length=1, max_length=MOST_TABLES)] = ()
    """The tables, if the organiser chooses the pairings. Omitted: the round is paired automatically."""
    byes: EntrantNumbers | UnsetType = UNSET
    """Entrants with a bye. They receive the points of a bye and advance in a knock-out. Allowed with `tables` only.
    Default: none."""
    sitting_out: EntrantNumbers | UnsetType = UNSET
    """Entrants with neither a table nor a bye. They receive no points and are out of a knock-out. Allowed with `tables`
    only. Default: none."""
    reason: Reason = ""
    """The reason, for the public log. Required with `tables`."""

    excluded: ClassVar[Mapping[str, Any]] = {
        "anyOf": [
            {"required": ["byes"], "not": {"required": ["tables"]}},
            {"required": ["sitting_out"], "not": {"required": ["tables"]}},
            {"required": ["tables"], "not": {"required": ["reason"]}},
        ]
    }

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return what is allowed or required with `tables` only."""
        for name, entrants in (("byes", self.byes), ("sitting_out", self.sitting_out)):
            if entrants is not UNSET and not self.tables:
                yield name, "Allowed with `tables` only."
        if self.tables and not self.reason:
            yield "reason", "Required with `tables`."


class PairConflict(Response, frozen=True):
    """Two entrants who meet although they should not."""

    table: TableNumber
    entrants: TableEntrants
    """The two entrants."""
    reason: ConflictReason
    """Why they meet. `unavoidable`: no pairing of the round has fewer such pairs. `schedule`: the round robin has them
    meet. `bracket`: the knock-out does. `manual`: the organiser paired the round."""


class Pairing(Response, frozen=True):
    """The entrants of a planned match."""

    entrants: EntrantNumbers
    """The entrants in the seat order of the first game."""
    group: GroupNumber
    bracket: TableBracket = ""


class Pairings(Response, frozen=True):
    """The pairings that the next round would have now."""

    round: RoundNumber
    tables: tuple[Pairing, ...]
    """The tables in order."""
    byes: EntrantNumbers
    """The entrants who would have a bye."""
    conflicts: tuple[PairConflict, ...] = ()
    """The pairs that would meet against `keep_apart`. Omitted: none."""


class RoundPoints(Response, frozen=True):
    """The points of an entrant in a round."""

    entrant: EntrantNumber
    points: float
    """The points of the entrant in the round so far. Rounded to four decimal places."""


class Ruling(Response, frozen=True, kw_only=True):
    """A result that the organiser has set."""

    ranks: Ranks
    """The rank of each entrant, in the order of the table. In a double loss all ranks are 1."""
    double_loss: bool = False
    """True if no entrant at the table earns points or a win. Omitted otherwise."""
    reason: StoredReason
    """The reason that the organiser gave."""


class MatchGame(Response, frozen=True, kw_only=True):
    """A game of a match."""

    game: MatchGameNumber
    game_id: GameId
    status: GameStatus
    """The status of the game. `aborted`: all players resigned, and all share the first place. `stopped`: a ruling
    stopped the game, which has no result."""
    rated: bool
    """True if the result of the game, not the ruling, changes ratings. An aborted or stopped game changes no rating."""
    ruled: Ruling | UnsetType = UNSET
    """The organiser's ruling on this game alone. Omitted if there is none."""
    seats: TableEntrants
    """The entrants of the seats in turn order."""
    ranks: Ranks = ()
    """The ranks of the seats in turn order; 1 is best. Tied seats share the better rank. Omitted until the game and all
    games with the same deal have ended, and if the tournament was cancelled before."""
    totals: Totals = ()
    """The scores of the seats in turn order. Omitted like `ranks`."""
    irreproducible: IrreproducibleFlag = False
    tie_break: bool = False
    """True if the game follows all games of a series that was level. Omitted otherwise."""


class MatchSeries(Response, frozen=True):
    """The state of a match whose games follow one another."""

    score: tuple[float, ...]
    """The games that each entrant has won, in the order of `entrants`. Entrants who share the first place of a game
    share its point. Rounded to four decimal places."""
    next_game_at: Moment | UnsetType = UNSET
    """When the break ends and the next game is created, in UTC (RFC 3339). Omitted if there is no break."""
    chooser: EntrantNumber | UnsetType = UNSET
    """The entrant who may choose a seat in the next game now (`chooseSeat`). Omitted: none."""
    next_seats: TableEntrants | UnsetType = UNSET
    """The entrants of the next game in turn order, once a seat is chosen. Omitted before."""


class SeatChoice(Request, frozen=True):
    """The seat of the loser in the next game."""

    seat: TableSeat
    """The seat, from 0 in turn order."""


class MatchTable(Response, frozen=True, kw_only=True):
    """A match: the entrants at a table and their games."""

    table: TableNumber
    group: GroupNumber
    bracket: TableBracket = ""
    status: Progress
    """The status of the match. `closed`: it has a result, or the tournament was cancelled and its games have ended."""
    entrants: tuple[RoundPoints, ...]
    """The entrants in the seat order of the first game, with their points."""
    games: tuple[MatchGame, ...]
    """The games in order. The next game of a series is missing until it exists."""
    series: MatchSeries | UnsetType = UNSET
    """The state of the series. Omitted if all games of a match are played at once."""
    ruled: Ruling | UnsetType = UNSET
    """The organiser's ruling on the match. Omitted if there is none."""


class TeamScore(Response, frozen=True):
    """A team in a match of teams."""

    team: TeamName
    points: float
    """The points of its boards so far. Rounded to four decimal places."""
    match_points: WholePoints | UnsetType = UNSET
    """The match points. Omitted until all boards have results."""
    advances: bool = False
    """True if the team advances in a knock-out. Omitted otherwise."""


class TeamMatch(Response, frozen=True):
    """A match of two teams, board by board."""

    teams: tuple[TeamScore, ...]
    """The two teams. The first one has the first seat at board 1, 3, 5 and so on."""
    tables: tuple[TableNumber, ...]
    """The tables by board, from board 1."""
    unopposed: EntrantNumbers = ()
    """The members without an opponent, who have the points of a bye. Omitted: none."""
    decided_by: TeamTieBreak | UnsetType = UNSET
    """What decides a level match of a knock-out. `top_board`: more points at the first board where the teams differ.
    `seeding`: all boards are level, and the better seed advances. Omitted: the board points decide."""


class Round(Response, frozen=True, kw_only=True):
    """A round whose games have all been created."""

    round: RoundNumber
    stage: StageNumber
    opened_at: Moment
    """When all games of the round existed for the first time, in UTC (RFC 3339)."""
    open_until: Moment | UnsetType = UNSET
    """Until when the round is open, in UTC (RFC 3339), moved by pauses. Omitted without such a time, and once the round
    is closed."""
    status: Progress
    """The status of the round. `closed`: each of its matches is `closed`."""
    manual: bool
    """Whether the organiser chose the pairings of the round."""
    tables: tuple[MatchTable, ...]
    """The tables in order."""
    byes: tuple[RoundPoints, ...]
    """The entrants with a bye, with their points."""
    sitting_out: EntrantNumbers
    """The entrants to whom the organiser gave neither a table nor a bye. Empty if the round was paired automatically.
    """
    conflicts: tuple[PairConflict, ...] = ()
    """The pairs that meet against `keep_apart`. Omitted: none."""
    team_matches: tuple[TeamMatch, ...] = ()
    """The matches of teams. Omitted: none."""
    challenger: EntrantNumber | UnsetType = UNSET
    """The entrant of a ladder who challenged the other one. Omitted: the round is no challenge."""


class ChallengeRequest(Request, frozen=True):
    """A challenge in a ladder."""

    entrant: EntrantNumber
    """The number of the entrant to challenge."""
    challenger: EntrantNumber | UnsetType = UNSET
    """The number of the entrant who challenges, if it is not the caller's. Only the organiser may send it."""


class RoundList(Response, frozen=True):
    """The rounds of a tournament."""

    tournament: TournamentId
    version: TournamentVersion
    rounds: tuple[Round, ...]
    """The rounds, oldest first."""


class ResultRequest(Request, frozen=True, kw_only=True):
    """A ruling of the organiser on a match or on one of its games."""

    ranks: Ranks = ()
    """The rank of each entrant, in the order of the table. 1 is best, and tied entrants share the better rank. Required
    without `double_loss`."""
    double_loss: bool = False
    """True instead of `ranks` if no entrant at the table earns points or a win. In a knock-out no entrant advances
    then. Default: false."""
    game: MatchGameNumber | UnsetType = UNSET
    """The number of the game to set the result of, from 0. Default: all games of the match."""
    force: bool = False
    """True to take back the rounds that depend on the result, and to pair them again. Default: false."""
    reason: Reason
    """The reason, for the public log."""

    excluded: ClassVar[Mapping[str, Any]] = {
        "not": {
            "oneOf": [
                {"required": ["ranks"], "properties": {"double_loss": {"enum": [False]}}},
                {
                    "required": ["double_loss"],
                    "properties": {"double_loss": {"enum": [True]}},
                    "not": {"required": ["ranks"]},
                },
            ]
        }
    }

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return the fault of a ruling with ranks and a double loss, or with neither."""
        if bool(self.ranks) == self.double_loss:
            yield "ranks", "Send either `ranks` or `double_loss`: true."


class CorrectionQuery(Query, frozen=True):
    """Query parameters of a correction."""

    reason: Reason = ""
    """The reason, for the public log and the players. Required with `force`. Default: none."""
    force: bool = False
    """True to stop games that have started. Default: false."""


class ResultQuery(CorrectionQuery, frozen=True):
    """Query parameters to withdraw a ruling."""

    game: MatchGameNumber | UnsetType = UNSET
    """The number of the game, from 0, whose result is deleted. Default: the result of the match."""


class StandingChange(Response, frozen=True):
    """A change of an entrant's standing."""

    entrant: EntrantNumber
    name: EntrantName
    """The display name of the entrant."""
    place_before: Place
    """The place before the ruling."""
    place: Place
    """The place after the ruling."""
    points_before: float
    """The points before the ruling. Rounded to four decimal places."""
    points: float
    """The points after the ruling. Rounded to four decimal places."""


class MatchRuling(Response, frozen=True):
    """A match after a ruling, with the changed standings."""

    table: MatchTable
    """The match after the ruling."""
    changes: tuple[StandingChange, ...]
    """The standings that have changed."""

"""Matches of teams: in each round a team meets another team, board by board.

The teams are paired as the entrants of a tournament of their own (`team_tournament`). A team earns match points: those
of a win for more board points than the other team, those of a draw for as many, else those of a loss. If neither has
board points, both earn 0. In a knock-out, the team with more points at the first board where they differ advances after
a draw, else the better seed.

A team of a match is seated by its line-up: at board 1 its first member has the first seat, at board 2 the second, and
so on. A member without an opponent has the points of a bye, as all boards of a team with a bye have.
An entrant without a team does not play. Teams do not change after the start.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import UNSET

from service.tournaments.rules.apart import team_of
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.plan import USUAL_MATCH_POINTS, Plan
from service.tournaments.rules.points import match_points as entrant_points
from service.tournaments.rules.points import round_points
from service.tournaments.rules.state import Entrant, Round, Tournament

PAIR = 2
MATCH_POINTS = (2, 0)
"""The points of the winning and of the losing team of a match; equal teams share them."""

Team = tuple[int, ...]
"""The members of a team by board, those without a board last."""


class TeamMatch(NamedTuple):
    """A match of two teams."""

    teams: tuple[int, int]
    """The teams by their numbers in `teams_of`. The first one has the first seat at board 1."""
    tables: tuple[MatchTable, ...]
    """The tables in the order of the boards."""
    unopposed: tuple[int, ...]
    """The entrants without an opponent, who have the points of a bye."""
    points: tuple[int, int]
    """The board points so far, in sixtieths."""
    by_board: tuple[tuple[int, int], ...]
    """The points of both teams at each table, in sixtieths."""

    @property
    def is_closed(self) -> bool:
        """Whether all boards have results."""
        return all(each.is_closed for each in self.tables)

    @property
    def is_lost(self) -> bool:
        """Whether neither team has board points."""
        return not any(self.points)

    @property
    def is_drawn(self) -> bool:
        """Whether both teams have as many board points, and some."""
        return self.points[0] == self.points[1] and not self.is_lost

    @property
    def ranks(self) -> tuple[int, ...]:
        """Return the ranks of the teams by board points, then by the first board with different points."""
        values = [(self.points[at], [each[at] for each in self.by_board]) for at in range(PAIR)]
        return tuple(1 + (max(values) > each) for each in values)


def match_points(plan: Plan, match: TeamMatch) -> tuple[int, ...]:
    """Return the match points of the teams of a match, in whole points, if all boards have results."""
    win, draw, loss = points_scale(plan)
    if match.is_lost:
        return (0,) * PAIR
    return tuple(draw if match.is_drawn else win if each == max(match.points) else loss for each in match.points)


def points_scale(plan: Plan) -> Sequence[int]:
    """Return the match points of a win, a draw and a loss."""
    return USUAL_MATCH_POINTS if plan.team_matches is UNSET else plan.team_matches.match_points


def has_team_matches(plan: Plan) -> bool:
    """Whether teams meet in a tournament, and not single entrants."""
    return plan.team_matches is not UNSET


def boards(plan: Plan) -> int:
    """Return the number of boards of a match of teams; 0 without such matches."""
    return 0 if plan.team_matches is UNSET else plan.team_matches.boards


def name_of(tournament: Tournament, team: Team) -> str:
    """Return the name of a team, as its first member has it."""
    return tournament.entrants[min(team)].team


def teams_of(tournament: Tournament) -> list[Team]:
    """List the teams in the order of entry: of the entrants of all stages, or before the first of all present ones."""
    if tournament.stages:
        return teams(tournament, {each for groups in tournament.stages for group in groups for each in group})
    return teams(tournament, tournament.all_present)


def taking_part(tournament: Tournament) -> list[Team]:
    """List the teams whose members take part when registration closes."""
    return teams(tournament, [each.number for each in tournament.entrants if tournament.takes_part(each.number)])


def teams(tournament: Tournament, entrants: Iterable[int]) -> list[Team]:
    """Return the teams of some entrants, in the order of entry; entrants without a team are left out."""
    found: dict[str, list[Entrant]] = {}
    for number in sorted(entrants):
        each = tournament.entrants[number]
        if each.team:
            found.setdefault(team_of(each.team), []).append(each)
    return [by_board(members) for members in found.values()]


def by_board(members: Iterable[Entrant]) -> Team:
    """Return the numbers of entrants by board, those without a board last, in the order of entry."""
    return tuple(each.number for each in sorted(members, key=lambda each: (not each.board, each.board, each.number)))


def lineup(tournament: Tournament, team: Team) -> Team:
    """Return the present members of a team in the order in which they have boards in the next round.

    Those of the line-up come first, then the others by board. Only the first ones have a board.
    """
    key = (len(tournament.rounds) + 1, team_of(name_of(tournament, team)))
    named = [each for each in tournament.lineups.get(key, ()) if each in team]
    return tuple(tournament.present([*named, *(each for each in team if each not in named)]))


def matches_of(tournament: Tournament, listed: Sequence[Team], played: Round) -> list[TeamMatch]:
    """List the matches of teams in a round, in order."""
    number = numbers_of(listed)
    won = round_points(tournament.plan, played)
    found: list[TeamMatch] = []
    for pair, tables in groupby(played.tables, lambda table: {number[each] for each in table.entrants}):
        boards_of = tuple(tables)
        one = number[boards_of[0].entrants[0]]
        (other,) = pair - {one}
        unopposed = tuple(each for each in played.byes if number[each] in pair)
        by_board = tuple(_at_board(tournament.plan, each, number, one) for each in boards_of)
        byes = [sum(won[each] for each in unopposed if number[each] == team) for team in (one, other)]
        points = sum(each[0] for each in by_board) + byes[0], sum(each[1] for each in by_board) + byes[1]
        found.append(TeamMatch((one, other), boards_of, unopposed, points, by_board))
    return found


def numbers_of(listed: Sequence[Team]) -> Mapping[int, int]:
    """Return the number of the team of each member."""
    return {each: number for number, team in enumerate(listed) for each in team}


def _at_board(plan: Plan, table: MatchTable, number: Mapping[int, int], first: int) -> tuple[int, int]:
    """Return the points at a table, those of the team `first` first."""
    one, other = entrant_points(plan, table)
    return (one, other) if number[table.entrants[0]] == first else (other, one)

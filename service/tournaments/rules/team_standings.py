"""Rank the teams of a tournament by the results of their members.

Teams are ranked by the sum of the points of their members, then by the games won, then by the points of board 1, of
board 2, and so on. Where teams meet (`team_matches`), their match points come first. Teams that are equal in all of
them share a place. The results of disqualified members do not count, but matches stay as they were played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import msgspec
from msgspec import UNSET, UnsetType

from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.points import stage_points
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import Team, as_teams, has_team_matches, name_of, teams, teams_of
from service.tournaments.rules.tie_breaks import games_won, tally


class TeamStanding(msgspec.Struct, frozen=True):
    """The standing of one team."""

    place: int
    """The place, from 1; the first one of those that the team shares."""
    team: str
    """The name, as its first member has it."""
    points: int
    """The sum of the points of its members, in sixtieths."""
    wins: int
    """The number of games won, alone or shared."""
    members: tuple[int, ...]
    """The entrants by board; those without a board are last, in the order of entry."""
    by_member: tuple[int, ...]
    """The points of each member, in sixtieths."""
    place_to: int | UnsetType = UNSET
    """The last one of the places that the team shares. Absent if the place is not shared."""
    match_points: int | UnsetType = UNSET
    """The match points. Absent unless teams meet."""


def team_standings(tournament: Tournament, stage: int | UnsetType = UNSET) -> list[TeamStanding]:
    """Return the standings of the teams in a stage (from 0), or in all stages; empty before the start."""
    stages = range(len(tournament.stages)) if stage is UNSET else (stage,)
    if not stages:
        return []
    points, wins = _by_entrant(tournament, stages)
    listed = [_team(tournament, each, points, wins) for each in _teams(tournament)]
    return [*_placed(sorted(_with_match_points(tournament, listed), key=_decided, reverse=True))]


def _teams(tournament: Tournament) -> list[Team]:
    is_paired = has_team_matches(tournament.plan)
    return teams_of(tournament) if is_paired else teams(tournament, range(len(tournament.entrants)))


def _with_match_points(tournament: Tournament, listed: list[TeamStanding]) -> list[TeamStanding]:
    if not has_team_matches(tournament.plan):
        return listed
    won = stage_points(as_teams(tournament, [each.members for each in listed]), 0)
    points = (won[number] // SIXTIETHS for number in range(len(listed)))
    return [msgspec.structs.replace(each, match_points=own) for each, own in zip(listed, points, strict=True)]


def _by_entrant(tournament: Tournament, stages: Iterable[int]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return the points and the games won of each entrant who is not disqualified, over some stages."""
    points: dict[int, int] = defaultdict(int)
    wins: dict[int, int] = defaultdict(int)
    for stage in stages:
        counted = tally(tournament, stage)
        for entrant, won in stage_points(tournament, stage).items():
            if not tournament.entrants[entrant].disqualified:
                points[entrant] += won
                wins[entrant] += games_won(counted, entrant)
    return points, wins


def _team(tournament: Tournament, team: Team, points: Mapping[int, int], wins: Mapping[int, int]) -> TeamStanding:
    by_member = tuple(points.get(each, 0) for each in team)
    won = sum(wins.get(each, 0) for each in team)
    return TeamStanding(0, name_of(tournament, team), sum(by_member), won, team, by_member)


def _decided(team: TeamStanding) -> tuple[int, int, int, tuple[int, ...]]:
    """Return what decides about the place of a team; more is better."""
    return team.match_points or 0, team.points, team.wins, team.by_member


def _placed(ranked: Iterable[TeamStanding]) -> Iterator[TeamStanding]:
    last = 0
    for _, group in groupby(ranked, _decided):
        tied = [*group]
        first, last = last + 1, last + len(tied)
        place_to = last if last > first else UNSET
        yield from (msgspec.structs.replace(each, place=first, place_to=place_to) for each in tied)

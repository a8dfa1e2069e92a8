"""Rank the teams of a tournament by the results of their members.

Teams are ranked by the sum of the points of their members, then by the games won, then by the points of board 1, of
board 2, and so on. Teams that are equal in all of them share a place. The results of disqualified members do not count,
but matches stay as they were played.

Where teams meet (`team_matches`), their match points come first, and each team counts its last stage only. As single
entrants, teams of a knock-out are ranked by how far they came, and those of several groups by their places in them.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.knockout_progress import progress
from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.points import stage_points
from service.tournaments.rules.random_choice import drawn_order
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import Team, has_team_matches, name_of, teams, teams_of
from service.tournaments.rules.team_tournament import as_teams
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


class _Ranked(NamedTuple):
    """A team in the order of the standings."""

    number: int
    """The number of the team in `teams_of`."""
    standing: TeamStanding
    order: tuple[Any, ...]
    """What decides about its order; more is better."""
    shared: Hashable
    """What decides about its place; neighbours with equal values share a place."""


def team_standings(
    tournament: Tournament, stage: int | UnsetType = UNSET, group: int | UnsetType = UNSET
) -> list[TeamStanding]:
    """Return the standings of the teams in a stage (from 0), or in all stages; empty before the start.

    Where teams meet, `group` limits them to a group of the stage.
    """
    stages = range(len(tournament.stages)) if stage is UNSET else (stage,)
    if not stages:
        return []
    if has_team_matches(tournament.plan):
        return _of_meeting(tournament, stages, group)
    points, wins = _by_entrant(tournament, stages)
    named = teams(tournament, range(len(tournament.entrants)))
    ranked = sorted((_team(tournament, each, points, wins) for each in named), key=_decided, reverse=True)
    return [*_placed((each, _decided(each)) for each in ranked)]


def team_order(tournament: Tournament, stage: int) -> list[int]:
    """Return the teams that meet in a stage by their numbers in `teams_of`, best first."""
    return [each.number for each in _of_stage(tournament, stage, UNSET)]


def _of_meeting(tournament: Tournament, stages: Sequence[int], group: int | UnsetType) -> list[TeamStanding]:
    found: dict[int, _Ranked] = {}
    for stage in reversed(stages):
        for each in _of_stage(tournament, stage, group):
            found.setdefault(each.number, each)
    return [*_placed((each.standing, each.shared) for each in found.values())]


def _of_stage(tournament: Tournament, stage: int, group: int | UnsetType) -> list[_Ranked]:
    """Return the teams of a stage, best first; a draw orders equal ones."""
    listed = teams_of(tournament)
    paired = as_teams(tournament, listed)
    groups = paired.stages[stage]
    numbers = sorted(each for members in groups for each in members)
    place = {each: at for at, each in enumerate(drawn_order(tournament.seed, numbers, "standings", stage))}
    standings = _with_match_points(tournament, stage, paired, listed)
    came = progress(paired, stage) if traits_of(tournament.plan.stages[stage]).is_knockout else {}
    chosen = groups if group is UNSET else [groups[group]]
    found = [
        each
        for members in chosen
        for each in _of_group(tournament, stage, {number: standings[number] for number in members}, came)
    ]
    found.sort(key=lambda each: place[each.number])
    return sorted(found, key=lambda each: each.order, reverse=True)


def _of_group(
    tournament: Tournament,
    stage: int,
    standings: Mapping[int, TeamStanding],
    came: Mapping[int, tuple[int, int]],
) -> Iterator[_Ranked]:
    """List the teams of a group in any order. Their places in the group come first if the stage has several."""
    has_groups = len(tournament.stages[stage]) > 1
    order = {number: (came.get(number, ()), _decided(each)) for number, each in standings.items()}
    for number, each in standings.items():
        behind = -sum(other > order[number] for other in order.values()) if has_groups else 0
        is_shared = number in came and tournament.plan.shared_places is True
        shared = (stage, came[number]) if is_shared else (stage, behind, order[number])
        yield _Ranked(number, each, (behind, *order[number]), shared)


def _with_match_points(
    tournament: Tournament, stage: int, paired: Tournament, listed: Sequence[Team]
) -> list[TeamStanding]:
    """Return the standings of all teams by their results in a stage, without places."""
    points, wins = _by_entrant(tournament, (stage,))
    won = stage_points(paired, stage)
    return [
        msgspec.structs.replace(_team(tournament, team, points, wins), match_points=won.get(number, 0) // SIXTIETHS)
        for number, team in enumerate(listed)
    ]


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


def _placed(ranked: Iterable[tuple[TeamStanding, Hashable]]) -> Iterator[TeamStanding]:
    """Return standings with their places; neighbours with an equal second value share one."""
    last = 0
    for _, group in groupby(ranked, lambda each: each[1]):
        tied = [standing for standing, _ in group]
        first, last = last + 1, last + len(tied)
        place_to = last if last > first else UNSET
        yield from (msgspec.structs.replace(each, place=first, place_to=place_to) for each in tied)

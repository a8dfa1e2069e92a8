"""Matches of teams: in each round a team meets another team, board by board.

The teams are paired as the entrants of a tournament of their own (`as_teams`). A team earns 2 points in it for a match
with more board points than the other team, 1 for as many, and 0 otherwise. If neither has board points, both earn 0.

A team of a match is seated by its line-up: at board 1 its first member has the first seat, at board 2 the second, and
so on. A member without an opponent has the points of a bye, as all boards of a team with a bye have.
An entrant without a team does not play. Teams do not change after the start.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from service.tournaments.rules import stages
from service.tournaments.rules.apart import NO_LABELS, team_of
from service.tournaments.rules.events import Entered, Ruled, SeatedTable
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.plan import KeepApart, Plan, Series
from service.tournaments.rules.points import match_points, round_points
from service.tournaments.rules.state import Apart, Entrant, Round, Tournament

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

    @property
    def is_closed(self) -> bool:
        """Whether all boards have results."""
        return all(each.is_closed for each in self.tables)

    @property
    def is_lost(self) -> bool:
        """Whether neither team has board points."""
        return not any(self.points)

    @property
    def match_points(self) -> tuple[int, ...]:
        """Return the match points of the teams, if all boards have results."""
        tied, lost = sum(MATCH_POINTS) // PAIR, self.is_lost
        return tuple(0 if lost else tied if self.ranks == (1, 1) else MATCH_POINTS[each - 1] for each in self.ranks)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Return the ranks of the teams by board points."""
        return tuple(1 + (max(self.points) > each) for each in self.points)


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
    """List the teams in the order of entry: of the entrants of the stage, or before it of all present ones."""
    if tournament.stages:
        return teams(tournament, [each for group in tournament.stages[-1] for each in group])
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


def next_round(tournament: Tournament) -> RoundPairing | None:
    """Return the pairing of the next round, board by board, or None once the stage is over."""
    listed = teams_of(tournament)
    paired = as_teams(tournament, listed)
    drawn = traits_of(paired.stage).next_round(paired)
    return None if drawn is None else _by_boards(tournament, listed, drawn)


def is_over(tournament: Tournament) -> bool:
    """Whether the stage has no further round. The rounds so far may still be played."""
    paired = as_teams(tournament, teams_of(tournament))
    traits = traits_of(paired.stage)
    return traits.is_over(paired) if traits.is_over else traits.next_round(paired) is None


def next_groups(tournament: Tournament) -> stages.Groups:
    """Return the groups of the stage: teams in seeding order, and their members by board."""
    listed = taking_part(tournament)
    groups = stages.next_groups(as_teams(tournament, listed))
    return tuple(tuple(each for team in group for each in listed[team]) for group in groups)


def _by_boards(tournament: Tournament, listed: Sequence[Team], drawn: RoundPairing) -> RoundPairing:
    playing = [lineup(tournament, each)[: boards(tournament.plan)] for each in listed]
    tables: list[DrawnTable] = []
    byes: list[int] = []
    for each in drawn.tables:
        one, other = each.entrants
        for board, pair in enumerate(zip_longest(playing[one], playing[other])):
            seated = tuple(entrant for entrant in pair if entrant is not None)
            if len(seated) < PAIR:
                byes += seated
            else:
                tables.append(DrawnTable(seated[:: -1 if board % 2 else 1], each.group))
    byes += [each for team in drawn.byes for each in playing[team]]
    return RoundPairing(tuple(tables), tuple(byes))


def matches_of(tournament: Tournament, listed: Sequence[Team], played: Round) -> list[TeamMatch]:
    """List the matches of teams in a round, in order."""
    number = _numbers(listed)
    won = round_points(tournament.plan, played)
    found: list[TeamMatch] = []
    for pair, tables in groupby(played.tables, lambda table: {number[each] for each in table.entrants}):
        boards_of = tuple(tables)
        one = number[boards_of[0].entrants[0]]
        (other,) = pair - {one}
        unopposed = tuple(each for each in played.byes if number[each] in pair)
        points = _board_points(tournament.plan, boards_of, number)
        for each in unopposed:
            points[number[each]] += won[each]
        found.append(TeamMatch((one, other), boards_of, unopposed, (points[one], points[other])))
    return found


def _numbers(listed: Sequence[Team]) -> Mapping[int, int]:
    return {each: number for number, team in enumerate(listed) for each in team}


def _board_points(plan: Plan, tables: Iterable[MatchTable], number: Mapping[int, int]) -> dict[int, int]:
    points: dict[int, int] = {}
    for table in tables:
        for each, won in zip(table.entrants, match_points(plan, table), strict=True):
            points[number[each]] = points.get(number[each], 0) + won
    return points


# The tournament of teams


def as_teams(tournament: Tournament, listed: Sequence[Team]) -> Tournament:
    """Return the tournament in which the teams are the entrants, by their position in `listed`."""
    number = _numbers(listed)
    return Tournament(
        _plan(tournament.plan, number),
        tournament.seed,
        status=tournament.status,
        has_started=tournament.has_started,
        entrants=[_entrant(tournament, at, team) for at, team in enumerate(listed)],
        stages=[[[*dict.fromkeys(number[each] for each in group)] for group in each] for each in tournament.stages],
        apart=[Apart(_labels(each, listed), each.rounds) for each in tournament.apart],
        rounds=[_round(tournament, listed, each) for each in tournament.rounds],
    )


def _plan(plan: Plan, number: Mapping[int, int]) -> Plan:
    """Return the plan with the match points of teams, in which members apart keep their teams apart."""
    keep, single = plan.keep_apart, replace(plan.stages[0], series=UNSET)
    if keep is not UNSET:
        groups = (tuple(sorted({number[each] for each in group if each in number})) for group in keep.groups)
        keep = KeepApart(False, tuple(each for each in groups if len(each) > 1), keep.rounds)
    return replace(
        plan,
        stages=(single,),
        games=1,
        points={PAIR: MATCH_POINTS},
        bye_points=MATCH_POINTS[0],
        check_in=False,
        keep_apart=keep,
        team_matches=UNSET,
    )


def _entrant(tournament: Tournament, at: int, team: Team) -> Entrant:
    """Return a team as an entrant; its rating is the sum of those of its first boards."""
    first = team[: boards(tournament.plan)]
    rating = sum(tournament.entrants[each].entered.rating for each in first)
    name = name_of(tournament, team)
    entered = Entered(number=0, at="", entrant=at, name=name, kind="player", rating=rating)
    return Entrant(at, entered, withdrawn=not tournament.present(team))


def _labels(apart: Apart, listed: Sequence[Team]) -> Mapping[int, frozenset[str]]:
    found = {
        at: frozenset(label for each in team for label in apart.labels.get(each, NO_LABELS))
        for at, team in enumerate(listed)
    }
    return {at: labels for at, labels in found.items() if labels}


def _round(tournament: Tournament, listed: Sequence[Team], played: Round) -> Round:
    matches = matches_of(tournament, listed, played)
    number, playing = _numbers(listed), {team for match in matches for team in match.teams}
    byes = tuple(dict.fromkeys(number[each] for each in played.byes if number[each] not in playing))
    tables = [_table(played, at, match) for at, match in enumerate(matches, 1)]
    return Round(played.number, played.stage, tables, byes, opened=True, paired=played.paired)


def _table(played: Round, at: int, match: TeamMatch) -> MatchTable:
    """Return the match of two teams as a table; its result counts once all boards have results."""
    group = match.tables[0].seating.group
    table = MatchTable(SeatedTable(at, match.teams, ("",), group), Series("simultaneous", 1), played.paired)
    if match.is_closed:
        ruled = Ruled(number=0, at="", round=played.number, table=at, ranks=match.ranks, double_loss=match.is_lost)
        table.ruled = ruled
    return table

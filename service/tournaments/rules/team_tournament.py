"""The tournament in which the teams are the entrants, to pair and rank teams as single entrants are."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from service.tournaments.rules.apart import NO_LABELS
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.events import SeatedTable
from service.tournaments.rules.match_events import Ruled
from service.tournaments.rules.match_table import MatchTable, TeamResult
from service.tournaments.rules.plan import SIXTIETHS, KeepApart, Plan, Series
from service.tournaments.rules.state import Apart, Entrant, Round, Tournament, open_tables_of
from service.tournaments.rules.team_matches import (
    PAIR,
    Team,
    TeamMatch,
    boards,
    match_points,
    matches_of,
    name_of,
    numbers_of,
    points_scale,
)


def as_teams(tournament: Tournament, listed: Sequence[Team]) -> Tournament:
    """Return the tournament in which the teams are the entrants, by their position in `listed`."""
    number = numbers_of(listed)
    rounds = [_round(tournament, listed, each) for each in tournament.rounds]
    return Tournament(
        _plan(tournament.plan, number),
        tournament.seed,
        status=tournament.status,
        has_started=tournament.has_started,
        entrants=[_entrant(tournament, at, team) for at, team in enumerate(listed)],
        stages=[[[*dict.fromkeys(number[each] for each in group)] for group in each] for each in tournament.stages],
        apart=[Apart(_labels(each, listed), each.rounds) for each in tournament.apart],
        rounds=rounds,
        open_tables=open_tables_of(rounds),
    )


def _plan(plan: Plan, number: Mapping[int, int]) -> Plan:
    """Return the plan with the match points of teams, in which members apart keep their teams apart."""
    keep = plan.keep_apart
    if keep is not UNSET:
        groups = (tuple(sorted({number[each] for each in group if each in number})) for group in keep.groups)
        keep = KeepApart(False, tuple(each for each in groups if len(each) > 1), keep.rounds)
    win, _, loss = points_scale(plan)
    return replace(
        plan,
        stages=tuple(replace(each, series=UNSET) for each in plan.stages),
        games=1,
        points={PAIR: (win, loss)},
        bye_points=win,
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
    number, playing = numbers_of(listed), {team for match in matches for team in match.teams}
    byes = tuple(dict.fromkeys(number[each] for each in played.byes if number[each] not in playing))
    tables = [_table(tournament.plan, played, at, match) for at, match in enumerate(matches, 1)]
    return Round(played.number, played.stage, tables, byes, opened=True, paired=played.paired)


def _table(plan: Plan, played: Round, at: int, match: TeamMatch) -> MatchTable:
    """Return the match of two teams as a table; its result counts once all boards have results."""
    seating = match.tables[0].seating
    seated = SeatedTable(at, match.teams, ("",), seating.group, seating.bracket)
    table = MatchTable(seated, Series("simultaneous", 1), played.paired)
    earned = match_points(plan, match) if match.is_closed else (0, 0)
    table.of_teams = TeamResult(tuple(each * SIXTIETHS for each in earned), match.points)
    if match.is_closed:
        ruled = Ruled(number=0, at="", round=played.number, table=at, ranks=match.ranks, double_loss=match.is_lost)
        table.ruled = ruled
    return table

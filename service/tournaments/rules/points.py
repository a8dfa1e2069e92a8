"""Compute points from results: by place and table size; tied entrants share the mean of their places."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.plan import SIXTIETHS, Plan
from service.tournaments.rules.series import Result, counted_games, decides, series_of
from service.tournaments.rules.state import Round, Tournament


def shares(plan: Plan, ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the points for one game in sixtieths, from the ranks at the table."""
    by_place = plan.points[len(ranks)]
    return tuple(_mean(by_place, rank - 1, ranks.count(rank)) for rank in ranks)


def among_entrants(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks of the result of a game as the tournament counts them: one more than the better ranks.

    Seats that all share the last rank, because none has won, share the first place. Those who never acted earn none.
    """
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def _mean(by_place: Sequence[int], first: int, tied: int) -> int:
    """Return the points of each of some entrants who share places, in sixtieths."""
    return sum(by_place[first : first + tied]) * SIXTIETHS // tied


def ranks_by_game(table: MatchTable) -> list[tuple[int, ...]]:
    """List the ranks of each counted game; rulings replace played results."""
    return [each.ranks for each in table.results]


def match_points(plan: Plan, table: MatchTable) -> tuple[int, ...]:
    """Return the points of each entrant at a table so far, in sixtieths, in table order.

    A match that counts as one game earns none before it is decided. Teams earn match points. The match holds them.
    """
    if table.of_teams is not None:
        return table.of_teams.match_points
    scale, known = table.derived.get("points", (None, ()))
    points: tuple[int, ...] = known if scale is plan.points else _match_points(plan, table)
    table.derived["points"] = plan.points, points
    return points


def _match_points(plan: Plan, table: MatchTable) -> tuple[int, ...]:
    if decides(table.series):
        return _points_of_series(plan, table)
    games = [_earned(plan, each) for each in table.results if not each.is_lost]
    return tuple(sum(game[place] for game in games) for place in range(len(table.entrants)))


def _points_of_series(plan: Plan, table: MatchTable) -> tuple[int, ...]:
    """Return the points for the places by the score of a series; entrants who acted in no game earn none."""
    results, won = table.results, table.score
    if not table.is_closed or all(each.is_lost for each in results):
        return (0,) * len(won)
    unpaid = frozenset.intersection(*(frozenset(each.unpaid) for each in results))
    points = shares(plan, among_entrants([-each for each in won]))
    return tuple(0 if place in unpaid else each for place, each in enumerate(points))


def _earned(plan: Plan, result: Result) -> tuple[int, ...]:
    """Return the points for one game in sixtieths; entrants who never acted earn none."""
    points = shares(plan, result.ranks)
    return tuple(0 if place in result.unpaid else each for place, each in enumerate(points))


def round_points(plan: Plan, played: Round) -> dict[int, int]:
    """Return the points of each entrant in a round so far, byes included, in sixtieths."""
    games = counted_games(series_of(plan, played.stage))
    won = dict.fromkeys(played.byes, plan.bye_points * games * SIXTIETHS)
    for table in played.tables:
        won.update(zip(table.entrants, match_points(plan, table), strict=True))
    return won


def stage_points(tournament: Tournament, stage: int) -> Mapping[int, int]:
    """Return the points of all entrants of a stage, in sixtieths, after penalties; at least 0.

    The initial points of late entrants count in the first stage.
    """
    points: dict[int, int] = defaultdict(int)
    for group in tournament.stages[stage]:
        for entrant in group:
            points[entrant] = tournament.entrants[entrant].late_points if stage == 0 else 0
    for played in tournament.rounds:
        if played.stage == stage:
            for entrant, won in round_points(tournament.plan, played).items():
                points[entrant] += won
    for entrant in [*points]:
        points[entrant] = max(0, points[entrant] - penalty(tournament, entrant, stage) * SIXTIETHS)
    return points


def penalty(tournament: Tournament, entrant: int, stage: int) -> int:
    """Return the penalty of an entrant in a stage, in whole points."""
    found = tournament.entrants[entrant].penalties.get(stage)
    return found.penalty if found else 0


def decimal(value: Fraction | int, places: int) -> str:
    """Return points, scores or games as a decimal number with at most `places` decimals.

    >>> [decimal(Fraction(720, 60), 2), decimal(Fraction(22, 3), 2), decimal(Fraction(-1, 2), 2)]
    ['12', '7.33', '-0.5']
    """
    scaled = round(Fraction(value) * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    after = f"{part:0{places}}".rstrip("0")
    return f"{'-' if scaled < 0 else ''}{whole}{'.' if after else ''}{after}"


def late_points(tournament: Tournament) -> int:
    """Return the initial points of an entrant who joins now, in sixtieths."""
    return tournament.plan.late_points * missed_games(tournament) * SIXTIETHS


def missed_games(tournament: Tournament) -> int:
    """Return how many games an entrant who joins now has missed: those that count in all paired rounds."""
    return counted_games(series_of(tournament.plan, 0)) * len(tournament.rounds)

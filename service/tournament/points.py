"""What a match is worth: points by place and size of the table; those who tie share the mean of their places."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from service.tournament.plan import SIXTIETHS, Plan
from service.tournament.state import MatchTable, Result, Round, Tournament


def shares(plan: Plan, ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the points for one game, in sixtieths, by the ranks of those at the table."""
    by_place = plan.points[len(ranks)]
    return tuple(_mean(by_place, rank - 1, ranks.count(rank)) for rank in ranks)


def _mean(by_place: Sequence[int], first: int, tied: int) -> int:
    """Return what each of those gets who share some places, in sixtieths."""
    return sum(by_place[first : first + tied]) * SIXTIETHS // tied


def ranks_by_game(table: MatchTable) -> list[tuple[int, ...]]:
    """List the ranks of each game that counts, those of a ruling in place of what was played."""
    return [each.ranks for each in table.results]


def match_points(plan: Plan, table: MatchTable) -> tuple[int, ...]:
    """Return what those at a table have won there so far, in sixtieths, in the order of the table."""
    games = [_earned(plan, each) for each in table.results if not each.is_lost]
    return tuple(sum(game[place] for game in games) for place in range(len(table.entrants)))


def _earned(plan: Plan, result: Result) -> tuple[int, ...]:
    """Return the points for one game, in sixtieths; those who never acted earn none."""
    points = shares(plan, result.ranks)
    return tuple(0 if place in result.unpaid else each for place, each in enumerate(points))


def round_points(plan: Plan, played: Round) -> dict[int, int]:
    """Return what each entrant of a round has won in it so far, in sixtieths; byes too."""
    won = dict.fromkeys(played.byes, plan.bye_points * plan.games * SIXTIETHS)
    for table in played.tables:
        won.update(zip(table.entrants, match_points(plan, table), strict=True))
    return won


def stage_points(tournament: Tournament, stage: int) -> Mapping[int, int]:
    """Return the points of all entrants of a stage, in sixtieths; what late entrants begin with counts in the first.

    A penalty is taken from them, as far as there are points.
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
    """Return how many points an entrant loses in a stage, in whole points."""
    found = tournament.entrants[entrant].penalties.get(stage)
    return found.penalty if found else 0


def decimal(value: Fraction | int, places: int) -> str:
    """Write points, scores or games as a decimal number of at most so many places.

    >>> [decimal(Fraction(720, 60), 2), decimal(Fraction(22, 3), 2), decimal(Fraction(-1, 2), 2)]
    ['12', '7.33', '-0.5']
    """
    scaled = round(Fraction(value) * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    after = f"{part:0{places}}".rstrip("0")
    return f"{'-' if scaled < 0 else ''}{whole}{'.' if after else ''}{after}"


def late_points(tournament: Tournament) -> int:
    """Return what whoever enters now begins with, in sixtieths: for each game of each round that has been seated."""
    return tournament.plan.late_points * tournament.plan.games * len(tournament.rounds) * SIXTIETHS

"""Order the entrants of a match, which decides who advances in a knock-out."""

from fractions import Fraction
from itertools import takewhile

from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.points import match_points
from service.tournaments.rules.series import decides
from service.tournaments.rules.state import Round, Tournament, matches

TWELFTHS = 12
"""Unit of score differences, which one to four opponents share evenly."""


def match_order(tournament: Tournament, table: MatchTable) -> list[int]:
    """List the entrants of a table, best first, without ties.

    Criteria in order: whether the entrant acted in any game, the score of a series that decides the match, match
    points, score difference, games won, and seeding. In a series with tie-break games, the points of earlier matches
    between the entrants come before the score difference.
    """
    points, differences, won = match_points(tournament.plan, table), match_differences(table), match_wins(table)
    seeding = _seeding(tournament, table)
    score = table.score if decides(table.series) else (0,) * len(table.entrants)
    absent, earlier = absent_places(table), _earlier_points(tournament, table)

    def criteria(at: int) -> tuple[int, ...]:
        results = (score[at], points[at], earlier[at], differences[at], won[at])
        return (at in absent, *(-each for each in results), seeding[table.entrants[at]])

    return [table.entrants[at] for at in sorted(range(len(table.entrants)), key=criteria)]


def _earlier_points(tournament: Tournament, table: MatchTable) -> list[int]:
    """Return the points of each entrant at earlier tables where all of them met; 0 without tie-break games."""
    earned = [0] * len(table.entrants)
    for each in (
        takewhile(lambda other: other is not table, matches(tournament)) if table.series.tie_break_games else ()
    ):
        points = dict(zip(each.entrants, match_points(tournament.plan, each), strict=True))
        if points.keys() >= {*table.entrants}:
            earned = [before + points[entrant] for before, entrant in zip(earned, table.entrants, strict=True)]
    return earned


def count_advancing(tournament: Tournament, played: Round, table: MatchTable) -> int:
    """Return how many entrants of a knock-out table advance: one from the final, and fewer than all from other tables.

    No entrant advances from a double loss, nor an entrant who never acted.
    """
    if table.is_lost_by_all:
        return 0
    present = len(table.entrants) - len(absent_places(table))
    is_last = len(played.tables) == 1 and not played.byes
    return 1 if is_last else min(tournament.plan.stages[played.stage].advance, len(table.entrants) - 1, present)


def absent_places(table: MatchTable) -> frozenset[int]:
    """Return the positions at a table whose entrants acted in no game with a result."""
    results = [frozenset(each.unpaid) for each in table.results]
    return frozenset.intersection(*results) if results else frozenset()


def _seeding(tournament: Tournament, table: MatchTable) -> dict[int, int]:
    """Return the seeding of a table's entrants in their stage; 0 is best."""
    at = table.number - 1
    stage = next(each.stage for each in tournament.rounds if each.tables[at : at + 1] and each.tables[at] is table)
    group = tournament.stages[stage][table.seating.group]
    return {each: group.index(each) for each in table.entrants}


def match_wins(table: MatchTable) -> tuple[int, ...]:
    """Return the number of games that each entrant of a table has won, alone or shared, in table order.

    Double losses and aborted games have no winner.
    """
    games = [each.ranks for each in table.results if each.is_won]
    return tuple(sum(ranks[place] == 1 for ranks in games) for place in range(len(table.entrants)))


def match_differences(table: MatchTable) -> tuple[int, ...]:
    """Return the score difference of each entrant of a table, in twelfths, in table order.

    In each game this is the entrant's score minus the mean score of the others. Rulings and aborted games have no
    scores.
    """
    games = [each.totals for each in table.results if each.totals is not None]
    share = TWELFTHS // (len(table.entrants) - 1)
    return tuple(
        sum((TWELFTHS + share) * totals[place] - share * sum(totals) for totals in games)
        for place in range(len(table.entrants))
    )


def difference(twelfths: int) -> Fraction:
    """Return a difference in scores from one in twelfths."""
    return Fraction(twelfths, TWELFTHS)

"""Who has won a match, and who comes after: the order that decides who goes on in a knock-out."""

from fractions import Fraction

from service.tournament.points import match_points
from service.tournament.state import MatchTable, Round, Tournament

TWELFTHS = 12
"""Differences are counted in twelfths, which the one to four others at a table share evenly."""


def match_order(tournament: Tournament, table: MatchTable) -> list[int]:
    """List the entrants of a table, the best first; no two are alike.

    What counts is, one after the other: whether the entrant acted in any game, the points of the match, the
    difference of the scores, the games won, and the seeding of the stage, the better first.
    """
    points, differences, won = match_points(tournament.plan, table), match_differences(table), match_wins(table)
    seeding = _seeding(tournament, table)
    places, absent = range(len(table.entrants)), absent_places(table)
    order = sorted(
        places, key=lambda at: (at in absent, -points[at], -differences[at], -won[at], seeding[table.entrants[at]])
    )
    return [table.entrants[at] for at in order]


def through(tournament: Tournament, played: Round, table: MatchTable) -> int:
    """Return how many of a table of a knock-out win their match: one of the last table, never all of another.

    Nobody wins a match that is a double loss, and entrants who never acted do not go on.
    """
    if table.is_lost_by_all:
        return 0
    present = len(table.entrants) - len(absent_places(table))
    is_last = len(played.tables) == 1 and not played.byes
    return 1 if is_last else min(tournament.plan.stages[played.stage].advance, len(table.entrants) - 1, present)


def absent_places(table: MatchTable) -> frozenset[int]:
    """Return the places at a table whose entrants acted in no game that has a result."""
    results = [frozenset(each.unpaid) for each in table.results]
    return frozenset.intersection(*results) if results else frozenset()


def _seeding(tournament: Tournament, table: MatchTable) -> dict[int, int]:
    """Return how those at a table are seeded in its stage, by entrant: 0 is best."""
    at = table.number - 1
    stage = next(each.stage for each in tournament.rounds if each.tables[at : at + 1] and each.tables[at] is table)
    group = tournament.stages[stage][table.seating.group]
    return {each: group.index(each) for each in table.entrants}


def match_wins(table: MatchTable) -> tuple[int, ...]:
    """Count the games that each of a table has won, alone or with others, in the order of the table.

    Neither a double loss nor a game that all gave up is won by anybody.
    """
    games = [each.ranks for each in table.results if each.is_won]
    return tuple(sum(ranks[place] == 1 for ranks in games) for place in range(len(table.entrants)))


def match_differences(table: MatchTable) -> tuple[int, ...]:
    """Return by how much each of a table outdid the others there, in twelfths of a score, in the order of the table.

    Of each game that is one's own score less the mean of the others'. Neither a ruling nor a game that all gave up has
    scores that count.
    """
    games = [each.totals for each in table.results if each.totals is not None]
    share = TWELFTHS // (len(table.entrants) - 1)
    return tuple(
        sum((TWELFTHS + share) * totals[place] - share * sum(totals) for totals in games)
        for place in range(len(table.entrants))
    )


def difference(twelfths: int) -> Fraction:
    """Return a difference as it is told."""
    return Fraction(twelfths, TWELFTHS)

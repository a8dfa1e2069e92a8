"""Count past meetings, seats and byes over all stages."""

from collections import Counter
from collections.abc import Collection

from service.tournaments.rules.limits import MOST_TABLE
from service.tournaments.rules.state import Tournament, matches

Meetings = list[Counter[int]]
"""How often each entrant has sat at a table with each other entrant."""


def meetings(tournament: Tournament) -> Meetings:
    """Return how often entrants have met; a match counts once, however many games it has."""
    met: Meetings = [Counter() for _ in tournament.entrants]
    for table in matches(tournament):
        for entrant in table.entrants:
            met[entrant].update(other for other in table.entrants if other != entrant)
    return met


def seat_counts(tournament: Tournament, counted: Collection[int] = ()) -> list[list[int]]:
    """Return by entrant, then by seat, the number of games in that seat; of the `counted` ones only, if there are."""
    counts = [[0] * MOST_TABLE for _ in tournament.entrants]
    sitting = frozenset(counted)
    for table in matches(tournament):
        if sitting and sitting.isdisjoint(table.seating.entrants):
            continue
        for order in table.seat_orders:
            for seat, entrant in enumerate(order):
                counts[entrant][seat] += 1
    return counts


def byes_had(tournament: Tournament) -> Counter[int]:
    """Return the number of byes of each entrant."""
    return Counter(entrant for each in tournament.rounds for entrant in each.byes)


def small_tables_had(tournament: Tournament) -> Counter[int]:
    """Return by entrant the number of tables that were smaller than the full tables of their stage."""
    stages = tournament.plan.stages
    return Counter(
        entrant
        for played in tournament.rounds
        for table in played.tables
        if len(table.entrants) < stages[played.stage].table_size
        for entrant in table.entrants
    )

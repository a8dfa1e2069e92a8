"""Who has met whom, who has had which seat, and who a bye: what a draw looks back at, in all stages."""

from collections import Counter

from service.tournament.plan import MOST_TABLE
from service.tournament.seats import seat_order
from service.tournament.state import Tournament, matches

Meetings = list[Counter[int]]
"""By entrant: how often each other one has sat at the same table."""


def meetings(tournament: Tournament) -> Meetings:
    """Count who has met whom; a match counts once, however many games it has."""
    met: Meetings = [Counter() for _ in tournament.entrants]
    for table in matches(tournament):
        for entrant in table.entrants:
            met[entrant].update(other for other in table.entrants if other != entrant)
    return met


def seat_counts(tournament: Tournament) -> list[list[int]]:
    """Count by entrant, then by seat, how many games each has been seated for there."""
    counts = [[0] * MOST_TABLE for _ in tournament.entrants]
    for table in matches(tournament):
        for game in range(len(table.seating.games)):
            for seat, entrant in enumerate(seat_order(table.entrants, game)):
                counts[entrant][seat] += 1
    return counts


def byes_had(tournament: Tournament) -> Counter[int]:
    """Count the byes of each entrant."""
    return Counter(entrant for each in tournament.rounds for entrant in each.byes)


def small_tables_had(tournament: Tournament) -> Counter[int]:
    """Count by entrant the tables that had fewer entrants than the full tables of their stage."""
    stages = tournament.plan.stages
    return Counter(
        entrant
        for played in tournament.rounds
        for table in played.tables
        if len(table.entrants) < stages[played.stage].table_size
        for entrant in table.entrants
    )

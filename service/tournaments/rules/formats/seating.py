"""Choose seat orders so that each entrant gets each seat about equally often."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from service.tournaments.rules.formats.history import seat_counts
from service.tournaments.rules.random_choice import drawn_order
from service.tournaments.rules.seats import seat_order
from service.tournaments.rules.series import games_for_seats, series_of
from service.tournaments.rules.state import Tournament


@lru_cache(maxsize=64)
def seats_of_places(size: int, games: int) -> tuple[Counter[int], ...]:
    """Return, for each position in the first game, how often it gets each seat in a match of `games` games."""
    orders = [seat_order(range(size), game) for game in range(games)]
    return tuple(Counter(order.index(place) for order in orders) for place in range(size))


def place_costs(counts: Sequence[int], size: int, games: int) -> list[int]:
    """Return by position how uneven an entrant's seats become there; the best position costs 0.

    The measure is the sum of squared seat counts. If each entrant always gets a position of cost 0, its seat counts
    differ by at most one.
    """
    costs = [
        sum(more * (2 * counts[seat] + more) for seat, more in seats.items()) for seats in seats_of_places(size, games)
    ]
    best = min(costs)
    return [cost - best for cost in costs]


def seat(tournament: Tournament, tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return each table in the seat order of the first game that keeps seats most even; ties are broken at random."""
    counts = seat_counts(tournament, {each for table in tables for each in table})
    return [_best_order(tournament, table, counts) for table in tables]


def _best_order(tournament: Tournament, table: Sequence[int], counts: list[list[int]]) -> tuple[int, ...]:
    drawn = drawn_order(tournament.seed, table, "seats", len(tournament.rounds) + 1)
    games = games_for_seats(series_of(tournament.plan, tournament.stage_index))
    costs = {entrant: place_costs(counts[entrant], len(table), games) for entrant in table}
    orders = permutations(drawn)
    return min(orders, key=lambda order: sum(costs[entrant][place] for place, entrant in enumerate(order)))

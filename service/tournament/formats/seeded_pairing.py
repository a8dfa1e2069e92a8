"""Who meets whom by seeding alone, and how those are kept apart who have met."""

from collections.abc import Callable, Sequence
from itertools import combinations

from service.tournament.formats.table_sizes import table_sizes

Clash = Callable[[int, int], int]
"""How much better it is that two do not meet; 0 if it is no matter."""


def spread(count: int, size: int) -> tuple[list[list[int]], int]:
    """Spread so many over tables to and fro, so that each has as strong ones as any; the first so many have byes."""
    sizes, byes = table_sizes(count, size)
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(range(byes, count))
    for row in range(max(sizes, default=0)):
        for table in range(len(sizes))[:: -1 if row % 2 else 1]:
            if row < sizes[table]:
                tables[table].append(next(rest))
    return tables, byes


def separate(order: Sequence[int], tiers: Sequence[int], tables: Sequence[Sequence[int]], clash: Clash) -> list[int]:
    """Exchange some of one tier, so that fewer clash at one table; the tables list places in the order.

    Each exchange that helps is made at once, the last in order first; whether others would help more is not looked at.
    """
    order = list(order)
    table_of = {place: table for table in tables for place in table}
    for one in sorted(table_of, reverse=True):
        for other in sorted(table_of, reverse=True):
            if not _clashes(order, table_of[one], clash):
                break
            if tiers[one] == tiers[other] and table_of[one] is not table_of[other]:
                _exchange_if_better(order, (one, other), (table_of[one], table_of[other]), clash)
    return order


def _exchange_if_better(
    order: list[int], places: tuple[int, int], tables: tuple[Sequence[int], Sequence[int]], clash: Clash
) -> None:
    one, other = places
    before = sum(_clashes(order, table, clash) for table in tables)
    order[one], order[other] = order[other], order[one]
    if sum(_clashes(order, table, clash) for table in tables) >= before:
        order[one], order[other] = order[other], order[one]


def _clashes(order: Sequence[int], table: Sequence[int], clash: Clash) -> int:
    return sum(clash(order[one], order[other]) for one, other in combinations(table, 2))

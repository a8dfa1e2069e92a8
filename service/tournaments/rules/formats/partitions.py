"""Find the best division of a few entrants into tables by comparing all."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

Table = tuple[int, ...]


def partitions(entrants: Sequence[int], sizes: Sequence[int]) -> Iterator[list[Table]]:
    """List all divisions of entrants into tables of these sizes; ten entrants have at most 6,300.

    >>> list(partitions([0, 1, 2], [2, 1]))
    [[(0,), (1, 2)], [(0, 1), (2,)], [(0, 2), (1,)]]
    """
    if not sizes:
        yield []
        return
    first, *others = entrants
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for table in combinations(others, size - 1):
            rest = [each for each in others if each not in table]
            yield from ([(first, *table), *more] for more in partitions(rest, left))


def best_partition(entrants: Sequence[int], sizes: Sequence[int], cost: Callable[[Table], int]) -> list[Table]:
    """Return the tables with the least total cost, each in its best seat order; `cost` is that of one table."""

    @cache
    def best_order(table: Table) -> Table:
        return min(permutations(table), key=cost)

    @cache
    def least(table: Table) -> int:
        return cost(best_order(table))

    tables = min(partitions(entrants, sizes), key=lambda tables: sum(map(least, tables)))
    return [best_order(table) for table in tables]

"""Tables of three to five, by minimum-cost assignment and local search.

What is compared, the first that differs decides: how often those at one table have met before, how uneven the seats
get, and the sum of the squares of the differences in score between those at one table.

Everybody, in the order of scores, is first assigned to a place near the own rank, so that the seats are the most even.
Then the tables are filled place by place, whoever has that place assigned to them at the least cost for those who sit
there already. Then two entrants change places for as long as that makes the whole better.

The bound: up to `COMPLETE` entrants all ways are compared, and the best is taken. Of more, the result is never worse
than the assignment; and no exchange of two who sit at most `WITHIN` tables apart, or of somebody who meets another
again or has an uneven seat with anybody, would make it better, unless `MOST_WEIGHED` exchanges and assignments of one
entrant have been weighed by then. Where somebody still meets another again or has an uneven seat, all is begun anew
from another lot, within the same bound: with up to `RESTARTED` entrants in all, three times at least; the best result
stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from service.tournament.formats.matching import cheapest_matching
from service.tournament.formats.partitions import best_partition
from service.tournament.formats.pool import Pool

COMPLETE = 10
WITHIN = 3
MOST_WEIGHED = 120_000
RESTARTED = 480
SHAKEN = 24
NEAR, SHIFTED = 12, 8
"""By how many ranks, and then by how many tables, an assignment moves an entrant at most."""

Tables = list[list[int]]
"""Entrants by table, then by place."""


@dataclass(frozen=True)
class Costs:
    """What it costs to seat some entrants, by index, at tables of given sizes."""

    pairs: list[list[int]]
    """Of two at one table."""
    places: dict[int, list[list[int]]]
    """By size of the table, entrant, and place."""
    grave: int
    """The least cost of a repeat meeting or of an uneven seat; differences in score sum up to less."""

    def of(self, tables: Sequence[Sequence[int]]) -> int:
        """Return what all tables cost."""
        met = sum(self.pairs[one][other] for table in tables for one, other in combinations(table, 2))
        return met + sum(self.places[len(table)][each][place] for table in tables for place, each in enumerate(table))

    def here(self, table: Sequence[int], place: int, entrant: int) -> int:
        """Return what one costs at a place of a table, with those who have the other places."""
        row = self.pairs[entrant]
        return sum(
            [row[other] for at, other in enumerate(table) if at != place], self.places[len(table)][entrant][place]
        )


def draw_pods(pool: Pool, sizes: Sequence[int]) -> Tables:
    """Return the tables of a pool, by index and in an order of seats, the highest scores first."""
    if not sizes:
        return []
    costs = costs_of(pool, sizes)
    if len(pool.entrants) <= COMPLETE:
        best = best_partition(range(len(pool.entrants)), sizes, lambda table: costs.of([table]))
        return sorted(map(list, best), key=min)
    return sorted(_searched(pool, costs, sizes), key=min)


def _searched(pool: Pool, costs: Costs, sizes: Sequence[int]) -> Tables:
    best: Tables = []
    weighed = 0
    for turn in range(max(3, RESTARTED // len(pool.entrants))):
        tables = _assigned(costs, _columns(costs, _shaken(pool, turn), sizes, pool.lots), sizes, pool.lots)
        weighed = improve(costs, tables, weighed + 2 * NEAR * len(pool.entrants))
        best = min(best or tables, tables, key=costs.of)
        if costs.of(best) < costs.grave or weighed >= MOST_WEIGHED:
            break
    return best


def costs_of(pool: Pool, sizes: Sequence[int]) -> Costs:
    """Weigh meetings above seats, and these above scores, whatever their sums."""
    most_pairs = sum(size * (size - 1) // 2 for size in sizes)
    places = {size: pool.costs_of_places(size) for size in set(sizes)}
    seats = 1 + most_pairs * max(pool.levels, default=0) ** 2
    met = seats * (1 + sum(max(max(places[size][each]) for size in places) for each in range(len(pool.entrants))))
    pairs = [[(level - other) ** 2 for other in pool.levels] for level in pool.levels]
    for row, others in zip(pairs, pool.met, strict=True):
        for other, times in others.items():
            row[other] += times * met
    weighted = {size: [[cost * seats for cost in row] for row in rows] for size, rows in places.items()}
    return Costs(pairs, weighted, seats)


def _shaken(pool: Pool, turn: int) -> list[int]:
    """Order a pool by score; each further time those of like score somewhat more at random."""
    shake = turn * (1 + max(pool.levels, default=0))
    return sorted(range(len(pool.entrants)), key=lambda each: shake * pool.lots.random() - SHAKEN * pool.levels[each])


def _columns(costs: Costs, order: Sequence[int], sizes: Sequence[int], lots: Random) -> Tables:
    """Assign everybody to a place of a table near the own rank, so that the seats are the most even; by place."""
    count = len(order)
    places = [(at, place) for at, size in enumerate(sizes) for place in range(size)]
    at_rank = [at for at, _ in places]
    edges = [
        (rank, count + to, costs.places[sizes[at]][order[rank]][place] + (at - at_rank[rank]) ** 2)
        for to, (at, place) in enumerate(places)
        for rank in range(max(0, to - NEAR), min(count, to + NEAR + 1))
    ]
    columns: Tables = [[] for _ in range(max(sizes))]
    for to, rank in sorted((to, rank) for rank, to in cheapest_matching(2 * count, edges, lots)):
        columns[places[to - count][1]].append(order[rank])
    return columns


def _assigned(costs: Costs, columns: Tables, sizes: Sequence[int], lots: Random) -> Tables:
    """Fill the tables place by place, each column at the least cost."""
    tables: Tables = [[each] for each in columns[0]]
    for place, column in enumerate(columns[1:], 1):
        count = len(column)
        edges = [
            (
                at,
                count + from_,
                costs.places[sizes[at]][column[from_]][place] + _beside(costs, tables[at], column[from_]),
            )
            for at in range(count)
            for from_ in range(max(0, at - SHIFTED), min(count, at + SHIFTED + 1))
        ]
        for at, from_ in cheapest_matching(2 * count, edges, lots):
            tables[at].append(column[from_ - count])
    return tables


def _beside(costs: Costs, table: Sequence[int], entrant: int) -> int:
    row = costs.pairs[entrant]
    return sum([row[other] for other in table])


def improve(costs: Costs, tables: Tables, weighed: int = 0) -> int:
    """Exchange two entrants wherever that is for the better, in place; return how many exchanges have been weighed."""
    better = True
    while better and weighed < MOST_WEIGHED:
        better = False
        for at, table in enumerate(tables):
            for place in range(len(table)):
                reach = _reach(costs, tables, at, place)
                weighed += len(reach) * len(table)
                better |= _exchange(costs, tables, (at, place), reach)
            if weighed >= MOST_WEIGHED:
                break
    return weighed


def _reach(costs: Costs, tables: Tables, at: int, place: int) -> range:
    """Return the tables with which somebody may change: all for whoever has a repeat meeting or an uneven seat."""
    if costs.here(tables[at], place, tables[at][place]) >= costs.grave:
        return range(len(tables))
    return range(at, min(len(tables), at + WITHIN + 1))


def _exchange(costs: Costs, tables: Tables, here: tuple[int, int], reach: range) -> bool:
    """Let one change places with whom that is best, if it is for the better."""
    gains = ((_gain(costs, tables, here, there), there) for there in _places(tables, here, reach))
    gain, there = max(gains, default=(0, here))
    if gain > 0:
        one, other = tables[here[0]], tables[there[0]]
        one[here[1]], other[there[1]] = other[there[1]], one[here[1]]
    return gain > 0


def _places(tables: Tables, here: tuple[int, int], reach: range) -> Iterator[tuple[int, int]]:
    return ((at, place) for at in reach for place in range(len(tables[at])) if (at, place) != here)


def _gain(costs: Costs, tables: Tables, here: tuple[int, int], there: tuple[int, int]) -> int:
    """Return by how much the whole gets better if two change places."""
    (at, place), (to, other_place) = here, there
    table, other_table = tables[at], tables[to]
    one, other = table[place], other_table[other_place]
    if at == to:
        rows = costs.places[len(table)]
        return rows[one][place] + rows[other][other_place] - rows[one][other_place] - rows[other][place]
    return (
        costs.here(table, place, one)
        - costs.here(table, place, other)
        + costs.here(other_table, other_place, other)
        - costs.here(other_table, other_place, one)
    )

"""Pair tables of three to five by minimum-cost assignment and local search.

Criteria, in order of weight:

- meetings of entrants who should not meet
- earlier small tables of the entrants at tables that are not full
- earlier meetings between entrants at one table
- the sum of squared score differences at each table
- uneven seats; with the priority `seats` before the scores, except in the last round of a Swiss
- how evenly the seeds of each score are spread, so that tables are equally strong

First, the matching assigns each entrant, in score order, to a seat position near their rank, with seats as even as
possible. Entrants of equal score are ordered so that each table has strong and weak ones. Small tables go to the
entrants who have had the fewest. Then the tables are filled seat by seat at the least cost. Last, two entrants swap
places as long as this reduces the cost.

Bounds: up to `COMPLETE` entrants, all divisions are compared and the best one is returned. With more entrants, the
result is never worse than the assignment. It is also a local optimum for two kinds of swaps: between tables at most
`WITHIN` apart, and of an entrant with a serious cost. The serious costs are repeated meetings, and uneven seats where
they come before scores. The search ends early after weighing `MOST_WEIGHED` swaps and assignments.

While serious costs remain, the search restarts from another random order, within the same bound. With up to `RESTARTED`
entrants there are at least three starts. With the priority `points` and up to `RESTARTED` entrants, it always restarts,
and swaps between tables up to `WITHIN_FEW` apart. After a repeated meeting, it first searches with seats before scores:
that leaves more room to avoid the meeting. The best result is returned.

If some meet who should not, the search restarts once more from tables with the fewest such meetings (`separation`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from service.tournaments.rules.formats.entrant_pool import Pool
from service.tournaments.rules.formats.matching import cheapest_matching
from service.tournaments.rules.formats.partitions import best_partition
from service.tournaments.rules.formats.separation import clashes, clashing, separated

COMPLETE = 10
WITHIN, WITHIN_FEW = 3, 12
MOST_WEIGHED = 120_000
RESTARTED = 480
SHUFFLED = 24
NEAR, SHIFTED = 12, 8
"""Largest distance that an assignment moves an entrant, in ranks and then in tables."""

Tables = list[list[int]]
"""Entrants by table, then by seat position."""


@dataclass(frozen=True)
class Costs:
    """Costs of seating some entrants, by index, at tables of given sizes."""

    pairs: list[list[int]]
    """Cost of two entrants at one table."""
    places: dict[int, list[list[int]]]
    """The cost of a seat position, by table size, entrant, and position."""
    serious: int
    """The least cost that justifies a search among all tables; lighter costs sum up to less."""
    unavoidable: int
    """The least possible cost of the small tables."""
    assigning: list[list[int]]
    """Cost of two entrants at one table in an assignment. A meeting to avoid costs as much as a repeated one: the costs
    of an assignment are limited."""
    within: int = WITHIN
    """Largest distance of the tables between which any two entrants can swap."""

    def of(self, tables: Sequence[Sequence[int]]) -> int:
        """Return the cost of all tables."""
        met = sum(self.pairs[one][other] for table in tables for one, other in combinations(table, 2))
        return met + sum(self.places[len(table)][each][place] for table in tables for place, each in enumerate(table))

    def at(self, table: Sequence[int], place: int, entrant: int) -> int:
        """Return the cost of an entrant at a seat position, with the others at their positions."""
        row = self.pairs[entrant]
        return sum(
            [row[other] for at, other in enumerate(table) if at != place], self.places[len(table)][entrant][place]
        )


def draw_pods(pool: Pool, sizes: Sequence[int]) -> Tables:
    """Return the tables of a pool, by index and in seat order, highest scores first."""
    if not sizes:
        return []
    costs = costs_of(pool, sizes)
    if len(pool.entrants) <= COMPLETE:
        best = best_partition(range(len(pool.entrants)), sizes, lambda table: costs.of([table]))
        return sorted(map(list, best), key=min)
    return sorted(_searched(pool, costs, _arranged(pool, sizes)), key=min)


def _arranged(pool: Pool, sizes: Sequence[int]) -> list[int]:
    """Order table sizes so that the small tables go to the entrants who have had the fewest; in a tie they are last."""
    small = len([size for size in sizes if size < max(sizes)])
    ways = [[*sizes[:at], *sizes[-small:], *sizes[at : len(sizes) - small]] for at in range(len(sizes) - small + 1)]
    return min(reversed(ways), key=lambda way: _earlier_small_tables(pool, way)) if small else [*sizes]


def _earlier_small_tables(pool: Pool, sizes: Sequence[int]) -> int:
    """Count the earlier small tables of the entrants whom the score order puts at small tables now."""
    had, rank = 0, 0
    for size in sizes:
        had += sum(pool.small[rank : rank + size]) if size < max(sizes) else 0
        rank += size
    return had


def _searched(pool: Pool, costs: Costs, sizes: Sequence[int]) -> Tables:
    best: Tables = []
    weighed = 0
    by_points = pool.priority == "points"
    for turn in range(max(3, RESTARTED // len(pool.entrants))):
        is_serious = bool(best) and costs.of(best) - costs.unavoidable >= costs.serious
        start = costs_of(replace(pool, priority="seats"), sizes) if by_points and is_serious else costs
        tables = _assigned(start, _columns(start, _shuffled(pool, turn, max(sizes)), sizes, pool.rng), sizes, pool.rng)
        weighed += 2 * NEAR * len(pool.entrants)
        if start is not costs:
            weighed = improve(start, tables, weighed)
        weighed = improve(costs, tables, weighed)
        best = min(best or tables, tables, key=costs.of)
        if weighed >= MOST_WEIGHED or (not _restarts(pool) and costs.of(best) - costs.unavoidable < costs.serious):
            break
    return best if not pool.labels or not clashes(pool.labels, best) else _from_separated(pool, costs, sizes, best)


def _from_separated(pool: Pool, costs: Costs, sizes: Sequence[int], best: Tables) -> Tables:
    """Return the better one of some tables, and of the tables with the fewest clashes after their improvement."""
    largest_first = sorted(range(len(sizes)), key=lambda at: -sizes[at])
    tables: Tables = [[] for _ in sizes]
    for at, table in zip(largest_first, separated(pool.labels, sorted(sizes, reverse=True)), strict=True):
        tables[at] = table
    improve(costs, tables)
    return min(best, tables, key=costs.of)


def _restarts(pool: Pool) -> bool:
    """Whether the search restarts even without serious costs."""
    return pool.priority == "points" and len(pool.entrants) <= RESTARTED


def costs_of(pool: Pool, sizes: Sequence[int]) -> Costs:
    """Return costs weighted so that no sum of a lighter criterion outweighs a heavier one."""
    most_pairs, entrants = sum(size * (size - 1) // 2 for size in sizes), range(len(pool.entrants))
    places = {size: pool.costs_of_places(size) for size in set(sizes)}
    strengths = _strengths(pool)
    offset = max((each**2 for each in strengths), default=0)
    first = 1 + 2 * most_pairs * offset
    all_scores = most_pairs * max(pool.levels, default=0) ** 2
    all_seats = sum(max(max(places[size][each]) for size in places) for each in entrants)
    scores, seats = (first * (1 + all_seats), first) if pool.scores_first else (first, first * (1 + all_scores))
    met = first * (1 + all_scores) * (1 + all_seats)
    most_met = max((times for row in pool.met for times in row.values()), default=0)
    small = met * (1 + most_pairs * most_met)
    had = [times - min(pool.small, default=0) for times in pool.small]
    pairs = [
        [(pool.levels[a] - pool.levels[b]) ** 2 * scores + offset + strengths[a] * strengths[b] for b in entrants]
        for a in entrants
    ]
    for row, others in zip(pairs, pool.met, strict=True):
        for other, times in others.items():
            row[other] += times * met
    assigning = _with_clashes(pool, pairs, met)
    weighted = {
        size: [
            [cost * seats + small * had[each] * (size < max(sizes)) for cost in places[size][each]] for each in entrants
        ]
        for size in places
    }
    seats_at_small = sum(size for size in sizes if size < max(sizes))
    serious, unavoidable = met if pool.scores_first else seats, small * sum(sorted(had)[:seats_at_small])
    within = WITHIN_FEW if _restarts(pool) else WITHIN
    pairs = _with_clashes(pool, pairs, small * (1 + sum(had)))
    return Costs(pairs, weighted, serious, unavoidable, assigning, within)


def _with_clashes(pool: Pool, pairs: list[list[int]], weight: int) -> list[list[int]]:
    """Return costs of pairs, with this one for each pair that should not meet."""
    if not pool.labels:
        return pairs
    rows = [[*row] for row in pairs]
    for one, other in clashing(pool.labels):
        rows[one][other] += weight
        rows[other][one] += weight
    return rows


def _strengths(pool: Pool) -> list[int]:
    """Return how far each entrant is seeded above the middle of its score group; the sum of a group is 0."""
    return [len(group) - 1 - 2 * at for group in pool.score_groups for at in range(len(group))]


def _shuffled(pool: Pool, turn: int, size: int) -> list[int]:
    """Order a pool by score and mixed seeds; each further turn mixes similar scores more."""
    shake = turn * (1 + max(pool.levels, default=0))
    return sorted(_mixed(pool, size), key=lambda each: shake * pool.rng.random() - SHUFFLED * pool.levels[each])


def _mixed(pool: Pool, size: int) -> list[int]:
    """Order each score group so that every `size` entrants in a row include strong and weak ones."""
    order: list[int] = []
    for group in pool.score_groups:
        columns = max(1, len(group) // size)
        rows = [group[first : first + columns] for first in range(0, len(group), columns)]
        turned = [row[::-1] if number % 2 else row for number, row in enumerate(rows)]
        order += [row[at] for at in range(columns) for row in turned if at < len(row)]
    return order


def _columns(costs: Costs, order: Sequence[int], sizes: Sequence[int], rng: Random) -> Tables:
    """Assign entrants to seat positions of tables near their ranks, with seats as even as possible; by position."""
    count = len(order)
    places = [(at, place) for at, size in enumerate(sizes) for place in range(size)]
    at_rank = [at for at, _ in places]
    edges = [
        (rank, count + to, costs.places[sizes[at]][order[rank]][place] + (at - at_rank[rank]) ** 2)
        for to, (at, place) in enumerate(places)
        for rank in range(max(0, to - NEAR), min(count, to + NEAR + 1))
    ]
    columns: Tables = [[] for _ in range(max(sizes))]
    for to, rank in sorted((to, rank) for rank, to in cheapest_matching(2 * count, edges, rng)):
        columns[places[to - count][1]].append(order[rank])
    return columns


def _assigned(costs: Costs, columns: Tables, sizes: Sequence[int], rng: Random) -> Tables:
    """Fill the tables position by position, each at the least cost."""
    tables: Tables = [[each] for each in columns[0]]
    for place, column in enumerate(columns[1:], 1):
        count = len(column)
        larger = [at for at, size in enumerate(sizes) if size > place]
        edges = [
            (
                to,
                count + from_,
                costs.places[sizes[at]][column[from_]][place] + _cost_at(costs, tables[at], column[from_]),
            )
            for to, at in enumerate(larger)
            for from_ in range(max(0, to - SHIFTED), min(count, to + SHIFTED + 1))
        ]
        for to, from_ in cheapest_matching(2 * count, edges, rng):
            tables[larger[to]].append(column[from_ - count])
    return tables


def _cost_at(costs: Costs, table: Sequence[int], entrant: int) -> int:
    row = costs.assigning[entrant]
    return sum([row[other] for other in table])


def improve(costs: Costs, tables: Tables, weighed: int = 0) -> int:
    """Swap entrants in place while this reduces the cost; return how many swaps have been weighed."""
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
    """Return the tables with which an entrant can swap: all if it has a repeated meeting or an uneven seat."""
    if costs.at(tables[at], place, tables[at][place]) >= costs.serious:
        return range(len(tables))
    return range(at, min(len(tables), at + costs.within + 1))


def _exchange(costs: Costs, tables: Tables, own: tuple[int, int], reach: range) -> bool:
    """Make the best swap of one entrant if it reduces the cost; return whether it did."""
    gains = ((_gain(costs, tables, own, each), each) for each in _places(tables, own, reach))
    gain, best = max(gains, default=(0, own))
    if gain > 0:
        one, other = tables[own[0]], tables[best[0]]
        one[own[1]], other[best[1]] = other[best[1]], one[own[1]]
    return gain > 0


def _places(tables: Tables, own: tuple[int, int], reach: range) -> Iterator[tuple[int, int]]:
    return ((at, place) for at in reach for place in range(len(tables[at])) if (at, place) != own)


def _gain(costs: Costs, tables: Tables, own: tuple[int, int], their: tuple[int, int]) -> int:
    (at, place), (to, other_place) = own, their
    table, other_table = tables[at], tables[to]
    one, other = table[place], other_table[other_place]
    if at == to:
        rows = costs.places[len(table)]
        return rows[one][place] + rows[other][other_place] - rows[one][other_place] - rows[other][place]
    return (
        costs.at(table, place, one)
        - costs.at(table, place, other)
        + costs.at(other_table, other_place, other)
        - costs.at(other_table, other_place, one)
    )

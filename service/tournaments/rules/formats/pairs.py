"""Pair tables of two by minimum-cost perfect matching.

Criteria, in order of weight, by the priority of the plan:

| `points` | `seats` |
|---|---|
| the number of pairs who should not meet | the same |
| earlier byes of the entrant with the bye | the same |
| the number of repeated meetings | the same |
| the score of the entrant with the bye | the same |
| the sum of score differences | uneven seats |
| the same sum, differences of high scores counting more | the sum of squared score differences |
| the seed of the entrant with the bye | |
| uneven seats | |
| the seeding | the same |
| a random choice | the same |

With `seats`, the differences come before the seats in the last round of a Swiss. By `points`, no pairing with the same
bye has a smaller sum of differences, so that of the Dutch system of FIDE is never smaller.

By the seeding, the upper half of a score group meets the lower half: of ten, the first meets the sixth, the second the
seventh. The cost is the sum of squared distances from these pairs.

Up to `COMPLETE` entrants, the pairing is optimal. With more entrants, each has only some candidates. They
come from the `CONSIDERED` entrants around it and around its opponent by seeding: the `NEAREST` best, and `CROSSING`
others, of which the `BESIDE` adjacent ones come first. If two entrants then meet again, the matching runs once more
with all candidates, as it does if two meet who should not. Both numbers are therefore always minimal.
"""

from collections.abc import Iterator, Mapping
from math import prod
from typing import NamedTuple

from service.tournaments.rules.formats.entrant_pool import Pool
from service.tournaments.rules.formats.matching import MOST_COST, Edge, cheapest_matching

COMPLETE = 256
CONSIDERED = 128
NEAREST, CROSSING, BESIDE = 48, 16, 2
MOST_SEATS, MOST_MEETINGS, MOST_BYES = 255, 127, 127
"""Larger counts are treated as these."""
MOST_HEIGHT = 31
"""Steps of scores, by which differences of high scores count more."""


def draw_pairs(pool: Pool) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the pairs of a pool, by index, highest first, and the entrant with the bye, if any."""
    count, costs = len(pool.entrants), PairCosts(pool)
    if count <= COMPLETE:
        return _joined(pool, _all_edges(costs))
    pairs, byes = _joined(pool, _near_edges(costs))
    if len(byes) == count % 2 and not any(pool.met[one][other] or pool.clash(one, other) for one, other in pairs):
        return pairs, byes
    return _joined(pool, _all_edges(costs))


def _joined(pool: Pool, edges: Iterator[Edge]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Match by these edges; with an odd number of entrants, the last node is the bye."""
    count = len(pool.entrants)
    matched = cheapest_matching(count + count % 2, edges, pool.rng)
    pairs: list[tuple[int, ...]] = [pair for pair in matched if pair[1] < count]
    return pairs, sorted(set(range(count)).difference(*pairs))


class Weights(NamedTuple):
    """The cost of one unit of each criterion; it exceeds all sums of lighter criteria. 0: it does not count."""

    seeding: int
    seats: int
    bye_score: int
    meetings: int
    byes: int
    apart: int = 0
    high_apart: int = 0
    squares: int = 0
    bye_seed: int = 0
    clashes: int = 0


def weights(pool: Pool, leaning: list[int]) -> tuple[Weights, int]:
    """Return the weights, and the largest cost of seeding for one pair that keeps all costs in range."""
    most = _sums_by_points(pool, leaning) if pool.priority == "points" else _sums_by_seats(pool, leaning)
    pairs = max(1, len(pool.entrants) // 2)
    if pool.labels:
        most = {**most, "clashes": pairs}
    seeding = min(max(0, MOST_COST // prod(1 + each for each in most.values()) // pairs - 1), len(pool.entrants) ** 2)
    found, weight = {"seeding": 1}, 1 + pairs * seeding
    for name, each in most.items():
        found[name] = weight
        weight *= 1 + each
    return Weights(**found), seeding


def _sums_by_points(pool: Pool, leaning: list[int]) -> Mapping[str, int]:
    """Return the largest sum of each criterion over a round, the lightest first."""
    count, highest = len(pool.entrants), max(pool.levels, default=0)
    opposite = [(pool.levels[at], pool.levels[-1 - at]) for at in range(count // 2)]
    with_bye = count % 2
    return {
        "seats": sum(min(abs(each), MOST_SEATS) for each in leaning) // 2,
        "bye_seed": with_bye * count,
        "high_apart": sum((high - low) * height(high, highest) for high, low in opposite),
        "apart": sum(high - low for high, low in opposite),
        "bye_score": with_bye * highest,
        "meetings": count // 2 * _most_met(pool),
        "byes": with_bye * min(max(pool.byes, default=0) - min(pool.byes, default=0), MOST_BYES),
    }


def _sums_by_seats(pool: Pool, leaning: list[int]) -> Mapping[str, int]:
    """Return an upper limit for the sum of each criterion over a round, the lightest first."""
    pairs, highest = max(1, len(pool.entrants) // 2), max(pool.levels, default=0)
    squares = {"squares": pairs * highest**2}
    seats = {"seats": pairs * min(max(map(abs, leaning), default=0), MOST_SEATS)}
    lighter = {**seats, **squares} if pool.is_last else {**squares, **seats}
    return {**lighter, "bye_score": highest, "meetings": pairs * _most_met(pool), "byes": MOST_BYES}


def _most_met(pool: Pool) -> int:
    return max((min(times, MOST_MEETINGS) for row in pool.met for times in row.values()), default=0)


def height(level: int, highest: int) -> int:
    """Return how high a level is among all, from 0 to `MOST_HEIGHT`."""
    return level if highest <= MOST_HEIGHT else level * MOST_HEIGHT // highest


class PairCosts:
    """Costs of pairing two entrants of a pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.leaning = [first - second for first, second in pool.costs_of_places(2)]
        """How much worse the first seat is than the second."""
        self.weights, self.most_seeding = weights(pool, self.leaning)
        self.group_of = [group for group in pool.score_groups for _ in group]
        """The score group, by index."""
        self.highest = max(pool.levels, default=0)
        self.widest = max((len(group) for group in pool.score_groups), default=1) ** 2

    def of(self, one: int, other: int) -> int:
        """Return the cost of a pair, by indices."""
        pool, weights = self.pool, self.weights
        level, their_level = pool.levels[one], pool.levels[other]
        cost = self._seeding(one, other) if level == their_level else self._apart(level, their_level)
        mine, theirs = self.leaning[one], self.leaning[other]
        if mine * theirs > 0:
            cost += min(abs(mine), abs(theirs), MOST_SEATS) * weights.seats
        if other in pool.met[one]:
            cost += min(pool.met[one][other], MOST_MEETINGS) * weights.meetings
        if pool.clash(one, other):
            cost += weights.clashes
        return cost

    def _apart(self, level: int, their_level: int) -> int:
        """Return the cost of two different levels."""
        weights, difference = self.weights, abs(level - their_level)
        high = height(max(level, their_level), self.highest)
        return difference * (weights.apart + high * weights.high_apart + difference * weights.squares)

    def _seeding(self, one: int, other: int) -> int:
        """Return the squared distance of a pair from the seeding, in halves of a place."""
        off = (2 * abs(one - other) - len(self.group_of[one])) ** 2
        return off if self.widest <= self.most_seeding else off * self.most_seeding // self.widest

    def around(self, one: int) -> list[int]:
        """List the candidates in a large pool: those near the entrant, and near its opponents by seeding."""
        count, half = len(self.pool.entrants), len(self.group_of[one]) // 2
        centres = {one, *(at for at in (one - half, one + half) if at in self.group_of[one])}
        found: set[int] = set()
        for centre in centres:
            first = max(0, min(centre - CONSIDERED // 2, count - CONSIDERED - 1))
            found.update(range(first, first + CONSIDERED + 1))
        return sorted(found - {one})


def _all_edges(costs: PairCosts) -> Iterator[Edge]:
    count = len(costs.pool.entrants)
    for one in range(count):
        yield from ((one, other, costs.of(one, other)) for other in range(one + 1, count))
    yield from _bye_edges(costs)


def _near_edges(costs: PairCosts) -> Iterator[Edge]:
    chosen: dict[tuple[int, int], int] = {}
    for one in range(len(costs.pool.entrants)):
        edges = [(costs.of(one, other), abs(one - other), other) for other in costs.around(one)]
        edges.sort()
        others = sorted(
            edges[NEAREST:], key=lambda edge: (edge[1] > BESIDE, edge[0] // costs.weights.meetings, edge[1])
        )
        for cost, _, other in edges[:NEAREST] + others[:CROSSING]:
            chosen[min(one, other), max(one, other)] = cost
    yield from ((low, high, cost) for (low, high), cost in sorted(chosen.items()))
    yield from _bye_edges(costs)


def _bye_edges(costs: PairCosts) -> Iterator[Edge]:
    pool, weights = costs.pool, costs.weights
    count = len(pool.entrants)
    if count % 2:
        fewest = min(pool.byes)
        for one in range(count):
            had = min(pool.byes[one] - fewest, MOST_BYES)
            from_last = count - 1 - one
            cost = had * weights.byes + pool.levels[one] * weights.bye_score + from_last * weights.bye_seed
            yield one, count, cost

"""Tables of two, by minimum-cost perfect matching.

What is compared, the first that differs decides: how many byes whoever has the bye has had before; how many pairs have
met before; the score of whoever has the bye; how uneven the seats get; the sum of the squares of the differences in
score; lots. Up to `COMPLETE` entrants the draw is the best by all of these. Of more, each may only meet the `BESIDE`
next to it in score and the `NEAREST` who suit best among `LOOKED_AT` around it; should somebody meet again then, the
draw is made anew without such a bound. So the number of repeat meetings is always the least.
"""

from collections.abc import Iterator

from service.tournament.formats.matching import Edge, cheapest_matching
from service.tournament.formats.pool import Pool

COMPLETE = 256
LOOKED_AT = 256
NEAREST = 64
BESIDE = 4

# Each is more than the sum of the lesser costs of 512 pairs (9 bits): of 20 bits of scores squared, 8 of seats, 10 of
# one score, 7 of meetings.
_SEATS = 1 << 29
_BYE_SCORE = _SEATS << 17
_MEETINGS = _BYE_SCORE << 10
_BYES = _MEETINGS << 16


def draw_pairs(pool: Pool) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the pairs of a pool, by index, the highest first, and who has the bye: nobody or one."""
    count = len(pool.entrants)
    if count <= COMPLETE:
        return _joined(pool, _all_edges(pool))
    pairs, byes = _joined(pool, _near_edges(pool))
    if len(byes) == count % 2 and not any(pool.met[one][other] for one, other in pairs):
        return pairs, byes
    return _joined(pool, _all_edges(pool))


def _joined(pool: Pool, edges: Iterator[Edge]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Match by these edges; with an odd number, the node after the last is the bye."""
    count = len(pool.entrants)
    matched = cheapest_matching(count + count % 2, edges, pool.lots)
    pairs: list[tuple[int, ...]] = [pair for pair in matched if pair[1] < count]
    return pairs, sorted(set(range(count)).difference(*pairs))


def _all_edges(pool: Pool) -> Iterator[Edge]:
    costs = PairCosts(pool)
    count = len(pool.entrants)
    for one in range(count):
        yield from ((one, other, costs.of(one, other)) for other in range(one + 1, count))
    yield from _bye_edges(pool)


def _near_edges(pool: Pool) -> Iterator[Edge]:
    costs = PairCosts(pool)
    count = len(pool.entrants)
    chosen: dict[tuple[int, int], int] = {}
    for one in range(count):
        first = max(0, min(one - LOOKED_AT // 2, count - LOOKED_AT - 1))
        edges = [
            (min(one, other), max(one, other), costs.of(one, other))
            for other in range(first, first + LOOKED_AT + 1)
            if other != one
        ]
        edges.sort(key=lambda edge: (edge[2] // _SEATS, edge[1] - edge[0]))
        beside = [edge for edge in edges[NEAREST:] if edge[1] - edge[0] <= BESIDE // 2]
        chosen.update({(low, high): cost for low, high, cost in edges[:NEAREST] + beside})
    yield from ((low, high, cost) for (low, high), cost in sorted(chosen.items()))
    yield from _bye_edges(pool)


def _bye_edges(pool: Pool) -> Iterator[Edge]:
    count = len(pool.entrants)
    if count % 2:
        fewest = min(pool.byes)
        for one in range(count):
            yield one, count, (pool.byes[one] - fewest) * _BYES + pool.levels[one] * _BYE_SCORE


class PairCosts:
    """What it costs to seat two of a pool together."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.leaning = [first - second for first, second in pool.costs_of_places(2)]
        """How much worse the first seat is than the second."""

    def of(self, one: int, other: int) -> int:
        """Return the cost, by indices."""
        pool = self.pool
        cost = (pool.levels[one] - pool.levels[other]) ** 2
        mine, theirs = self.leaning[one], self.leaning[other]
        if mine * theirs > 0:
            cost += min(abs(mine), abs(theirs), 255) * _SEATS
        if other in pool.met[one]:
            cost += min(pool.met[one][other], 127) * _MEETINGS
        return cost

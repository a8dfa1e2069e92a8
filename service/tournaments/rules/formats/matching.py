"""Minimum-cost perfect matching."""

from collections.abc import Iterable
from random import Random

import rustworkx as rx

Edge = tuple[int, int, int]
"""Two nodes and the integer cost of matching them, from 0, below `MOST_COST`."""

MOST_COST = 1 << 80

LOT = 1 << 28
MOST_TIE_BREAK = 1 << 38
"""Upper limit for the sum of random tie-breaks in a matching of up to 1,024 pairs."""


def cheapest_matching(nodes: int, edges: Iterable[Edge], rng: Random) -> list[tuple[int, int]]:
    """Return a maximum matching with the least cost as sorted pairs, the lower node first.

    Ties are broken at random, so the result does not depend on the search order.
    """
    drawn = [(one, other, cost * MOST_TIE_BREAK + int(rng.random() * LOT)) for one, other, cost in edges]
    above = 1 + max((cost for _, _, cost in drawn), default=0)
    graph: rx.PyGraph[None, int] = rx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.extend_from_weighted_edge_list([(one, other, above - cost) for one, other, cost in drawn])
    joined = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_weight)
    return sorted((min(pair), max(pair)) for pair in joined)


def _weight(weight: int) -> int:
    return weight

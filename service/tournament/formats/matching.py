"""Minimum-cost perfect matching."""

from collections.abc import Iterable

import rustworkx as rx

Edge = tuple[int, int, int]
"""Two nodes, and what it costs to join them: an integer from 0, below 2 to the power of 120."""


def cheapest_matching(nodes: int, edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """Join as many nodes as possible in pairs, at the least sum of costs; sorted, the lower node of each pair first."""
    edges = list(edges)
    above = 1 + max((cost for _, _, cost in edges), default=0)
    graph: rx.PyGraph[None, int] = rx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.extend_from_weighted_edge_list([(one, other, above - cost) for one, other, cost in edges])
    joined = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_weight)
    return sorted((min(pair), max(pair)) for pair in joined)


def _weight(weight: int) -> int:
    return weight

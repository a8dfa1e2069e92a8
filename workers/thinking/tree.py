"""The tree of a search: choices, and the actions that were legal there.

Both are plain classes, for what a dataclass generates is left uncompiled, and a search makes thousands of them.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Any

from domain.ruleset import AnyRuleset


class Edge:
    """An action somewhere in the tree; its numbers are those of the seat that takes it."""

    def __init__(self, prior: float) -> None:
        self.prior = prior
        """How good it looks beside the best, from 0 to 1."""
        self.visits = 0
        self.offered = 0
        """How often it was legal when there was a choice here."""
        self.total = 0.0
        """The sum of its rewards."""
        self.after: Node | None = None
        """The choice that came next; there are rewards to tell before there is one."""
        self.sums: Sequence[float] = ()
        """The sums of all seats' chances to win, kept at the root of the tree alone."""


class Node:
    """A choice somewhere in the tree, of whoever is to act there."""

    def __init__(self) -> None:
        self.known: dict[Any, Edge] = {}
        """By action, all that was ever legal here."""
        self.legal: Sequence[Any] = ()
        """What was legal the last time; it seldom changes where the choice is the observer's."""
        self.edges: list[Edge] = []
        """Those of `legal`, in its order."""


def offer(ruleset: AnyRuleset, node: Node, state: Any, seat: int, legal: Sequence[Any]) -> list[Edge]:
    """Give the edges of the legal actions, adding those that are new."""
    if legal != node.legal:
        known = node.known
        for action in legal:
            if action not in known:
                _grow(ruleset, node, state, seat, legal)
                break
        node.edges = [known[action] for action in legal]
        node.legal = legal[:]
    return node.edges


def _grow(ruleset: AnyRuleset, node: Node, state: Any, seat: int, legal: Sequence[Any]) -> None:
    """Add the actions that the node does not have yet."""
    scores = ruleset.heuristics.score_actions(state, seat, legal)
    most, scale = max(scores), ruleset.heuristics.temperature
    for action, score in zip(legal, scores, strict=True):
        if action not in node.known:
            node.known[action] = Edge(exp((score - most) / scale))


def select(edges: list[Edge], exploration: float, prior: float) -> int:
    """Find the edge with the highest upper confidence bound, of equals the first; count all of them as offered.

    One never tried is taken for as good as those beside it.
    """
    visits, total = 0, 0.0
    for edge in edges:
        edge.offered += 1
        visits += edge.visits
        total += edge.total
    unknown = total / visits if visits else 0.5
    chosen, highest = 0, -1.0
    for index, edge in enumerate(edges):
        if tried := edge.visits:
            uncertain = exploration * sqrt(log(edge.offered) / tried)
            bound = edge.total / tried + uncertain + prior * edge.prior / (1 + tried)
        else:
            bound = unknown + prior * edge.prior
        if bound > highest:
            chosen, highest = index, bound
    return chosen

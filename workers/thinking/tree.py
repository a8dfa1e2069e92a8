"""Hold the tree of a search: nodes are decisions, edges are actions with an upper confidence bound and a prior.

The bound of an edge is that of information-set search, with progressive bias added:

    reward_sum / visits  +  exploration * sqrt(log(availability) / visits)  +  prior_weight * prior / (1 + visits)

`availability` counts how often the action was legal when a choice was made at the node. It replaces the visits of the
node, since other determinizations may not allow the action (Cowling, Powley and Whitehouse, "Information Set Monte
Carlo Tree Search", 2012). The prior comes from a heuristic and fades with the visits, as in PUCT (Chaslot and others,
"Progressive Strategies for Monte-Carlo Tree Search", 2008).

Both classes are plain: mypyc does not compile what a dataclass generates, and a search creates thousands of them.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Any

from domain.ruleset import AnyRuleset


class Edge:
    """An action at a node, with the statistics of the seat that takes it."""

    def __init__(self, prior: float) -> None:
        self.prior = prior
        """The prior, from 0 to 1; 1 for the action with the best score."""
        self.visits = 0
        self.availability = 0
        """How often the action was legal when a choice was made at the node."""
        self.reward_sum = 0.0
        self.child: Node | None = None
        """The next decision; an edge has rewards before it has a child."""
        self.chance_sums: Sequence[float] = ()
        """The sum of each seat's chances to win; stored at the root only."""


class Node:
    """A decision in the tree, for any seat that must act there."""

    def __init__(self) -> None:
        self.edge_of: dict[Any, Edge] = {}
        """Edges by action, for all actions that were ever legal at the node."""
        self.legal: Sequence[Any] = ()
        """The legal actions at the last visit; they seldom change at decisions of the observer."""
        self.edges: list[Edge] = []
        """Edges of `legal`, in the same order."""


def available_edges(ruleset: AnyRuleset, node: Node, state: Any, seat: int, legal: Sequence[Any]) -> list[Edge]:
    """Return the edges of the legal actions; adds missing edges."""
    if legal != node.legal:
        edge_of = node.edge_of
        for action in legal:
            if action not in edge_of:
                _expand(ruleset, node, state, seat, legal)
                break
        node.edges = [edge_of[action] for action in legal]
        node.legal = legal[:]
    return node.edges


def _expand(ruleset: AnyRuleset, node: Node, state: Any, seat: int, legal: Sequence[Any]) -> None:
    """Add edges with priors for the actions that the node lacks."""
    scores = ruleset.heuristics.score_actions(state, seat, legal)
    most, temperature = max(scores), ruleset.heuristics.temperature
    for action, score in zip(legal, scores, strict=True):
        if action not in node.edge_of:
            node.edge_of[action] = Edge(exp((score - most) / temperature))


def select(edges: list[Edge], exploration: float, prior_weight: float) -> int:
    """Return the index of the edge with the highest bound; of equal edges, the first. Counts all edges as available.

    First-play urgency: an edge without visits gets the mean reward of the visited edges.
    """
    visits, total = 0, 0.0
    for edge in edges:
        edge.availability += 1
        visits += edge.visits
        total += edge.reward_sum
    unknown = total / visits if visits else 0.5
    chosen, highest = 0, -1.0
    for index, edge in enumerate(edges):
        if tried := edge.visits:
            uncertain = exploration * sqrt(log(edge.availability) / tried)
            bound = edge.reward_sum / tried + uncertain + prior_weight * edge.prior / (1 + tried)
        else:
            bound = unknown + prior_weight * edge.prior
        if bound > highest:
            chosen, highest = index, bound
    return chosen

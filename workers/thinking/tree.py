"""The tree of a search: nodes are decisions, edges are actions, selected by an upper confidence bound with a prior.

The bound of an edge is that of information-set search, with progressive bias added:

    reward_sum / visits  +  exploration * sqrt(log(availability) / visits)  +  prior_weight * prior / (1 + visits)

`availability` counts how often the action was legal when a choice was made here, in place of the visits of the node,
since other determinizations may not allow it (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", 2012). The prior comes from a heuristic and fades with the visits (Chaslot and others, "Progressive Strategies
for Monte-Carlo Tree Search", 2008), much as the priors of PUCT do.

Both are plain classes, for what a dataclass generates is left uncompiled, and a search makes thousands of them.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Any

from domain.ruleset import AnyRuleset


class Edge:
    """An action at a node; its numbers are those of the seat that takes it."""

    def __init__(self, prior: float) -> None:
        self.prior = prior
        """From 0 to 1; 1 for the action with the best score."""
        self.visits = 0
        self.availability = 0
        """How often it was legal when a choice was made here."""
        self.reward_sum = 0.0
        self.child: Node | None = None
        """The next decision; an edge has rewards before it has a child."""
        self.chance_sums: Sequence[float] = ()
        """By seat, the sum of its chances to win; kept at the root alone."""


class Node:
    """A decision in the tree, of whichever seat is to act there."""

    def __init__(self) -> None:
        self.edge_of: dict[Any, Edge] = {}
        """By action, all that were ever legal here."""
        self.legal: Sequence[Any] = ()
        """What was legal the last time; it seldom changes where the decision is the observer's."""
        self.edges: list[Edge] = []
        """Those of `legal`, in its order."""


def available_edges(ruleset: AnyRuleset, node: Node, state: Any, seat: int, legal: Sequence[Any]) -> list[Edge]:
    """Return the edges of the legal actions, adding those that are new."""
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
    """Add the actions that the node does not have yet, each with its prior."""
    scores = ruleset.heuristics.score_actions(state, seat, legal)
    most, temperature = max(scores), ruleset.heuristics.temperature
    for action, score in zip(legal, scores, strict=True):
        if action not in node.edge_of:
            node.edge_of[action] = Edge(exp((score - most) / temperature))


def select(edges: list[Edge], exploration: float, prior_weight: float) -> int:
    """Return the place of the edge with the highest bound, the first of equals; count all as available.

    First-play urgency: an edge without visits is taken for as good as those beside it are on average.
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

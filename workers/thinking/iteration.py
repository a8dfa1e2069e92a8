"""Run one iteration of the search: descend the tree, play a rollout, and back the rewards up.

An iteration gets a determinized state from its caller and changes it.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, Final, cast

from domain.ruleset import AnyRuleset, Outcome
from workers.thinking.tree import Edge, Node, available_edges, select

WIN: Final = 0.6
"""Weight of winning in the reward of a finished game; the rest is for the lead."""

Path = list[tuple[int, Edge]]
"""The seats and the edges that they took, from the root."""
Trees = defaultdict[int, Node]
"""Roots by seat; a tree that all seats share is stored under the observer."""


def descend(
    ruleset: AnyRuleset, trees: Trees, state: Any, observer: int, end: int, others_prior: float, rng: Random
) -> Path:
    """Play down the trees to an action without visits, or to round `end`; return the path.

    With one tree per seat (decoupled), only the observer's path ends at a new action. The other seats go on by the
    rollout policy. So does a seat whose action the observer could not read: its action has no branch in the observer's
    tree.
    """
    heuristics, path = ruleset.heuristics, Path()
    nodes: dict[int, Node | None] = {}
    while (waiting := ruleset.to_act(state)) and heuristics.rounds_begun(state) < end:
        seat = observer if observer in waiting else waiting[0]
        tree = seat if heuristics.tree_per_seat else observer
        node = nodes[tree] if tree in nodes else trees[tree]
        legal = ruleset.legal_actions(state, seat) if node else ()
        if len(legal) == 1:
            ruleset.apply(state, seat, legal[0], rng)
        elif node is None or (seat != observer and ruleset.observe(legal[0], seat, observer) is not legal[0]):
            ruleset.apply(state, seat, heuristics.rollout_policy(state, seat, rng), rng)
        else:
            edges = available_edges(ruleset, node, state, seat, legal)
            prior_weight = heuristics.prior_weight if seat == observer else others_prior
            chosen = select(edges, heuristics.exploration, prior_weight)
            ruleset.apply(state, seat, legal[chosen], rng)
            edge = edges[chosen]
            path.append((seat, edge))
            if edge.visits:
                edge.child = edge.child or Node()
            elif tree == observer:
                break
            nodes[tree] = edge.child
    return path


def take(
    ruleset: AnyRuleset, root: Node, state: Any, seat: int, legal: Sequence[Any], number: int, rng: Random
) -> Path:
    """Take the legal action with this index at the root, without regard to its bound; return the path."""
    edges = available_edges(ruleset, root, state, seat, legal)
    for edge in edges:
        edge.availability += 1
    ruleset.apply(state, seat, legal[number], rng)
    return [(seat, edges[number])]


def roll_out_and_back_up(ruleset: AnyRuleset, path: Path, state: Any, end: int, rng: Random) -> Sequence[float]:
    """Play a rollout from the end of a path, add the rewards to its edges (max-n), and return the chances to win."""
    rewards, chances = rollout(ruleset, state, end, rng)
    for seat, edge in path:
        edge.visits += 1
        edge.reward_sum += rewards[seat]
    return chances


def rollout(ruleset: AnyRuleset, state: Any, end: int, rng: Random) -> tuple[list[float], list[float]]:
    """Play by the rollout policy to the horizon, at most to round `end`, and evaluate the position there.

    Returns every seat's reward, from 0 to 1, and its chance to win. The chances sum to 1; in a cooperative game each
    seat has the same.
    """
    heuristics, to_act, apply = ruleset.heuristics, ruleset.to_act, ruleset.apply
    policy, rounds_begun = heuristics.rollout_policy, heuristics.rounds_begun
    end = min(end, rounds_begun(state) + heuristics.horizon)
    while waiting := to_act(state):
        if rounds_begun(state) >= end:
            chances = win_chances(ruleset, heuristics.evaluate(state), heuristics.win_temperature)
            return chances, chances
        seat = waiting[0]
        apply(state, seat, policy(state, seat, rng), rng)
    outcome = cast(Outcome, ruleset.outcome(state))
    won = win_shares(ruleset, outcome)
    leads = win_chances(
        ruleset, [each.total for each in outcome.seats], heuristics.win_temperature / heuristics.point_value
    )
    return [WIN * win + (1 - WIN) * lead for win, lead in zip(won, leads, strict=True)], won


def win_chances(ruleset: AnyRuleset, values: Sequence[float], temperature: float) -> list[float]:
    """Convert the values of all seats to chances to win, which sum to 1 (softmax).

    In a cooperative game no seat leads another one. There a value of 0 is an even chance.
    """
    if ruleset.is_cooperative:
        return [1.0 / (1.0 + exp(-value / temperature)) for value in values]
    # not 1: mypyc compiles an int divided by a sum as an int division
    return [1.0 / sum([exp((other - value) / temperature) for other in values]) for value in values]


def win_shares(ruleset: AnyRuleset, outcome: Outcome) -> list[float]:
    """Return the share of each seat in the victory; in a cooperative game each seat has all of it or none."""
    winners = outcome.winners
    share = 1.0 if ruleset.is_cooperative else 1.0 / max(1, len(winners))
    return [share if each.seat in winners else 0.0 for each in outcome.seats]

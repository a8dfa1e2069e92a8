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

    Returns every seat's reward, from 0 to 1, and its chance to win; the chances sum to 1.
    """
    heuristics, to_act, apply = ruleset.heuristics, ruleset.to_act, ruleset.apply
    policy, rounds_begun = heuristics.rollout_policy, heuristics.rounds_begun
    end = min(end, rounds_begun(state) + heuristics.horizon)
    while waiting := to_act(state):
        if rounds_begun(state) >= end:
            chances = win_chances(heuristics.evaluate(state), heuristics.win_temperature)
            return chances, chances
        seat = waiting[0]
        apply(state, seat, policy(state, seat, rng), rng)
    outcome = cast(Outcome, ruleset.outcome(state))
    won = _win_shares(outcome)
    return _terminal_rewards(outcome, won, heuristics.win_temperature / heuristics.point_value), won


def win_chances(values: Sequence[float], temperature: float) -> list[float]:
    """Convert the values of all seats to chances to win, which sum to 1 (softmax)."""
    # not 1: mypyc compiles an int divided by a sum as an int division
    return [1.0 / sum([exp((other - value) / temperature) for other in values]) for value in values]


def _terminal_rewards(outcome: Outcome, won: Sequence[float], temperature: float) -> list[float]:
    """Return the rewards of a finished game, for the share of the victory and for the lead."""
    leads = win_chances([each.total for each in outcome.seats], temperature)
    return [WIN * win + (1 - WIN) * lead for win, lead in zip(won, leads, strict=True)]


def _win_shares(outcome: Outcome) -> list[float]:
    return [(each.rank == 1) / len(outcome.winners) for each in outcome.seats]

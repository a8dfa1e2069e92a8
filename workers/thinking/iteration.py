"""One iteration of the search on a determinized state: descend the tree, roll out, back the rewards up.

Nothing here draws a determinization: an iteration is handed a state of its own and uses it up.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, Final, cast

from domain.ruleset import AnyRuleset, Outcome
from workers.thinking.tree import Edge, Node, available_edges, select

WIN: Final = 0.6
"""The part of a finished game's reward that is for winning; the rest is for the lead."""

Path = list[tuple[int, Edge]]
"""Who took which edge, from the root on."""
Trees = defaultdict[int, Node]
"""The roots of the trees by seat; a tree that all seats share is the observer's."""


def descend(
    ruleset: AnyRuleset, trees: Trees, state: Any, observer: int, end: int, others_prior: float, rng: Random
) -> Path:
    """Play down the trees to an action without visits, or to round `end`; return the path.

    Where each seat has a tree of its own (decoupled), only the observer's path ends at a new action: others who come to
    one go on by the rollout policy. So does everybody whose action the observer could not read: it is no branch of its
    information-set tree.
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
    """Take the legal action of this number at the root, whatever its bound; return the path."""
    edges = available_edges(ruleset, root, state, seat, legal)
    for edge in edges:
        edge.availability += 1
    ruleset.apply(state, seat, legal[number], rng)
    return [(seat, edges[number])]


def roll_out_and_back_up(ruleset: AnyRuleset, path: Path, state: Any, end: int, rng: Random) -> Sequence[float]:
    """Roll out from the end of a path and add each seat's reward to its edges (max-n); return the chances to win."""
    rewards, chances = rollout(ruleset, state, end, rng)
    for seat, edge in path:
        edge.visits += 1
        edge.reward_sum += rewards[seat]
    return chances


def rollout(ruleset: AnyRuleset, state: Any, end: int, rng: Random) -> tuple[list[float], list[float]]:
    """Play by the rollout policy to the horizon, but no further than round `end`, and evaluate what is reached.

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
    """Turn the values of all seats into their chances to win, which sum to 1: a softmax."""
    # not 1: mypyc takes an int divided by what `sum` gives for an int
    return [1.0 / sum([exp((other - value) / temperature) for other in values]) for value in values]


def _terminal_rewards(outcome: Outcome, won: Sequence[float], temperature: float) -> list[float]:
    """Reward the seats of a finished game for their share of the victory and for the lead."""
    leads = win_chances([each.total for each in outcome.seats], temperature)
    return [WIN * win + (1 - WIN) * lead for win, lead in zip(won, leads, strict=True)]


def _win_shares(outcome: Outcome) -> list[float]:
    return [(each.rank == 1) / len(outcome.winners) for each in outcome.seats]

"""Search for the best action: single-observer information-set Monte Carlo tree search, for every ruleset.

An iteration samples a determinization: a state that the seat cannot distinguish from the true one. On this state the
search descends a tree of information sets by upper confidence bounds with priors (`tree`). It adds one action, plays a
rollout to a horizon, evaluates the position there, and backs every seat's reward up (`iteration`). Hidden actions of
other seats have no branch in the tree, since the seat could not respond to them: the rollout policy chooses them. See
Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012.

Heuristics may select one tree per seat, for the seat's own choices up to the horizon. This is decoupled selection, as
for simultaneous moves (Tak, Lanctot and Winands, "Monte Carlo Tree Search Variants for Simultaneous Move Games", 2014).
Large decoupled trees overfit to one line of play. The search may therefore restart with new trees after a number of
iterations, and adds up the statistics of all roots.

Every state is sampled from the state that the search gets: the result is the same for every state of the information
set.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from domain.levels import SearchBudget
from domain.ruleset import AnyRuleset, Outcome
from workers.thinking.iteration import Trees, descend, roll_out_and_back_up, take, win_shares
from workers.thinking.tree import Edge, Node

ITERATIONS_TO_TRY_ALL: Final = 16
"""Iterations per legal action from which every action is tried, even with a low prior."""
CONFIRMATIONS: Final = 30
"""Further determinizations in which an immediately winning action must also win, to be taken without a search."""
CHECK_EVERY: Final = 8
"""Iterations between two checks of the time and of whether the best action is certain."""

DUEL: Final = 2
"""Number of seats at which each seat has a single rival."""
NO_ROUND: Final = 1 << 30
"""More rounds than any game has."""

CheckIn = Callable[[], None]
"""Called at each check of the time; an exception from it ends the search."""


@dataclass(frozen=True)
class Candidate:
    """A legal action and what the search found out about it."""

    action: Any
    visits: int
    value: float
    """Mean reward of the iterations that took the action, from 0 to 1; 0 without iterations."""
    chances: tuple[float, ...] = ()
    """Every seat's mean chance to win after the action, in turn order; empty without iterations."""


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: the candidates in the order of the legal actions, and the cost."""

    candidates: tuple[Candidate, ...]
    iterations: int
    seconds: float
    """CPU seconds."""
    cut: bool = False
    """Whether the limit of CPU time ended the search."""

    @property
    def best(self) -> Any:
        """Return the most visited action; among equals the one of higher value, then the first."""
        return max(self.candidates, key=lambda each: (each.visits, each.value)).action


def no_check_in() -> None:
    """Let the search continue."""


def search(
    ruleset: AnyRuleset, state: Any, seat: int, rng: Random, budget: SearchBudget, check_in: CheckIn = no_check_in
) -> SearchResult:
    """Search the pending decision of `seat` in a state sampled from its information set; the state is not changed.

    An action that wins the game at once is taken without a search. The search ends early once no other action can
    overtake the leader. The same iterations have the same result; only the limit of CPU time depends on the machine.
    """
    started = time.thread_time()
    legal = ruleset.legal_actions(state, seat)
    won = _winning_root(ruleset, state, seat, legal, rng) if len(legal) > 1 else None
    if won:
        return SearchResult(_candidates([won], legal), 1, time.thread_time() - started)
    done, cut, most = 0, False, budget.iterations
    tries = len(legal) if ITERATIONS_TO_TRY_ALL * len(legal) <= most else 0
    trees, end, others_prior = Trees(Node), _last_round(ruleset, state), _others_prior(ruleset, state)
    roots = [trees[seat]]
    while len(legal) > 1 and done < most:
        if not done % CHECK_EVERY:
            check_in()
            cut = _is_out_of_time(time.thread_time() - started, done, budget.seconds)
            if cut or _is_decided(roots, done, most - done):
                break
        if done and not done % ruleset.heuristics.restart_every:
            trees = Trees(Node)
            roots.append(trees[seat])
        determinized = ruleset.determinize(state, seat, rng)
        if done < tries:
            path = take(ruleset, trees[seat], determinized, seat, legal, done, rng)
        else:
            path = descend(ruleset, trees, determinized, seat, end, others_prior, rng)
        chances, first = roll_out_and_back_up(ruleset, path, determinized, end, rng), path[0][1]
        first.chance_sums = _added(first.chance_sums, chances)
        done += 1
    return SearchResult(_candidates(roots, legal), done, time.thread_time() - started, cut)


def evaluate_action(
    ruleset: AnyRuleset,
    state: Any,
    seat: int,
    action: Any,
    rng: Random,
    iterations: int,
    check_in: CheckIn = no_check_in,
) -> list[float]:
    """Return every seat's chance to win if `seat` takes a legal action, by iterations that all start with it."""
    trees, end, others_prior = Trees(Node), _last_round(ruleset, state), _others_prior(ruleset, state)
    sums: Sequence[float] = ()
    for done in range(iterations):
        if not done % CHECK_EVERY:
            check_in()
        if done and not done % ruleset.heuristics.restart_every:
            trees = Trees(Node)
        determinized = ruleset.determinize(state, seat, rng)
        ruleset.apply(determinized, seat, action, rng)
        path = descend(ruleset, trees, determinized, seat, end, others_prior, rng)
        sums = _added(sums, roll_out_and_back_up(ruleset, path, determinized, end, rng))
    return [total / iterations for total in sums]


def _winning_root(ruleset: AnyRuleset, state: Any, seat: int, legal: Sequence[Any], rng: Random) -> Node | None:
    """Return a root that has visited only the first action that wins at once, without a tie; None if no action does."""
    determinized = ruleset.determinize(state, seat, rng)
    for action in legal:
        won = _victory(ruleset, ruleset.clone(determinized), seat, action, rng)
        if won is not None and all(
            _victory(ruleset, ruleset.determinize(state, seat, rng), seat, action, rng) for _ in range(CONFIRMATIONS)
        ):
            return _won_root(action, win_shares(ruleset, won))
    return None


def _won_root(action: Any, chances: Sequence[float]) -> Node:
    root, edge = Node(), Edge(1.0)
    edge.visits = edge.availability = 1
    edge.reward_sum, edge.chance_sums = 1.0, chances
    root.edge_of[action] = edge
    return root


def _victory(ruleset: AnyRuleset, determinized: Any, seat: int, action: Any, rng: Random) -> Outcome | None:
    """Return the outcome if an action wins the game at once and without a tie; changes the state."""
    ruleset.apply(determinized, seat, action, rng)
    outcome = ruleset.outcome(determinized)
    return outcome if outcome is not None and outcome.results[seat] == "won" else None


def _added(sums: Sequence[float], chances: Sequence[float]) -> Sequence[float]:
    return [total + chance for total, chance in zip(sums, chances, strict=True)] if sums else chances


def _is_decided(roots: Sequence[Node], done: int, left: int) -> bool:
    """Whether the remaining iterations cannot change the most visited action."""
    if done <= left:  # no lead exceeds the iterations done
        return False
    visits: dict[Any, int] = defaultdict(int)
    for root in roots:
        for action, edge in root.edge_of.items():
            visits[action] += edge.visits
    most, second = sorted((0, 0, *visits.values()))[:-3:-1]
    return most - second > left


def _is_out_of_time(spent: float, done: int, cap: float) -> bool:
    """Whether the iterations up to the next check might exceed the limit of CPU time.

    They are assumed to take three times as long as those before: iterations are uneven, and the result takes time too.
    """
    return done > 0 and spent * (done + 3 * CHECK_EVERY) > cap * done


def _candidates(roots: Sequence[Node], legal: Sequence[Any]) -> tuple[Candidate, ...]:
    return tuple([_candidate(roots, action) for action in legal])


def _candidate(roots: Sequence[Node], action: Any) -> Candidate:
    """Add up the statistics of all trees for an action."""
    edges = [edge for root in roots if (edge := root.edge_of.get(action)) and edge.visits]
    if not edges:
        return Candidate(action, 0, 0.0)
    visits = sum([edge.visits for edge in edges])
    chances = tuple([sum(sums) / visits for sums in zip(*[edge.chance_sums for edge in edges], strict=True)])
    return Candidate(action, visits, sum([edge.reward_sum for edge in edges]) / visits, chances)


def _last_round(ruleset: AnyRuleset, state: Any) -> int:
    """Return the round at which decoupled trees and their rollouts end; a shared tree has no such round."""
    heuristics = ruleset.heuristics
    return heuristics.rounds_begun(state) + heuristics.horizon if heuristics.tree_per_seat else NO_ROUND


def _others_prior(ruleset: AnyRuleset, state: Any) -> float:
    """Return the prior weight for the choices of others: with a single rival, the weight of the seat's own choices."""
    own, others = ruleset.heuristics.prior_weight, ruleset.heuristics.others_prior_weight
    return own if others is None or len(ruleset.heuristics.evaluate(state)) == DUEL else others

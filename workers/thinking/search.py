"""Search: single-observer information-set Monte-Carlo tree search, one implementation for every ruleset.

One tree for each decision. An iteration imagines a state that the seat cannot tell from the true one, walks down the
tree by upper confidence bounds over the actions that are legal in it, adds one action, plays on by the ruleset's rules
of thumb until some rounds have passed, and gives each seat on the way its share of the value of what came of it. What
others do in secret is no branch of the tree, for the seat could not answer it: it is imagined by the rules of thumb.

Heuristics may ask for a tree for each seat instead, of that seat's own choices up to the horizon: all walk down their
own at the same time, each finds what does best against what the others make of theirs, and nobody's has a branch for
what somebody else did. Such trees settle on one course of a round the more firmly the longer they grow, and more
thinking makes a seat play worse: so it may ask for new trees every so often; what all of them found is added up.

The search draws every state from the one it is handed, by the seat's own `determinize`: it finds the same whichever
state of the information set that is.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any, Final, cast

from domain.levels import Budget
from domain.ruleset import AnyRuleset, Outcome
from workers.thinking.tree import Edge, Node, offer, select

WIN: Final = 0.6
"""The part of a finished game's reward that is for winning; the rest is for the lead."""
TRIES: Final = 16
"""Iterations for each legal action with which none is left untried, however bad it looks to the rules of thumb."""
GLANCES: Final = 30
"""Further imagined states in all of which an action that has won in one must win, to be taken without a search."""
CHECK_EVERY: Final = 8
"""Iterations between two looks at the clock and at whether the decision has fallen."""

DUEL: Final = 2
"""Seats of which each has a single rival."""
NO_ROUND: Final = 1 << 30
"""More than the rounds of any game."""

CheckIn = Callable[[], None]
"""Called as often as there is a look at the clock; what it raises ends the search."""


@dataclass(frozen=True)
class Candidate:
    """A legal action as the search judges it."""

    action: Any
    visits: int
    value: float
    """The mean reward of the iterations that took it, from 0 to 1; 0 if none did."""
    chances: tuple[float, ...] = ()
    """Every seat's chance to win after it, in turn order, as these iterations found them; empty if none did."""


@dataclass(frozen=True)
class Search:
    """What a search found: the candidates in the order of the legal actions, and its cost."""

    candidates: tuple[Candidate, ...]
    iterations: int
    seconds: float
    """Of CPU time."""
    cut: bool = False
    """Whether the cap on CPU time ended it."""

    @property
    def best(self) -> Any:
        """Give the action visited most, of equals the one of higher value, then the first."""
        return max(self.candidates, key=lambda each: (each.visits, each.value)).action


def unasked() -> None:
    """Let a search go on."""


def search(
    ruleset: AnyRuleset, state: Any, seat: int, rng: Random, budget: Budget, check_in: CheckIn = unasked
) -> Search:
    """Search the open decision of `seat` in a state drawn from its information set, which is not changed.

    What wins the game at once is taken. Else it ends early once the lead of an action can no longer be made up. The
    same iterations give the same result; only where the cap on CPU time ends it, the machine has a say.
    """
    began = time.thread_time()
    legal = ruleset.legal_actions(state, seat)
    won = _victory(ruleset, state, seat, legal, rng) if len(legal) > 1 else None
    if won:
        return Search(_candidates([won], legal), 1, time.thread_time() - began)
    done, cut, most = 0, False, budget.iterations
    tries = len(legal) if TRIES * len(legal) <= most else 0
    trees, end, others_prior = Trees(Node), _end(ruleset, state), _others_prior(ruleset, state)
    roots = [trees[seat]]
    while len(legal) > 1 and done < most:
        if not done % CHECK_EVERY:
            check_in()
            cut = _is_up(time.thread_time() - began, done, budget.seconds)
            if cut or _decided(roots, done, most - done):
                break
        if done and not done % ruleset.heuristics.restart_every:
            trees = Trees(Node)
            roots.append(trees[seat])
        imagined = ruleset.determinize(state, seat, rng)
        if done < tries:
            way = _try(ruleset, trees[seat], imagined, seat, legal, done, rng)
        else:
            way = _walk(ruleset, trees, imagined, seat, end, others_prior, rng)
        chances, first = _reward(ruleset, way, imagined, end, rng), way[0][1]
        first.sums = _added(first.sums, chances)
        done += 1
    return Search(_candidates(roots, legal), done, time.thread_time() - began, cut)


def weigh(
    ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random, iterations: int, check_in: CheckIn = unasked
) -> list[float]:
    """Estimate every seat's chance to win if `seat` takes a legal action, by iterations that all begin with it."""
    trees, end, others_prior = Trees(Node), _end(ruleset, state), _others_prior(ruleset, state)
    sums: Sequence[float] = ()
    for done in range(iterations):
        if not done % CHECK_EVERY:
            check_in()
        if done and not done % ruleset.heuristics.restart_every:
            trees = Trees(Node)
        imagined = ruleset.determinize(state, seat, rng)
        ruleset.apply(imagined, seat, action, rng)
        way = _walk(ruleset, trees, imagined, seat, end, others_prior, rng)
        sums = _added(sums, _reward(ruleset, way, imagined, end, rng))
    return [total / iterations for total in sums]


def _victory(ruleset: AnyRuleset, state: Any, seat: int, legal: Sequence[Any], rng: Random) -> Node | None:
    """Give a root with one visit to the first action that ends the game and wins it alone; None if none does."""
    imagined = ruleset.determinize(state, seat, rng)
    for action in legal:
        if _wins(ruleset, ruleset.clone(imagined), seat, action, rng) and all(
            _wins(ruleset, ruleset.determinize(state, seat, rng), seat, action, rng) for _ in range(GLANCES)
        ):
            return _sure(action, [float(each == seat) for each in range(len(ruleset.heuristics.evaluate(state)))])
    return None


def _sure(action: Any, chances: Sequence[float]) -> Node:
    """Give a root at which an action was visited once and won."""
    root, edge = Node(), Edge(1.0)
    edge.visits = edge.offered = 1
    edge.total, edge.sums = 1.0, chances
    root.known[action] = edge
    return root


def _wins(ruleset: AnyRuleset, imagined: Any, seat: int, action: Any, rng: Random) -> bool:
    """Say whether an action wins the game at once, and for the seat alone; `imagined` is used up."""
    ruleset.apply(imagined, seat, action, rng)
    outcome = ruleset.outcome(imagined)
    return outcome is not None and outcome.winners == (seat,)


def _added(sums: Sequence[float], chances: Sequence[float]) -> Sequence[float]:
    """Add every seat's chance to the sums of those before."""
    return [total + chance for total, chance in zip(sums, chances, strict=True)] if sums else chances


def _decided(roots: Sequence[Node], done: int, left: int) -> bool:
    """Say whether one action is so far ahead that the iterations left cannot change it."""
    if done <= left:  # no lead is longer than what is done
        return False
    visits: dict[Any, int] = defaultdict(int)
    for root in roots:
        for action, edge in root.known.items():
            visits[action] += edge.visits
    most, second = sorted((0, 0, *visits.values()))[:-3:-1]
    return most - second > left


def _is_up(spent: float, done: int, cap: float) -> bool:
    """Say whether the iterations up to the next look might take the CPU time beyond its cap.

    They are taken to last three times as long as those before: iterations are uneven, and the answer takes time too.
    """
    return done > 0 and spent * (done + 3 * CHECK_EVERY) > cap * done


def _candidates(roots: Sequence[Node], legal: Sequence[Any]) -> tuple[Candidate, ...]:
    """Tell what all trees found out about the legal actions."""
    return tuple([_candidate(roots, action) for action in legal])


def _candidate(roots: Sequence[Node], action: Any) -> Candidate:
    """Tell what all trees found out about an action."""
    edges = [edge for root in roots if (edge := root.known.get(action)) and edge.visits]
    if not edges:
        return Candidate(action, 0, 0.0)
    visits = sum([edge.visits for edge in edges])
    chances = tuple([sum(sums) / visits for sums in zip(*[edge.sums for edge in edges], strict=True)])
    return Candidate(action, visits, sum([edge.total for edge in edges]) / visits, chances)


Way = list[tuple[int, Edge]]
"""Who took which edge, from the root on."""
Trees = defaultdict[int, Node]
"""The roots of the trees, by seat; one that all share is the searching seat's."""


def _end(ruleset: AnyRuleset, state: Any) -> int:
    """Give the round at which trees for each seat end, as all that follows does; a shared one goes on."""
    return (
        ruleset.heuristics.rounds_begun(state) + ruleset.heuristics.horizon
        if ruleset.heuristics.tree_per_seat
        else NO_ROUND
    )


def _others_prior(ruleset: AnyRuleset, state: Any) -> float:
    """Give how much looking good counts in the choices of others: with a single one, as much as in the seat's own."""
    heuristics = ruleset.heuristics
    return (
        heuristics.prior_weight
        if heuristics.others_prior_weight is None or len(heuristics.evaluate(state)) == DUEL
        else heuristics.others_prior_weight
    )


def _reward(ruleset: AnyRuleset, way: Way, state: Any, end: int, rng: Random) -> Sequence[float]:
    """Play on from the end of a way, which is used up, and reward the way; give every seat's chance to win."""
    rewards, chances = _play_on(ruleset, state, end, rng)
    for seat, edge in way:
        edge.visits += 1
        edge.total += rewards[seat]
    return chances


def _try(ruleset: AnyRuleset, root: Node, state: Any, seat: int, legal: Sequence[Any], number: int, rng: Random) -> Way:
    """Take the legal action of this number, whatever the tree says of it."""
    edges = offer(ruleset, root, state, seat, legal)
    for edge in edges:
        edge.offered += 1
    ruleset.apply(state, seat, legal[number], rng)
    return [(seat, edges[number])]


def _walk(
    ruleset: AnyRuleset, trees: Trees, state: Any, observer: int, end: int, others_prior: float, rng: Random
) -> Way:
    """Play down the trees up to an action that was never tried, or the end; give who took which edge.

    In a tree for each seat that action is one of the observer's: others who come to one go on by rules of thumb.
    """
    heuristics, way = ruleset.heuristics, Way()
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
            edges = offer(ruleset, node, state, seat, legal)
            chosen = select(
                edges, heuristics.exploration, heuristics.prior_weight if seat == observer else others_prior
            )
            ruleset.apply(state, seat, legal[chosen], rng)
            edge = edges[chosen]
            way.append((seat, edge))
            if edge.visits:
                edge.after = edge.after or Node()
            elif tree == observer:
                break
            nodes[tree] = edge.after
    return way


def _play_on(ruleset: AnyRuleset, state: Any, end: int, rng: Random) -> tuple[list[float], list[float]]:
    """Play by rules of thumb up to the horizon, but no further than `end`.

    Gives every seat's reward, from 0 to 1, and its chance to win; the chances sum to 1.
    """
    heuristics, to_act, apply = ruleset.heuristics, ruleset.to_act, ruleset.apply
    choose, round_of = heuristics.rollout_policy, heuristics.rounds_begun
    end = min(end, round_of(state) + heuristics.horizon)
    while waiting := to_act(state):
        if round_of(state) >= end:
            chances = _shares(heuristics.evaluate(state), heuristics.win_temperature)
            return chances, chances
        seat = waiting[0]
        apply(state, seat, choose(state, seat, rng), rng)
    outcome = cast(Outcome, ruleset.outcome(state))
    won = _victories(outcome)
    return _final_rewards(outcome, won, heuristics.win_temperature / heuristics.point_value), won


def _final_rewards(outcome: Outcome, won: Sequence[float], spread: float) -> list[float]:
    """Reward the seats of a finished game, for their part of the victory and for the lead."""
    leads = _shares([each.total for each in outcome.seats], spread)
    return [WIN * win + (1 - WIN) * lead for win, lead in zip(won, leads, strict=True)]


def _victories(outcome: Outcome) -> list[float]:
    """Give each seat its part of the victory."""
    return [(each.rank == 1) / len(outcome.winners) for each in outcome.seats]


def _shares(values: Sequence[float], spread: float) -> list[float]:
    """Turn the values of all seats into their chances to win, which sum to 1."""
    # not 1: mypyc takes an int divided by what `sum` gives for an int
    return [1.0 / sum([exp((other - value) / spread) for other in values]) for value in values]

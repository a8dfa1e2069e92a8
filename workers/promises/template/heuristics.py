"""Heuristics of AI players of Nim: the seat that faces a nim-sum of 0 loses."""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from random import Random
from typing import Final

from domain.heuristics import Heuristics, best
from workers.promises.template.rules import State, legal_actions
from workers.promises.template.wire import MAX_SEATS, Take


def is_lost(heaps: Sequence[int], *, misere: bool) -> bool:
    """Return whether the seat that faces these heaps loses against the best play."""
    if max(heaps) <= 1:
        return sum(heaps) % 2 == misere
    return reduce(xor, heaps) == 0


def score_actions(state: State, seat: int, legal: Sequence[Take]) -> list[float]:
    """Score actions that leave a lost position with 1, all others with 0."""
    return [float(is_lost(_left(state.heaps, action), misere=state.misere)) for action in legal]


def _left(heaps: Sequence[int], action: Take) -> list[int]:
    return [size - action.stones * (heap == action.heap) for heap, size in enumerate(heaps, 1)]


def rollout_policy(state: State, seat: int, rng: Random) -> Take:
    """Return the action with the best score, among equals the first."""
    legal = legal_actions(state, seat)
    return best(legal, score_actions(state, seat, legal))


def evaluate(state: State) -> list[float]:
    """Evaluate each seat: 1 if it wins with the best play."""
    return [float((seat == state.turn) != is_lost(state.heaps, misere=state.misere)) for seat in range(MAX_SEATS)]


def rounds_begun(state: State) -> int:
    """Count the started rounds; a round has one turn for each seat."""
    return state.turns // MAX_SEATS


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=0.5,
    evaluate=evaluate,
    win_temperature=0.3,
    rounds_begun=rounds_begun,
    horizon=4,
)

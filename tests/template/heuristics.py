"""Heuristics of AI players of The Reserve: leave a multiple of four stones, including the reserve."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.heuristics import Heuristics, best
from tests.template.rules import SEATS, State, legal_actions
from tests.template.wire import MOST_TAKEN, Take


def stones_left(state: State) -> int:
    """Count all remaining stones, in a state with a known or sampled card."""
    return state.heap if state.opened else state.heap + state.card


def score_actions(state: State, seat: int, legal: Sequence[Take]) -> list[float]:
    """Score actions that leave a multiple of four with 1, all others with 0: the next seat then loses."""
    return [float((stones_left(state) - action.stones) % (MOST_TAKEN + 1) == 0) for action in legal]


def rollout_policy(state: State, seat: int, rng: Random) -> Take:
    """Return the action with the best score, among equals the one with the fewest stones."""
    legal = legal_actions(state, seat)
    return best(legal, score_actions(state, seat, legal))


def evaluate(state: State) -> list[float]:
    """Evaluate each seat: the seat that faces a multiple of four is about to lose."""
    losing = stones_left(state) % (MOST_TAKEN + 1) == 0
    return [float((seat == state.turn) != losing) for seat in range(SEATS)]


def rounds_begun(state: State) -> int:
    """Count the started rounds, with a turn for each seat."""
    return state.turns // SEATS


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=0.5,
    evaluate=evaluate,
    win_temperature=0.3,
    rounds_begun=rounds_begun,
    horizon=4,
)

"""Heuristics of AI players of Fireworks: play known cards that fit, name those of others."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.heuristics import Heuristics, best
from tests.zoo.fireworks.rules import State, fits, legal_actions
from tests.zoo.fireworks.wire import MISTAKES, Action, DiscardCard, GiveHint


def score_actions(state: State, seat: int, legal: Sequence[Action]) -> list[float]:
    """Score plays of known cards that fit, then hints about cards that fit, then discards."""
    return [_score(state, seat, action) for action in legal]


def _score(state: State, seat: int, action: Action) -> float:
    held = state.hands[action.to if isinstance(action, GiveHint) else seat][action.position]
    if isinstance(action, GiveHint):
        return 1.0 if fits(state, held.card) else 0.2
    is_useful = held.is_known and fits(state, held.card)
    if isinstance(action, DiscardCard):
        return -0.5 if is_useful else 0.3
    return 2.0 if is_useful else -1.0


def rollout_policy(state: State, seat: int, rng: Random) -> Action:
    """Return the action with the best score."""
    legal = legal_actions(state, seat)
    return best(legal, score_actions(state, seat, legal))


def evaluate(state: State) -> list[float]:
    """Value all seats alike, by the fireworks and the mistakes left; 0 is an even chance to win."""
    value = sum(state.fireworks) - 3.0 + (MISTAKES - state.mistakes) / 2
    return [value] * len(state.hands)


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=0.5,
    evaluate=evaluate,
    win_temperature=1.5,
    rounds_begun=lambda state: state.turns,
    horizon=6,
)

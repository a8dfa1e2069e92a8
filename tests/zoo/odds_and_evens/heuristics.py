"""Heuristics of AI players of Odds and Evens: all choices are equally good, so players mix them."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.chance import pick
from domain.heuristics import Heuristics
from tests.zoo.odds_and_evens.rules import State, legal_actions
from tests.zoo.odds_and_evens.wire import ChooseFingers


def score_actions(state: State, seat: int, legal: Sequence[ChooseFingers]) -> list[float]:
    """Score all choices equally."""
    return [0.0] * len(legal)


def rollout_policy(state: State, seat: int, rng: Random) -> ChooseFingers:
    """Choose at random."""
    return pick(rng, legal_actions(state, seat))


def evaluate(state: State) -> list[float]:
    """Value a seat by the points of its team."""
    return [float(state.points[seat % 2]) for seat in range(len(state.fingers))]


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=1.0,
    evaluate=evaluate,
    win_temperature=1.0,
    rounds_begun=lambda state: -state.rounds_left,
    tree_per_seat=True,
)

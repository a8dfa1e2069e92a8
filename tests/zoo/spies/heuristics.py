"""Heuristics of AI players of Spies: agents know nothing, so all votes are equally good."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.chance import pick
from domain.heuristics import Heuristics
from tests.zoo.spies.rules import State, legal_actions
from tests.zoo.spies.wire import ROUNDS, SealVote


def score_actions(state: State, seat: int, legal: Sequence[SealVote]) -> list[float]:
    """Score all votes equally."""
    return [0.0] * len(legal)


def rollout_policy(state: State, seat: int, rng: Random) -> SealVote:
    """Vote at random."""
    return pick(rng, legal_actions(state, seat))


def evaluate(state: State) -> list[float]:
    """Value the spy by the rounds that are over."""
    gone = ROUNDS - state.rounds_left
    return [gone / ROUNDS if seat == state.spy else 0.0 for seat in range(len(state.in_play))]


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=1.0,
    evaluate=evaluate,
    win_temperature=1.0,
    rounds_begun=lambda state: -state.rounds_left,
    tree_per_seat=True,
)

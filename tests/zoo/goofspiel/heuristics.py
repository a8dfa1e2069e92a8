"""Heuristics of AI players of Goofspiel: bid about the worth of the prize."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.heuristics import Heuristics, best
from tests.zoo.goofspiel.rules import State, legal_actions
from tests.zoo.goofspiel.wire import SealBid


def score_actions(state: State, seat: int, legal: Sequence[SealBid]) -> list[float]:
    """Score a card by its distance from the card of the same rank as the prize among the prizes left."""
    rank = sum(prize < state.prize for prize in state.prizes)
    return [-abs(number - rank) / 2 for number in range(len(legal))]


def rollout_policy(state: State, seat: int, rng: Random) -> SealBid:
    """Return the card of the same rank as the prize."""
    legal = legal_actions(state, seat)
    return best(legal, score_actions(state, seat, legal))


def evaluate(state: State) -> list[float]:
    """Value a seat by its points, and by the strength of its remaining cards."""
    held = zip(state.points, state.hands, state.bids, strict=True)
    return [points + (sum(hand) + bid) / len(state.hands) for points, hand, bid in held]


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=1.0,
    evaluate=evaluate,
    win_temperature=3.0,
    rounds_begun=lambda state: state.round,
    tree_per_seat=True,
)

"""Heuristics of AI players of Gomoku: prolong own rows, block those of the other seat."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.chance import pick
from domain.heuristics import Heuristics
from tests.zoo.gomoku.rules import ROW, State, legal_actions, longest
from tests.zoo.gomoku.wire import MAX_SEATS, PlaceStone

WIN, BLOCK = 100.0, 50.0


def score_actions(state: State, seat: int, legal: Sequence[PlaceStone]) -> list[float]:
    """Score a point by the rows of both seats that it completes, and by its distance from the edge."""
    return [_score(state, seat, action) for action in legal]


def _score(state: State, seat: int, action: PlaceStone) -> float:
    point = (action.column, action.row)
    own, other = longest(state, seat, point), longest(state, 1 - seat, point)
    edge = min(*point, state.lines + 1 - max(point))
    return WIN * (own >= ROW) + BLOCK * (other >= ROW) + own**2 + 0.9 * other**2 + 0.1 * edge


def rollout_policy(state: State, seat: int, rng: Random) -> PlaceStone:
    """Return one of the actions with the best score."""
    legal = legal_actions(state, seat)
    scores = score_actions(state, seat, legal)
    best = max(scores)
    return pick(rng, [action for action, score in zip(legal, scores, strict=True) if score == best])


def evaluate(state: State) -> list[float]:
    """Value a seat by the longest row on the board."""
    values = [0.0] * MAX_SEATS
    for stone in state.stones:
        values[stone.seat] = max(values[stone.seat], longest(state, stone.seat, (stone.column, stone.row)) / ROW)
    return values


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=3.0,
    evaluate=evaluate,
    win_temperature=0.3,
    rounds_begun=lambda state: len(state.stones) // MAX_SEATS,
    horizon=3,
)

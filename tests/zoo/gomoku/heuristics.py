"""Heuristics of AI players of Gomoku: prolong own rows, block those of the other seat."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.chance import pick
from domain.heuristics import Heuristics
from tests.zoo.gomoku.rules import ROW, Point, State, legal_actions, longest, taken
from tests.zoo.gomoku.wire import MAX_SEATS, PlaceStone

WIN, BLOCK = 100.0, 50.0


def score_actions(state: State, seat: int, legal: Sequence[PlaceStone]) -> list[float]:
    """Score a point by the rows of both seats that it completes, and by its distance from the edge."""
    held = taken(state)
    return [_score(held, state.lines, seat, (action.column, action.row)) for action in legal]


def _score(held: dict[Point, int], lines: int, seat: int, point: Point) -> float:
    own, other = longest(held, seat, point), longest(held, 1 - seat, point)
    edge = min(*point, lines + 1 - max(point))
    return WIN * (own >= ROW) + BLOCK * (other >= ROW) + own**2 + 0.9 * other**2 + 0.1 * edge


def rollout_policy(state: State, seat: int, rng: Random) -> PlaceStone:
    """Return one of the actions with the best score."""
    legal = legal_actions(state, seat)
    scores = score_actions(state, seat, legal)
    best = max(scores)
    return pick(rng, [action for action, score in zip(legal, scores, strict=True) if score == best])


def evaluate(state: State) -> list[float]:
    """Value a seat by the longest row on the board."""
    held, values = taken(state), [0.0] * MAX_SEATS
    for point, seat in held.items():
        values[seat] = max(values[seat], longest(held, seat, point) / ROW)
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

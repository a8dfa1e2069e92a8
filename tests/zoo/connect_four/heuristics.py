"""Heuristics of AI players of Connect Four: complete and block rows of four, prefer the middle."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.chance import pick
from domain.heuristics import Heuristics
from tests.zoo.connect_four.rules import LINES, State, connects, disc_at, discs, legal_actions
from tests.zoo.connect_four.wire import COLUMNS, MAX_SEATS, DropDisc

WIN, BLOCK, MIDDLE = 20.0, 10.0, 3.0


def score_actions(state: State, seat: int, legal: Sequence[DropDisc]) -> list[float]:
    """Score a column by a row of four that it completes or blocks, and by its distance from the middle."""
    return [
        WIN * connects(state, seat, action.column - 1)
        + BLOCK * connects(state, 1 - seat, action.column - 1)
        + MIDDLE
        - abs(action.column - 1 - COLUMNS // 2)
        for action in legal
    ]


def rollout_policy(state: State, seat: int, rng: Random) -> DropDisc:
    """Return one of the actions with the best score."""
    legal = legal_actions(state, seat)
    scores = score_actions(state, seat, legal)
    return pick(rng, [action for action, score in zip(legal, scores, strict=True) if score == max(scores)])


def evaluate(state: State) -> list[float]:
    """Value a seat by the rows of four that only it can complete: the square of its discs in each."""
    values = [0.0] * MAX_SEATS
    for line in LINES:
        held = [seat for cell in line if (seat := disc_at(state, cell)) is not None]
        if held and len(set(held)) == 1:
            values[held[0]] += len(held) ** 2 / 100
    return values


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=3.0,
    evaluate=evaluate,
    win_temperature=0.3,
    rounds_begun=lambda state: discs(state) // MAX_SEATS,
    horizon=4,
)

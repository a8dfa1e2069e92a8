"""The heuristics in their simplest form; the fast ones must return the same."""

from collections.abc import Sequence
from typing import Any

from domain.heuristics import best
from domain.leonardo.heuristics.outlooks import ComponentTarget
from domain.leonardo.heuristics.policy import scores
from domain.leonardo.rules.decisions import legal_actions
from domain.leonardo.rules.inventions import RECIPE
from domain.leonardo.rules.state import State


def choose(state: State, seat: int) -> Any:
    """Return the best of all legal actions by the heuristics."""
    legal = legal_actions(state, seat)
    return best(legal, scores(state, seat, legal))


def potential(hand: Sequence[int], aim: ComponentTarget) -> float:
    """Return the value of a hand (by kind): for its best invention, plus the next with the remaining cards."""
    number = _nearest(hand, aim, 0)
    rest = [max(0, have - need) for have, need in zip(hand, RECIPE[number], strict=True)]
    other = _nearest(rest, aim, number)
    return aim.first * _worth(hand, aim, number) + aim.second * _worth(rest, aim, other)


def _nearest(hand: Sequence[int], aim: ComponentTarget, beside: int) -> int:
    """Find the best invention for a hand, other than `beside`; among equals the more valuable one."""
    others = [number for number in aim.targets if number != beside]
    return max(others, key=lambda number: _worth(hand, aim, number), default=0)


def _worth(hand: Sequence[int], aim: ComponentTarget, number: int) -> float:
    """Return the value of a hand for an invention."""
    missing = sum(max(0, need - have) for need, have in zip(RECIPE[number], hand, strict=True))
    return aim.worths[number] * aim.ready[min(missing, len(aim.ready) - 1)]

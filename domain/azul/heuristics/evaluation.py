"""Evaluate positions, in points that a seat can expect to end with."""

from typing import Final

from domain.azul.heuristics.neighbourhood import counted, number_worth
from domain.azul.heuristics.star_plans import PROSPECTS
from domain.azul.heuristics.tile_values import LEAD, looks_like
from domain.azul.rules.scoring import running_score
from domain.azul.rules.state import State
from domain.azul.rules.tiles import total
from domain.azul.wire.constants import FULL_STAR, ROUNDS, SLOTS

HELD: Final = 2.0
"""Value of a tile in hand or on a corner, of any colour."""


def evaluate(state: State) -> list[float]:
    """Return for each seat its points plus the expected value of its stars, numbers and tiles."""
    return [_evaluate_seat(state, seat) for seat in range(state.seats)]


def _evaluate_seat(state: State, seat: int) -> float:
    covered, later = state.covered[seat], ROUNDS - state.round + 1
    worth = running_score(state, seat) + HELD * total(state.hand[seat] + state.corners[seat])
    worth += number_worth(state.side, counted(state.side, covered))
    for star, prospects in enumerate(PROSPECTS[state.side][later]):
        slots = covered >> SLOTS * star & FULL_STAR
        if slots:
            worth += prospects[looks_like(state, seat, star)][slots]
    return worth + LEAD if state.starter == seat else worth

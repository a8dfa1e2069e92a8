"""Evaluate positions by Keys, the right to a free Key, and pairs."""

from typing import Final

from domain.riddle.heuristics.symbol_values import missing_symbols, symbols_in_hand
from domain.riddle.heuristics.weights import COUNT, KEY
from domain.riddle.rules.state import State
from domain.riddle.wire.constants import CORNER, LINES, MAIN

FREE_KEY: Final = 400
"""The right to a free Key."""
OPEN_PAIR: Final = 50
"""A pair on the seat's table."""
HELD_PAIR: Final = 150
"""Added to a pair if a hand card has its symbol."""


def evaluate(state: State) -> list[int]:
    """Return the value of the position for each seat, in thousandths of a Key."""
    return [_evaluate_seat(state, seat) for seat in range(state.seats)]


def _evaluate_seat(state: State, seat: int) -> int:
    own, in_hand = missing_symbols(state, seat), symbols_in_hand(state, seat)
    value = KEY * COUNT[state.keys[seat]] + (0 if state.free_used[seat] else FREE_KEY)
    for one, two, three in LINES[state.expansion]:
        a, b, c = own[one], own[two], own[three]
        pairs = a & b | b & c | a & c
        value += OPEN_PAIR * COUNT[pairs] + HELD_PAIR * COUNT[pairs & (in_hand[MAIN] | in_hand[CORNER])]
    return value

"""Weights of Keys, pairs and lines in scores, in thousandths of a Key.

A pair is a symbol on two cards of a line: a third card with it would complete the line.
"""

from typing import Final

from domain.riddle.wire.card_list import SYMBOLS

KEY: Final = 1000
"""A Key received."""
READY_PAIR: Final = 300
"""A pair that a hand card would complete."""
PAIR: Final = 60
OTHERS_LINE: Final = 600
"""A complete line of another seat, which may break it before it receives a Key."""
OTHERS_PAIR: Final = 20

ALL_SYMBOLS: Final = (1 << len(SYMBOLS)) - 1
SYMBOLS_IN: Final = tuple(
    tuple(symbol for symbol in range(len(SYMBOLS)) if mask >> symbol & 1) for mask in range(ALL_SYMBOLS + 1)
)
"""The symbols of each bit mask."""
COUNT: Final = tuple(len(symbols) for symbols in SYMBOLS_IN)
"""The number of symbols of each bit mask."""

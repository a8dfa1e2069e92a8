"""What Keys, pairs and lines count in judging plays and positions; the unit is a thousandth of a Key."""

from typing import Final

from domain.riddle.wire.card_list import SYMBOLS

KEY: Final = 1000
"""A Key received."""
READY_PAIR: Final = 300
"""A pair that a hand card would complete."""
PAIR: Final = 60
OTHERS_LINE: Final = 600
OTHERS_PAIR: Final = 20

ALL_SYMBOLS: Final = (1 << len(SYMBOLS)) - 1
SYMBOLS_IN: Final = tuple(
    tuple(symbol for symbol in range(len(SYMBOLS)) if mask >> symbol & 1) for mask in range(ALL_SYMBOLS + 1)
)
"""By bit mask: its symbols."""
COUNT: Final = tuple(len(symbols) for symbols in SYMBOLS_IN)
"""By bit mask: how many symbols it has."""

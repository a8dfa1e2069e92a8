"""Value symbols in each zone of a table, and exchanges of symbols on other seats' tables.

Only symbols whose Key the table's owner lacks count, except in the free-key pattern, which any symbol completes. A
card's value is the sum of its symbols, so the values of a zone apply to all cards of the hand.
"""

from typing import Final

from domain.riddle.heuristics.geometry import ARMS, REST_OF_PATTERN, SORT_OF_ZONE, THROUGH
from domain.riddle.heuristics.weights import (
    ALL_SYMBOLS,
    COUNT,
    KEY,
    OTHERS_LINE,
    OTHERS_PAIR,
    PAIR,
    READY_PAIR,
    SYMBOLS_IN,
)
from domain.riddle.rules.cards import MASK
from domain.riddle.rules.state import State
from domain.riddle.wire.card_list import SYMBOLS
from domain.riddle.wire.constants import CORNER, SORTS, ZONES

NO_SYMBOL: Final = len(SYMBOLS)
"""Pads the symbols of cards that have fewer than three; its value is always 0."""
THREE_SYMBOLS: Final = tuple((*SYMBOLS_IN[mask], NO_SYMBOL, NO_SYMBOL, NO_SYMBOL)[:3] for mask in MASK)
"""For each card: its symbols, padded. The last entry is for an empty zone."""


def missing_symbols(state: State, seat: int) -> list[int]:
    """Return by zone the symbols on a table whose Keys its owner lacks, as bit masks."""
    missing, at = ~state.keys[seat], ZONES * seat
    return [MASK[card] & missing for card in state.table[at : at + ZONES]]


def symbols_in_hand(state: State, seat: int) -> list[int]:
    """Return by sort the symbols on the main cards and on the corner cards of a hand, as bit masks."""
    main = corner = 0
    for card in state.hand[SORTS * seat]:
        main |= MASK[card]
    for card in state.hand[SORTS * seat + CORNER]:
        corner |= MASK[card]
    return [main, corner]


def symbol_values(state: State, own: list[int], in_hand: list[int], zone: int) -> list[int]:
    """Return by symbol its value to the table's owner on a card in this zone.

    With `face` on the two other zones of a line, it brings a Key. On one of them it makes a pair. The pair is ready if
    a hand card with the symbol fits the remaining zone:

        face, ?, face  a Key
        face, ?, -     a pair, or a ready pair if a hand card with `face` can be played into the last zone
        -, ?, -        nothing

    `own` are the missing symbols of the table, `in_hand` those of the hand. Sums are written out in full: compiled code
    is far slower with augmented assignment.
    """
    values, complete = [0] * (NO_SYMBOL + 1), 0
    for one, other in THROUGH[state.expansion][zone]:
        first, second = own[one], own[other]
        complete |= first & second
        for symbol in SYMBOLS_IN[first ^ second]:
            values[symbol] = values[symbol] + PAIR
        for symbol in SYMBOLS_IN[first & in_hand[SORT_OF_ZONE[other]] | second & in_hand[SORT_OF_ZONE[one]]]:
            values[symbol] = values[symbol] + (READY_PAIR - PAIR)
    for symbol in SYMBOLS_IN[complete]:
        values[symbol] = values[symbol] + KEY
    return values


def add_free_key(state: State, seat: int, zone: int, values: list[int]) -> None:
    """Add a Key to the values of the symbols that would complete a free-key pattern in this zone."""
    for symbol in SYMBOLS_IN[_completing(state, seat, zone)]:
        values[symbol] += KEY


def card_value(card: int, values: list[int]) -> int:
    """Return the value of a card, or of an empty zone, given the values of symbols."""
    one, two, three = THREE_SYMBOLS[card]
    return values[one] + values[two] + values[three]


def near_free_key(state: State, seat: int) -> bool:
    """Whether the free Key is available and a symbol lies on three of the four outer zones of a pattern.

    That is always the case if a single card completes the pattern or has completed it.
    """
    if state.free_used[seat]:
        return False
    table, at = state.table, ZONES * seat
    for top, bottom, left, right in ARMS[state.expansion]:
        a, b, c, d = MASK[table[at + top]], MASK[table[at + bottom]], MASK[table[at + left]], MASK[table[at + right]]
        if a & b & (c | d) or c & d & (a | b):
            return True
    return False


def _completing(state: State, seat: int, zone: int) -> int:
    """Return the symbols on all other zones of a free-key pattern, owned ones included, as a bit mask."""
    table, at = state.table, ZONES * seat
    complete = 0
    for rest in REST_OF_PATTERN[state.expansion][zone]:
        symbols = ALL_SYMBOLS
        for other in rest:
            symbols &= MASK[table[at + other]]
            if not symbols:
                break
        complete |= symbols
    return complete


def gain_of_other(state: State, seat: int, zone: int, gets: int, loses: int, near: bool) -> int:  # noqa: FBT001
    """Return the gain of another seat if its table gets and loses these symbols (bit masks) in a zone.

    The seat's hand is not known. Free-key patterns are examined only if `near` is true.
    """
    table, at = state.table, ZONES * seat
    gain = 0
    if near and not state.free_used[seat]:
        completing = _completing(state, seat, zone)
        gain += OTHERS_LINE * (COUNT[completing & gets] - COUNT[completing & loses])
    gets &= ~state.keys[seat]
    loses &= ~state.keys[seat]
    for one, other in THROUGH[state.expansion][zone]:
        first, second = MASK[table[at + one]], MASK[table[at + other]]
        either, both = first | second, first & second
        gain += OTHERS_PAIR * (COUNT[either & gets] - COUNT[either & loses])
        if both:
            gain += OTHERS_LINE * (COUNT[both & gets] - COUNT[both & loses])
    return gain

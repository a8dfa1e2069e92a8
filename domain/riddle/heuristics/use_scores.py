"""Score the effects of action cards, and count how near a seat is to each Key."""

from collections.abc import Sequence

from domain.riddle.heuristics.symbol_values import (
    add_free_key,
    card_value,
    gain_of_other,
    missing_symbols,
    symbol_values,
    symbols_in_hand,
)
from domain.riddle.heuristics.weights import ALL_SYMBOLS, COUNT, OTHERS_LINE, OTHERS_PAIR, SYMBOLS_IN
from domain.riddle.rules.cards import MASK, SORT
from domain.riddle.rules.state import EMPTY, State
from domain.riddle.wire.card_list import SYMBOLS
from domain.riddle.wire.constants import CORNER, LINES, PATTERNS, SORTS, ZONES, ZONES_OF


def gain_of_swap(state: State, seat: int, zones: Sequence[int]) -> int:
    """Return a table's gain if the cards of two zones are swapped."""
    table = state.table[ZONES * seat : ZONES * (seat + 1)]
    before = _table_value(state, seat, table)
    first, second = zones
    table[first], table[second] = table[second], table[first]
    return _table_value(state, seat, table) - before


def _table_value(state: State, seat: int, table: list[int]) -> int:
    """Return the value of nine cards to a seat: complete lines, pairs, and patterns of an available free Key.

    `table` may differ from the seat's table.
    """
    missing, value = ~state.keys[seat], 0
    for one, two, three in LINES[state.expansion]:
        a, b, c = MASK[table[one]] & missing, MASK[table[two]] & missing, MASK[table[three]] & missing
        value += OTHERS_LINE * COUNT[a & b & c] + OTHERS_PAIR * COUNT[a & b | b & c | a & c]
    if state.free_used[seat]:
        return value
    return value + OTHERS_LINE * sum([_is_complete(table, pattern) for pattern in PATTERNS[state.expansion]])


def _is_complete(table: list[int], pattern: tuple[int, ...]) -> bool:
    symbols = ALL_SYMBOLS
    for zone in pattern:
        symbols &= MASK[table[zone]]
    return symbols != 0


def loss_of_card(state: State, seat: int, zone: int) -> int:
    """Return a table's loss if the card of a zone is removed."""
    return gain_of_other(state, seat, zone, MASK[state.table[ZONES * seat + zone]], 0, near=True)


def hope_for_zone(state: State, seat: int, zone: int) -> int:
    """Return the value of the right card in a zone to a seat."""
    if state.table[ZONES * seat + zone] == EMPTY:
        return 0
    return gain_of_other(state, seat, zone, ALL_SYMBOLS, 0, near=True)


def value_in_best_zone(state: State, seat: int, card: int) -> int:
    """Return the value of a symbol card in the best zone of the seat's table; at least 0."""
    own, in_hand = missing_symbols(state, seat), symbols_in_hand(state, seat)
    best = 0
    for zone in ZONES_OF[SORT[card]]:
        values = symbol_values(state, own, in_hand, zone)
        if not state.free_used[seat]:
            add_free_key(state, seat, zone, values)
        best = max(best, card_value(card, values) - card_value(state.table[ZONES * seat + zone], values))
    return best


def cards_with_symbol(state: State, seat: int) -> list[int]:
    """Return by symbol the number of cards with it on the seat's table and in its hand."""
    row, counts = SORTS * seat, [0] * len(SYMBOLS)
    for card in (*state.table[ZONES * seat : ZONES * (seat + 1)], *state.hand[row], *state.hand[row + CORNER]):
        for symbol in SYMBOLS_IN[MASK[card]]:
            counts[symbol] += 1
    return counts

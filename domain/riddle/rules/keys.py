"""Keys from complete lines (section 6), and the free Key (section 7)."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.riddle.rules.cards import MASK, SYMBOL, symbol_names
from domain.riddle.rules.plays import END_STEP
from domain.riddle.rules.state import OVER, State
from domain.riddle.wire.actions import TakeFreeKey
from domain.riddle.wire.card_list import SYMBOLS
from domain.riddle.wire.constants import GOAL, ZONES
from domain.riddle.wire.facts import FreeKeyDeclined, FreeKeyTaken, GameEnded, KeysReceived
from domain.ruleset import Emit

FREE_KEYS: Final = tuple(TakeFreeKey(symbol) for symbol in SYMBOLS)


def symbols_on(state: State, seat: int) -> tuple[int, int]:
    """Return the symbols of a table's complete lines and those of its complete free-key patterns, as bit masks.

    Both patterns are two crossing lines, so a symbol on all five cards is one that both lines share. An empty zone
    holds card -1, which has no symbol.
    """
    at = ZONES * seat
    if not state.expansion:
        table = state.table
        centre = MASK[table[at + 4]]
        column = centre & MASK[table[at + 1]] & MASK[table[at + 7]]
        row = centre & MASK[table[at + 3]] & MASK[table[at + 5]]
        return column | row, column & row
    a, b, c, d, e, f, g, h, i = [MASK[card] for card in state.table[at : at + ZONES]]
    row, column, falling, rising = d & e & f, b & e & h, a & e & i, c & e & g
    border = a & b & c | g & h & i | a & d & g | c & f & i
    return row | column | falling | rising | border, row & column | falling & rising


def gained_by(state: State, seat: int, card: int, zone: int) -> int:
    """Return the symbols, as a bit mask, of the Keys that a card in a zone would bring the seat (6.1.1)."""
    at = ZONES * seat + zone
    replaced, state.table[at] = state.table[at], card
    lines, _ = symbols_on(state, seat)
    state.table[at] = replaced
    return lines & ~state.keys[seat]


def receive_lines(state: State, seat: int, gained: int, emit: Emit | None) -> None:
    """Hand out the Keys of complete lines together (6.1.5)."""
    if emit:
        emit(KeysReceived(seat, symbol_names(gained)), None)
    _receive(state, seat, gained, emit)


def _receive(state: State, seat: int, gained: int, emit: Emit | None) -> None:
    """Hand out Keys to a seat; the game ends if it owns enough (9.1.1)."""
    state.keys[seat] |= gained
    state.key_in_round = True
    if state.keys[seat].bit_count() >= GOAL[state.expansion]:
        state.step = OVER
        if emit:
            emit(GameEnded("goal"), None)


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List the Keys that the seat does not own (7.1.5); declining comes last."""
    owned = state.keys[seat]
    return [*(action for symbol, action in enumerate(FREE_KEYS) if not owned >> symbol & 1), END_STEP]


def take(state: State, seat: int, action: TakeFreeKey, rng: Random, emit: Emit | None) -> None:
    """Take the free Key."""
    state.offered = state.free_used[seat] = True
    if emit:
        emit(FreeKeyTaken(seat, action.symbol), None)
    _receive(state, seat, 1 << SYMBOL[action.symbol], emit)


def decline(state: State, seat: int, emit: Emit | None) -> None:
    """Decline the free Key, which remains available for a later turn (7.1.6)."""
    state.offered = True
    if emit:
        emit(FreeKeyDeclined(seat), None)

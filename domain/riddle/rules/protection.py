"""Prohibitions by lasting action cards (12.9 to 12.11, section 13)."""

from domain.riddle.rules.cards import OPERATION
from domain.riddle.rules.state import EMPTY, State
from domain.riddle.wire.constants import ZONES


def prohibited(state: State, seat: int) -> int:
    """Return the prohibited zones of a table (11.2.2) as a bit mask."""
    mask = 0
    for card, _, target, zone in state.in_play:
        if target == seat and OPERATION[card] == "freeze_zone":
            mask |= 1 << zone
    return mask


def sealed(state: State, seat: int) -> bool:
    """Whether the cards of a table are protected from opponents (12.9.1)."""
    return any(user == seat and OPERATION[card] == "protect_table" for card, user, _, _ in state.in_play)


def silenced(state: State) -> bool:
    """Whether no seat may use action cards (12.11.1)."""
    return any(OPERATION[card] == "forbid_actions" for card, _, _, _ in state.in_play)


def bars_passing(state: State, seat: int, zone: int) -> bool:
    """Whether a card passed to this zone goes to its discard pile instead (5.2.3)."""
    if prohibited(state, seat) >> zone & 1:
        return True
    return state.table[ZONES * seat + zone] != EMPTY and sealed(state, seat)

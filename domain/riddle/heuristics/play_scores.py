"""Score plays: the value of a card on the seat's table, less the value of the replaced card for its receiver.

A play changes only the lines through its zone, on the seat's table and on the receiver's. Only those are scored.
"""

from typing import Final

from domain.riddle.heuristics import base_play_scores
from domain.riddle.heuristics.symbol_values import (
    THREE_SYMBOLS,
    add_free_key,
    card_value,
    gain_of_other,
    missing_symbols,
    near_free_key,
    symbol_values,
    symbols_in_hand,
)
from domain.riddle.rules.cards import MASK
from domain.riddle.rules.plays import playable
from domain.riddle.rules.protection import bars_passing, prohibited
from domain.riddle.rules.state import EMPTY, State
from domain.riddle.wire.constants import CORNER, MAIN, MAX_SEATS, OPPONENTS, ZONES, ZONES_OF

NOBODY: Final[tuple[int, ...]] = (EMPTY,)
"""The receivers for an empty zone, which has no card to pass on."""
LEFT: Final = tuple(tuple(((seat + 1) % seats,) for seat in range(seats)) for seats in range(MAX_SEATS + 1))
"""For each number of seats and seat: the left neighbour."""


def score_plays(state: State, seat: int) -> list[int]:
    """Return the scores of all plays, in the order of the legal actions."""
    if not state.expansion:
        return base_play_scores.score_plays(state, seat)
    main, corner = playable(state, seat)
    scores = _score_cards(state, seat, MAIN, main) if main else []
    return scores + _score_cards(state, seat, CORNER, corner) if corner else scores


def _score_cards(state: State, seat: int, sort: int, cards: tuple[int, ...]) -> list[int]:
    """Return the scores of the plays of cards of one sort."""
    ways = _ways(state, seat, sort)
    scores: list[int] = []
    for card in cards:
        one, two, three = THREE_SYMBOLS[card]
        scores += [values[one] + values[two] + values[three] - cost for values, cost in ways]
    return scores


def _ways(state: State, seat: int, sort: int) -> list[tuple[list[int], int]]:
    """Return for each zone and receiver of its card the values of symbols there and the cost of a play."""
    barred = prohibited(state, seat) if state.in_play else 0
    own, in_hand = missing_symbols(state, seat), symbols_in_hand(state, seat)
    near, receivers = near_free_key(state, seat), _receivers(state, seat)
    others_near = True in [near_free_key(state, receiver) for receiver in receivers if receiver != EMPTY]
    ways: list[tuple[list[int], int]] = []
    for zone in ZONES_OF[sort]:
        if not barred >> zone & 1:
            values, replaced = symbol_values(state, own, in_hand, zone), state.table[ZONES * seat + zone]
            if near:
                add_free_key(state, seat, zone, values)
            lost = card_value(replaced, values)
            for receiver in receivers if replaced != EMPTY else NOBODY:
                harm = _harm(state, zone, replaced, receiver, others_near)
                ways.append((values, lost + harm))
    return ways


def _receivers(state: State, seat: int) -> tuple[int, ...]:
    """Return the seats that can receive a replaced card, in the order of legal actions; EMPTY is the discard pile."""
    return (*OPPONENTS[state.seats][seat], EMPTY) if state.redirecting else LEFT[state.seats][seat]


def _harm(state: State, zone: int, card: int, receiver: int, near: bool) -> int:  # noqa: FBT001
    """Return the value of a replaced card for the seat that receives it."""
    if receiver == EMPTY or (state.in_play and bars_passing(state, receiver, zone)):
        return 0
    now = state.table[ZONES * receiver + zone]
    return gain_of_other(state, receiver, zone, MASK[card], MASK[now], near)

"""What plays and tables are worth by rules of thumb: complete lines, and pairs that a third card would complete.

The unit is a thousandth of a Key. Only symbols whose Key the table's owner lacks count. A play changes only the lines
through its zone, on the own table and on the one that receives the replaced card; so both are judged by those alone.
There a card is worth the sum of what its symbols are worth, which is worked out once for all cards of the hand.
"""

from collections.abc import Sequence
from typing import Final

from domain.riddle.heuristics import cross_plays
from domain.riddle.heuristics.points import (
    ALL_SYMBOLS,
    COUNT,
    KEY,
    OTHERS_LINE,
    OTHERS_PAIR,
    PAIR,
    READY_PAIR,
    SYMBOLS_IN,
)
from domain.riddle.rules.cards import MASK, SORT
from domain.riddle.rules.plays import playable
from domain.riddle.rules.protection import bars_passing, prohibited
from domain.riddle.rules.state import EMPTY, State
from domain.riddle.wire.card_list import SYMBOLS
from domain.riddle.wire.constants import (
    CORNER,
    CROSS,
    LINES,
    MAIN,
    MAX_SEATS,
    OPPONENTS,
    PATTERNS,
    SORTS,
    ZONES,
    ZONES_OF,
)

FREE_KEY: Final = 400
"""The right to a free Key."""
HELD_PAIR: Final = 150
"""A pair of the own table and a hand card with its symbol, in the value of a position."""
OPEN_PAIR: Final = 50
"""A pair without such a card."""

NO_SYMBOL: Final = len(SYMBOLS)
"""Fills up the symbols of cards that have fewer than three."""
THREE_SYMBOLS: Final = tuple((*SYMBOLS_IN[mask], NO_SYMBOL, NO_SYMBOL, NO_SYMBOL)[:3] for mask in MASK)
"""By card, the last entry for an empty zone: its symbols, filled up."""
SORT_OF_ZONE: Final = tuple(MAIN if zone in CROSS else CORNER for zone in range(ZONES))
THROUGH: Final[tuple[tuple[tuple[tuple[int, int], ...], ...], ...]] = tuple(
    tuple(
        tuple((line[line[0] == zone], line[2 - (line[2] == zone)]) for line in lines if zone in line)
        for zone in range(ZONES)
    )
    for lines in LINES
)
"""By mode and zone: the two other zones of each line through it."""
REST_OF_PATTERN: Final[tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]] = tuple(
    tuple(
        tuple(tuple(other for other in pattern if other != zone) for pattern in patterns if zone in pattern)
        for zone in range(ZONES)
    )
    for patterns in PATTERNS
)
"""By mode and zone: the four other zones of each free-key pattern that it belongs to."""
ARMS: Final[tuple[tuple[tuple[int, int, int, int], ...], ...]] = (((1, 7, 3, 5),), ((1, 7, 3, 5), (0, 8, 2, 6)))
"""By mode, of each free-key pattern the ends of its two lines."""
NOBODY: Final[tuple[int, ...]] = (EMPTY,)
"""Who receives the card of an empty zone."""
LEFT: Final = tuple(tuple(((seat + 1) % seats,) for seat in range(seats)) for seats in range(MAX_SEATS + 1))
"""By number of seats and seat: the left neighbour alone."""


def plays(state: State, seat: int) -> list[int]:
    """Value each play in the order of the legal actions: its good for the own table less that for the receiver."""
    if not state.expansion:
        return cross_plays.plays(state, seat)
    main, corner = playable(state, seat)
    scores = _plays(state, seat, MAIN, main) if main else []
    return scores + _plays(state, seat, CORNER, corner) if corner else scores


def _plays(state: State, seat: int, sort: int, cards: tuple[int, ...]) -> list[int]:
    """Value the plays of cards of one sort."""
    ways = _ways(state, seat, sort)
    scores: list[int] = []
    for card in cards:
        one, two, three = THREE_SYMBOLS[card]
        scores += [worth[one] + worth[two] + worth[three] - cost for worth, cost in ways]
    return scores


def _ways(state: State, seat: int, sort: int) -> list[tuple[list[int], int]]:
    """Give for each zone and each receiver of its card what symbols are worth there, and what a play costs."""
    barred = prohibited(state, seat) if state.in_play else 0
    own, in_hand = _wanted(state, seat), _symbols_in_hand(state, seat)
    near_pattern, receivers = _near_pattern(state, seat), _receivers(state, seat)
    others_near = True in [_near_pattern(state, receiver) for receiver in receivers if receiver != EMPTY]
    ways: list[tuple[list[int], int]] = []
    for zone in ZONES_OF[sort]:
        if not barred >> zone & 1:
            worth, replaced = _worth(state, own, in_hand, zone), state.table[ZONES * seat + zone]
            if near_pattern:
                _add_free_key(state, seat, zone, worth)
            lost = _of(replaced, worth)
            for receiver in receivers if replaced != EMPTY else NOBODY:
                harm = _harm(state, zone, replaced, receiver, others_near)
                ways.append((worth, lost + harm))
    return ways


def _wanted(state: State, seat: int) -> list[int]:
    """Give the symbols on each zone of a table whose Keys its owner lacks, as bit masks."""
    wanted, at = ~state.keys[seat], ZONES * seat
    return [MASK[card] & wanted for card in state.table[at : at + ZONES]]


def _symbols_in_hand(state: State, seat: int) -> list[int]:
    """Give the symbols on main cards and on corner cards of a hand, as two bit masks."""
    main = corner = 0
    for card in state.hand[SORTS * seat]:
        main |= MASK[card]
    for card in state.hand[SORTS * seat + CORNER]:
        corner |= MASK[card]
    return [main, corner]


def _worth(state: State, own: list[int], in_hand: list[int], zone: int) -> list[int]:
    """Give what each symbol on a card in this zone is worth to the table's owner: Keys, and pairs in the making.

    Sums are written out in full, since compiled code adds in place far more slowly.
    """
    worth, complete = [0] * (NO_SYMBOL + 1), 0
    for one, other in THROUGH[state.expansion][zone]:
        first, second = own[one], own[other]
        complete |= first & second
        for symbol in SYMBOLS_IN[first ^ second]:
            worth[symbol] = worth[symbol] + PAIR
        for symbol in SYMBOLS_IN[first & in_hand[SORT_OF_ZONE[other]] | second & in_hand[SORT_OF_ZONE[one]]]:
            worth[symbol] = worth[symbol] + (READY_PAIR - PAIR)
    for symbol in SYMBOLS_IN[complete]:
        worth[symbol] = worth[symbol] + KEY
    return worth


def _near_pattern(state: State, seat: int) -> bool:
    """Say whether the free Key is to be had and a symbol lies on three of the four ends of a pattern's lines.

    It does wherever a single card completes the pattern or has completed it.
    """
    if state.free_used[seat]:
        return False
    table, at = state.table, ZONES * seat
    for top, bottom, left, right in ARMS[state.expansion]:
        a, b, c, d = MASK[table[at + top]], MASK[table[at + bottom]], MASK[table[at + left]], MASK[table[at + right]]
        if a & b & (c | d) or c & d & (a | b):
            return True
    return False


def _add_free_key(state: State, seat: int, zone: int, worth: list[int]) -> None:
    """Add what it is worth to complete a pattern in a zone."""
    for symbol in SYMBOLS_IN[_completing(state, seat, zone)]:
        worth[symbol] += KEY


def _completing(state: State, seat: int, zone: int) -> int:
    """Give the symbols that lie on all other zones of a free-key pattern, owned ones included, as a bit mask."""
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


def _of(card: int, worth: list[int]) -> int:
    """Give what a card, or an empty zone, is worth where its symbols are worth this."""
    one, two, three = THREE_SYMBOLS[card]
    return worth[one] + worth[two] + worth[three]


def _receivers(state: State, seat: int) -> tuple[int, ...]:
    """List the seats to which a replaced card can go, in the order of the legal actions; EMPTY is its discard."""
    return (*OPPONENTS[state.seats][seat], EMPTY) if state.redirecting else LEFT[state.seats][seat]


def _harm(state: State, zone: int, card: int, receiver: int, near: bool) -> int:  # noqa: FBT001
    """Value what a replaced card does for the seat that receives it, whose hand is not known."""
    if receiver == EMPTY or (state.in_play and bars_passing(state, receiver, zone)):
        return 0
    now = state.table[ZONES * receiver + zone]
    return _others_gain(state, receiver, zone, MASK[card], MASK[now], near)


def _others_gain(state: State, seat: int, zone: int, gets: int, loses: int, near: bool) -> int:  # noqa: FBT001
    """Value the exchange of symbols in this zone of another's table for that seat: `gets` and `loses` are bit masks.

    Patterns of the free Key are looked at only if the table may be `near` one.
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


def whole(state: State, seat: int, table: list[int]) -> int:
    """Value a table of nine cards for a seat: the lines complete, and the pairs."""
    wanted, worth = ~state.keys[seat], 0
    for one, two, three in LINES[state.expansion]:
        a, b, c = MASK[table[one]] & wanted, MASK[table[two]] & wanted, MASK[table[three]] & wanted
        worth += OTHERS_LINE * COUNT[a & b & c] + OTHERS_PAIR * COUNT[a & b | b & c | a & c]
    if state.free_used[seat]:
        return worth
    return worth + OTHERS_LINE * sum([_is_complete(table, pattern) for pattern in PATTERNS[state.expansion]])


def _is_complete(table: list[int], pattern: tuple[int, ...]) -> bool:
    """Say whether a symbol lies on all zones of a free-key pattern."""
    symbols = ALL_SYMBOLS
    for zone in pattern:
        symbols &= MASK[table[zone]]
    return symbols != 0


def swapped(state: State, seat: int, zones: Sequence[int]) -> int:
    """Value what a table gains if the cards of two zones change places."""
    table = state.table[ZONES * seat : ZONES * (seat + 1)]
    before = whole(state, seat, table)
    first, second = zones
    table[first], table[second] = table[second], table[first]
    return whole(state, seat, table) - before


def at_stake(state: State, seat: int, zone: int) -> int:
    """Value what a table would lose with the card of a zone."""
    return _others_gain(state, seat, zone, MASK[state.table[ZONES * seat + zone]], 0, near=True)


def hoped_for(state: State, seat: int, zone: int) -> int:
    """Value the Keys that a seat could complete in a zone with the right card."""
    if state.table[ZONES * seat + zone] == EMPTY:
        return 0
    return _others_gain(state, seat, zone, ALL_SYMBOLS, 0, near=True)


def best_place(state: State, seat: int, card: int) -> int:
    """Value a symbol card by its best zone on the own table; at least 0."""
    own, in_hand = _wanted(state, seat), _symbols_in_hand(state, seat)
    best = 0
    for zone in ZONES_OF[SORT[card]]:
        worth = _worth(state, own, in_hand, zone)
        if not state.free_used[seat]:
            _add_free_key(state, seat, zone, worth)
        best = max(best, _of(card, worth) - _of(state.table[ZONES * seat + zone], worth))
    return best


def nearness(state: State, seat: int) -> list[int]:
    """Count, by symbol, the own cards on table and in hand that carry it."""
    row, counts = SORTS * seat, [0] * len(SYMBOLS)
    for card in (*state.table[ZONES * seat : ZONES * (seat + 1)], *state.hand[row], *state.hand[row + CORNER]):
        for symbol in SYMBOLS_IN[MASK[card]]:
            counts[symbol] += 1
    return counts


def values(state: State) -> list[int]:
    """Value each seat: its Keys, and the pairs in the making."""
    return [_value(state, seat) for seat in range(state.seats)]


def _value(state: State, seat: int) -> int:
    """Value a seat."""
    own, in_hand = _wanted(state, seat), _symbols_in_hand(state, seat)
    worth = KEY * COUNT[state.keys[seat]] + (0 if state.free_used[seat] else FREE_KEY)
    for one, two, three in LINES[state.expansion]:
        a, b, c = own[one], own[two], own[three]
        pairs = a & b | b & c | a & c
        worth += OPEN_PAIR * COUNT[pairs] + HELD_PAIR * COUNT[pairs & (in_hand[MAIN] | in_hand[CORNER])]
    return worth

"""What tables are worth to a rule-of-thumb player: complete lines, and pairs that a third card would complete.

Only symbols whose Key the table's owner lacks count. A play changes only the lines through its zone, on the own table
and on the one that receives the replaced card; so both are judged by those lines alone.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import UNSET

from domain.riddle.actions import PlayCard
from domain.riddle.cards import CARD, MASK, SORT, SYMBOLS
from domain.riddle.protection import bars_passing
from domain.riddle.state import EMPTY, State
from domain.riddle.tables import CORNER, CROSS, LINES, MAIN, SORTS, ZONES, ZONES_OF

KEY: Final = 10.0
"""A Key received."""
READY_PAIR: Final = 3.0
"""A pair that a hand card would complete."""
PAIR: Final = 0.6
FREE_KEY: Final = 4.0
"""The right to a free Key."""
HELD_PAIR: Final = 1.5
"""A pair of the own table and a hand card with its symbol, in the value of a position."""
OPEN_PAIR: Final = 0.5
"""A pair without such a card."""
OTHERS_LINE: Final = 6.0
OTHERS_PAIR: Final = 0.2

ALL_SYMBOLS: Final = (1 << len(SYMBOLS)) - 1
SORT_OF_ZONE: Final = tuple(MAIN if zone in CROSS else CORNER for zone in range(ZONES))
THROUGH: Final = tuple(
    tuple(
        tuple(tuple(other for other in line if other != zone) for line in lines if zone in line)
        for zone in range(ZONES)
    )
    for lines in LINES
)
"""By mode and zone: the two other zones of each line through it."""

Value = Callable[[int], float]
"""Values a zone by the symbols of the card in it."""


def plays(state: State, seat: int, choices: Sequence[PlayCard]) -> list[float]:
    """Value each play: what it does for the own table less what the replaced card does for the receiver."""
    zones = {play.zone for play in choices}
    own = {zone: _own_value(state, seat, zone) for zone in zones}
    now = {zone: own[zone](MASK[state.table[ZONES * seat + zone]]) for zone in zones}
    receivers = {(play.zone, _receiver(state, seat, play)) for play in choices}
    harm = {each: _harm(state, seat, *each) for each in receivers}
    return [
        own[play.zone](MASK[CARD[play.card]]) - now[play.zone] - harm[play.zone, _receiver(state, seat, play)]
        for play in choices
    ]


def _own_value(state: State, seat: int, zone: int) -> Value:
    """Give what a card in this zone of the own table is worth: Keys of its lines, and pairs in the making."""
    at, wanted = ZONES * seat, ALL_SYMBOLS & ~state.keys[seat]
    in_hand = _symbols_in_hand(state, seat)
    lines = []
    for one, other in THROUGH[state.expansion][zone]:
        first, second = MASK[state.table[at + one]] & wanted, MASK[state.table[at + other]] & wanted
        ready = first & in_hand[SORT_OF_ZONE[other]] | second & in_hand[SORT_OF_ZONE[one]]
        lines.append((first & second, first | second, ready))

    def value(card: int) -> float:
        complete, worth = 0, 0.0
        for both, either, ready in lines:
            complete |= both & card
            worth += (READY_PAIR - PAIR) * (ready & card).bit_count() + PAIR * (either & card | both).bit_count()
        return worth + KEY * complete.bit_count()

    return value


def _symbols_in_hand(state: State, seat: int) -> tuple[int, int]:
    """Give the symbols on main cards and on corner cards of a hand, as bit masks."""
    masks = [0, 0]
    for sort in (MAIN, CORNER):
        for card in state.hand[SORTS * seat + sort]:
            masks[sort] |= MASK[card]
    return masks[MAIN], masks[CORNER]


def _receiver(state: State, seat: int, play: PlayCard) -> int:
    """Give the seat that receives the replaced card, or EMPTY."""
    if play.pass_to_discard is not UNSET:
        return EMPTY
    return (seat + 1) % state.seats if play.pass_to is UNSET else play.pass_to


def _harm(state: State, seat: int, zone: int, receiver: int) -> float:
    """Value what the card in a zone does for the seat that receives it if it is replaced."""
    replaced = state.table[ZONES * seat + zone]
    if EMPTY in (receiver, replaced) or (state.in_play and bars_passing(state, receiver, zone)):
        return 0.0
    value = _others_value(state, receiver, zone)
    return value(MASK[replaced]) - value(MASK[state.table[ZONES * receiver + zone]])


def _others_value(state: State, seat: int, zone: int) -> Value:
    """Give what a card in this zone of another's table is worth to that seat, whose hand is not known."""
    at, wanted = ZONES * seat, ALL_SYMBOLS & ~state.keys[seat]
    lines = []
    for one, other in THROUGH[state.expansion][zone]:
        first, second = MASK[state.table[at + one]] & wanted, MASK[state.table[at + other]] & wanted
        lines.append((first & second, first | second))

    def value(card: int) -> float:
        worth = 0.0
        for both, either in lines:
            worth += OTHERS_LINE * (both & card).bit_count() + OTHERS_PAIR * (either & card).bit_count()
        return worth

    return value


def whole(state: State, seat: int, table: list[int]) -> float:
    """Value a table of nine cards for a seat: the lines complete, and the pairs."""
    wanted, worth = ALL_SYMBOLS & ~state.keys[seat], 0.0
    for one, two, three in LINES[state.expansion]:
        a, b, c = MASK[table[one]] & wanted, MASK[table[two]] & wanted, MASK[table[three]] & wanted
        worth += OTHERS_LINE * (a & b & c).bit_count() + OTHERS_PAIR * (a & b | b & c | a & c).bit_count()
    return worth


def swapped(state: State, seat: int, zones: Sequence[int]) -> float:
    """Value what a table gains if the cards of two zones change places."""
    table = state.table[ZONES * seat : ZONES * (seat + 1)]
    before = whole(state, seat, table)
    first, second = zones
    table[first], table[second] = table[second], table[first]
    return whole(state, seat, table) - before


def at_stake(state: State, seat: int, zone: int) -> float:
    """Value what a table would lose with the card of a zone."""
    return _others_value(state, seat, zone)(MASK[state.table[ZONES * seat + zone]])


def hoped_for(state: State, seat: int, zone: int) -> float:
    """Value the Keys that a seat could complete in a zone with the right card."""
    return _others_value(state, seat, zone)(ALL_SYMBOLS) if state.table[ZONES * seat + zone] != EMPTY else 0.0


def best_place(state: State, seat: int, card: int) -> float:
    """Value a symbol card by its best zone on the own table; at least 0."""
    best = 0.0
    for zone in ZONES_OF[SORT[card]]:
        value, now = _own_value(state, seat, zone), state.table[ZONES * seat + zone]
        best = max(best, value(MASK[card]) - value(MASK[now]))
    return best


def nearness(state: State, seat: int) -> list[int]:
    """Count, by symbol, the own cards on table and in hand that carry it."""
    row = SORTS * seat
    cards = [*state.table[ZONES * seat : ZONES * (seat + 1)], *state.hand[row], *state.hand[row + CORNER]]
    return [sum(MASK[card] >> symbol & 1 for card in cards) for symbol in range(len(SYMBOLS))]


def values(state: State) -> list[float]:
    """Value each seat: its Keys, and the pairs in the making."""
    return [_value(state, seat) for seat in range(state.seats)]


def _value(state: State, seat: int) -> float:
    """Value a seat."""
    table, wanted = state.table[ZONES * seat : ZONES * (seat + 1)], ALL_SYMBOLS & ~state.keys[seat]
    main, corner = _symbols_in_hand(state, seat)
    worth = KEY * state.keys[seat].bit_count() + (0.0 if state.free_used[seat] else FREE_KEY)
    for one, two, three in LINES[state.expansion]:
        a, b, c = MASK[table[one]] & wanted, MASK[table[two]] & wanted, MASK[table[three]] & wanted
        pairs = a & b | b & c | a & c
        worth += OPEN_PAIR * pairs.bit_count() + HELD_PAIR * (pairs & (main | corner)).bit_count()
    return worth

"""Compute the heuristic values of plays and positions directly: the oracle of the heuristics.

Every play is tried on a copy of the position, and tables are compared line by line with sets of symbols.
"""

from msgspec import UNSET

from domain.riddle.heuristics.evaluation import FREE_KEY, HELD_PAIR, OPEN_PAIR
from domain.riddle.heuristics.weights import KEY, OTHERS_LINE, OTHERS_PAIR, PAIR, READY_PAIR
from domain.riddle.rules.cards import CARD, MASK, symbol_names
from domain.riddle.rules.protection import bars_passing
from domain.riddle.rules.state import EMPTY, State
from domain.riddle.wire.actions import PlayCard
from domain.riddle.wire.constants import CORNER, CROSS, LINES, MAIN, PATTERNS, SORTS, ZONES

Table = list[set[str]]
"""By zone: the symbols of its card whose Keys the owner of the table lacks."""


def score(state: State, seat: int, play: PlayCard) -> int:
    """Score a play: its effect on the seat's table minus the effect of the replaced card for the receiver."""
    before = table_of(state, seat)
    after = with_card(state, seat, before, play.zone, CARD[play.card])
    hands = in_hand(state, seat)
    own = worth(state, after, play.zone, hands) - worth(state, before, play.zone, hands)
    free = completing(state, seat, play.zone, CARD[play.card])
    free -= completing(state, seat, play.zone, state.table[ZONES * seat + play.zone])
    return own + KEY * free - harm(state, seat, play)


def table_of(state: State, seat: int) -> Table:
    """Return the symbols on a table."""
    return [lacking(state, seat, card) for card in state.table[ZONES * seat : ZONES * (seat + 1)]]


def lacking(state: State, seat: int, card: int) -> set[str]:
    """Return the symbols of a card, or of an empty zone, whose Keys a seat lacks."""
    return set(symbol_names(MASK[card])) - set(symbol_names(state.keys[seat]))


def with_card(state: State, seat: int, table: Table, zone: int, card: int) -> Table:
    """Return a table with another card in a zone."""
    return [*table[:zone], lacking(state, seat, card), *table[zone + 1 :]]


def in_hand(state: State, seat: int) -> dict[int, set[str]]:
    """Return the symbols on the cards of a hand, by kind of card."""
    cards = {sort: state.hand[SORTS * seat + sort] for sort in (MAIN, CORNER)}
    return {sort: {name for card in held for name in symbol_names(MASK[card])} for sort, held in cards.items()}


def worth(state: State, table: Table, zone: int, hands: dict[int, set[str]]) -> int:
    """Return the value for the owner of the lines through a zone: each Key once, plus pairs, ready ones with more."""
    keys: set[str] = set()
    points = 0
    for line in LINES[state.expansion]:
        if zone in line:
            one, other = (each for each in line if each != zone)
            keys |= table[zone] & table[one] & table[other]
            ready = table[one] & hands[sort_of(other)] | table[other] & hands[sort_of(one)]
            points += (READY_PAIR - PAIR) * len(table[zone] & ready)
            pairs = table[zone] & table[one] | table[zone] & table[other] | table[one] & table[other]
            points += PAIR * len(pairs)
    return points + KEY * len(keys)


def completing(state: State, seat: int, zone: int, card: int) -> int:
    """Count the symbols of a card that complete a free-key pattern in a zone, while the free Key is available."""
    if state.free_used[seat]:
        return 0
    found: set[str] = set()
    for pattern in PATTERNS[state.expansion]:
        if zone in pattern:
            others = [state.table[ZONES * seat + each] for each in pattern if each != zone]
            found |= set.intersection(*(set(symbol_names(MASK[each])) for each in (card, *others)))
    return len(found)


def evaluate(state: State) -> list[int]:
    """Evaluate each seat: its Keys, the available free Key, and each symbol on two zones of a line."""
    return [evaluate_seat(state, seat) for seat in range(state.seats)]


def evaluate_seat(state: State, seat: int) -> int:
    """Evaluate a seat; a pair counts more if a card in hand has its symbol."""
    table, hand = table_of(state, seat), set[str]().union(*in_hand(state, seat).values())
    keys = len(symbol_names(state.keys[seat]))
    points = KEY * keys + FREE_KEY * (not state.free_used[seat])
    for line in LINES[state.expansion]:
        one, two, three = (table[zone] for zone in line)
        pairs = one & two | two & three | one & three
        points += OPEN_PAIR * len(pairs) + HELD_PAIR * len(pairs & hand)
    return points


def sort_of(zone: int) -> int:
    """Return the kind of cards that may lie in a zone."""
    return MAIN if zone in CROSS else CORNER


def harm(state: State, seat: int, play: PlayCard) -> int:
    """Return the value of the replaced card for the seat that receives it, if any does."""
    replaced = state.table[ZONES * seat + play.zone]
    if replaced == EMPTY or play.pass_to_discard is not UNSET:
        return 0
    receiver = (seat + 1) % state.seats if play.pass_to is UNSET else play.pass_to
    if bars_passing(state, receiver, play.zone):
        return 0
    before = table_of(state, receiver)
    after = with_card(state, receiver, before, play.zone, replaced)
    free = completing(state, receiver, play.zone, replaced)
    free -= completing(state, receiver, play.zone, state.table[ZONES * receiver + play.zone])
    return unseen_worth(state, after, play.zone) - unseen_worth(state, before, play.zone) + OTHERS_LINE * free


def unseen_worth(state: State, table: Table, zone: int) -> int:
    """Return the value of the lines through a zone for an owner whose hand is unknown."""
    points = 0
    for line in LINES[state.expansion]:
        if zone in line:
            one, other = (table[each] for each in line if each != zone)
            points += OTHERS_LINE * len(table[zone] & one & other) + OTHERS_PAIR * len(table[zone] & (one | other))
    return points

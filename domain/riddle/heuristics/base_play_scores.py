"""How good plays of the base game look: the scores of `play_scores` at a fraction of the cost.

Each table is a full cross, a hand card may go into each of its zones, and the card it replaces goes to the left
neighbour. A symbol of a hand card is in the hand: so every pair that a play makes is a ready one.
"""

from typing import Final

from domain.riddle.heuristics.weights import COUNT, KEY, OTHERS_LINE, OTHERS_PAIR, PAIR, READY_PAIR
from domain.riddle.rules.cards import MASK
from domain.riddle.rules.state import State
from domain.riddle.wire.constants import SORTS, ZONES

Cross = tuple[int, int, int, int, int]
"""By place - top, left, centre, right, bottom - a bit mask of symbols."""

WIDTH: Final = 5

# By bit mask: what its symbols are worth as this.
PAIRS: Final[tuple[int, ...]] = tuple(PAIR * count for count in COUNT)
HELD: Final[tuple[int, ...]] = tuple((READY_PAIR - PAIR) * count for count in COUNT)
"""In the hand too, on top of a pair or a Key."""
READY: Final[tuple[int, ...]] = tuple(READY_PAIR * count for count in COUNT)
KEYS: Final[tuple[int, ...]] = tuple(KEY * count for count in COUNT)
HELD_KEYS: Final[tuple[int, ...]] = tuple((KEY + READY_PAIR - PAIR) * count for count in COUNT)
TWICE: Final[tuple[int, ...]] = tuple(-KEY * count for count in COUNT)
"""On both lines through the centre, which give one Key and were counted as two."""


def score_plays(state: State, seat: int) -> list[int]:
    """Return the scores of all plays, in the order of the legal actions."""
    cards, receiver = state.hand[SORTS * seat], (seat + 1) % state.seats
    own, theirs = _cross(state, seat), _cross(state, receiver)
    wanted, lacked = _among(own, ~state.keys[seat]), _among(theirs, ~state.keys[receiver])
    scores = _ready_pairs(cards, wanted, _costs(own, theirs, wanted, lacked, _held(cards)))
    _add_keys(scores, cards, wanted)
    if not state.free_used[seat] and _is_near(own):
        _add_free_key(scores, cards, own)
    if not state.free_used[receiver] and _is_near(theirs):
        _subtract_free_key(scores, own, theirs)
    return scores


def _cross(state: State, seat: int) -> Cross:
    """Return the symbols on a table."""
    table, at = state.table, ZONES * seat
    return MASK[table[at + 1]], MASK[table[at + 3]], MASK[table[at + 4]], MASK[table[at + 5]], MASK[table[at + 7]]


def _among(cross: Cross, symbols: int) -> Cross:
    """Return a cross with these symbols alone."""
    top, left, centre, right, bottom = cross
    return top & symbols, left & symbols, centre & symbols, right & symbols, bottom & symbols


def _held(cards: tuple[int, ...]) -> int:
    held = 0
    for card in cards:
        held |= MASK[card]
    return held


def _costs(own: Cross, theirs: Cross, wanted: Cross, lacked: Cross, held: int) -> Cross:
    """Return, by place, what a play there costs: what the replaced card was worth here, and what its receiver gains.

    `wanted` are the symbols of the own cross whose Keys the player lacks, `lacked` those of the receiver likewise.
    """
    top, left, centre, right, bottom = wanted
    above, before, middle, behind, below = lacked
    return (
        _value_in_line(own[0], centre, bottom, held) + _gain_in_line(own[0], theirs[0], middle, below),
        _value_in_line(own[1], centre, right, held) + _gain_in_line(own[1], theirs[1], middle, behind),
        _value_in_line(own[2], top, bottom, held)
        + _value_in_line(own[2], left, right, held)
        + _gain_in_line(own[2], theirs[2], above, below)
        + _gain_in_line(own[2], theirs[2], before, behind)
        + TWICE[own[2] & top & bottom & left & right],
        _value_in_line(own[3], left, centre, held) + _gain_in_line(own[3], theirs[3], before, middle),
        _value_in_line(own[4], top, centre, held) + _gain_in_line(own[4], theirs[4], above, middle),
    )


def _value_in_line(card: int, one: int, other: int, held: int) -> int:
    """Return what a card is worth to its owner in a line with the wanted symbols of the two others."""
    return PAIRS[card & (one ^ other)] + HELD[card & held & (one | other)] + KEYS[card & one & other]


def _gain_in_line(gets: int, loses: int, one: int, other: int) -> int:
    """Return what the exchange of symbols does in a line for an owner whose hand is not known."""
    either, both = one | other, one & other
    gain = OTHERS_PAIR * (COUNT[either & gets] - COUNT[either & loses])
    if both:
        gain += OTHERS_LINE * (COUNT[both & gets] - COUNT[both & loses])
    return gain


def _ready_pairs(cards: tuple[int, ...], wanted: Cross, costs: Cross) -> list[int]:
    """Return scores of all plays: the pairs that they make, less what they cost."""
    top, left, centre, right, bottom = wanted
    column, row = top ^ bottom, left ^ right
    top, left, right, bottom = top ^ centre, left ^ centre, right ^ centre, bottom ^ centre
    cost_top, cost_left, cost_centre, cost_right, cost_bottom = costs
    scores: list[int] = []
    for card in cards:
        mask = MASK[card]
        scores += (
            READY[mask & bottom] - cost_top,
            READY[mask & right] - cost_left,
            READY[mask & column] + READY[mask & row] - cost_centre,
            READY[mask & left] - cost_right,
            READY[mask & top] - cost_bottom,
        )
    return scores


def _add_keys(scores: list[int], cards: tuple[int, ...], wanted: Cross) -> None:
    """Add the Keys of the lines that plays complete."""
    top, left, centre, right, bottom = wanted
    column, row = top & bottom, left & right
    if centre & bottom:
        _add(scores, 0, cards, HELD_KEYS, centre & bottom)
    if centre & right:
        _add(scores, 1, cards, HELD_KEYS, centre & right)
    if column:
        _add(scores, 2, cards, HELD_KEYS, column)
    if row:
        _add(scores, 2, cards, HELD_KEYS, row)
    if column & row:
        _add(scores, 2, cards, TWICE, column & row)
    if left & centre:
        _add(scores, 3, cards, HELD_KEYS, left & centre)
    if top & centre:
        _add(scores, 4, cards, HELD_KEYS, top & centre)


def _add(scores: list[int], place: int, cards: tuple[int, ...], worth: tuple[int, ...], symbols: int) -> None:
    """Add to the plays into a place what their symbols are worth, as far as they are among these.

    Sums are written out in full: compiled code adds in place far more slowly.
    """
    for card in cards:
        scores[place] = scores[place] + worth[MASK[card] & symbols]
        place += WIDTH


def _is_near(cross: Cross) -> bool:
    """Whether a symbol lies on three ends of the two lines, as it does where one card completes the pattern."""
    top, left, _, right, bottom = cross
    return top & bottom & (left | right) != 0 or left & right & (top | bottom) != 0


def _completing(cross: Cross) -> Cross:
    """Return, by place, the symbols on all others: a card with one of them completes the pattern of the free Key."""
    top, left, centre, right, bottom = cross
    column, row = top & bottom, left & right
    return row & centre & bottom, column & centre & right, column & row, column & centre & left, row & centre & top


def _add_free_key(scores: list[int], cards: tuple[int, ...], own: Cross) -> None:
    """Add what it is worth to complete the pattern of the free Key."""
    for place, symbols in enumerate(_completing(own)):
        if symbols:
            _add(scores, place, cards, KEYS, symbols)
            _subtract(scores, place, KEYS[symbols & own[place]])


def _subtract_free_key(scores: list[int], own: Cross, theirs: Cross) -> None:
    """Subtract what a card replaced does for the receiver towards that pattern."""
    for place, symbols in enumerate(_completing(theirs)):
        if symbols:
            _subtract(scores, place, OTHERS_LINE * (COUNT[symbols & own[place]] - COUNT[symbols & theirs[place]]))


def _subtract(scores: list[int], place: int, cost: int) -> None:
    """Subtract what every play into a place costs."""
    for play in range(place, len(scores), WIDTH):
        scores[play] = scores[play] - cost

"""Score plays of the base game: the scores of `play_scores` at a fraction of the cost.

In the base game each table is a full cross. Any hand card fits each zone, and the replaced card goes to the left
neighbour. A symbol of a hand card is in the hand, so every pair that a play makes is a ready one.
"""

from typing import Final

from domain.riddle.heuristics.weights import COUNT, KEY, OTHERS_LINE, OTHERS_PAIR, PAIR, READY_PAIR
from domain.riddle.rules.cards import MASK
from domain.riddle.rules.state import State
from domain.riddle.wire.constants import SORTS, ZONES

Cross = tuple[int, int, int, int, int]
"""Bit masks of symbols in the places top, left, centre, right, bottom."""

WIDTH: Final = 5

# By bit mask: the value of its symbols in each role.
PAIRS: Final[tuple[int, ...]] = tuple(PAIR * count for count in COUNT)
HELD: Final[tuple[int, ...]] = tuple((READY_PAIR - PAIR) * count for count in COUNT)
"""Added to the value of a pair for each of its symbols that the hand has, too."""
READY: Final[tuple[int, ...]] = tuple(READY_PAIR * count for count in COUNT)
KEYS: Final[tuple[int, ...]] = tuple(KEY * count for count in COUNT)
HELD_KEYS: Final[tuple[int, ...]] = tuple((KEY + READY_PAIR - PAIR) * count for count in COUNT)
TWICE: Final[tuple[int, ...]] = tuple(-KEY * count for count in COUNT)
"""Correction for symbols that complete both lines through the centre: the two lines bring one Key, not two."""


def score_plays(state: State, seat: int) -> list[int]:
    """Return the scores of all plays, in the order of the legal actions."""
    cards, receiver = state.hand[SORTS * seat], (seat + 1) % state.seats
    own, theirs = _cross(state, seat), _cross(state, receiver)
    missing, others_missing = _among(own, ~state.keys[seat]), _among(theirs, ~state.keys[receiver])
    scores = _ready_pairs(cards, missing, _costs(own, theirs, missing, others_missing, _held(cards)))
    _add_keys(scores, cards, missing)
    if not state.free_used[seat] and _is_near(own):
        _add_free_key(scores, cards, own)
    if not state.free_used[receiver] and _is_near(theirs):
        _subtract_free_key(scores, own, theirs)
    return scores


def _cross(state: State, seat: int) -> Cross:
    table, at = state.table, ZONES * seat
    return MASK[table[at + 1]], MASK[table[at + 3]], MASK[table[at + 4]], MASK[table[at + 5]], MASK[table[at + 7]]


def _among(cross: Cross, symbols: int) -> Cross:
    """Return a cross with only these symbols."""
    top, left, centre, right, bottom = cross
    return top & symbols, left & symbols, centre & symbols, right & symbols, bottom & symbols


def _held(cards: tuple[int, ...]) -> int:
    held = 0
    for card in cards:
        held |= MASK[card]
    return held


def _costs(own: Cross, theirs: Cross, missing: Cross, others_missing: Cross, held: int) -> Cross:
    """Return by place the cost of a play there: the value of the replaced card, and its gain for the receiver.

    `missing` are the symbols of the seat's cross whose Keys it lacks, `others_missing` those of the receiver's cross.
    """
    top, left, centre, right, bottom = missing
    above, before, middle, behind, below = others_missing
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
    """Return the value of a card to its owner in a line with the missing symbols of the two others."""
    return PAIRS[card & (one ^ other)] + HELD[card & held & (one | other)] + KEYS[card & one & other]


def _gain_in_line(gets: int, loses: int, one: int, other: int) -> int:
    """Return the value of exchanging symbols in a line, for an owner with an unknown hand."""
    either, both = one | other, one & other
    gain = OTHERS_PAIR * (COUNT[either & gets] - COUNT[either & loses])
    if both:
        gain += OTHERS_LINE * (COUNT[both & gets] - COUNT[both & loses])
    return gain


def _ready_pairs(cards: tuple[int, ...], missing: Cross, costs: Cross) -> list[int]:
    """Return the scores of all plays by the pairs that they make, less their costs."""
    top, left, centre, right, bottom = missing
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


def _add_keys(scores: list[int], cards: tuple[int, ...], missing: Cross) -> None:
    top, left, centre, right, bottom = missing
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
    """Add the values of symbols of plays into a place, if they are in `symbols`.

    Sums are written out in full: compiled code is far slower with augmented assignment.
    """
    for card in cards:
        scores[place] = scores[place] + worth[MASK[card] & symbols]
        place += WIDTH


def _is_near(cross: Cross) -> bool:
    """Whether a symbol lies on three ends of the two lines, so that one card completes the pattern."""
    top, left, _, right, bottom = cross
    return top & bottom & (left | right) != 0 or left & right & (top | bottom) != 0


def _completing(cross: Cross) -> Cross:
    """Return by place the symbols on all other places: a card with one of them completes the free-key pattern."""
    top, left, centre, right, bottom = cross
    column, row = top & bottom, left & right
    return row & centre & bottom, column & centre & right, column & row, column & centre & left, row & centre & top


def _add_free_key(scores: list[int], cards: tuple[int, ...], own: Cross) -> None:
    """Add the value of completing the free-key pattern."""
    for place, symbols in enumerate(_completing(own)):
        if symbols:
            _add(scores, place, cards, KEYS, symbols)
            _subtract(scores, place, KEYS[symbols & own[place]])


def _subtract_free_key(scores: list[int], own: Cross, theirs: Cross) -> None:
    """Subtract the value of a replaced card for the receiver's free-key pattern."""
    for place, symbols in enumerate(_completing(theirs)):
        if symbols:
            _subtract(scores, place, OTHERS_LINE * (COUNT[symbols & own[place]] - COUNT[symbols & theirs[place]]))


def _subtract(scores: list[int], place: int, cost: int) -> None:
    """Subtract the cost of a place from every play into it."""
    for play in range(place, len(scores), WIDTH):
        scores[play] = scores[play] - cost

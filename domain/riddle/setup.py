"""Setting the table (section 2)."""

from random import Random

from domain.chance import below
from domain.riddle import course
from domain.riddle.cards import ADDITIONAL_DECK, MAIN_DECK, SORT
from domain.riddle.options import Options
from domain.riddle.piles import draw_from, put_in_hand, show
from domain.riddle.state import EMPTY, START_ACTIONS, State
from domain.riddle.tables import (
    ACTION,
    ADDITIONAL,
    CORNERS,
    CORNERS_TO_HAND,
    CROSS,
    MAIN,
    MAIN_TO_HAND,
    SORTS,
    ZONES,
)


def setup(options: Options, seats: int, rng: Random) -> State:
    """Deal and turn up the corners; the first player is drawn by lot (2.1.1)."""
    expansion = options.mode == "expansion"
    state = _empty_table(seats, expansion=expansion, first=below(rng, seats))
    for seat in range(seats):
        _deal_main(state, seat, rng)
    if expansion:
        for seat in range(seats):
            _deal_additional(state, seat, rng)
    if not course.begin_turn(state, None):
        course.proceed(state, rng, None)
    return state


def _empty_table(seats: int, *, expansion: bool, first: int) -> State:
    """Give the table before any card is dealt."""
    return State(
        seats=seats,
        expansion=expansion,
        first=first,
        active=first,
        step=START_ACTIONS,
        table=[EMPTY] * (ZONES * seats),
        hand=[[] for _ in range(SORTS * seats)],
        deck=[list(MAIN_DECK), list(ADDITIONAL_DECK[seats]) if expansion else []],
        discard=[[], []],
        keys=[0] * seats,
        free_used=[False] * seats,
    )


def _deal_main(state: State, seat: int, rng: Random) -> None:
    """Deal the cross and the hand of a seat (2.2.3)."""
    deck = state.deck[MAIN]
    for zone in CROSS:
        state.table[ZONES * seat + zone] = draw_from(deck, rng)
    for _ in range(MAIN_TO_HAND):
        put_in_hand(state, seat, draw_from(deck, rng))


def _deal_additional(state: State, seat: int, rng: Random) -> None:
    """Deal the corners and the hand of a seat; action cards turned up in corners go to the hand (2.3.2, 2.3.3)."""
    deck = state.deck[ADDITIONAL]
    for zone in CORNERS:
        card = draw_from(deck, rng)
        if SORT[card] == ACTION:
            put_in_hand(state, seat, card)
            show(state, card)
        else:
            state.table[ZONES * seat + zone] = card
    for _ in range(CORNERS_TO_HAND):
        put_in_hand(state, seat, draw_from(deck, rng))

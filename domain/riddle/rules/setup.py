"""Set up the table (section 2)."""

from collections.abc import Iterable
from random import Random

from msgspec import UNSET

from domain.dice import first_seat, random_for
from domain.riddle.rules import flow
from domain.riddle.rules.cards import CARDS, MAIN_DECK, SORT, additional_deck
from domain.riddle.rules.piles import draw_from, put_in_hand, show
from domain.riddle.rules.state import State, empty_table
from domain.riddle.wire.constants import (
    ACTION,
    ADDITIONAL,
    CORNERS,
    CORNERS_TO_HAND,
    CROSS,
    MAIN,
    MAIN_TO_HAND,
    ZONES,
)
from domain.riddle.wire.facts import CardDealt, CardLaidOut, FirstPlayerDrawn
from domain.riddle.wire.options import Options
from domain.ruleset import Emit


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Return a new game with all hands dealt and corners turned up."""
    expansion = options.mode == "expansion"
    first = first_seat(options.first_player, seats, rng, "first player", emit, FirstPlayerDrawn)  # 2.1.1
    state = empty_table(seats, expansion=expansion, first=first)
    sets = () if options.additional_sets is UNSET else options.additional_sets
    state.deck = full_decks(seats, sets, expansion=expansion)
    for seat in range(seats):
        _deal_main(state, seat, random_for(rng, "main cards", seat), emit)
    if expansion:
        for seat in range(seats):
            _deal_additional(state, seat, random_for(rng, "additional cards", seat), emit)
    if not flow.start_turn(state, emit):
        flow.proceed(state, rng, emit)
    return state


def full_decks(seats: int, sets: Iterable[str] = (), *, expansion: bool) -> list[list[int]]:
    """Return the main and the additional deck for a number of seats and the chosen sets, if any."""
    return [list(MAIN_DECK), additional_deck(seats, sets) if expansion else []]


def _deal_main(state: State, seat: int, rng: Random, emit: Emit | None) -> None:
    """Deal the cross and the hand of a seat (2.2.3)."""
    for zone in CROSS:
        state.table[ZONES * seat + zone] = _turn_up(state, MAIN, seat, zone, rng, emit)
    _deal_hand(state, MAIN, seat, MAIN_TO_HAND, rng, emit)


def _deal_additional(state: State, seat: int, rng: Random, emit: Emit | None) -> None:
    """Deal the corners and the hand of a seat; action cards turned up in corners go to the hand (2.3.2, 2.3.3)."""
    for zone in CORNERS:
        card = _turn_up(state, ADDITIONAL, seat, zone, rng, emit)
        if SORT[card] == ACTION:
            put_in_hand(state, seat, card)
            show(state, card)
        else:
            state.table[ZONES * seat + zone] = card
    _deal_hand(state, ADDITIONAL, seat, CORNERS_TO_HAND, rng, emit)


def _turn_up(state: State, deck: int, seat: int, zone: int, rng: Random, emit: Emit | None) -> int:
    """Draw the card of a zone, visible to all."""
    card = draw_from(state.deck[deck], rng)
    if emit:
        emit(CardLaidOut(seat, zone, CARDS[card]), None)
    return card


def _deal_hand(state: State, deck: int, seat: int, cards: int, rng: Random, emit: Emit | None) -> None:
    for _ in range(cards):
        card = draw_from(state.deck[deck], rng)
        put_in_hand(state, seat, card)
        if emit:
            emit(CardDealt(seat, CARDS[card]), (seat,))

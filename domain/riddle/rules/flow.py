"""Sequence of steps (3.1.4): from the end of one step to the next decision."""

from random import Random

from domain.riddle.rules import effects, keys, plays
from domain.riddle.rules.cards import CARD, DURATION, KEYLESS_ROUNDS, LAST_ROUND
from domain.riddle.rules.piles import discard, draw, exchange_in_hand, hand_size, take_from_deck, take_from_hand
from domain.riddle.rules.state import (
    DRAW,
    END_ACTIONS,
    FREE_KEY,
    LATE_FREE_KEY,
    OVER,
    PLAY,
    START_ACTIONS,
    STEP_NAMES,
    State,
    round_of,
)
from domain.riddle.wire.actions import PlayCard
from domain.riddle.wire.constants import ACTION, ADDITIONAL, HAND_SIZE, MAIN, SORTS
from domain.riddle.wire.facts import GameEnded, StepOpened, TurnBegan
from domain.ruleset import Emit


def proceed(state: State, rng: Random, emit: Emit | None) -> None:
    """Continue from the end of the current step until a decision is pending or the game is over."""
    if state.expansion:
        while not _next_step(state, rng, emit):
            pass
    else:
        draw(state, state.active, MAIN, rng, emit)  # 8.1.1
        _next_turn(state, emit)
    if emit and state.step != OVER:
        emit(StepOpened(STEP_NAMES[state.step]), None)


def play_base_turn(state: State, seat: int, play: PlayCard, rng: Random, emit: Emit | None) -> None:
    """Play a turn of the base game up to the next decision: a card, its Keys, and the card drawn (section 4).

    It combines all steps for speed; `tests/riddle/test_shortcuts.py` has the same turn step by step.
    """
    card, zone = CARD[play.card], play.zone
    replaced = plays.lay(state, seat, card, zone, emit)
    plays.pass_on(state, (seat + 1) % state.seats, zone, replaced, emit)
    state.played_main = 1
    if _give_keys(state, emit):
        take_from_hand(state, seat, card)
    else:
        exchange_in_hand(state, seat, card, take_from_deck(state, seat, MAIN, rng, emit))
        _next_turn(state, emit)
    if emit and state.step != OVER:
        emit(StepOpened(STEP_NAMES[state.step]), None)


def _next_step(state: State, rng: Random, emit: Emit | None) -> bool:
    """Continue with the next step of the expansion; return whether a decision is pending in it or the game is over."""
    step = state.step
    if step == START_ACTIONS:
        return _open_play(state, rng, emit)
    if step == PLAY:
        if plays.has_played(state):
            return _give_keys(state, emit)
        step = FREE_KEY
    if step == FREE_KEY:
        return _open_end_actions(state)
    if step == END_ACTIONS:
        return _examine_again(state)
    return open_draw(state, rng, emit) if step == LATE_FREE_KEY else _next_turn(state, emit)


def start_turn(state: State, emit: Emit | None) -> bool:
    """Start a seat's turn; return whether a decision is pending (10.1.1)."""
    if emit:
        emit(TurnBegan(state.active, state.turn, round_of(state)), None)
    state.played_main, state.offered = 0, False
    if not state.expansion:
        state.step = PLAY
        return True
    state.played_additional, state.extra, state.redirecting = 0, 0, False
    state.step = START_ACTIONS
    if state.in_play:
        _end_lasting(state, "until_owner_turn_start", 1, emit)
    return effects.can_start(state, state.active)


def has_end_choice(state: State) -> bool:
    """Whether the active seat has a choice in step `end_actions`: any action card can be discarded."""
    return bool(state.hand[SORTS * state.active + ACTION])


def _open_play(state: State, rng: Random, emit: Emit | None) -> bool:
    """Open step `play`; the only legal play is carried out automatically (16.1.3)."""
    state.step = PLAY
    if plays.has_choice(state, state.active):
        return True
    if not plays.can_play(state, state.active):
        return False
    plays.apply(state, state.active, plays.legal_actions(state, state.active)[0], rng, emit)
    return plays.has_choice(state, state.active)


def _give_keys(state: State, emit: Emit | None) -> bool:
    """Hand out line Keys and offer the free one after a card was played (6.1.2, 7.1.3)."""
    state.step = FREE_KEY
    seat = state.active
    lines, patterns = keys.symbols_on(state, seat)
    if not lines:
        return False
    if lines & ~state.keys[seat]:
        keys.receive_lines(state, seat, lines & ~state.keys[seat], emit)
        if state.step == OVER:
            return True
    return patterns != 0 and not state.free_used[seat]


def _open_end_actions(state: State) -> bool:
    """Open step `end_actions`; without an action card in hand, skip the examination after it."""
    if has_end_choice(state):
        state.step = END_ACTIONS
        return True
    state.step = LATE_FREE_KEY
    return False


def _examine_again(state: State) -> bool:
    """Offer the free Key if an action card has completed a pattern since the last examination (7.1.4)."""
    state.step = LATE_FREE_KEY
    seat = state.active
    if state.offered or state.free_used[seat] or not plays.has_played(state):
        return False
    return keys.symbols_on(state, seat)[1] != 0


def open_draw(state: State, rng: Random, emit: Emit | None) -> bool:
    """Draw up to the hand size, with a decision while both decks have cards; without cards, end (8.1.2, 8.1.5)."""
    state.step = DRAW
    seat, size = state.active, HAND_SIZE[state.expansion]
    while hand_size(state, seat) < size:
        main = state.deck[MAIN] or state.discard[MAIN]
        additional = state.deck[ADDITIONAL] or state.discard[ADDITIONAL]
        if main and additional:
            return True
        if not (main or additional):
            return False
        draw(state, seat, MAIN if main else ADDITIONAL, rng, emit)
    return False


def _next_turn(state: State, emit: Emit | None) -> bool:
    """End the turn (10.1.11) and start that of the left neighbour, unless the game stops (9.2)."""
    if state.in_play:
        _end_lasting(state, "until_target_turn_end", 2, emit)
    if state.turn % state.seats == 0 and _round_stops_game(state):
        state.step = OVER
        if emit:
            emit(GameEnded("technical_stop"), None)
        return True
    state.turn += 1
    state.active = (state.active + 1) % state.seats
    return start_turn(state, emit)


def _round_stops_game(state: State) -> bool:
    """Count a complete round; return whether the game ends with it (9.2.1)."""
    state.keyless = 0 if state.key_in_round else state.keyless + 1
    state.key_in_round = False
    return state.keyless >= KEYLESS_ROUNDS or state.turn >= LAST_ROUND * state.seats


def _end_lasting(state: State, duration: str, whose: int, emit: Emit | None) -> None:
    """Discard the lasting cards that expire at this moment of the active seat, in the order of use (11.3).

    `whose` is the index of the seat in an entry of `in_play`: 1 for the user, 2 for the target.
    """
    ended = [entry for entry in state.in_play if DURATION[entry[0]] == duration and entry[whose] == state.active]
    for entry in ended:
        state.in_play.remove(entry)
        discard(state, entry[0], emit)

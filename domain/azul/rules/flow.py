"""Sequence of turns in phase 2 (6.1), of phase 3 between rounds (section 7), and the end of the game (8.1.1)."""

from random import Random

from domain.azul.rules import keeping
from domain.azul.rules.bag import fill_factories, refill_supply
from domain.azul.rules.board import can_place
from domain.azul.rules.scoring import number_bonuses, star_bonuses
from domain.azul.rules.state import ACQUIRING, NOBODY, OVER, PLACING, PREPARING, State
from domain.azul.rules.tiles import unpack
from domain.azul.wire.actions import DRAFT_TILES, PLACE_OR_PASS
from domain.azul.wire.constants import COLOURS, ROUNDS, STARS
from domain.azul.wire.facts import GameEnded, NumberScored, PlacingBegan, RoundBegan, StarScored, TilesReturned
from domain.ruleset import Emit


def advance(state: State, rng: Random, emit: Emit | None) -> None:
    """Carry out the next automatic step: the end of the draft, of a turn of phase 2, or of phase 2."""
    if state.phase == ACQUIRING:
        _start_placing(state, emit)
    elif state.phase == PLACING:
        _end_turn(state, rng, emit)
    else:
        _prepare(state, rng, emit)


def _start_placing(state: State, emit: Emit | None) -> None:
    """Start phase 2. The token holder is first; without a holder, the starter of the round (5.3.4, 5.3.5)."""
    state.phase = PLACING
    state.turn = _leader(state)
    if emit:
        emit(PlacingBegan(state.turn), None)
    _open_decision(state, emit)


def _leader(state: State) -> int:
    """Return the seat that starts phase 2 of this round and the next round."""
    return state.starter if state.holder == NOBODY else state.holder


def _end_turn(state: State, rng: Random, emit: Emit | None) -> None:
    """Refill the supply (6.7.3) and pass the turn; after the last pass, end the phase."""
    refill_supply(state, rng, emit)
    seat = _after(state)
    if seat == NOBODY:
        state.phase = PREPARING
        return
    state.turn = seat
    _open_decision(state, emit)


def _after(state: State) -> int:
    """Return the next seat clockwise that has not passed, possibly the same seat (6.1.2); -1 if all have passed."""
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        if not state.passed[seat]:
            return seat
    return NOBODY


def _open_decision(state: State, emit: Emit | None) -> None:
    """Open the decision of the current seat, or pass for a seat without a placement (12.4.3)."""
    if can_place(state, state.turn):
        state.decision = PLACE_OR_PASS
    else:
        keeping.pass_round(state, state.turn, emit, automatic=True)


def _prepare(state: State, rng: Random, emit: Emit | None) -> None:
    """Start the next round, or end the game after the last one; without tiles to draft, no decision is pending."""
    if state.round == ROUNDS:
        _end(state, emit)
        return
    state.round += 1
    state.starter = state.turn = _leader(state)
    if emit:
        emit(RoundBegan(state.round, COLOURS[state.wild], state.starter), None)
    fill_factories(state, rng, emit)
    state.holder = NOBODY
    for seat in range(state.seats):
        _take_back(state, seat, emit)
    state.phase = ACQUIRING
    state.decision = DRAFT_TILES if any(state.sources) else ""


def _take_back(state: State, seat: int, emit: Emit | None) -> None:
    """Move a seat's kept tiles to its hand (7.1.6)."""
    state.passed[seat] = False
    state.hand[seat], state.corners[seat] = state.corners[seat], 0
    if emit and state.hand[seat]:
        emit(TilesReturned(seat, unpack(state.hand[seat])), None)


def _end(state: State, emit: Emit | None) -> None:
    """End the game; the final bonuses count from now on (8.1)."""
    state.phase, state.turn = OVER, NOBODY
    if not emit:
        return
    for seat in range(state.seats):
        for star, points in star_bonuses(state, seat):
            emit(StarScored(seat, STARS[star], points), None)
        for number, points in number_bonuses(state, seat):
            emit(NumberScored(seat, number, points), None)
    emit(GameEnded(), None)

"""Phase 2: whose turn it is (6.1)."""

from random import Random

from domain.azul import keeping
from domain.azul.actions import PLACE_OR_PASS
from domain.azul.bag import refill_supply
from domain.azul.board import can_place
from domain.azul.facts import PlacingBegan
from domain.azul.state import NOBODY, PLACE, PREPARE, State
from domain.ruleset import Emit


def begin(state: State, emit: Emit | None) -> None:
    """Open the phase for everybody; the token holder is first, or who began the round if nobody is (5.3.4, 5.3.5)."""
    state.phase = PLACE
    state.turn = leader(state)
    if emit:
        emit(PlacingBegan(state.turn), None)
    _ask(state, emit)


def leader(state: State) -> int:
    """Give the seat that begins phase 2 of this round and the next round."""
    return state.starter if state.holder == NOBODY else state.holder


def end_turn(state: State, rng: Random, emit: Emit | None) -> None:
    """Refill the supply (6.7.3) and ask the next player who has not passed; after the last pass the phase is over."""
    refill_supply(state, rng, emit)
    seat = _after(state)
    if seat == NOBODY:
        state.phase = PREPARE
        return
    state.turn = seat
    _ask(state, emit)


def _after(state: State) -> int:
    """Give the next seat clockwise that has not passed, perhaps the same again (6.1.2); NOBODY if all have."""
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        if not state.passed[seat]:
            return seat
    return NOBODY


def _ask(state: State, emit: Emit | None) -> None:
    """Ask the seat whose turn it is, or pass for it when it can place nothing (12.4.3)."""
    if can_place(state, state.turn):
        state.decision = PLACE_OR_PASS
    else:
        keeping.pass_round(state, state.turn, emit, automatic=True)

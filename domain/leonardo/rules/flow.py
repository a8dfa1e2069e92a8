"""Sequence of the stages of a round (section 4), from phase A to the refill, and the end of the game (9.1)."""

from random import Random

from domain.leonardo.rules import areas, council, deck, finishing, labs, market, placement, work
from domain.leonardo.rules.state import FAVOURS, FINISHING, FIRST_AREA, LABS_WORK, OVER, PLACEMENT, WORK, State
from domain.leonardo.wire.constants import COUNCIL, COUNCIL_FLORINS, LAST_CITY_ROUND, LAST_ROUND, MARKET, REQUESTED
from domain.leonardo.wire.facts import GameEnded, InventionsRequested, RoundBegan
from domain.ruleset import Emit


def next_stage(state: State, rng: Random, emit: Emit | None) -> None:
    """Start the next stage of the round; a decision is pending after it unless the stage is automatic."""
    stage = state.stage = state.stage + 1
    if stage == WORK:
        _start_round(state, emit)
    elif stage == PLACEMENT:
        placement.start(state, emit)
    elif stage < LABS_WORK:
        _resolve_next_area(state, emit)
    elif stage == LABS_WORK:
        labs.work_all(state, emit)
    elif stage == FINISHING:
        finishing.start(state, emit)
    else:
        _end_round(state, rng, emit)


def _start_round(state: State, emit: Emit | None) -> None:
    """Advance the round marker (3.6.7, 9.1.4) and open phase A."""
    state.round += 1
    if emit:
        emit(RoundBegan(state.round), None)
    work.start(state)


def _resolve_next_area(state: State, emit: Emit | None) -> None:
    """Resolve the first area that still has people (7.1.1); the areas before it are empty."""
    if not state.groups:
        state.stage = LABS_WORK - 1
        return
    area = MARKET
    for group in state.groups:
        area = min(area, group >> 3)
    state.stage = FIRST_AREA + area
    if area == COUNCIL:
        council.start(state, emit)
    elif area == MARKET:
        market.start(state, emit)
    else:
        areas.start(state, emit)


def _end_round(state: State, rng: Random, emit: Emit | None) -> None:
    """Refill the Council and the display (9.1.1), then start the next round or end the game (9.1.4)."""
    if state.round <= LAST_CITY_ROUND:
        state.council_florins += COUNCIL_FLORINS
        _refill(state, rng, emit)
    if state.round == LAST_ROUND:
        state.stage = OVER
        if emit:
            emit(GameEnded(), None)
        return
    state.stage = FAVOURS


def _refill(state: State, rng: Random, emit: Emit | None) -> None:
    """Turn cards up until the usual number is requested or the deck is empty."""
    before = len(state.requested)
    while len(state.requested) < REQUESTED[state.seats] and state.deck:
        state.requested = (*state.requested, deck.turn_up(state, rng))
    if emit and len(state.requested) > before:
        emit(InventionsRequested(state.requested[before:]), None)

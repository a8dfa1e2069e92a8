"""Evaluate positions: the points that a seat can expect to end with, as learned from games."""

from typing import Final

from domain.azul.heuristics.neighbourhood import COUNT_BITS, NUMBERS, SOME, STATUES, TALLY, TALLY_BITS, counted
from domain.azul.heuristics.tile_values import looks_like
from domain.azul.heuristics.value_facts import LOOKS, SCORE_STEP
from domain.azul.heuristics.value_tables import LEAST_NEED, NEEDED, SCORE_STEPS, Tables, tables
from domain.azul.rules.scoring import running_score
from domain.azul.rules.state import State
from domain.azul.rules.tiles import BITS, COUNT, total
from domain.azul.wire.constants import COLOUR_COUNT, FULL_STAR, MIDDLE, SLOTS, STAR_COUNT

NUMBER_MASK: Final = (1 << TALLY_BITS) - 1


def evaluate(state: State) -> list[float]:
    """Return the value of each seat."""
    learned = tables(state.side, state.seats, state.round)
    return [_evaluate_seat(state, seat, learned) for seat in range(state.seats)]


def _evaluate_seat(state: State, seat: int, learned: Tables) -> float:
    score, hand = running_score(state, seat), state.hand[seat] + state.corners[seat]
    value = learned.mean + learned.point * score + learned.score[min(score // SCORE_STEP, SCORE_STEPS - 1)]
    value += learned.turn[(seat - state.starter) % state.seats] + learned.tiles[total(hand)]
    value += learned.taken[state.takes[STAR_COUNT * seat + MIDDLE]]
    for colour, held in enumerate(learned.held):
        value += held[hand >> BITS * colour & COUNT]
    return (
        value + _stars(state, seat, hand, learned) + _neighbourhood(counted(state.side, state.covered[seat]), learned)
    )


def _stars(state: State, seat: int, hand: int, learned: Tables) -> float:
    covered, value = state.covered[seat], 0.0
    for star, needed in enumerate(NEEDED[state.side]):
        slots, look = covered & FULL_STAR, looks_like(state, seat, star) % LOOKS
        covered >>= SLOTS
        value += learned.stars[star][look << SLOTS | slots]
        if look < COLOUR_COUNT and slots != FULL_STAR:
            value += learned.needs[look][needed[slots] - (hand >> BITS * look & COUNT) - LEAST_NEED]
    return value


def _neighbourhood(counts: int, learned: Tables) -> float:
    """Value the numbers, pillars and statues with these covered spaces."""
    value = 0.0
    for number in range(len(NUMBERS)):
        value += learned.numbers[number][counts >> TALLY + TALLY_BITS * number & NUMBER_MASK]
    for place in range(MIDDLE):
        value += learned.pillars[counts >> COUNT_BITS * place & SOME]
        value += learned.statues[counts >> STATUES + COUNT_BITS * place & SOME]
    return value

"""Evaluate positions for each seat, in florins at the end of the game."""

from typing import Final

from domain.leonardo.heuristics.appraisal import COUNT_BITS, COUNT_MASK, pace, rounds_left, type_counts, weeks_needed
from domain.leonardo.heuristics.collecting import aim, aim_at_once, potential
from domain.leonardo.heuristics.weights import (
    HELD_AHEAD,
    HELD_APPRENTICE,
    HELD_BONUS,
    HELD_COMPONENT,
    HELD_FLORIN,
    HELD_LAID,
    HELD_LARGE_LAB,
    HELD_LATER,
    HELD_LEONARDO,
    HELD_POTENTIAL,
    HELD_RACE,
    HELD_ROBOT,
    HELD_ROUNDS,
    HELD_TURNED_LAB,
    HELD_TYPE,
    HELD_WEEK,
    HELD_WORK,
    HELD_WORKING,
)
from domain.leonardo.heuristics.work_scores import continuing_worth
from domain.leonardo.rules.components import total
from domain.leonardo.rules.inventions import RECIPE
from domain.leonardo.rules.state import WORK, State
from domain.leonardo.wire.constants import NOT_OWNED, START_SIDE, VARIETY_BONUS


def values(state: State) -> list[float]:
    """Return the value of each seat: money, cards, components, people, labs and work, with fitted weights."""
    left = min(rounds_left(state), len(HELD_FLORIN)) - 1
    return [_value(state, seat, left) for seat in range(state.seats)]


def _value(state: State, seat: int, left: int) -> float:
    """Return the value of a seat, `left` rounds before the last."""
    counts, types = type_counts(state, seat), 0
    while counts:
        types += 1 if counts & COUNT_MASK else 0
        counts >>= COUNT_BITS
    worth = HELD_FLORIN[left] * state.florins[seat]
    worth += HELD_BONUS[left] * VARIETY_BONUS[types] + HELD_TYPE[left] * types
    hand, later = state.hand[seat], aim(state, seat)
    at_once = aim_at_once(state, seat) if state.stage == WORK else later
    worth += HELD_POTENTIAL[left] * potential(hand, at_once) + HELD_LATER[left] * potential(hand, later)
    worth += HELD_COMPONENT[left] * total(hand) - HELD_APPRENTICE[left] * state.academy[seat]
    if state.holder == seat:
        worth += HELD_LEONARDO[left]
    return worth + _lab_worth(state, seat, 2 * seat, left) + _lab_worth(state, seat, 2 * seat + 1, left)


def _lab_worth(state: State, seat: int, lab: int, left: int) -> float:
    """Return the value of a lab, its improvements and its work."""
    size, side = lab & 1, state.side[lab]
    if side == NOT_OWNED:
        return 0.0
    worth = HELD_LARGE_LAB[left] * size + HELD_ROBOT[left] * state.robots[lab]
    if side != START_SIDE[size]:
        worth += HELD_TURNED_LAB[left]
    number = state.work[lab]
    if number:
        worth += HELD_WORKING[left] + HELD_LAID[left] * CARDS[number] + HELD_WEEK[left] * state.weeks[lab]
        worth += _work_worth(state, seat, lab, left)
    return worth


def _work_worth(state: State, seat: int, lab: int, left: int) -> float:
    """Return the value of continuing a lab's work, reduced by the rounds it takes and by competing labs."""
    number = state.work[lab]
    needed = max(0, weeks_needed(state, type_counts(state, seat), lab))
    worth, share = HELD_ROUNDS[left] * -(-needed // max(1, pace(state, seat, lab))), HELD_WORK[left]
    for other, theirs in enumerate(state.work):
        if theirs == number and other >> 1 != seat:
            rest = max(0, weeks_needed(state, type_counts(state, other >> 1), other))
            worth += HELD_AHEAD[left] * ((needed < rest) - (needed > rest))
            share += HELD_RACE[left]
    return worth + max(0.0, share) * continuing_worth(state, seat, lab)


CARDS: Final[tuple[int, ...]] = tuple([sum(recipe) for recipe in RECIPE])
"""For each invention: the number of components that it needs."""

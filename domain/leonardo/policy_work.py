"""Rules of thumb for giving up and starting work (phase A)."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.leonardo.actions import DeclareWork
from domain.leonardo.appraisal import (
    Aim,
    Worths,
    aim,
    capped,
    chances,
    haste,
    outlook,
    pace,
    potential,
    prize,
    rounds_left,
    start_worths,
    weeks_needed,
)
from domain.leonardo.inventions import RECIPE
from domain.leonardo.policy_weights import HOLD, KEEP, WEEK
from domain.leonardo.state import State
from domain.leonardo.tables import LABS, LAST_CITY_ROUND, LAST_ROUND, NOT_OWNED, ROBOT_SPACES, TURNED_SIDE


class Uses(NamedTuple):
    """What a lab is worth by what is done with it in the declaration."""

    kept: float
    idle: float
    started: Worths
    """By invention."""


def declarations(state: State, seat: int, legal: Sequence[DeclareWork]) -> list[float]:
    """Score declarations by what both labs and the components kept are worth after them."""
    purpose = aim(state, seat)
    uses = [_uses(state, seat, 2 * seat + size) for size in range(len(LABS))]
    return [_worth(state, seat, action, uses, purpose) for action in legal]


def _uses(state: State, seat: int, lab: int) -> Uses:
    """Appraise what can be done with a lab."""
    started = start_worths(outlook(state, seat), rounds_left(state), pace(state, seat, lab))
    return Uses(kept_worth(state, seat, lab), _idle_worth(state, lab), started)


def _worth(state: State, seat: int, action: DeclareWork, uses: list[Uses], purpose: Aim) -> float:
    """Appraise a declaration."""
    worth = KEEP * potential(_hand_after(state, seat, action), purpose) if state.round < LAST_ROUND else 0.0
    for size, name in enumerate(LABS):
        if name in action.start:
            worth += uses[size].started[action.start[name]]
        elif state.work[2 * seat + size] and name not in action.interrupt:
            worth += uses[size].kept
        else:
            worth += uses[size].idle
    return worth


def _hand_after(state: State, seat: int, action: DeclareWork) -> tuple[int, ...]:
    """Give the hand (capped) after a declaration."""
    hand: Sequence[int] = state.hand[5 * seat : 5 * seat + 5]
    for size, name in enumerate(LABS):
        if name in action.interrupt:
            hand = [have + back for have, back in zip(hand, RECIPE[state.work[2 * seat + size]], strict=True)]
        if name in action.start:
            hand = [have - laid for have, laid in zip(hand, RECIPE[action.start[name]], strict=True)]
    return capped(hand)


def kept_worth(state: State, seat: int, lab: int) -> float:
    """Give what going on with the work in a lab is worth: the prize less the weeks still needed."""
    number, left = state.work[lab], rounds_left(state)
    weeks = max(0, weeks_needed(state, seat, lab))
    if not number or weeks > pace(state, seat, lab) * left:
        return 0.0
    chance = 1.0 if state.late[lab] else chances(outlook(state, seat))[number]
    return haste(left) * chance * (prize(state, seat, lab) - WEEK * weeks)


def _idle_worth(state: State, lab: int) -> float:
    """Give what leaving a lab idle is worth: it can be improved this round (7.4.7)."""
    if state.side[lab] == NOT_OWNED or state.round > LAST_CITY_ROUND:
        return 0.0
    complete = state.robots[lab] == ROBOT_SPACES[TURNED_SIDE[lab & 1]]
    return 0.0 if complete else HOLD * rounds_left(state)

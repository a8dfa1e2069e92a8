"""Score interrupting and starting work (phase A)."""

from collections.abc import Sequence
from typing import Final

from domain.heuristics import NEVER
from domain.leonardo.heuristics.appraisal import (
    haste,
    outlook,
    pace,
    prize,
    rounds_left,
    start_worths,
    type_counts,
    week_cost,
    weeks_needed,
)
from domain.leonardo.heuristics.collecting import aim, potential
from domain.leonardo.heuristics.outlooks import ComponentTarget, Outlook
from domain.leonardo.heuristics.weights import HOLD, KEEP
from domain.leonardo.rules.inventions import NEED, PLAN_BITS, PLAN_MASK, PLANS
from domain.leonardo.rules.state import State
from domain.leonardo.rules.work import DECLARATIONS, open_plans
from domain.leonardo.wire.actions import DeclareWork
from domain.leonardo.wire.constants import LABS, LAST_CITY_ROUND, LAST_ROUND, NOT_OWNED, ROBOTS_ON, TURNED_SIDE


class LabUses:
    """Values of a lab by its use in the declaration."""

    def __init__(self, state: State, seat: int, lab: int, known: Outlook) -> None:
        self.started = start_worths(known, rounds_left(state), pace(state, seat, lab))
        """The values of starting work in the lab, by invention."""
        self.interrupted = _idle_worth(state, lab)
        self.left_alone = continuing_worth(state, seat, lab) if state.work[lab] else self.interrupted


class Choice:
    """What a seat's declaration depends on."""

    def __init__(self, state: State, seat: int) -> None:
        known = outlook(state, seat)
        self.small = LabUses(state, seat, 2 * seat, known)
        self.large = LabUses(state, seat, 2 * seat + 1, known)
        self.aim: ComponentTarget | None = aim(state, seat) if state.round < LAST_ROUND else None
        """The target for components; None when components have no more use."""
        work_small, work_large = NEED[state.work[2 * seat]], NEED[state.work[2 * seat + 1]]
        hand = state.hand[seat]
        self.hands = [hand, hand + work_small, hand + work_large, hand + work_small + work_large]
        """The hand before work is started, by the set of interrupted labs (`work.open_plans`)."""

    def worth(self, interrupted: int, small: int, large: int) -> float:
        """Return the value of interrupting a set of labs and then starting these inventions, 0 for none."""
        worth = 0.0
        if self.aim:
            worth = KEEP * potential(self.hands[interrupted] - NEED[small] - NEED[large], self.aim)
        worth += self.small.started[small] if small else _unstarted(self.small, interrupted & 0b01)
        return worth + (self.large.started[large] if large else _unstarted(self.large, interrupted & 0b10))


def _unstarted(uses: LabUses, interrupted: int) -> float:
    """Return the value of a lab in which no work is started."""
    return uses.interrupted if interrupted else uses.left_alone


def declarations(state: State, seat: int, legal: Sequence[DeclareWork]) -> list[float]:
    """Score declarations by the value of both labs and the remaining components."""
    choice = Choice(state, seat)
    return [
        choice.worth(
            sum([1 << LABS.index(name) for name in action.interrupt]), *[action.start.get(name, 0) for name in LABS]
        )
        for action in legal
    ]


def declare(state: State, seat: int) -> DeclareWork:
    """Return the declaration that `declarations` scores best, without a list of all."""
    choice = Choice(state, seat)
    most, best = NEVER, 0
    for plan in open_plans(NUMBERED, state, seat):
        worth = choice.worth(plan >> 2 * PLAN_BITS, plan >> PLAN_BITS & PLAN_MASK, plan & PLAN_MASK)
        if worth > most:
            most, best = worth, plan
    return DECLARATIONS[best >> 2 * PLAN_BITS][best >> PLAN_BITS & PLAN_MASK][best & PLAN_MASK]


NUMBERED: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(tuple(interrupted << 2 * PLAN_BITS | plan for plan in row) for row in PLANS) for interrupted in range(4)
)
"""Tables for `open_plans` of numbers that identify a set of labs and both inventions."""


def continuing_worth(state: State, seat: int, lab: int) -> float:
    """Return the value of continuing the work in a lab: the prize less the weeks still needed."""
    number, left, counts = state.work[lab], rounds_left(state), type_counts(state, seat)
    weeks = max(0, weeks_needed(state, counts, lab))
    if weeks > pace(state, seat, lab) * left:
        return 0.0
    chance = 1.0 if state.late[lab] else outlook(state, seat).chances[number]
    return haste(left) * chance * (prize(state, counts, lab) - week_cost(left) * weeks)


def _idle_worth(state: State, lab: int) -> float:
    """Return the value of leaving a lab idle: it can be improved this round (7.4.7)."""
    if state.side[lab] == NOT_OWNED or state.round > LAST_CITY_ROUND:
        return 0.0
    complete = state.robots[lab] == ROBOTS_ON[TURNED_SIDE[lab & 1]]
    return 0.0 if complete else HOLD * rounds_left(state)

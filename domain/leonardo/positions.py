"""What positions are worth to each seat, in florins at the end of the game."""

from domain.leonardo.appraisal import aim, capped, potential, rounds_left
from domain.leonardo.policy_weights import APPRENTICE, KEEP, ROBOT, TAKE_LARGE, TURN_LAB
from domain.leonardo.policy_work import kept_worth
from domain.leonardo.scoring import total
from domain.leonardo.state import State
from domain.leonardo.tables import APPRENTICES, LARGE, NOT_OWNED, START_SIDE


def values(state: State) -> list[float]:
    """Value each seat: what it would score now, its work, labs, components and apprentices."""
    return [_value(state, seat) for seat in range(state.seats)]


def _value(state: State, seat: int) -> float:
    """Value a seat."""
    left, have = rounds_left(state), APPRENTICES - state.academy[seat]
    worth = total(state, seat) + sum([_lab_worth(state, seat, lab, left) for lab in (2 * seat, 2 * seat + 1)])
    if left > 1:
        worth += KEEP * potential(capped(state.hand[5 * seat : 5 * seat + 5]), aim(state, seat))
    return worth + left * sum([APPRENTICE[min(number, APPRENTICES - 1) - 3] for number in range(3, have)])


def _lab_worth(state: State, seat: int, lab: int, left: int) -> float:
    """Value a lab, its improvements and its work."""
    size, side = lab & 1, state.side[lab]
    if side == NOT_OWNED:
        return 0.0
    rate = ROBOT * state.robots[lab]
    if size == LARGE:
        rate += TAKE_LARGE
    if side != START_SIDE[size]:
        rate += TURN_LAB
    return rate * left + (kept_worth(state, seat, lab) if state.work[lab] else 0.0)

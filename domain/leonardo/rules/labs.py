"""The labs: improvements (7.4.7), and the week's work (7.7)."""

from typing import Final

from domain.leonardo.rules.effects import take_back
from domain.leonardo.rules.state import State
from domain.leonardo.wire.constants import (
    IMPROVEMENTS,
    LAB_SMALL,
    LABS,
    LARGE,
    MASTER_STRENGTH,
    NOT_OWNED,
    PLACE_COUNT,
    ROBOT_WEEKS,
    ROBOTS_ON,
    SMALL,
    START_SIDE,
    TRACK_END,
    TURNED_SIDE,
)
from domain.leonardo.wire.facts import LabImproved, WeeksWorked
from domain.ruleset import Emit

SIZE: Final = {
    "turn_small": SMALL,
    "take_large": LARGE,
    "turn_large": LARGE,
    "robot_small": SMALL,
    "robot_large": LARGE,
}
"""The lab of each improvement."""


def robot_space_free(state: State, lab: int) -> bool:
    """Whether a lab has a free robot space; people never stand in an idle lab between rounds (6.1.5)."""
    return state.robots[lab] < ROBOTS_ON[state.side[lab]]


def improvements(state: State, seat: int) -> int:
    """Return the improvements available to the seat in the Workshop (7.4.7), as a bit mask over `IMPROVEMENTS`."""
    mask = 0
    for lab in range(2 * seat, 2 * seat + 2):
        size, side = lab & 1, state.side[lab]
        if side == NOT_OWNED:
            mask |= 1 << _TAKE_LARGE
        elif not state.work[lab]:
            mask |= (side == START_SIDE[size]) << _TURN[size]
            mask |= (state.robots[lab] < ROBOTS_ON[side]) << _ROBOT[size]
    return mask


_TAKE_LARGE: Final = IMPROVEMENTS.index("take_large")
_TURN: Final[tuple[int, ...]] = (IMPROVEMENTS.index("turn_small"), IMPROVEMENTS.index("turn_large"))
_ROBOT: Final[tuple[int, ...]] = (IMPROVEMENTS.index("robot_small"), IMPROVEMENTS.index("robot_large"))


def improve(state: State, seat: int, improvement: str, emit: Emit | None) -> None:
    """Carry out an improvement that is available to the seat."""
    size = SIZE[improvement]
    lab = 2 * seat + size
    if improvement == "take_large":
        state.side[lab] = START_SIDE[LARGE]
    elif improvement.startswith("turn"):
        state.side[lab] = TURNED_SIDE[size]
    else:
        state.robots[lab] += 1
    if emit:
        emit(LabImproved(seat, improvement), None)


def work_all(state: State, emit: Emit | None) -> None:
    """Move the marker of every working lab and return all people (7.7)."""
    for lab, invention in enumerate(state.work):
        if invention:
            _work_one(state, lab, emit)


def _work_one(state: State, lab: int, emit: Emit | None) -> None:
    """Add the weeks of one working lab, up to the end of the track (1.3.4)."""
    seat, place = lab >> 1, LAB_SMALL + (lab & 1)
    weeks = state.people[PLACE_COUNT * seat + place] + ROBOT_WEEKS * state.robots[lab]
    if state.master[seat] == place:
        weeks += MASTER_STRENGTH
    if not weeks:
        return
    take_back(state, seat, place)
    state.weeks[lab] = min(TRACK_END, state.weeks[lab] + weeks)
    if emit:
        emit(WeeksWorked(seat, LABS[lab & 1], state.weeks[lab]), None)

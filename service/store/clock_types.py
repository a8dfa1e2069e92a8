"""Define the stored state of clocks and takeovers.

Times are whole microseconds, since 1970 for points in time: the same calculation always has the same result.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from service.resources.clocks import By
from service.resources.messages import PauseStep


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat."""

    left: int = 0
    """The remaining budget of the seat."""
    since: int | UnsetType = UNSET
    """The start of the seat's pending decision. Omitted while its clock does not run."""
    back: int = 0
    """Time credited to the seat's pending decision for an outage."""
    paused: int = 0
    """How long the seat's pending decision has stood still in pauses that have ended."""


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pause that a seat has requested, or to which all have agreed."""

    seat: int
    """The seat that requested it."""
    hours: int = 0
    """The length that was requested; 0 for a pause until a player resumes the game."""
    agreed: tuple[int, ...] = ()
    """The seats that agree, ascending."""
    since: int | UnsetType = UNSET
    """From when the clocks stand still, after the latest event. Omitted until all agree."""
    until: int | UnsetType = UNSET
    """The end of the pause. Omitted until all agree, and without an end."""


class LatestPauseStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The latest step of a pause, and whom it concerns."""

    version: int
    """The version of the game after the step."""
    step: PauseStep
    seats: tuple[int, ...] = ()
    """The seats whose players get a notice, ascending."""


class SeatVacation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The vacation of a seat's player, during which the clocks of the game stand still."""

    seat: int
    until: int
    """The end of the vacation."""
    since: int | UnsetType = UNSET
    """From when the clocks stand still, after the latest event. Omitted once the player has acted."""


class StandIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A takeover: the AI level or default actions that play a seat in place of its player."""

    seat: int
    reason: Literal["time", "resigned", "left"]
    level: str = ""
    """The AI level; empty for default actions."""
    decision: int | UnsetType = UNSET
    """The only decision that the takeover covers. Omitted: all."""
    since: int = 0
    """The decision that was pending at the start of the takeover."""
    returned: bool = False
    """Whether the player has returned, and the takeover ends with the pending decision."""

    @property
    def by(self) -> By:
        """Return who decides."""
        return By("level", self.reason, self.level) if self.level else By("clock", self.reason)

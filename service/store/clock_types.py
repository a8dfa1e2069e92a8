"""Define the stored state of clocks and takeovers.

Times are whole microseconds, since 1970 for points in time: the same calculation always has the same result.
"""

from typing import Literal

import msgspec

from service.resources.clocks import By


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat."""

    left: int = 0
    """The rest of its budget."""
    since: int | None = None
    """The start of its pending decision; None while its clock does not run."""
    back: int = 0
    """Time credited to its pending decision for an outage."""


class StandIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A takeover: the AI level or default actions that play a seat in place of its player."""

    seat: int
    reason: Literal["time", "resigned", "left"]
    level: str = ""
    """Empty for default actions."""
    decision: int | None = None
    """The only decision that the takeover covers; None for all."""
    since: int = 0
    """The decision that was pending at the start of the takeover."""
    returned: bool = False
    """Whether the player has returned, and the takeover ends with the pending decision."""

    @property
    def by(self) -> By:
        """Return who decides."""
        return By("level", self.reason, self.level) if self.level else By("clock", self.reason)

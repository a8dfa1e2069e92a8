"""Portions: work on many items is done for some seconds at a time, so that no request and no job takes for ever."""

import time
from dataclasses import dataclass

PORTION_SECONDS = 2.0
"""How long one call works on a tournament before it leaves the rest to the sweeper."""


@dataclass(frozen=True)
class TimeSlice:
    """How long a call may go on with further items."""

    ends: float
    """By the monotonic clock, in seconds."""

    @property
    def is_over(self) -> bool:
        """Whether the next item must wait for another portion."""
        return time.monotonic() >= self.ends


def portion(seconds: float = PORTION_SECONDS) -> TimeSlice:
    """Return a portion that begins now; of 0 seconds for a single item."""
    return TimeSlice(time.monotonic() + seconds)

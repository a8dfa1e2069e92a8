"""Limit work on many items to time slices, so that no request or job runs for long."""

from collections.abc import Callable
from dataclasses import dataclass

SLICE_SECONDS = 2.0
"""Length of a time slice; the sweeper continues with the rest."""


@dataclass(frozen=True)
class TimeSlice:
    """A limit on the time that a call spends on further items."""

    elapsed: Callable[[], float]
    """The clock of the time slice; see `ClockAndIds.elapsed`."""
    ends: float
    """The end of the time slice on that clock, in seconds."""

    @property
    def is_over(self) -> bool:
        """Whether the next item must wait for another time slice."""
        return self.elapsed() >= self.ends


def time_slice(elapsed: Callable[[], float], seconds: float = SLICE_SECONDS) -> TimeSlice:
    """Return a time slice that starts now; 0 seconds allow a single item."""
    return TimeSlice(elapsed, elapsed() + seconds)

"""Count the vacation days of an entrant: a vacation uses its length, to the microsecond."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass
class Vacations:
    """The vacations of an entrant."""

    days: int = 0
    """The days that the tournament gives each entrant."""
    used: timedelta = timedelta()
    """The time that earlier vacations have used."""
    since: datetime | None = None
    until: datetime | None = None
    """The end of the latest vacation; None once an entry has ended it."""
    entries: int = 0
    """The number of entries of the log about vacations of the entrant."""

    def end(self, at: str) -> None:
        """End a vacation in place at a time in UTC (RFC 3339), if there is one."""
        if self.since is not None and self.until is not None:
            self.used += max(timedelta(), min(datetime.fromisoformat(at), self.until) - self.since)
        self.since = self.until = None

    def lasts(self, at: datetime) -> bool:
        """Whether the entrant is on vacation at a time."""
        return self.until is not None and at < self.until

    def left(self, at: datetime) -> timedelta:
        """Return the time that is left at a time for vacations from then on."""
        is_known = self.since is not None and self.until is not None
        present = min(at, self.until or at) - (self.since or at) if is_known else timedelta()
        return max(timedelta(), timedelta(days=self.days) - self.used - max(timedelta(), present))

    @property
    def days_after(self) -> float:
        """Return the days that are left after the latest vacation, if it lasts until its end."""
        present = timedelta() if self.until is None or self.since is None else self.until - self.since
        return max(timedelta(), timedelta(days=self.days) - self.used - present) / timedelta(days=1)

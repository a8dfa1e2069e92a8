"""Vacations: each entrant has a number of days, of which a vacation uses its length to the microsecond.

While an entrant is on vacation, the clocks of its running games stand still. The dates of rounds stay as they are.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from service.tournaments.rules.errors import expect
from service.tournaments.rules.types import CLOSED
from service.tournaments.rules.vacation_events import VacationSet

if TYPE_CHECKING:
    from service.tournaments.rules.state import Tournament

MOST_VACATIONS = 200
"""The maximum number of entries about vacations of an entrant, to limit the size of the logs of its games."""
SECOND = timedelta(seconds=1)


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

    def ended(self, at: datetime) -> None:
        """End a vacation in place, if there is one."""
        if self.since is not None and self.until is not None:
            self.used += max(timedelta(), min(at, self.until) - self.since)
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


def check_vacation(tournament: "Tournament", event: VacationSet) -> None:
    """Check that a vacation of an entrant can start, change or end; raises Illegal."""
    expect(tournament.status not in CLOSED, "the tournament is over")
    expect(0 <= event.entrant < len(tournament.entrants), f"there is no entrant {event.entrant}")
    entrant, at = tournament.entrants[event.entrant], datetime.fromisoformat(event.at)
    expect(entrant.entered.kind == "player" and not entrant.withdrawn, "the entrant does not play")
    expect(entrant.vacations.entries < MOST_VACATIONS, f"an entrant has at most {MOST_VACATIONS} vacations")
    if not event.until:
        expect(entrant.vacations.lasts(at), "the entrant is not on vacation")
        return
    length = datetime.fromisoformat(event.until) - at
    expect(length > timedelta(), "the vacation would end before its start")
    expect(length <= entrant.vacations.left(at) + SECOND, "the entrant has too few vacation days left")


def apply_vacation(tournament: "Tournament", event: VacationSet) -> None:
    """Start, change or end a vacation in place."""
    found, at = tournament.entrants[event.entrant].vacations, datetime.fromisoformat(event.at)
    found.ended(at)
    found.entries += 1
    if event.until:
        found.since, found.until = at, datetime.fromisoformat(event.until)

"""Determine from a log which players were present and which missed a decision without ever acting.

A player is present from their first logged request: an action, an undo, a resignation, a return or a pause.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from domain.seat_changes import SeatChange

Sign = Literal["there", "missed"]


class Attendance(NamedTuple):
    """Seats that acted and seats that missed a decision, each ascending."""

    there: tuple[int, ...] = ()
    """Seats whose player acted."""
    missed: tuple[int, ...] = ()
    """Seats whose deadline passed at least once."""

    def after(self, seat: int, sign: Sign | None) -> "Attendance":
        """Return the attendance after one more log entry of a seat."""
        if sign == "there" and seat not in self.there:
            return self._replace(there=tuple(sorted((*self.there, seat))))
        if sign == "missed" and seat not in self.missed:
            return self._replace(missed=tuple(sorted((*self.missed, seat))))
        return self

    @property
    def no_shows(self) -> tuple[int, ...]:
        """Return the seats that missed a decision and never acted."""
        return tuple(seat for seat in self.missed if seat not in self.there)


def sign_of(reason: str | None, change: SeatChange | None) -> Sign | None:
    """Return whether a log entry shows its seat's player as present or as having missed a decision; None for neither.

    `reason` is why the service or an AI level acted for the player; None if the player acted.
    """
    if change is not None and change.kind == "vacation":
        return None
    if change is not None:
        return "missed" if change.kind in ("forfeited", "taken_over") else "there"
    return "there" if reason is None else "missed" if reason == "time" else None


def attended(entries: Iterable[tuple[int, Sign | None]]) -> Attendance:
    """Return the attendance of a log, from the seat and sign of each entry.

    >>> attended([(1, "missed"), (0, "there"), (0, "missed")]).no_shows
    (1,)
    """
    found = Attendance()
    for seat, sign in entries:
        found = found.after(seat, sign)
    return found

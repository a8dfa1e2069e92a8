"""Whether the players of a game were there: who has acted, and whose time was up before they ever did.

A player is there from the first request that the log shows: an action, an undo, a resignation or a return.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from domain.seat_changes import SeatChange

Sign = Literal["there", "missed"]


class Attendance(NamedTuple):
    """What the log shows of the players, each list ascending."""

    there: tuple[int, ...] = ()
    """The seats that have acted."""
    missed: tuple[int, ...] = ()
    """The seats whose time was up for a decision."""

    def after(self, seat: int, sign: Sign | None) -> "Attendance":
        """Return what the log shows after one more entry of a seat."""
        if sign == "there" and seat not in self.there:
            return self._replace(there=tuple(sorted((*self.there, seat))))
        if sign == "missed" and seat not in self.missed:
            return self._replace(missed=tuple(sorted((*self.missed, seat))))
        return self

    @property
    def no_shows(self) -> tuple[int, ...]:
        """List the seats that missed a decision and never acted."""
        return tuple(seat for seat in self.missed if seat not in self.there)


def sign_of(reason: str | None, change: SeatChange | None) -> Sign | None:
    """Return what an entry of a log shows of its seat's player.

    `reason` is why somebody decided in place of the player; None if nobody did.
    """
    if change is not None:
        return "there" if change.kind in ("resigned", "returned") else "missed"
    return "there" if reason is None else "missed" if reason == "time" else None


def attended(entries: Iterable[tuple[int, Sign | None]]) -> Attendance:
    """Return what a log shows, from each entry's seat and sign.

    >>> attended([(1, "missed"), (0, "there"), (0, "missed")]).no_shows
    (1,)
    """
    found = Attendance()
    for seat, sign in entries:
        found = found.after(seat, sign)
    return found

"""Check the seat changes in a log, and who decided each action."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET

from domain.attendance import sign_of
from domain.seat_changes import SeatChange, is_decided

LEVELS_PLAY = ("level", "level_once")
ReplacedBy = Literal["clock", "level"]
"""What decides in place of a player: the default action, or an AI level."""
ReplacedFor = Literal["time", "resigned", "left", "decided"]
"""Why the player does not decide; `decided`: all others have resigned."""
REASONS: Mapping[str, ReplacedFor] = {"resigned": "resigned", "forfeited": "time", "taken_over": "time"}
"""For each kind of the preceding change: the reason why the service or an AI level acts for a player."""


class InvalidSeatChange(Exception):
    """A log entry that is invalid at its position; the message states why."""


class Presence:
    """Who plays each seat, tracked entry by entry of a log."""

    def __init__(self, seats: Sequence[Mapping[str, Any]], terms: Mapping[str, Any], teams: Sequence[str] = ()) -> None:
        self._ai = {seat for seat, each in enumerate(seats) if each.get("kind") == "ai"}
        self._seats, self._teams = len(seats), teams
        self._on_time = terms.get("absence", {}).get("on_timeout", "default_action")
        self._has_clock = "clock" in terms
        self._latest: dict[int, SeatChange] = {}
        self._resigned: set[int] = set()
        self._there = {*self._ai}

    def change(self, seat: int, change: SeatChange) -> None:
        """Apply a change of who plays a seat, or of the clocks; raises InvalidSeatChange."""
        self._check_change(seat, change)
        if change.resignation_reason is not None:
            self._resigned.add(seat)
        self._note(seat, None, change)
        if not change.is_of_clocks:
            self._latest[seat] = change

    def _note(self, seat: int, reason: str | None, change: SeatChange | None) -> None:
        """Record whether an entry shows the seat's player as present."""
        if sign_of(reason, change) == "there":
            self._there.add(seat)

    def _is_decided(self) -> bool:
        """Whether resignations and forfeits have decided the game."""
        return is_decided(self._resigned, self._seats, self._teams, anyone_present=bool(self._there))

    def _check_change(self, seat: int, change: SeatChange) -> None:
        """Raise InvalidSeatChange if a change is invalid now."""
        if seat in self._ai:
            raise InvalidSeatChange("an AI level plays the seat from the beginning")
        if seat in self._resigned:
            raise InvalidSeatChange("the seat has resigned or forfeited before")
        if change.resignation_reason is not None and self._is_decided():
            raise InvalidSeatChange("all seats but one have resigned or forfeited before")
        if change.is_of_clocks:
            return self._check_clocks(change)
        if change.kind == "returned":
            return self._check_return(seat, change)
        if change.kind == "resigned":
            return None
        if not self._has_clock:
            raise InvalidSeatChange("the game has no clock")
        if self._on_time not in (LEVELS_PLAY if change.kind == "taken_over" else ("forfeit",)):
            raise InvalidSeatChange(f"the game has {self._on_time} when time is up")
        return self._check_level(change)

    def _check_clocks(self, change: SeatChange) -> None:
        """Raise InvalidSeatChange unless the game has a clock, and the change has what its kind needs."""
        if not self._has_clock:
            raise InvalidSeatChange("the game has no clock")
        if (change.seconds is UNSET) == (change.kind == "time_given"):
            raise InvalidSeatChange("only given time has seconds")
        if change.until is not UNSET and change.kind != "vacation":
            raise InvalidSeatChange("only a vacation has an end")

    def _check_level(self, change: SeatChange) -> None:
        """Raise InvalidSeatChange unless a level takes over."""
        if change.kind == "taken_over" and change.level is UNSET:
            raise InvalidSeatChange("no level takes over")

    def _check_return(self, seat: int, change: SeatChange) -> None:
        """Raise InvalidSeatChange unless a level plays the seat."""
        latest = self._latest.get(seat)
        if latest is None or latest.kind != "taken_over":
            raise InvalidSeatChange("no level plays the seat")
        if change.level is not UNSET:
            raise InvalidSeatChange("the player returns, and no level")

    def action(self, seat: int, decision: int, by: Mapping[str, Any] | None) -> None:
        """Check who decided an action of a seat; raises InvalidSeatChange."""
        if by is None:
            self.check_undecided()
            if seat in self._resigned:
                raise InvalidSeatChange("the seat has resigned or forfeited, so its player decides nothing")
            self._latest.pop(seat, None)
            self._note(seat, None, None)
            return
        if by["reason"] == "decided":
            self._check_played_out(by)
        elif seat in self._ai:
            raise InvalidSeatChange("an AI level plays the seat and decides all its actions")
        elif by["kind"] == "level":
            self._check_level_decides(seat, decision, by)
        else:
            self._check_default(seat, by)

    def check_undecided(self) -> None:
        """Raise InvalidSeatChange if resignations and forfeits have ended the game."""
        if self._is_decided():
            raise InvalidSeatChange("all seats but one have resigned or forfeited, which has ended the game")

    def _check_played_out(self, by: Mapping[str, Any]) -> None:
        """Raise InvalidSeatChange unless all seats but one have resigned or forfeited."""
        if by["kind"] != "clock" or not self._is_decided():
            raise InvalidSeatChange("the game is not decided")

    def _check_level_decides(self, seat: int, decision: int, by: Mapping[str, Any]) -> None:
        """Raise InvalidSeatChange unless this level plays the seat, at least for this decision."""
        latest = self._latest.get(seat)
        if latest is None:
            raise InvalidSeatChange("no level plays the seat")
        if by["reason"] != REASONS.get(latest.kind, "time"):
            raise InvalidSeatChange(f"the seat's latest change is {latest.kind}")
        if latest.level is not UNSET and by.get("level") != latest.level:
            raise InvalidSeatChange(f"{latest.level} plays the seat")
        if latest.decision not in (UNSET, decision):
            raise InvalidSeatChange(f"the level makes decision {latest.decision} only")

    def _check_default(self, seat: int, by: Mapping[str, Any]) -> None:
        """Raise InvalidSeatChange unless default actions are taken for the seat."""
        latest = self._latest.get(seat)
        if "level" in by:
            raise InvalidSeatChange("default actions have no level")
        if latest is not None and by["reason"] == REASONS.get(latest.kind):
            return
        if by["reason"] != "time" or not self._has_clock:
            raise InvalidSeatChange("no deadline passed, and no player resigned")

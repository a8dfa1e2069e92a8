"""Compute pauses of the clocks and given time, from the events of a log.

A pause without an end lasts until a player acts or resumes the game. A pause with an end needs no event at its end: the
deadlines of the pending decisions include it. The functions are pure, and give equal results for new and past events.
"""

from msgspec import UNSET
from msgspec.structs import replace

from domain.clock import SECOND
from domain.seat_changes import SeatChange
from service.game.clocks import Clocks, moment_of
from service.store import Event, GameInfo, Header
from service.store.clock_types import Pause, SeatClock

HOUR = 60 * 60 * SECOND


def is_paused(info: GameInfo, at: int | None = None) -> bool:
    """Whether the clocks of a game stand still at a time; without a time, as of the latest event."""
    pause = info.pause
    if pause is UNSET or pause.since is UNSET:
        return False
    return at is None or pause.until is UNSET or at < pause.until


def stands_still(info: GameInfo) -> bool:
    """Whether the clocks of a game stand still without an end."""
    return info.pause is not UNSET and info.pause.since is not UNSET and info.pause.until is UNSET


def clocks_after(info: GameInfo) -> Clocks:
    """Return the clocks as they run after the pause; none runs during a pause without an end."""
    pause = info.pause
    if pause is UNSET or pause.since is UNSET:
        return info.clocks
    if pause.until is UNSET:
        return tuple(SeatClock(each.left) for each in info.clocks)
    return _credited(info.clocks, pause.since, pause.until)


def credited(info: GameInfo, at: int) -> GameInfo:
    """Return the game info in which all clocks have been credited with their pause up to a time."""
    pause = info.pause
    if pause is UNSET or pause.since is UNSET:
        return info
    end = at if pause.until is UNSET else min(at, pause.until)
    goes_on = is_paused(info, at)
    clocks = _credited(info.clocks, pause.since, end)
    return replace(info, clocks=clocks, pause=replace(pause, since=max(at, pause.since)) if goes_on else UNSET)


def resumed(info: GameInfo, at: int) -> GameInfo:
    """Return the game info in which the clocks run again from a time on."""
    return replace(credited(info, at), pause=UNSET) if is_paused(info) else info


def _credited(clocks: Clocks, since: int, end: int) -> Clocks:
    return tuple(each if each.since is UNSET else _later(each, end - max(since, each.since)) for each in clocks)


def _later(own: SeatClock, by: int) -> SeatClock:
    return replace(own, paused=own.paused + max(0, by))


def before_event(header: Header, info: GameInfo, event: Event) -> GameInfo:
    """Return the game info at the time of an event, before it: an action of a player and a forfeit end the pause."""
    at = moment_of(event.at)
    if event.over:
        return replace(resumed(info, at), pause=UNSET)
    is_own = event.by is UNSET and event.change is UNSET and is_human(header, info, event.seat)
    is_forfeit = event.change is not UNSET and event.change.kind == "forfeited"
    return resumed(info, at) if is_own or is_forfeit else credited(info, at)


def is_human(header: Header, info: GameInfo, seat: int) -> bool:
    """Whether a human player has a seat."""
    return header.seats[seat].kind != "ai" and seat not in info.levels


def after_change(header: Header, info: GameInfo, seat: int, change: SeatChange, at: int) -> GameInfo:
    """Return the game info after a change of the clocks by a seat."""
    hours = change.hours or 0
    match change.kind:
        case "pause_requested":
            return replace(info, pause=requested(info, seat, hours))
        case "paused":
            agreed = requested(info, seat, hours)
            until = at + hours * HOUR if hours else UNSET
            return replace(info, pause=replace(agreed, since=at, until=until))
        case "time_given":
            return replace(info, clocks=_with_time(header, info, seat, (change.seconds or 0) * SECOND))
        case "resumed":
            return resumed(info, at)
        case _:
            return replace(info, pause=UNSET)


def requested(info: GameInfo, seat: int, hours: int) -> Pause:
    """Return the request of a seat for a pause, or the pending request of this length with the seat as agreed."""
    pending = info.pause
    if pending is UNSET or pending.since is not UNSET or pending.hours != hours:
        return Pause(seat, hours, (seat,))
    return replace(pending, agreed=tuple(sorted({*pending.agreed, seat})))


def _with_time(header: Header, info: GameInfo, giver: int, time: int) -> Clocks:
    """Return the clocks with more time for all human players but one."""
    return tuple(
        replace(each, left=each.left + time) if seat != giver and is_human(header, info, seat) else each
        for seat, each in enumerate(info.clocks)
    )

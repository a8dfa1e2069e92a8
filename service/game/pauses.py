"""Compute pauses of the clocks, vacations and given time, from the events of a log.

A pause without an end lasts until a player acts or resumes the game. A pause with an end needs no event at its end: the
deadlines of the pending decisions include it. A vacation of a player in a tournament always has an end. An action of
this player ends it in this game, unless the queue of the player acts. The functions are pure, and give equal results
for new and past events.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.clock import SECOND
from domain.seat_changes import SeatChange
from service.game.clocks import Clocks, moment_of
from service.store import Event, GameInfo, Header
from service.store.clock_types import Pause, SeatClock, SeatVacation

HOUR = 60 * 60 * SECOND


def is_paused(info: GameInfo, at: int | None = None) -> bool:
    """Whether an agreed pause lasts at a time; without a time, as of the latest event."""
    pause = info.pause
    if pause is UNSET or pause.since is UNSET:
        return False
    return at is None or pause.until is UNSET or at < pause.until


def stands_still(info: GameInfo) -> bool:
    """Whether the clocks of a game stand still without an end."""
    return info.pause is not UNSET and info.pause.since is not UNSET and info.pause.until is UNSET


def clocks_after(info: GameInfo) -> Clocks:
    """Return the clocks as they run after the pause; none runs during a pause without an end."""
    still = _still(info)
    if still is None:
        return info.clocks
    since, until = still
    if until is UNSET:
        return tuple(SeatClock(each.left) for each in info.clocks)
    return _credited(info.clocks, since, until)


def credited(info: GameInfo, at: int) -> GameInfo:
    """Return the game info in which all clocks have been credited with their pause and vacations up to a time."""
    still = _still(info)
    if still is None:
        return info
    since, until = still
    clocks = _credited(info.clocks, since, at if until is UNSET else min(at, until))
    last = tuple(_later_vacation(each, at) for each in info.vacations if at < each.until)
    return replace(info, clocks=clocks, pause=_later_pause(info, at), vacations=last)


def _later_pause(info: GameInfo, at: int) -> Pause | UnsetType:
    """Return the pause or the request for one as it is at a time, when the clocks have been credited."""
    pause = info.pause
    if pause is UNSET or pause.since is UNSET:
        return pause
    return replace(pause, since=max(at, pause.since)) if is_paused(info, at) else UNSET


def _later_vacation(vacation: SeatVacation, at: int) -> SeatVacation:
    return vacation if vacation.since is UNSET else replace(vacation, since=max(at, vacation.since))


def _still(info: GameInfo) -> tuple[int, int | UnsetType] | None:
    """Return from when and until when the clocks stand still after the latest event; None if they run.

    Pauses and vacations that last at this event start with it: one that ends last contains the others.
    """
    found = [] if info.pause is UNSET else [(info.pause.since, info.pause.until)]
    found += [(each.since, each.until) for each in info.vacations]
    lasting = [(since, until) for since, until in found if since is not UNSET]
    if not lasting:
        return None
    ends = [until for _, until in lasting if until is not UNSET]
    return min(since for since, _ in lasting), max(ends) if len(ends) == len(lasting) else UNSET


def vacation_of(info: GameInfo, seat: int) -> SeatVacation | None:
    """Return the vacation of a seat; None without one."""
    return next((each for each in info.vacations if each.seat == seat), None)


def resumed(info: GameInfo, at: int) -> GameInfo:
    """Return the game info without the agreed pause from a time on."""
    return replace(credited(info, at), pause=UNSET) if is_paused(info) else info


def _credited(clocks: Clocks, since: int, end: int) -> Clocks:
    return tuple(each if each.since is UNSET else _later(each, end - max(since, each.since)) for each in clocks)


def _later(own: SeatClock, by: int) -> SeatClock:
    return replace(own, paused=own.paused + max(0, by))


def before_event(header: Header, info: GameInfo, event: Event) -> GameInfo:
    """Return the game info at the time of an event, before it: an action of a player and a forfeit end the pause.

    An action of a player, and a resignation, also end the vacation of the player in this game.
    """
    at = moment_of(event.at)
    if event.over:
        return replace(credited(info, at), pause=UNSET, vacations=())
    is_own = event.by is UNSET and event.change is UNSET and is_human(header, info, event.seat)
    leaves = event.change is not UNSET and event.change.resignation_reason is not None
    is_forfeit = event.change is not UNSET and event.change.kind == "forfeited"
    new = resumed(info, at) if is_own or is_forfeit else credited(info, at)
    if leaves or (is_own and not _is_queued(info, event)):
        new = replace(new, vacations=tuple(_ended(each, event.seat) for each in new.vacations))
    return new


def _is_queued(info: GameInfo, event: Event) -> bool:
    """Whether an action is the one that the queue of its seat submits."""
    queue = info.queues.get(event.seat)
    return queue is not None and event.decision > queue.after and event.action == queue.actions[0].action


def _ended(vacation: SeatVacation, seat: int) -> SeatVacation:
    """Return a vacation after an action of a seat. Its end stays, so that the service does not start it again."""
    return replace(vacation, since=UNSET) if vacation.seat == seat else vacation


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
        case "vacation":
            return replace(info, vacations=_with_vacation(info, seat, change, at))
        case _:
            return replace(info, pause=UNSET)


def _with_vacation(info: GameInfo, seat: int, change: SeatChange, at: int) -> tuple[SeatVacation, ...]:
    """Return the vacations after the start, change or end of that of a seat."""
    others = tuple(each for each in info.vacations if each.seat != seat)
    return others if change.until is UNSET else (*others, SeatVacation(seat, moment_of(change.until), at))


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

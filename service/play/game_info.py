"""How the table of a game changes with its log: pure, and the same for an event that is new and for one of the past."""

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from domain.attendance import Attendance, sign_of
from domain.resignations import GivenUp
from domain.seat_changes import SeatChange
from domain.seat_changes import is_decided as only_one_is_left
from service.play import clocks
from service.play.clocks import SECOND, moment_of
from service.play.game import seats_of
from service.store import Event, GameInfo, Header
from service.store.clock_list import TimedDecision
from service.store.clock_types import By, StandIn


def timed_seats(header: Header, table: GameInfo) -> tuple[int, ...]:
    """List the seats that have a clock, if the game has one: those of people."""
    return tuple(seat for seat, setup in enumerate(seats_of(header, table)) if setup.kind != "ai")


def laid(header: Header, table: GameInfo, to_act: Sequence[int], log: Sequence[Event] = ()) -> GameInfo:
    """Return the table of a new game; its clocks run at once, unless it waits for its players.

    `log` holds the first actions of a sandbox.
    """
    if header.clock is None:
        return table
    new = _new(header, table)
    for event in log:
        new = replace(new, attended=_attended(header, new, event))
    return new if header.waits else begun(header, new, to_act, moment_of(header.created_at))


def begun(header: Header, table: GameInfo, to_act: Sequence[int], at: int) -> GameInfo:
    """Have a game begin, and the clocks run of those seats that are to act, if it has any."""
    if table.began:
        return table
    return replace(table, began=at, clocks=clocks.asked(table.clocks, to_act, timed_seats(header, table), at))


def opening(header: Header, table: GameInfo, to_act: Sequence[int]) -> GameInfo:
    """Return how the table of a game was when it was created, with clocks that ran as soon as they ever did."""
    new = replace(
        _new(header, table),
        resigned=(),
        attended=Attendance(),
        stand_ins=(),
        aborted_at="",
        abort_asked=(),
        record_hash="",
    )
    if header.clock is None or not table.began or header.sandbox_actions:
        return new
    return begun(header, replace(new, began=0), to_act, table.began)


def read_along(header: Header, table: GameInfo, to_act: Sequence[int]) -> GameInfo:
    """Return the table of a game that has begun for whoever has waited for that, and seen no event since."""
    new = _new(header, table)
    return begun(
        header,
        replace(new, resigned=(), attended=Attendance(), stand_ins=(), aborted_at="", began=0),
        to_act,
        table.began,
    )


def _new(header: Header, table: GameInfo) -> GameInfo:
    """Return the table with clocks that have not run yet, if the game has any."""
    return replace(table, clocks=clocks.fresh(header.clock, len(header.seats))) if header.clock else table


def after(header: Header, table: GameInfo, event: Event) -> GameInfo:
    """Return how a table is after an event: the clocks go on, and so does who plays each seat."""
    table = replace(_played(header, table, event), undo=None, attended=_attended(header, table, event))
    if event.change is not None:
        return table
    if not table.began or header.clock is None or event.version < header.sandbox_actions:
        return table
    if event.undoes is not None:
        return replace(table, clocks=event.clocks)
    running, at = table.clocks, moment_of(event.at)
    if event.version == header.sandbox_actions:
        at = table.began
    else:
        running = clocks.answered(header.clock, running, event.seat, at)
    return replace(table, clocks=clocks.asked(running, event.to_act, timed_seats(header, table), at))


def _attended(header: Header, table: GameInfo, event: Event) -> Attendance:
    """Return who has acted after an event; of a game without a clock nobody asks."""
    if header.clock is None:
        return table.attended
    reason = None if event.by is None else event.by.reason
    return table.attended.after(event.seat, sign_of(reason, event.change))


def _played(header: Header, table: GameInfo, event: Event) -> GameInfo:
    """Return the table with those who play each seat after an event."""
    if event.change is None:
        return relieved(table, event.seat, event.decision, event.by, once=header.absence.on_timeout != "level")
    return changed(table, event.seat, event.change, event.decision)


def changed(table: GameInfo, seat: int, change: SeatChange, since: int) -> GameInfo:
    """Return the table after a change of who plays a seat, whose open decision is `since`."""
    only = None if change.decision is UNSET else change.decision
    if change.kind == "returned":
        return without_stand_in(table, seat) if only is None else _leaving(table, seat, only)
    reason: Literal["resigned", "time"] = "resigned" if change.kind == "resigned" else "time"
    level = "" if change.level is UNSET else change.level
    table = with_stand_in(table, StandIn(seat, reason, level, only, since))
    if change.gives_up is None:
        return table
    return replace(table, resigned=(*table.resigned, GivenUp(seat, change.gives_up)))


def _leaving(table: GameInfo, seat: int, decision: int) -> GameInfo:
    """Return the table where whoever plays a seat leaves it after a decision."""
    kept = [replace(each, decision=decision, returned=True) if each.seat == seat else each for each in table.stand_ins]
    return replace(table, stand_ins=tuple(kept))


def running(header: Header, table: GameInfo, asked: Sequence[int]) -> dict[TimedDecision, int]:
    """Return when the time of each open decision is up, by the game's own time; `asked` names them by seat."""
    if header.clock is None:
        return {}
    found = clocks.deadlines(header.clock, table.clocks)
    return {TimedDecision(header.game_id, seat, asked[seat]): when for seat, when in found.items()}


def low(header: Header, table: GameInfo, asked: Sequence[int]) -> dict[TimedDecision, int]:
    """Return from when on there is little time left for each open decision that has enough, by the game's own time."""
    found = {}
    for decision, up in running(header, table, asked).items():
        since = table.clocks[decision.seat].since
        when = None if since is None else clocks.low(since, up)
        if when is not None:
            found[decision.low] = when
    return found


def announced(header: Header, table: GameInfo, asked: Sequence[int], now: float) -> dict[str, float]:
    """Return which entries of the list of clocks the open decisions make necessary: Unix times.

    By a virtual clock nothing comes by itself: what is up has been up when the clock was moved, and is looked at `now`.
    """
    looked_at = running(header, table, asked) | low(header, table, asked)
    due = {decision.member: when for decision, when in looked_at.items()}
    if header.virtual:
        moved = moment_of(header.created_at) + table.moved
        return {member: now for member, when in due.items() if when <= moved}
    return {member: when / SECOND for member, when in due.items()}


def last_asked(header: Header, table: GameInfo) -> float:
    """Return since when the clock runs that was started last, Unix time; 0 if none does by the clock on the wall."""
    since = [each.since for each in table.clocks if each.since is not None]
    return max(since) / SECOND if since and not header.virtual else 0.0


def stand_in(table: GameInfo, seat: int, decision: int) -> StandIn | None:
    """Return who answers a seat's decision in place of its player; None if its player is to."""
    found = (each for each in table.stand_ins if each.seat == seat and each.decision in (None, decision))
    return next(found, None)


def with_stand_in(table: GameInfo, new: StandIn) -> GameInfo:
    """Have somebody play for a seat, in place of whoever has until now."""
    others = tuple(each for each in table.stand_ins if each.seat != new.seat)
    return replace(table, stand_ins=(*others, new))


def without_stand_in(table: GameInfo, seat: int) -> GameInfo:
    """Have a seat's player play it again."""
    return replace(table, stand_ins=tuple(each for each in table.stand_ins if each.seat != seat))


def relieved(table: GameInfo, seat: int, decision: int, by: By | None, *, once: bool) -> GameInfo:
    """Return who stands in from an answer on: a player who answers is back, and a stand-in for one decision is done.

    Unless that was for `once`, or the player has returned, the stand-in stays known: the next time that is up has it
    play until the return.
    """
    if has_given_up(table, seat):
        return table
    answered = [each for each in table.stand_ins if each.seat == seat and each.decision == decision]
    done = any(once or each.returned for each in answered)
    return without_stand_in(table, seat) if by is None or done else table


def was_late(table: GameInfo, seat: int) -> bool:
    """Whether a level has answered for a seat whose time was up, and its player has not acted since."""
    return any(each.seat == seat and each.reason == "time" for each in table.stand_ins)


def has_given_up(table: GameInfo, seat: int) -> bool:
    """Whether a seat has given up."""
    return any(each.seat == seat for each in table.resigned)


def is_decided(header: Header, table: GameInfo) -> bool:
    """Whether the seats that have given up decide the game; AI levels are always there."""
    has_level = any(each.kind == "ai" for each in seats_of(header, table))
    anybody = header.clock is None or has_level or bool(table.attended.there)
    return only_one_is_left(len(table.resigned), len(header.seats), anybody=anybody)

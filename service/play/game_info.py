"""Compute the game info after each event of a log.

The functions are pure, and give equal results for new and for past events.
"""

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
from service.resources.clocks import By
from service.store import Event, GameInfo, Header
from service.store.clock_list import TimedDecision
from service.store.clock_types import StandIn


def timed_seats(header: Header, table: GameInfo) -> tuple[int, ...]:
    """List the seats that have a clock in a timed game: those of human players."""
    return tuple(seat for seat, setup in enumerate(seats_of(header, table)) if setup.kind != "ai")


def new_game_info(header: Header, table: GameInfo, to_act: Sequence[int], log: Sequence[Event] = ()) -> GameInfo:
    """Return the game info of a new game. Its clocks run at once, unless the game waits for its players.

    `log` has the first actions of a sandbox game.
    """
    if header.clock is None:
        return table
    new = _new(header, table)
    for event in log:
        new = replace(new, attended=_attended(header, new, event))
    return new if header.waits else start(header, new, to_act, moment_of(header.created_at))


def start(header: Header, table: GameInfo, to_act: Sequence[int], at: int) -> GameInfo:
    """Return the game info after the start: the clocks of seats that must act run."""
    if table.began:
        return table
    return replace(table, began=at, clocks=clocks.start_clocks(table.clocks, to_act, timed_seats(header, table), at))


def opening(header: Header, table: GameInfo, to_act: Sequence[int]) -> GameInfo:
    """Return the game info at the creation of a game, with clocks that run from their first start."""
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
    return start(header, replace(new, began=0), to_act, table.began)


def after_start(header: Header, table: GameInfo, to_act: Sequence[int]) -> GameInfo:
    """Return the game info of a started game, for a client that has seen no event since the start."""
    new = _new(header, table)
    return start(
        header,
        replace(new, resigned=(), attended=Attendance(), stand_ins=(), aborted_at="", began=0),
        to_act,
        table.began,
    )


def _new(header: Header, table: GameInfo) -> GameInfo:
    """Return the game info with new clocks, in a timed game."""
    return replace(table, clocks=clocks.new_clocks(header.clock, len(header.seats))) if header.clock else table


def after(header: Header, table: GameInfo, event: Event) -> GameInfo:
    """Return the game info after an event: its clocks and the players of its seats."""
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
        running = clocks.stop_clock(header.clock, running, event.seat, at)
    return replace(table, clocks=clocks.start_clocks(running, event.to_act, timed_seats(header, table), at))


def _attended(header: Header, table: GameInfo, event: Event) -> Attendance:
    """Return the attendance after an event. Only a timed game uses it."""
    if header.clock is None:
        return table.attended
    reason = None if event.by is None else event.by.reason
    return table.attended.after(event.seat, sign_of(reason, event.change))


def _played(header: Header, table: GameInfo, event: Event) -> GameInfo:
    """Return the game info with the player of each seat after an event."""
    if event.change is None:
        return after_action(table, event.seat, event.decision, event.by, once=header.absence.on_timeout != "level")
    return changed(table, event.seat, event.change, event.decision)


def changed(table: GameInfo, seat: int, change: SeatChange, since: int) -> GameInfo:
    """Return the game info after a change of who plays a seat, whose pending decision is `since`."""
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
    """Return the game info in which the substitute of a seat leaves it after a decision."""
    others = [
        replace(each, decision=decision, returned=True) if each.seat == seat else each for each in table.stand_ins
    ]
    return replace(table, stand_ins=tuple(others))


def deadlines(header: Header, table: GameInfo, asked: Sequence[int]) -> dict[TimedDecision, int]:
    """Return the deadline of each pending decision, in the time of the game; `asked` has the decision of each seat."""
    if header.clock is None:
        return {}
    found = clocks.deadlines(header.clock, table.clocks)
    return {TimedDecision(header.game_id, seat, asked[seat]): when for seat, when in found.items()}


def low_times(header: Header, table: GameInfo, asked: Sequence[int]) -> dict[TimedDecision, int]:
    """Return when the time of each pending decision becomes low, in the time of the game. Short times are left out."""
    found = {}
    for decision, up in deadlines(header, table, asked).items():
        since = table.clocks[decision.seat].since
        when = None if since is None else clocks.low_time(since, up)
        if when is not None:
            found[decision.low] = when
    return found


def clock_list_entries(header: Header, table: GameInfo, asked: Sequence[int], now: float) -> dict[str, float]:
    """Return the entries in the list of clocks for the pending decisions, in Unix time.

    A virtual clock moves only by `advanceClock`: deadlines that it has passed are due `now`.
    """
    looked_at = deadlines(header, table, asked) | low_times(header, table, asked)
    due = {decision.member: when for decision, when in looked_at.items()}
    if header.virtual:
        moved = moment_of(header.created_at) + table.moved
        return {member: now for member, when in due.items() if when <= moved}
    return {member: when / SECOND for member, when in due.items()}


def last_clock_start(header: Header, table: GameInfo) -> float:
    """Return the latest start of a running clock, in Unix time; 0 without one, or with a virtual clock."""
    since = [each.since for each in table.clocks if each.since is not None]
    return max(since) / SECOND if since and not header.virtual else 0.0


def stand_in(table: GameInfo, seat: int, decision: int) -> StandIn | None:
    """Return who decides in place of a seat's player; None if the player decides."""
    found = (each for each in table.stand_ins if each.seat == seat and each.decision in (None, decision))
    return next(found, None)


def with_stand_in(table: GameInfo, new: StandIn) -> GameInfo:
    """Set who plays a seat in place of its player."""
    others = tuple(each for each in table.stand_ins if each.seat != new.seat)
    return replace(table, stand_ins=(*others, new))


def without_stand_in(table: GameInfo, seat: int) -> GameInfo:
    """Let the player of a seat play it again."""
    return replace(table, stand_ins=tuple(each for each in table.stand_ins if each.seat != seat))


def after_action(table: GameInfo, seat: int, decision: int, by: By | None, *, once: bool) -> GameInfo:
    """Return the game info after an action: the player has returned, or a substitute has made its one decision.

    Unless the substitute was for one decision (`once`) or the player has returned, the game info keeps it. At the next
    timeout it plays until the player returns.
    """
    if has_resigned(table, seat):
        return table
    answered = [each for each in table.stand_ins if each.seat == seat and each.decision == decision]
    done = any(once or each.returned for each in answered)
    return without_stand_in(table, seat) if by is None or done else table


def was_late(table: GameInfo, seat: int) -> bool:
    """Whether an AI level decided for a seat after a timeout, and its player has not acted since."""
    return any(each.seat == seat and each.reason == "time" for each in table.stand_ins)


def has_resigned(table: GameInfo, seat: int) -> bool:
    """Whether a seat has resigned or forfeited."""
    return any(each.seat == seat for each in table.resigned)


def is_decided(header: Header, table: GameInfo) -> bool:
    """Whether resignations decide the game. AI levels count as present."""
    has_level = any(each.kind == "ai" for each in seats_of(header, table))
    anyone_present = header.clock is None or has_level or bool(table.attended.there)
    return only_one_is_left(len(table.resigned), len(header.seats), anybody=anyone_present)

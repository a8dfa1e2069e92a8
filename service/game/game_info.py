"""Compute the game info after each event of a log.

The functions are pure, and give equal results for new and for past events.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.attendance import Attendance, sign_of
from domain.clock import SECOND
from domain.resignations import Resignation
from domain.seat_changes import SeatChange
from service.game import clocks, pause_steps, pauses, queues
from service.game.clocks import moment_of
from service.game.game import Game, seats_of
from service.resources.clocks import By
from service.store import Event, GameInfo, Header
from service.store.clock_list import TimedDecision
from service.store.clock_types import StandIn


def timed_seats(header: Header, info: GameInfo) -> tuple[int, ...]:
    """List the seats that have a clock in a timed game: those of human players."""
    return tuple(seat for seat, setup in enumerate(seats_of(header, info)) if setup.kind != "ai")


def new_game_info(header: Header, info: GameInfo, to_act: Sequence[int], log: Sequence[Event] = ()) -> GameInfo:
    """Return the game info of a new game. Its clocks run at once, unless the game waits for its players.

    `log` has the first actions of a sandbox game.
    """
    if header.clock is UNSET:
        return info
    new = _new(header, info)
    for event in log:
        new = replace(new, attended=_attended(header, new, event))
    return new if header.waits else start(header, new, to_act, moment_of(header.created_at))


def start(header: Header, info: GameInfo, to_act: Sequence[int], at: int) -> GameInfo:
    """Return the game info after the start: the clocks of seats that must act run."""
    if info.started:
        return info
    return replace(
        info, started=at, awaited=(), clocks=clocks.start_clocks(info.clocks, to_act, timed_seats(header, info), at)
    )


def opening(header: Header, info: GameInfo, to_act: Sequence[int]) -> GameInfo:
    """Return the game info at version 0. Its clocks run from the start of the game."""
    new = replace(_unplayed(header, info), abort_requests=(), record_hash="", queues={}, queue_drops={}, own_turns={})
    if header.clock is UNSET or not info.started or header.sandbox_actions:
        return new
    return start(header, replace(new, started=0), to_act, info.started)


def after_start(header: Header, info: GameInfo, to_act: Sequence[int]) -> GameInfo:
    """Return the game info of a started game, for a client that has seen no event since the start."""
    return start(header, replace(_unplayed(header, info), started=0), to_act, info.started)


def _unplayed(header: Header, info: GameInfo) -> GameInfo:
    """Return the game info without what players have done or lost, with new clocks."""
    return replace(
        _new(header, info),
        resigned=(),
        pause=UNSET,
        pause_step=UNSET,
        vacations=(),
        attended=Attendance(),
        stand_ins=(),
        aborted_at="",
        fault=UNSET,
    )


def _new(header: Header, info: GameInfo) -> GameInfo:
    """Return the game info with new clocks, in a timed game."""
    return replace(info, clocks=clocks.new_clocks(header.clock, len(header.seats))) if header.clock else info


def after(header: Header, info: GameInfo, event: Event) -> GameInfo:
    """Return the game info after an event: its clocks, the players of its seats, and their queues."""
    return pause_steps.after_event(header, info, _after(header, info, event), event)


def _after(header: Header, info: GameInfo, event: Event) -> GameInfo:
    info = info if info.pause is UNSET and not info.vacations else pauses.before_event(header, info, event)
    info = queues.after_event(info, event)
    turns = _own_turns(header, info, event)
    info = replace(_played(header, info, event), undo=UNSET, attended=_attended(header, info, event), own_turns=turns)
    if event.change is not UNSET:
        return _after_change(header, info, event, event.change)
    if not info.started or header.clock is UNSET or event.version < header.sandbox_actions:
        return info
    if event.undoes is not UNSET:
        return replace(info, clocks=event.clocks)
    running, at = info.clocks, moment_of(event.at)
    if event.version == header.sandbox_actions:
        at = info.started
    else:
        running = clocks.stop_clock(header.clock, running, event.seat, at)
    return replace(info, clocks=clocks.start_clocks(running, event.to_act, timed_seats(header, info), at))


def _after_change(header: Header, info: GameInfo, event: Event, change: SeatChange) -> GameInfo:
    """Return the game info with the clocks after an event that is a change."""
    if change.is_of_clocks:
        return pauses.after_change(header, info, event.seat, change, moment_of(event.at))
    return replace(info, clocks=clocks.stopped(info.clocks)) if event.over else info


def _own_turns(header: Header, info: GameInfo, event: Event) -> Mapping[int, int]:
    """Return the pending decisions after an event that continue the turn of their seat."""
    if event.change is not UNSET:
        return info.own_turns
    seat, pending = event.seat, dict(zip(event.to_act, event.decisions, strict=False))
    turns = {each: decision for each, decision in info.own_turns.items() if pending.get(each) == decision}
    is_human = header.seats[seat].kind != "ai" and seat not in info.levels
    if is_human and event.by is UNSET and pending.get(seat) == event.version:
        turns[seat] = event.version
    return turns


def new_turn(info: GameInfo, seat: int) -> GameInfo:
    """Return the game info in which a seat's pending decision starts a turn: its player did not open it."""
    return replace(info, own_turns={each: decision for each, decision in info.own_turns.items() if each != seat})


def _attended(header: Header, info: GameInfo, event: Event) -> Attendance:
    """Return the attendance after an event. Only a timed game uses it."""
    if header.clock is UNSET:
        return info.attended
    reason = None if event.by is UNSET else event.by.reason
    return info.attended.after(event.seat, sign_of(reason, event.change or None))


def _played(header: Header, info: GameInfo, event: Event) -> GameInfo:
    """Return the game info with the player of each seat after an event."""
    if event.change is UNSET:
        return after_action(info, event.seat, event.decision, event.by, once=header.absence.on_timeout != "level")
    return changed(info, event.seat, event.change, event.decision)


def changed(info: GameInfo, seat: int, change: SeatChange, since: int) -> GameInfo:
    """Return the game info after a change of who plays a seat, whose pending decision is `since`."""
    if change.is_of_clocks:
        return info
    if change.kind == "returned":
        return without_stand_in(info, seat) if change.decision is UNSET else _leaving(info, seat, change.decision)
    reason: Literal["resigned", "time"] = "resigned" if change.kind == "resigned" else "time"
    level = "" if change.level is UNSET else change.level
    info = with_stand_in(info, StandIn(seat, reason, level, change.decision, since))
    if change.resignation_reason is None:
        return info
    return replace(info, resigned=(*info.resigned, Resignation(seat, change.resignation_reason)))


def _leaving(info: GameInfo, seat: int, decision: int) -> GameInfo:
    """Return the game info in which the substitute of a seat leaves it after a decision."""
    others = [replace(each, decision=decision, returned=True) if each.seat == seat else each for each in info.stand_ins]
    return replace(info, stand_ins=tuple(others))


def deadlines(header: Header, info: GameInfo, decisions: Sequence[int]) -> dict[TimedDecision, int]:
    """Return the deadline of each pending decision, in the time of the game; `decisions` has the ids by seat."""
    if header.clock is UNSET:
        return {}
    found = clocks.deadlines(header.clock, pauses.clocks_after(info))
    return {TimedDecision(header.game_id, seat, decisions[seat]): when for seat, when in found.items()}


def low_times(header: Header, info: GameInfo, decisions: Sequence[int]) -> dict[TimedDecision, int]:
    """Return when the time of each pending decision becomes low, in the time of the game. Short times are left out."""
    found = {}
    for decision, up in deadlines(header, info, decisions).items():
        own = info.clocks[decision.seat]
        when = None if own.since is UNSET else clocks.low_time(own.since, up)
        if when is not None:
            found[decision.low] = when
    return found


def clock_list_entries(header: Header, info: GameInfo, decisions: Sequence[int], now: float) -> dict[str, float]:
    """Return the entries in the list of clocks for the pending decisions, in Unix time.

    A virtual clock moves only by `advanceClock`: a deadline that it has passed is due `now`.
    """
    looked_at = deadlines(header, info, decisions) | low_times(header, info, decisions)
    due = {decision.member: when for decision, when in looked_at.items()}
    if header.virtual:
        moved = moment_of(header.created_at) + info.moved
        return {member: now for member, when in due.items() if when <= moved}
    return {member: when / SECOND for member, when in due.items()}


def last_clock_start(header: Header, info: GameInfo) -> float:
    """Return the latest start of a running clock, in Unix time; 0 without one, or with a virtual clock."""
    since = [each.since for each in info.clocks if each.since is not UNSET]
    return max(since) / SECOND if since and not header.virtual else 0.0


def stand_in(info: GameInfo, seat: int, decision: int) -> StandIn | None:
    """Return who decides in place of a seat's player; None if the player decides."""
    found = (each for each in info.stand_ins if each.seat == seat and each.decision in (UNSET, decision))
    return next(found, None)


def with_stand_in(info: GameInfo, new: StandIn) -> GameInfo:
    """Set who plays a seat in place of its player."""
    others = tuple(each for each in info.stand_ins if each.seat != new.seat)
    return replace(info, stand_ins=(*others, new))


def without_stand_in(info: GameInfo, seat: int) -> GameInfo:
    """Let the player of a seat play it again."""
    return replace(info, stand_ins=tuple(each for each in info.stand_ins if each.seat != seat))


def after_action(info: GameInfo, seat: int, decision: int, by: By | UnsetType, *, once: bool) -> GameInfo:
    """Return the game info after an action: the player has returned, or a substitute has made its one decision.

    The game info forgets the substitute if it was for one decision (`once`), or if the player has returned. Otherwise
    the substitute stays. After the next timeout it plays until the player returns.
    """
    if has_resigned(info, seat):
        return info
    completed = [each for each in info.stand_ins if each.seat == seat and each.decision == decision]
    done = any(once or each.returned for each in completed)
    return without_stand_in(info, seat) if by is UNSET or done else info


def was_late(info: GameInfo, seat: int) -> bool:
    """Whether an AI level decided for a seat after a timeout, and its player has not acted since."""
    return any(each.seat == seat and each.reason == "time" for each in info.stand_ins)


def has_resigned(info: GameInfo, seat: int) -> bool:
    """Whether a seat has resigned or forfeited."""
    return any(each.seat == seat for each in info.resigned)


def offered(game: Game, seat: int | None) -> int | None:
    """Return the pending decision that the player of a seat can make; None without one, or for a spectator.

    The service decides for a seat that has resigned or forfeited.
    """
    if seat is None or seat not in game.to_act or has_resigned(game.info, seat):
        return None
    return game.position.decisions[seat]


def after_event(game: Game, event: Event) -> Event:
    """Put the game info after an event into the game, and return the event; it may end the game by resignations."""
    before = game.info
    game.info = after(game.header, before, event)
    if event.over or not game.is_decided:
        return event
    event = replace(event, over=True, to_act=(), decisions=())
    game.info = after(game.header, before, event)
    return event

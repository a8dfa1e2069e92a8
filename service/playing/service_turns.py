"""Play the turns of AI players, absent players and queues, several in one write if no other player can act between."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from domain.actions import check
from service.game.game import Game
from service.installation.installation import Installation
from service.playing import action_queues, games, notices
from service.playing.pending_jobs import (
    clock_entries,
    due,
    is_queued,
    may_play_on,
    remove_clock,
    seat_to_play,
    stand_in_of,
)
from service.store import ConflictingWrite, Event
from service.store.clock_list import TimedDecision
from service.telemetry import tracing

MOST_EVENTS = 64
"""The maximum number of events of one write, so that no write blocks Redis for long."""

Choose = Callable[[Game, int], Any]
"""Returns the action of a seat whose turn the service must play."""


def play(installation: Installation, game: Game, choose: Choose, has_time: Callable[[], bool]) -> None:
    """Play the turn that the service must play, and those that follow at once.

    The game is changed in place. The turns end where another player may act, where a level must search, or when
    `has_time` is false; the caller enqueues the job that follows. A queue whose action does not fit is dropped. Raises
    ConflictingWrite, IllegalAction and GameBusy.
    """
    events: list[Event] = []
    queued: list[Event] = []
    while (seat := seat_to_play(game)) is not None:
        if is_queued(game, seat):
            event = action_queues.submit_first(installation, game, seat, events)
            queued += [event] if event is not None else []
        else:
            action = _chosen(game, seat, choose, is_first=not events)
            if action is None:
                break
            event = _carried_out(installation, game, seat, action)
        events += [event] if event is not None else []
        if not may_play_on(game) or len(events) == MOST_EVENTS or not has_time():
            break
    if not events:
        return _drop(installation, game)
    with tracing.span("commit", game_id=game.header.game_id, seat=events[-1].seat, version=game.position.version):
        games.write_events(installation, game, events)
        for event in queued if game.header.clock is not UNSET else ():
            remove_clock(installation, TimedDecision(game.header.game_id, event.seat, event.decision))
        notices.send_event(installation, game)
    return None


def _chosen(game: Game, seat: int, choose: Choose, *, is_first: bool) -> Any:
    """Return a legal action that is chosen for a seat.

    None if the choice fails after other turns: these are written first, so that the failing turn is the first of the
    next job.
    """
    try:
        action = choose(game, seat)
        check(game.ruleset, game.position.state, seat, action)
    except Exception:
        if is_first:
            raise
        return None
    return action


def _carried_out(installation: Installation, game: Game, seat: int, action: Any) -> Event:
    """Apply a legal action of a seat to the game in place."""
    stand_in = stand_in_of(game, seat)
    return games.perform(installation, game, seat, action, None if stand_in is None else stand_in.by)


def _drop(installation: Installation, game: Game) -> None:
    """Write that queues were dropped, which only their players see. Raises ConflictingWrite."""
    game_id, at = game.header.game_id, due(installation, game)
    clocks, version = clock_entries(installation, game), game.position.version
    seen = game.as_read.info
    if not installation.store.replace_info(
        game_id, seen, game.info, due=at, clocks=clocks, publish=True, version=version
    ):
        raise ConflictingWrite
    notices.send_dropped(installation, game)

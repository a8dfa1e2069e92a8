"""Play the turns of AI players, absent players and queues, several in one write if no other player can act between."""

from collections.abc import Callable
from typing import Any

from domain.ruleset import check
from service.game.game import Game
from service.installation.bottega import Bottega
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
from service.store import Event, GameInfo
from service.store.clock_list import TimedDecision
from service.telemetry import tracing

MOST_EVENTS = 64
"""The maximum number of events of one write, so that no write blocks Redis for long."""

Choose = Callable[[Game, int], Any]
"""Returns the action of a seat whose turn the service must play."""


def play(bottega: Bottega, game: Game, choose: Choose, has_time: Callable[[], bool]) -> bool:
    """Play the turn that the service must play, and those that follow at once; False after a conflicting write.

    The game is changed in place. The turns end where another player may act, where a level must search, or when
    `has_time` is false; the caller enqueues the job that follows. A queue whose action does not fit is dropped. Raises
    IllegalAction and GameBusy.
    """
    seen = game.info
    events: list[Event] = []
    queued: list[Event] = []
    while (seat := seat_to_play(game)) is not None:
        if is_queued(game, seat):
            event = action_queues.submit_first(bottega, game, seat, events)
            queued += [event] if event is not None else []
        else:
            action = _chosen(game, seat, choose, is_first=not events)
            if action is None:
                break
            event = _carried_out(bottega, game, seat, action)
        events += [event] if event is not None else []
        if not may_play_on(game) or len(events) == MOST_EVENTS or not has_time():
            break
    if not events:
        return _drop(bottega, game, seen)
    with tracing.span("commit", game_id=game.header.game_id, seat=events[-1].seat, version=game.position.version):
        if games.store(bottega, game, seen, events) == "conflict":
            return False
        for event in queued if game.header.clock is not None else ():
            remove_clock(bottega, TimedDecision(game.header.game_id, event.seat, event.decision))
        notices.send_event(bottega, game)
    return True


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


def _carried_out(bottega: Bottega, game: Game, seat: int, action: Any) -> Event:
    """Apply a legal action of a seat to the game in place."""
    stand_in = stand_in_of(game, seat)
    return games.happen(bottega, game, seat, action, None if stand_in is None else stand_in.by)


def _drop(bottega: Bottega, game: Game, seen: GameInfo) -> bool:
    """Write that queues were dropped, which only their players see; False after a conflicting write."""
    game_id, at = game.header.game_id, due(bottega, game)
    clocks, version = clock_entries(bottega, game), game.position.version
    if not bottega.store.replace_info(game_id, seen, game.info, due=at, clocks=clocks, version=version):
        return False
    notices.send_dropped(bottega, game)
    return True

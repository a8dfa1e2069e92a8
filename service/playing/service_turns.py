"""Play the turns of AI and absent players, several in one write where no other player can act in between."""

from collections.abc import Callable
from typing import Any

from domain.ruleset import check
from service.game.game import Game
from service.installation.bottega import Bottega
from service.playing import games, notices
from service.playing.pending_jobs import may_play_on, seat_to_play, stand_in_of
from service.telemetry import tracing

MOST_EVENTS = 64
"""The maximum number of events of one write, so that no write blocks Redis for long."""

Choose = Callable[[Game, int], Any]
"""Returns the action of a seat whose turn the service must play."""


def play(bottega: Bottega, game: Game, choose: Choose, has_time: Callable[[], bool]) -> bool:
    """Play the turn that the service must play, and those that follow at once; False after a conflicting write.

    The game is changed in place. The turns end where another player may act, where a level must search, or when
    `has_time` is false; the caller enqueues the job that follows. Raises IllegalAction.
    """
    seen, events = game.info, []
    while (seat := seat_to_play(game)) is not None:
        stand_in = stand_in_of(game, seat)
        action = choose(game, seat)
        check(game.ruleset, game.position.state, seat, action)
        events.append(games.happen(bottega, game, seat, action, None if stand_in is None else stand_in.by))
        if not may_play_on(game) or len(events) == MOST_EVENTS or not has_time():
            break
    with tracing.span("commit", game_id=game.header.game_id, seat=events[-1].seat, version=game.position.version):
        if games.store(bottega, game, seen, events) == "conflict":
            return False
        notices.send_event(bottega, game)
    return True

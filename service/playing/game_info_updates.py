"""Change the game info of a game, with retries after conflicting writes."""

from collections.abc import Callable

from service.game.game import Game, load
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.playing.pending_jobs import clock_entries, due, enqueue_safely, next_job
from service.store import ConflictingWrite, GameInfo

Change = Callable[[Game], GameInfo | None]
"""Returns the new game info of a game; None without a change. May raise a problem."""


def update_game_info(
    installation: Installation,
    game_id: str,
    change: Change,
    *,
    due_at: float | None = None,
    announce: bool = False,
    at_version: bool = False,
) -> Game:
    """Change the game info of a game, enqueue the job that follows, and return the changed game.

    If `due_at` is set, the sweeper also checks the game at that time. With `announce`, the streams of the game read it
    again. With `at_version`, a change that an event overtakes is made again. Raises GameNotFound, RulesNotHosted,
    GameBusy, and what `change` raises.
    """

    def attempt() -> Game:
        game = load(installation, game_id)
        info = change(game)
        if info is None:
            return game
        seen, game.info = game.info, info
        at, clocks = due(installation, game) or due_at, clock_entries(installation, game)
        version = game.position.version if at_version else None
        if not installation.store.replace_info(
            game_id, seen, info, due=at, clocks=clocks, publish=announce, version=version
        ):
            raise ConflictingWrite
        enqueue_safely(installation, next_job(game))
        return game

    return retry_conflicts(attempt)

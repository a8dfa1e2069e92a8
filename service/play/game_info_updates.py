"""Changing what is arranged around a game, as long as others do so at the same time."""

from collections.abc import Callable

from service.play.bottega import Bottega
from service.play.game import Game, load
from service.play.pending_jobs import clock_entries, due, enqueue_safely, next_job
from service.problems import GameBusy
from service.store import GameInfo

MOST_ATTEMPTS = 100
"""How often others may be faster before a request gives up."""

Change = Callable[[Game], GameInfo | None]
"""Returns the table of a game as it is to be; None if it is so already. Raises what is wrong with that."""


def rearrange(
    bottega: Bottega, game_id: str, change: Change, *, due_at: float | None = None, told: bool = False
) -> Game:
    """Change the table of a game, hand out the job that this makes necessary, and return the game as it is then.

    `due_at` is when somebody must look at it, besides the job. With `told`, whoever follows the game looks at it again.
    Raises GameNotFound, RulesNotHosted, GameBusy, and what `change` raises.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        table = change(game)
        if table is None:
            return game
        seen, game.table = game.table, table
        at, clocks = due(bottega, game) or due_at, clock_entries(bottega, game)
        if bottega.store.replace_info(game_id, seen, table, due=at, clocks=clocks, publish=told):
            enqueue_safely(bottega, next_job(game))
            return game
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})

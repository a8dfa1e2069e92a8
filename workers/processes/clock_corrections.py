"""What was asked by a clock that was ahead, and has been put right since, is asked anew: its time begins now.

Else a game that waits for somebody who is gone could not go on before the time had come that the clock showed.
"""

import logging
from collections.abc import Callable

from service.play import missed_decisions
from service.play.bottega import Bottega
from service.play.clock_and_ids import CLOCKS_APART_SECONDS
from service.problems import GameBusy, GameNotFound
from service.runtime.heartbeat import beat
from service.runtime.throttled_log import log_once
from service.store import OUTAGES

AT_ONCE = 100
"""Games looked at in one look."""
AHEAD_SECONDS = 5.0
"""So long there are such games before anything is done: the clock here may be the wrong one, behind for a moment."""
KEPT_SECONDS = 24 * 60 * 60.0
"""For so long it is kept when a game was asked something."""

logger = logging.getLogger(__name__)


def put_right(
    bottega: Bottega, now: float, elapsed: float, ahead: float | None, alive: Callable[[], object] = beat
) -> float | None:
    """Have the clocks of games run from now on that would run from a time to come; what goes wrong with one is logged.

    `elapsed` is the time by a clock that nobody sets. Returns since when, by that clock, there are such games, and None
    if there are none: the next look is told that as `ahead`. Calls `alive` before each game. Raises one of OUTAGES.
    """
    found = bottega.store.clocks.latest_starts(now + CLOCKS_APART_SECONDS, now - KEPT_SECONDS, AT_ONCE)
    if not found:
        return None
    if ahead is None:
        return elapsed
    if elapsed - ahead >= AHEAD_SECONDS:
        for game_id, asked in found:
            alive()
            _ask_anew(bottega, game_id, asked)
    return ahead


def _ask_anew(bottega: Bottega, game_id: str, asked: float) -> None:
    """Put the clocks of a game right, which was `asked` last then."""
    try:
        missed_decisions.restart_future_clocks(bottega, game_id)
    except OUTAGES:
        raise
    except GameBusy:
        return
    except GameNotFound:
        pass
    except Exception as error:  # noqa: BLE001  # the outermost frame of one game
        log_once(logger, "the clocks of game %s are ahead and cannot be put right", game_id, error=error)
    bottega.store.clocks.forget_start(game_id, asked)

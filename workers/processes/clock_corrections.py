"""Restart game clocks that started in the future, after the system clock was set back.

Otherwise a game with an absent player could not continue before the time that the wrong clock showed.
"""

import logging
from collections.abc import Callable

from service import problems
from service.installation.clock_and_ids import CLOCKS_APART_SECONDS
from service.installation.installation import Installation
from service.installation.jobs import Work
from service.installation.running_works import WorkPaused, running
from service.playing import missed_decisions
from service.runtime.heartbeat import beat
from service.runtime.throttled_log import log_once
from service.store import OUTAGES

AT_ONCE = 100
"""Games per check."""
AHEAD_SECONDS = 5.0
"""Seconds to wait before correcting anything: the local clock may be the wrong one and be behind for a moment."""
STORED_SECONDS = 24 * 60 * 60.0
"""Seconds for which the store keeps the time of a game's last decision."""

logger = logging.getLogger(__name__)


def restart_clocks_ahead(
    installation: Installation, now: float, elapsed: float, ahead: float | None, alive: Callable[[], object] = beat
) -> float | None:
    """Restart the clocks of games that start in the future; an error in one game is logged.

    `elapsed` is monotonic time. Returns the monotonic time since when such games exist, or None without such games.
    Pass the last result as `ahead`. Calls `alive` before each game. Raises one of OUTAGES.
    """
    found = installation.store.clocks.latest_starts(now + CLOCKS_APART_SECONDS, now - STORED_SECONDS, AT_ONCE)
    if not found:
        return None
    if ahead is None:
        return elapsed
    if elapsed - ahead >= AHEAD_SECONDS:
        for game_id, started in found:
            alive()
            _restart_clocks(installation, game_id, started)
    return ahead


def _restart_clocks(installation: Installation, game_id: str, started: float) -> None:
    """Restart the clocks of a game whose last decision started at `started`."""
    try:
        with running(installation, Work(game_id, "restart_clocks")):
            missed_decisions.restart_future_clocks(installation, game_id)
    except OUTAGES:
        raise
    except WorkPaused:
        return
    except problems.GameBusy:
        return
    except problems.GameNotFound:
        pass
    except Exception as error:  # noqa: BLE001  # the outermost frame of one game
        log_once(logger, "the clocks of game %s are ahead and cannot be corrected", game_id, error=error)
    installation.store.clocks.delete_start(game_id, started)

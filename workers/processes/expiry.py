"""Delete, unlist and archive games whose lifetimes have ended, in a thread of the sweeper's process.

A slow archive therefore delays no job.
"""

import logging
import threading
import time

from service.installation import jobs
from service.installation.installation import Installation
from service.installation.running_works import WorkPaused, running
from service.retention import lifetimes
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, ArchiveUnavailable, GameLost
from workers.processes.pace import AT_ONCE, LONGEST_WAIT_SECONDS, PAUSE_SECONDS

LIFETIMES_AT_ONCE = 10
LIFETIME_PAUSE_SECONDS = 300.0
"""Seconds for which a process reserves games; after that other processes take them."""
LIFETIME = "check_lifetime"
"""The name under which deaths of the process during the check of a game's lifetime are counted."""

logger = logging.getLogger(__name__)


def keep_lifetimes(installation: Installation, stop: threading.Event) -> None:
    """Check the games whose lifetimes may have ended, until the process stops."""
    pause = PAUSE_SECONDS
    while not stop.is_set():
        try:
            expire_games(installation, time.time())
            pause = PAUSE_SECONDS
        except (*OUTAGES, ArchiveUnavailable) as error:
            warn_sparsely(logger, "finished games wait to be archived or deleted: %s", error)
            pause = min(2 * pause, LONGEST_WAIT_SECONDS)
        stop.wait(pause)


def expire_games(installation: Installation, now: float) -> None:
    """Delete, unlist or archive games whose lifetimes have ended; an error in one does not stop the others.

    Games that cannot be checked now are checked again after LIFETIME_PAUSE_SECONDS. Raises one of OUTAGES, and
    ArchiveUnavailable.
    """
    for _ in range(AT_ONCE // LIFETIMES_AT_ONCE):
        taken = installation.store.lists.take_due(now, now + LIFETIME_PAUSE_SECONDS, LIFETIMES_AT_ONCE)
        for game_id in taken:
            _check_lifetime(installation, game_id, now)
        if len(taken) < LIFETIMES_AT_ONCE:
            return


def _check_lifetime(installation: Installation, game_id: str, now: float) -> None:
    """Check one game; raises one of OUTAGES, and ArchiveUnavailable."""
    try:
        with running(installation, jobs.Work(game_id, LIFETIME), now):
            lifetimes.apply_lifetime(installation, game_id, now)
    except WorkPaused as pause:
        installation.store.lists.check_at(game_id, pause.until)
    except Exception as error:  # the outermost frame of one game
        if isinstance(error, (*OUTAGES, ArchiveUnavailable)) and not isinstance(error, GameLost):
            raise
        installation.store.lists.check_at(game_id, now + lifetimes.LONGEST_PAUSE_SECONDS)
        log_once(logger, "the lifetime of game %s is unknown; the game is kept", game_id, error=error)

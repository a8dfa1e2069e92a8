"""Run clock keepers: threads that resolve decisions as soon as their deadlines pass.

They run in the sweeper and in the scoring workers, so that clocks go on when one process ends. A thread reserves a
decision for half a second; after that, other threads take it. RQ's scheduler runs in one process and checks once a
second.
"""

import logging
import threading
import time
from collections.abc import Callable

from service.installation.bottega import Bottega
from service.playing import missed_decisions
from service.problems import RulesNotHosted
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, GameUnreadable
from service.store.outages import NOTED_SECONDS

THREADS = 12
"""Threads per process: while one waits for the disk, the others continue."""
PAUSE_SECONDS = 0.1
"""Seconds between two checks while no deadline has passed."""
OUTAGE_SECONDS = 0.5
UNHOSTED_SECONDS = 60.0
"""Seconds between two checks of a game with unhosted rules: during an upgrade another process may host them."""
TAKEN_SECONDS = 0.5
TAKEN_AT_ONCE = 5
"""Decisions that a thread takes at once; each needs a few milliseconds."""

logger = logging.getLogger(__name__)


class ClockKeepers:
    """The clock keepers of this process."""

    def __init__(self, bottega: Bottega, is_ending: Callable[[], bool]) -> None:
        """Start the threads; they run until this process ends."""
        self._threads = [
            threading.Thread(target=_keep, args=(bottega, is_ending), name="clock keeper", daemon=True)
            for _ in range(THREADS)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def are_alive(self) -> bool:
        """Whether all threads run."""
        return all(thread.is_alive() for thread in self._threads)


def _keep(bottega: Bottega, is_ending: Callable[[], bool]) -> None:
    """Check the clocks repeatedly, without a pause while deadlines have passed."""
    noted = 0.0
    while not is_ending():
        try:
            if abs(time.time() - noted) >= NOTED_SECONDS:
                noted = time.time()
                bottega.store.outages.note(noted)
            pause = 0.0 if resolve_deadlines(bottega, time.time()) else PAUSE_SECONDS
        except OUTAGES as error:
            warn_sparsely(logger, "the clocks wait for Redis: %s", error)
            pause = OUTAGE_SECONDS
        time.sleep(pause)


def resolve_deadlines(bottega: Bottega, now: float) -> int:
    """Resolve a few decisions whose deadlines have passed; return their number.

    An error in one decision is logged and does not stop the others. Raises one of OUTAGES.
    """
    again = now + TAKEN_SECONDS
    taken = bottega.store.clocks.take(now, again, TAKEN_AT_ONCE)
    games = missed_decisions.load_all(bottega, taken)
    settled = []
    for decision in taken:
        try:
            later = missed_decisions.handle_deadline(bottega, decision, now, games.get(decision.game_id))
        except OUTAGES:
            raise
        except RulesNotHosted as error:
            later = now + UNHOSTED_SECONDS
            warn_sparsely(logger, "the clock of game %s needs a process with other rules: %s", decision.game_id, error)
        except GameUnreadable as error:
            later = now + UNHOSTED_SECONDS
            log_once(logger, "%s", error)
        except Exception as error:  # noqa: BLE001  # the outermost frame of one decision
            later = now + bottega.settings.lease_seconds
            log_once(logger, "missed decision failed: seat %d, game %s", decision.seat, decision.game_id, error=error)
        settled.append((decision, later))
    bottega.store.clocks.settle(settled, again)
    return len(taken)

"""Run clock keepers: threads that resolve decisions as soon as their deadlines pass.

They run in the sweeper and in the scoring workers, so that clocks go on when one process ends. One thread of a process
watches the list of clocks: ten times a second while a deadline is near, else once a second. When it takes decisions,
the next thread watches. A thread reserves a decision for half a second; after that, other threads take it. RQ's
scheduler runs in one process and checks once a second.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence

from service.installation.bottega import Bottega
from service.playing import missed_decisions
from service.problems import RulesNotHosted
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, GameUnreadable
from service.store.clock_list import TimedDecision
from service.store.outages import NOTED_SECONDS

THREADS = 12
"""Threads per process: while one waits for the disk, the others continue."""
PAUSE_SECONDS = 0.1
"""Seconds between two checks while a deadline is near."""
QUIET_SECONDS = 1.0
"""Seconds between two checks while none is: a shorter clock that starts in between is late by at most that."""
NEAR_SECONDS = 60.0
"""A deadline in the next minute is near."""
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
        self._bottega, self._is_ending = bottega, is_ending
        self._watch, self._noted = threading.Lock(), 0.0
        self._threads = [threading.Thread(target=self._keep, name="clock keeper", daemon=True) for _ in range(THREADS)]
        for thread in self._threads:
            thread.start()

    @property
    def are_alive(self) -> bool:
        """Whether all threads run."""
        return all(thread.is_alive() for thread in self._threads)

    def _keep(self) -> None:
        """Watch the clocks in turn with the other threads, and resolve the decisions taken."""
        while not self._is_ending():
            try:
                with self._watch:
                    now, taken = self._wait_for_decisions()
                _resolve(self._bottega, now, taken)
            except OUTAGES as error:
                warn_sparsely(logger, "the clocks wait for Redis: %s", error)
                time.sleep(OUTAGE_SECONDS)

    def _wait_for_decisions(self) -> tuple[float, Sequence[TimedDecision]]:
        """Return the time and some decisions whose deadlines have passed; none if the process ends."""
        while not self._is_ending():
            now = time.time()
            if abs(now - self._noted) >= NOTED_SECONDS:
                self._noted = now
                self._bottega.store.outages.note(now)
                first = self._bottega.store.clocks.first()
                if first is None or first > now + NEAR_SECONDS:
                    time.sleep(QUIET_SECONDS)
                    continue
            taken = self._bottega.store.clocks.take(now, now + TAKEN_SECONDS, TAKEN_AT_ONCE)
            if taken:
                return now, taken
            time.sleep(PAUSE_SECONDS)
        return 0.0, ()


def resolve_deadlines(bottega: Bottega, now: float) -> int:
    """Resolve a few decisions whose deadlines have passed; return their number.

    An error in one decision is logged and does not stop the others. Raises one of OUTAGES.
    """
    taken = bottega.store.clocks.take(now, now + TAKEN_SECONDS, TAKEN_AT_ONCE)
    _resolve(bottega, now, taken)
    return len(taken)


def _resolve(bottega: Bottega, now: float, taken: Sequence[TimedDecision]) -> None:
    """Resolve decisions that this thread has reserved. Raises one of OUTAGES."""
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
    bottega.store.clocks.settle(settled, now + TAKEN_SECONDS)

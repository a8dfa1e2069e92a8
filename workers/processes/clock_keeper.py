"""Clock keepers: threads that see to it that a decision is answered as soon as its time is up.

They run in the sweeper and in the workers that score, so that no process's end holds up a clock. They share the work:
whoever takes a decision has it for half a second, after which the others take it for lost.
"""

import logging
import threading
import time
from collections.abc import Callable

from service.play import missed_decisions
from service.play.bottega import Bottega
from service.problems import RulesNotHosted
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, GameUnreadable
from service.store.outages import NOTED_SECONDS

THREADS = 12
"""Of a process: while one waits for the disk, the others go on."""
PAUSE_SECONDS = 0.1
"""Between two looks at the clocks, while no time is up."""
OUTAGE_SECONDS = 0.5
UNHOSTED_SECONDS = 60.0
"""Between two looks at a clock of a game whose rules are not hosted here: while they are changed, somebody else may."""
TAKEN_SECONDS = 0.5
TAKEN_AT_ONCE = 5
"""Decisions that one thread takes; they are few milliseconds each."""

logger = logging.getLogger(__name__)


class ClockKeepers:
    """The threads of this process."""

    def __init__(self, bottega: Bottega, is_ending: Callable[[], bool]) -> None:
        """Begin to look at the clocks, until this process is ending."""
        self._threads = [
            threading.Thread(target=_keep, args=(bottega, is_ending), name="clock keeper", daemon=True)
            for _ in range(THREADS)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def are_well(self) -> bool:
        """Whether all threads run."""
        return all(thread.is_alive() for thread in self._threads)


def _keep(bottega: Bottega, is_ending: Callable[[], bool]) -> None:
    """Look at the clocks again and again: without a pause as long as there is any whose time is up."""
    noted = 0.0
    while not is_ending():
        try:
            if abs(time.time() - noted) >= NOTED_SECONDS:
                noted = time.time()
                bottega.store.outages.note(noted)
            pause = 0.0 if look_at_clocks(bottega, time.time()) else PAUSE_SECONDS
        except OUTAGES as error:
            warn_sparsely(logger, "the clocks wait for Redis: %s", error)
            pause = OUTAGE_SECONDS
        time.sleep(pause)


def look_at_clocks(bottega: Bottega, now: float) -> int:
    """Do what is to be done about a few decisions whose time is up; return how many there were.

    What goes wrong with one is logged and does not stop the others. Raises one of OUTAGES.
    """
    again = now + TAKEN_SECONDS
    taken = bottega.store.clocks.take(now, again, TAKEN_AT_ONCE)
    games = missed_decisions.load_all(bottega, taken)
    settled = []
    for asked in taken:
        try:
            later = missed_decisions.handle_deadline(bottega, asked, now, games.get(asked.game_id))
        except OUTAGES:
            raise
        except RulesNotHosted as error:
            later = now + UNHOSTED_SECONDS
            warn_sparsely(logger, "a clock of game %s waits for a process of other rules: %s", asked.game_id, error)
        except GameUnreadable as error:
            later = now + UNHOSTED_SECONDS
            log_once(logger, "%s", error)
        except Exception as error:  # noqa: BLE001  # the outermost frame of one decision
            later = now + bottega.settings.lease_seconds
            log_once(logger, "the time of seat %d in game %s is up in vain", asked.seat, asked.game_id, error=error)
        settled.append((asked, later))
    bottega.store.clocks.settle(settled, again)
    return len(taken)

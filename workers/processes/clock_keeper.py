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
from contextlib import ExitStack

from service import problems
from service.game.game import Game
from service.installation.installation import Installation
from service.installation.jobs import Work
from service.installation.running_works import WorkPaused, running
from service.isolation.faults import RuleFault
from service.playing import faulty_games, missed_decisions
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
LONGEST_PAUSE_SECONDS = 300.0
"""Longest pause of a decision during which a process has died."""
DEADLINE = "handle_deadline"
"""The name under which these deaths are counted."""
TAKEN_SECONDS = 0.5
TAKEN_AT_ONCE = 5
"""Decisions that a thread takes at once; each needs a few milliseconds."""

logger = logging.getLogger(__name__)


class ClockKeepers:
    """The clock keepers of this process."""

    def __init__(self, installation: Installation, is_ending: Callable[[], bool]) -> None:
        """Start the threads; they run until this process ends."""
        self._installation, self._is_ending = installation, is_ending
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
                _resolve(self._installation, now, taken)
            except OUTAGES as error:
                warn_sparsely(logger, "the clocks wait for Redis: %s", error)
                time.sleep(OUTAGE_SECONDS)

    def _wait_for_decisions(self) -> tuple[float, Sequence[TimedDecision]]:
        """Return the time and some decisions whose deadlines have passed; none if the process ends."""
        while not self._is_ending():
            now = time.time()
            if abs(now - self._noted) >= NOTED_SECONDS:
                self._noted = now
                self._installation.store.outages.note(now)
                first = self._installation.store.clocks.first()
                if first is None or first > now + NEAR_SECONDS:
                    time.sleep(QUIET_SECONDS)
                    continue
            taken = self._installation.store.clocks.take(now, now + TAKEN_SECONDS, TAKEN_AT_ONCE)
            if taken:
                return now, taken
            time.sleep(PAUSE_SECONDS)
        return 0.0, ()


def resolve_deadlines(installation: Installation, now: float) -> int:
    """Resolve a few decisions whose deadlines have passed; return their number.

    An error in one decision is logged and does not stop the others. Raises one of OUTAGES.
    """
    taken = installation.store.clocks.take(now, now + TAKEN_SECONDS, TAKEN_AT_ONCE)
    _resolve(installation, now, taken)
    return len(taken)


def _resolve(installation: Installation, now: float, taken: Sequence[TimedDecision]) -> None:
    """Resolve decisions that this thread has reserved. Raises one of OUTAGES.

    Decisions of games with failures are resolved one by one, so that the death of the process shows the cause.
    """
    failing = [each for each in taken if installation.store.failed_jobs.is_failing(each.game_id, now)]
    settled = _resolve_together(installation, now, [each for each in taken if each not in failing])
    for each in failing:
        settled += _resolve_together(installation, now, [each])
    installation.store.clocks.settle(settled, now + TAKEN_SECONDS)


def _resolve_together(
    installation: Installation, now: float, taken: Sequence[TimedDecision]
) -> list[tuple[TimedDecision, float | None]]:
    """Resolve some decisions, whose games are read together; return them with the times of their next checks."""
    try:
        with ExitStack() as stack:
            for game_id in dict.fromkeys(each.game_id for each in taken):
                stack.enter_context(running(installation, Work(game_id, DEADLINE), now))
            games = missed_decisions.load_all(installation, taken)
            return [(each, _resolve_one(installation, now, each, games.get(each.game_id))) for each in taken]
    except WorkPaused as pause:
        until = min(pause.until, now + LONGEST_PAUSE_SECONDS)
        return [(each, until) for each in taken]


def _resolve_one(installation: Installation, now: float, decision: TimedDecision, game: Game | None) -> float | None:
    """Resolve a decision; return the time of its next check, None if it is done."""
    try:
        return missed_decisions.handle_deadline(installation, decision, now, game)
    except OUTAGES:
        raise
    except problems.RulesNotHosted as error:
        warn_sparsely(logger, "the clock of game %s needs a process with other rules: %s", decision.game_id, error)
        return now + UNHOSTED_SECONDS
    except RuleFault as fault:
        faulty_games.stop(installation, decision.game_id, fault)
        return None
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return now + UNHOSTED_SECONDS
    except Exception as error:  # noqa: BLE001  # the outermost frame of one decision
        log_once(logger, "missed decision failed: seat %d, game %s", decision.seat, decision.game_id, error=error)
        return now + installation.settings.lease_seconds

"""Run the sweeper: enqueue lost jobs again.

A game enters the due list before the commit that makes a job necessary. The sweeper checks each due game. It enqueues a
pending job again, bundles old events of the log, and removes a game without a job from the list. It checks the due
lists of all subjects in the same way, such as webhooks with due deliveries.

Clock keepers run beside it, and a thread that ends the lifetimes of games.

RQ's own clean-up finds jobs of killed workers, but no job that Redis has lost or that was never enqueued.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.assembly import SUBJECTS, open_installation
from service.installation import failed_jobs, jobs
from service.installation.clock_and_ids import CLOCKS_APART_SECONDS
from service.installation.installation import DueWork, Installation, due_work
from service.installation.jobs import Job
from service.installation.running_works import WorkPaused, running
from service.runtime.heartbeat import beat
from service.runtime.signals import wake
from service.runtime.throttled_log import log_once, warn_sparsely
from service.settings import Settings
from service.store import OUTAGES, GameUnreadable
from service.store.due_list import DueList
from service.telemetry import tracing
from workers.processes.clock_corrections import restart_clocks_ahead
from workers.processes.clock_keeper import ClockKeepers
from workers.processes.deaths import settle_deaths
from workers.processes.expiry import keep_lifetimes
from workers.processes.game_check import check_game
from workers.processes.overdue_jobs import try_again
from workers.processes.pace import AT_ONCE, LONGEST_PAUSE_SECONDS, LONGEST_WAIT_SECONDS, PAUSE_SECONDS
from workers.processes.worker_metrics import observe

TURN_SECONDS = 2.0
"""Seconds spent on one due list before the next one; a single check may take as long again."""

Alive = Callable[[], object]
"""Sends a heartbeat of the process."""

logger = logging.getLogger(__name__)


def run_sweeper(settings: Settings, rulesets: Mapping[str, AnyRuleset] = RULESETS) -> None:
    """Run the sweeper until SIGTERM or SIGINT."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: wake(stop))
    observe(settings, "sweeper")
    installation, pause = open_installation(settings, rulesets), PAUSE_SECONDS
    settle_deaths(installation, stop.is_set)
    ahead: float | None = None
    keepers = ClockKeepers(installation, stop.is_set)
    expiry = threading.Thread(target=keep_lifetimes, args=(installation, stop), name="lifetimes", daemon=True)
    expiry.start()

    def alive() -> None:
        if keepers.are_alive and expiry.is_alive():
            beat()

    while not stop.is_set():
        alive()
        behind: list[bool] = []
        try:
            behind = [each(installation, time.time(), alive) for each in SWEEPS]
            ahead = restart_clocks_ahead(installation, time.time(), time.monotonic(), ahead, alive)
            pause = PAUSE_SECONDS
        except OUTAGES as error:
            warn_sparsely(logger, "waiting for Redis: %s", error)
            behind, pause = [], min(2 * pause, LONGEST_WAIT_SECONDS)
        stop.wait(0.0 if any(behind) else pause)
    tracing.end()


@dataclass(frozen=True)
class Sweep:
    """Checks the entries of a due list; an error in one is logged and does not stop the others.

    A due time further ahead than the service ever sets comes from a wrong clock: such an entry is due too.
    """

    due: Callable[[Installation], DueList]
    work: Callable[[Installation, str, float, float], float | None]
    """Does the pending work of the named entry; gets its due time and the present time.

    Returns the time of the next check, or None if no work is left.
    """
    failure: str
    """The log message of an error in an entry."""
    job: str
    """The name under which failures of the work are counted."""
    furthest: float = 0.0
    """The furthest time ahead that the service sets, in seconds, if it is more than a lease."""
    in_parts: bool = False
    """Whether an entry may be due again at once, since only a part of its work was done."""

    def __call__(self, installation: Installation, now: float, alive: Alive = beat) -> bool:
        """Check the due entries; return whether to continue without a pause.

        Calls `alive` before each entry. Stops after TURN_SECONDS. Raises one of OUTAGES, which concern all entries.
        """
        due, ends = self.due(installation), time.monotonic() + TURN_SECONDS
        ahead = now + max(float(installation.settings.lease_seconds), self.furthest) + CLOCKS_APART_SECONDS
        found = due.outside(now, ahead, AT_ONCE)
        for name, seen in found:
            alive()
            work = jobs.Work(name, self.job)
            try:
                with running(installation, work, now):
                    self.check(installation, name, seen, now)
            except OUTAGES:
                raise
            except WorkPaused as pause:
                due.postpone(name, seen, min(pause.until, now + LONGEST_PAUSE_SECONDS))
            except GameUnreadable as error:
                log_once(logger, self.failure, name)
                log_once(logger, "%s", error)
                due.postpone(name, now + installation.settings.lease_seconds, now + LONGEST_PAUSE_SECONDS)
            except Exception as error:  # noqa: BLE001  # the outermost frame of one entry
                log_once(logger, self.failure, name, error=error)
                again = min(failed_jobs.note(installation, work, error), LONGEST_PAUSE_SECONDS)
                due.postpone(name, now + installation.settings.lease_seconds, now + again)
            if time.monotonic() >= ends:
                return not self.in_parts or bool(due.before(time.time(), 1))
        return self.in_parts and bool(found) and bool(due.before(time.time(), 1))

    def check(self, installation: Installation, name: str, seen: float, now: float) -> None:
        """Do the work of an entry, and set the time of its next check or remove it; `seen` is its time in the list.

        The entry is postponed first, so that it comes up again after any error, and not before the others. If the entry
        has changed since, its new time stays.
        """
        due, again = self.due(installation), now + installation.settings.lease_seconds
        if not due.postpone(name, seen, again):
            return
        later = self.work(installation, name, seen, now)
        if later is None:
            due.settle(name, again)
        else:
            due.postpone(name, again, later)


sweep = Sweep(
    lambda installation: installation.store.due,
    check_game,
    "game %s failed and stays due",
    "check_game",
    LONGEST_PAUSE_SECONDS,
)


def sweep_of(due: DueWork) -> Sweep:
    """Return the sweep of a subject's due list."""
    return Sweep(
        lambda installation: due.listed(installation.store),
        partial(_check_entry, due),
        f"{due.entry} %s cannot continue and stays due",
        f"check_{due.entry}",
        due.furthest,
        in_parts=due.in_parts,
    )


def _check_entry(due: DueWork, installation: Installation, name: str, _seen: float, now: float) -> float | None:
    """Do the pending work of an entry, and enqueue its overdue job again; return the time of the next check."""
    found = due.check(installation, name, now)
    if not isinstance(found, Job):
        return found
    lease = float(installation.settings.lease_seconds)
    return try_again(installation, found, now, installation.store.failed_jobs.of(name), lambda: lease)


SWEEPS = (sweep, *map(sweep_of, due_work(SUBJECTS)))
"""The sweeps in turn; each returns whether to continue without a pause."""

"""Run the sweeper: enqueue lost jobs again.

A game enters the due list before the commit that makes a job necessary. The sweeper checks each due game. It enqueues a
pending job again, bundles old events of the log, and removes a game without a job from the list. It checks the due
lists of all subjects in the same way, such as webhooks with due deliveries.

Clock keepers run beside it. Another thread deletes expired games and moves games to the archive, so that a slow archive
blocks nothing.

RQ's own clean-up finds jobs of killed workers, but no job that Redis has lost or that was never enqueued.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service import problems
from service.assembly import SUBJECTS, open_installation
from service.game.game import read_header
from service.installation import failed_jobs, jobs
from service.installation.clock_and_ids import CLOCKS_APART_SECONDS
from service.installation.installation import DueWork, Installation, due_work
from service.installation.jobs import Job
from service.installation.running_works import WorkPaused, running
from service.isolation.faults import RuleFault
from service.playing import abort, faulty_games, notices
from service.playing.pending_jobs import pending_job
from service.retention import lifetimes
from service.runtime.heartbeat import beat
from service.runtime.signals import wake
from service.runtime.throttled_log import log_once, warn_sparsely
from service.settings import Settings
from service.store import OUTAGES, ArchiveUnavailable, GameLost, GameUnreadable
from service.store.due_list import DueList
from service.store.failed_jobs import FailedJob
from service.telemetry import tracing
from workers.processes.clock_corrections import restart_clocks_ahead
from workers.processes.clock_keeper import ClockKeepers
from workers.processes.deaths import settle_deaths
from workers.processes.worker_metrics import observe

PAUSE_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 8.0
"""Longest pause between two attempts during an outage of Redis; the pause doubles each time."""
AT_ONCE = 100
"""Entries checked between two pauses."""
TURN_SECONDS = 2.0
"""Seconds spent on one due list before the next one; a single check may take as long again."""
OTHERS_SECONDS = 2.5
"""Seconds for which a game with unhosted rules stays due, so that a sweeper that hosts them can take it."""
LIFETIMES_AT_ONCE = 10
LIFETIME_PAUSE_SECONDS = 300.0
"""Seconds for which a process reserves games; after that other processes take them."""
PATIENCE = 4
"""If the jobs of a game are lost repeatedly, each pause is the total wait so far, divided by this number."""
LONGEST_PAUSE_SECONDS = 300.0
NOTICES = "send_notices"
"""The name under which failures of the notices of a game are counted."""
LIFETIME = "check_lifetime"
"""The name under which deaths of the process during the check of a game's lifetime are counted."""
AI_TURN = "play_turns"
"""The kind of an AI turn."""
DEFAULT_TURN = "play_default"
"""The kind of a default action in place of an AI turn."""
ONE_AFTER_ANOTHER = ("play_turns", "play_default", "score_game", "continue_analysis")
"""Kinds of jobs of which a game has one at a time."""

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


def _check_game(installation: Installation, game_id: str, seen: float, now: float) -> float | None:
    """Enqueue the pending job of a game, send players their missing notices, and bundle its old events.

    Notices are sent after the check for a job: a game without a job produces no new notices until it enters the list
    again.
    """
    again = now + installation.settings.lease_seconds
    try:
        abort.resume_abort(installation, game_id)
        job = pending_job(installation, game_id)
        failures = _forget_outdated(installation, game_id, job)
        unsent = _send_missing(installation, game_id, now, failures.get(NOTICES))
        installation.store.bundle_log(game_id)
    except problems.GameNotFound:
        return None if _is_deleted(installation, game_id) else again
    except RuleFault as fault:
        faulty_games.stop(installation, game_id, fault)
        return None
    except problems.RulesNotHosted as error:
        warn_sparsely(logger, "game %s waits for a process with other rules: %s", game_id, error)
        is_recent = 0 <= now - seen < OTHERS_SECONDS
        return seen if is_recent else now + _pause(installation, game_id, now)
    tried = (
        None
        if job is None
        else _try_again(installation, job, now, failures, partial(_pause, installation, game_id, now))
    )
    return min((each for each in (tried, unsent) if each is not None), default=None)


def _send_missing(installation: Installation, game_id: str, now: float, failed: FailedJob | None) -> float | None:
    """Send the missing notices of a game; return when to try again, None if all are sent.

    Like a job, notices that keep failing are not tried again.
    """
    work = jobs.Work(game_id, NOTICES)
    if failed is not None and failed_jobs.has_stopped(installation, failed):
        return None
    try:
        notices.send_missing(installation, game_id)
    except (*OUTAGES, problems.GameNotFound, problems.RulesNotHosted, GameUnreadable):
        raise
    except Exception as error:  # noqa: BLE001  # the job of the game must not wait for its notices
        log_once(logger, "notices of game %s failed", game_id, error=error)
        return now + min(failed_jobs.note(installation, work, error), LONGEST_PAUSE_SECONDS)
    if failed is not None:
        installation.store.failed_jobs.forget(game_id, work.job)
    return None


def _try_again(
    installation: Installation, job: Job, now: float, failures: Mapping[str, FailedJob], pause: Callable[[], float]
) -> float:
    """Enqueue an overdue job again, unless it keeps failing; return when to check again.

    A default action replaces an AI turn that keeps failing. If that fails too, the rules are faulty and the game is
    stopped. `pause` returns the seconds until the next check of a job that was lost.
    """
    failed = failures.get(job.work.job)
    if failed is not None and failed_jobs.has_stopped(installation, failed) and job.work.kind == AI_TURN:
        job = jobs.default_turn(job)
        failed = failures.get(job.work.job)
    if failed is not None and failed_jobs.has_stopped(installation, failed) and job.work.kind == DEFAULT_TURN:
        game_id = job.work.subject
        fault = RuleFault(read_header(installation, game_id).ruleset, "default_action", failed.error)
        faulty_games.stop(installation, game_id, fault)
        return now + installation.settings.lease_seconds
    if failed is not None and now < failed_jobs.next_try(installation, failed):
        return min(failed_jobs.next_try(installation, failed), now + LONGEST_PAUSE_SECONDS)
    if job.work.kind in ONE_AFTER_ANOTHER and jobs.has_begun(installation.queues, job):
        failed = failed_jobs.note_loss(installation, job.work)
        if failed_jobs.has_stopped(installation, failed):
            jobs.drop(installation.queues, job)
            return now + installation.settings.lease_seconds
    is_lost = enqueue_again(installation, job, failed=failed is not None)
    return now + (pause() if is_lost and failed is None else installation.settings.lease_seconds)


def _forget_outdated(installation: Installation, game_id: str, job: Job | None) -> Mapping[str, FailedJob]:
    """Return the failed jobs of a game, and forget earlier ones that another try has made good.

    Stopped jobs stay for the operator.
    """
    failures = installation.store.failed_jobs.of(game_id)
    current = [] if job is None else [job.work.job]
    if job is not None and job.work.kind == AI_TURN:
        current.append(jobs.default_turn(job).work.job)
    others = [name for name in failures if name.startswith(ONE_AFTER_ANOTHER) and name not in current]
    outdated = [name for name in others if not failed_jobs.has_stopped(installation, failures[name])]
    if outdated:
        installation.store.failed_jobs.forget(game_id, *outdated)
    return failures


def _is_deleted(installation: Installation, game_id: str) -> bool:
    """Whether a game has been deleted, and is not being created; raises GameUnreadable if a part is missing."""
    if installation.store.header(game_id) is not None:
        raise GameUnreadable(game_id, "its snapshot is missing")
    return installation.store.is_deleted(game_id)


def _pause(installation: Installation, game_id: str, now: float) -> float:
    """Return how long to wait before the next check of a game with a lost job or with unhosted rules, in seconds.

    The pause grows with the total wait, so that hopeless games do not delay the others.
    """
    last = installation.store.last_event(game_id)
    since = last.at if last else read_header(installation, game_id).created_at
    waited = now - datetime.fromisoformat(since).timestamp()
    return max(float(installation.settings.lease_seconds), min(waited / PATIENCE, LONGEST_PAUSE_SECONDS))


def enqueue_again(installation: Installation, job: Job, *, failed: bool = False) -> bool:
    """Enqueue an overdue job again unless it waits in its queue; return whether it was lost, or has `failed`.

    After a worker is killed, RQ keeps the id of its job for a minute or more, or for ever if it was killed between two
    steps. What is left of the job is therefore deleted first.
    """
    if installation.queues[job.queue].get_job_position(job.id) is not None:
        return False
    if jobs.drop(installation.queues, job) and not failed:
        logger.warning("job %s was lost and is enqueued again", job.id)
    jobs.enqueue(installation.queues, job, failed=failed)
    return True


sweep = Sweep(
    lambda installation: installation.store.due,
    _check_game,
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
    return _try_again(installation, found, now, installation.store.failed_jobs.of(name), lambda: lease)


SWEEPS = (sweep, *map(sweep_of, due_work(SUBJECTS)))
"""The sweeps in turn; each returns whether to continue without a pause."""

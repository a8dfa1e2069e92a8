"""Run the sweeper: enqueue lost jobs again.

A game enters the due list before the commit that makes a job necessary. The sweeper checks each due game. It enqueues a
pending job again, and removes a game without one from the list. It checks webhooks with due deliveries, matched players
without a game, and running tournaments in the same way.

Clock keepers run beside it. Another thread deletes expired games and moves games to the archive, so that a slow archive
blocks nothing.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.play import abort, deliveries, jobs, lifetimes, matchmaking, notices
from service.play.bottega import Bottega, open_bottega
from service.play.clock_and_ids import CLOCKS_APART_SECONDS
from service.play.game import read_header
from service.play.jobs import Job
from service.play.pending_jobs import pending_job
from service.play.tournaments import progress
from service.problems import GameNotFound, RulesNotHosted, TournamentNotFound
from service.runtime.heartbeat import beat
from service.runtime.signals import wake
from service.runtime.throttled_log import log_once, warn_sparsely
from service.settings import Settings
from service.store import OUTAGES, ArchiveUnavailable, GameLost, GameUnreadable
from service.store.due_list import DueList
from service.telemetry import tracing
from workers.processes.clock_corrections import restart_clocks_ahead
from workers.processes.clock_keeper import ClockKeepers
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

Alive = Callable[[], object]
"""Sends a heartbeat of the process."""

logger = logging.getLogger(__name__)


def run_sweeper(settings: Settings, rulesets: Mapping[str, AnyRuleset] = RULESETS) -> None:
    """Run the sweeper until SIGTERM or SIGINT."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: wake(stop))
    observe(settings, "sweeper")
    bottega, pause = open_bottega(settings, rulesets), PAUSE_SECONDS
    ahead: float | None = None
    keepers = ClockKeepers(bottega, stop.is_set)
    expiry = threading.Thread(target=keep_lifetimes, args=(bottega, stop), name="lifetimes", daemon=True)
    expiry.start()

    def alive() -> None:
        if keepers.are_alive and expiry.is_alive():
            beat()

    while not stop.is_set():
        alive()
        behind: list[bool] = []
        try:
            behind = [each(bottega, time.time(), alive) for each in SWEEPS]
            ahead = restart_clocks_ahead(bottega, time.time(), time.monotonic(), ahead, alive)
            pause = PAUSE_SECONDS
        except OUTAGES as error:
            warn_sparsely(logger, "waiting for Redis: %s", error)
            behind, pause = [], min(2 * pause, LONGEST_WAIT_SECONDS)
        stop.wait(0.0 if any(behind) else pause)
    tracing.end()


def sweep(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Check the due games; an error in one is logged and does not stop the others.

    A due time further ahead than the service ever sets comes from a wrong clock: such a game is due too. Raises one of
    OUTAGES, since an outage concerns all games.
    """
    longest = max(float(bottega.settings.lease_seconds), LONGEST_PAUSE_SECONDS)
    due = bottega.store.due
    return _check_each(bottega, due, now, longest, check_game, "game %s failed and stays due", alive)


def _check_each(
    bottega: Bottega,
    due: DueList,
    now: float,
    longest: float,
    look: Callable[[Bottega, str, float, float], None],
    failure: str,
    alive: Alive,
) -> bool:
    """Check the entries of a due list that are due, or further ahead than the `longest` time that is ever set.

    Calls `alive` before each entry. Returns whether TURN_SECONDS ended it early. An error in one entry is logged as
    `failure`, at most once a minute. Raises one of OUTAGES.
    """
    ends = time.monotonic() + TURN_SECONDS
    for name, seen in [*due.before(now, AT_ONCE), *due.after(now + longest + CLOCKS_APART_SECONDS, AT_ONCE)]:
        alive()
        try:
            look(bottega, name, seen, now)
        except OUTAGES:
            raise
        except GameUnreadable as error:
            log_once(logger, failure, name)
            log_once(logger, "%s", error)
            due.postpone(name, now + bottega.settings.lease_seconds, now + LONGEST_PAUSE_SECONDS)
        except Exception as error:  # noqa: BLE001  # the outermost frame of one entry
            log_once(logger, failure, name, error=error)
        if time.monotonic() >= ends:
            return True
    return False


def sweep_webhooks(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Check the due webhooks; an error in one is logged and does not stop the others."""
    due, longest = bottega.store.webhooks.due, deliveries.FURTHEST_SECONDS
    failure = "webhook %s failed and stays due"
    return _check_each(bottega, due, now, longest, check_webhook, failure, alive)


def check_webhook(bottega: Bottega, name: str, seen: float, now: float) -> None:
    """Enqueue the due deliveries of a webhook, postpone it, or remove it from the due list; see `check_game`."""
    due, again = bottega.store.webhooks.due, now + bottega.settings.lease_seconds
    if not due.postpone(name, seen, again):
        return
    owner, _, webhook_id = name.partition("/")
    when = deliveries.next_check(bottega, owner, webhook_id, now)
    if when is None:
        due.settle(name, again)
    elif when > now:
        due.postpone(name, again, when)
    else:
        enqueue_again(bottega, deliveries.lost_job(owner, webhook_id))


def sweep_matches(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Check the due matches of players; an error in one is logged and does not stop the others."""
    due, longest = bottega.store.seeks.due, bottega.settings.lease_seconds
    failure = "the game of match %s cannot be created and stays due"
    return _check_each(bottega, due, now, longest, check_match, failure, alive)


def check_match(bottega: Bottega, name: str, seen: float, now: float) -> None:
    """Create the missing game of matched players, and remove the match from the due list; see `check_game`."""
    due, again = bottega.store.seeks.due, now + bottega.settings.lease_seconds
    if due.postpone(name, seen, again):
        kind, _, game_id = name.partition("/")
        matchmaking.seat_due(bottega, kind, game_id)
        due.settle(name, again)


def sweep_tournaments(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Check the due tournaments; an error in one is logged and does not stop the others.

    Returns whether a tournament is due again now, since only a part of its work was done.
    """
    due, longest = bottega.store.tournaments.due, bottega.settings.lease_seconds
    failure = "tournament %s cannot continue and stays due"
    _check_each(bottega, due, now, longest, check_tournament, failure, alive)
    return bool(due.before(time.time(), 1))


def check_tournament(bottega: Bottega, name: str, seen: float, now: float) -> None:
    """Do the pending work of a tournament, and set the time of the next check; see `check_game`."""
    due, again = bottega.store.tournaments.due, now + bottega.settings.lease_seconds
    if not due.postpone(name, seen, again):
        return
    try:
        later = progress.drive(bottega, name)
    except TournamentNotFound:
        later = None
    if later is None:
        due.settle(name, again)
    else:
        due.postpone(name, again, later)


SWEEPS = (sweep, sweep_webhooks, sweep_matches, sweep_tournaments)
"""The sweeps in turn; each returns whether to continue without a pause."""


def keep_lifetimes(bottega: Bottega, stop: threading.Event) -> None:
    """Check the games whose lifetimes may have ended, until the process stops."""
    pause = PAUSE_SECONDS
    while not stop.is_set():
        try:
            expire_games(bottega, time.time())
            pause = PAUSE_SECONDS
        except (*OUTAGES, ArchiveUnavailable) as error:
            warn_sparsely(logger, "finished games wait to be archived or deleted: %s", error)
            pause = min(2 * pause, LONGEST_WAIT_SECONDS)
        stop.wait(pause)


def expire_games(bottega: Bottega, now: float) -> None:
    """Delete, unlist or archive games whose lifetimes have ended; an error in one does not stop the others.

    Games that cannot be checked now are checked again after LIFETIME_PAUSE_SECONDS. Raises one of OUTAGES, and
    ArchiveUnavailable.
    """
    for _ in range(AT_ONCE // LIFETIMES_AT_ONCE):
        taken = bottega.store.lists.take_due(now, now + LIFETIME_PAUSE_SECONDS, LIFETIMES_AT_ONCE)
        for game_id in taken:
            _check_lifetime(bottega, game_id, now)
        if len(taken) < LIFETIMES_AT_ONCE:
            return


def _check_lifetime(bottega: Bottega, game_id: str, now: float) -> None:
    """Check one game; raises one of OUTAGES, and ArchiveUnavailable."""
    try:
        lifetimes.apply_lifetime(bottega, game_id, now)
    except Exception as error:  # the outermost frame of one game
        if isinstance(error, (*OUTAGES, ArchiveUnavailable)) and not isinstance(error, GameLost):
            raise
        bottega.store.lists.check_at(game_id, now + lifetimes.LONGEST_PAUSE_SECONDS)
        log_once(logger, "the lifetime of game %s is unknown; the game is kept", game_id, error=error)


def check_game(bottega: Bottega, game_id: str, seen: float, now: float) -> None:
    """Enqueue the pending job of a game, or remove the game from the due list; `seen` is its time in the list.

    Players get their missing notices too. They are sent after the check for a job: a game without a job produces no
    new notices until it enters the list again.

    The game is postponed first, so that it comes up again after any error, and not before the others. If the game has
    changed since, its new time stays.
    """
    again = now + bottega.settings.lease_seconds
    if not bottega.store.due.postpone(game_id, seen, again):
        return
    try:
        abort.resume_abort(bottega, game_id)
        job = pending_job(bottega, game_id)
        notices.send_missing(bottega, game_id)
    except GameNotFound:
        _settle_if_gone(bottega, game_id, again)
        return
    except RulesNotHosted as error:
        warn_sparsely(logger, "game %s waits for a process with other rules: %s", game_id, error)
        is_recent = 0 <= now - seen < OTHERS_SECONDS
        bottega.store.due.postpone(game_id, again, seen if is_recent else now + _pause(bottega, game_id, now))
        return
    if job is None:
        bottega.store.due.settle(game_id, again)
    elif enqueue_again(bottega, job):
        bottega.store.due.postpone(game_id, again, now + _pause(bottega, game_id, now))


def _settle_if_gone(bottega: Bottega, game_id: str, again: float) -> None:
    """Remove a deleted game from the due list; a game that is being created stays.

    Raises GameUnreadable for a game with a missing part.
    """
    if bottega.store.header(game_id) is not None:
        raise GameUnreadable(game_id, "its snapshot is missing")
    if bottega.store.is_gone(game_id):
        bottega.store.due.settle(game_id, again)


def _pause(bottega: Bottega, game_id: str, now: float) -> float:
    """Return how long to wait before the next check of a game with a lost job or with unhosted rules, in seconds.

    The pause grows with the total wait, so that hopeless games do not delay the others.
    """
    last = bottega.store.last_event(game_id)
    since = last.at if last else read_header(bottega, game_id).created_at
    waited = now - datetime.fromisoformat(since).timestamp()
    return max(float(bottega.settings.lease_seconds), min(waited / PATIENCE, LONGEST_PAUSE_SECONDS))


def enqueue_again(bottega: Bottega, job: Job) -> bool:
    """Enqueue an overdue job again unless it waits in its queue; return whether it was lost.

    After a worker is killed, RQ keeps the id of its job for a minute or more, or for ever if it was killed between two
    steps. What is left of the job is therefore deleted first.
    """
    if bottega.queues[job.queue].get_job_position(job.id) is not None:
        return False
    if jobs.drop(bottega.queues, job):
        logger.warning("job %s was lost and is enqueued again", job.id)
    jobs.enqueue(bottega.queues, job)
    return True

"""The sweeper: no game waits for a job that got lost.

A game is on the due list before the commit that makes a job necessary. Here somebody looks at each game whose time has
come: a job that is still owed is handed out anew, and a game that owes none comes off the list. The same is done with
webhooks that have something to send, with those who are seated together and have no game yet, and with tournaments
until they are over.

Beside that, clock keepers look at the clocks, and one thread at the games that have lived their time, or go to the
archive: what waits for the archive holds nothing up.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime

from rq.job import Job as RqJob

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
from workers.processes.clock_corrections import put_right
from workers.processes.clock_keeper import ClockKeepers
from workers.processes.worker_metrics import observe

PAUSE_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 8.0
"""Between two attempts while Redis is away: twice as long each time, up to this."""
AT_ONCE = 100
"""Games looked at between two pauses."""
TURN_SECONDS = 2.0
"""How long one due list is worked on before the others have their turn; each look may take a portion as long."""
OTHERS_SECONDS = 2.5
"""So long a game stays due whose rules are not hosted here: for a sweeper that hosts them, and comes by each second."""
LIVES_AT_ONCE = 10
LIVES_SECONDS = 300.0
"""How long whoever has taken so many games has for them; after that others take them for lost."""
PATIENCE = 4
"""A game whose jobs keep getting lost is helped again each time that it has waited longer by one part in so many."""
LONGEST_PAUSE_SECONDS = 300.0

Alive = Callable[[], object]
"""Gives a sign of life of the process."""

logger = logging.getLogger(__name__)


def run_sweeper(settings: Settings, rulesets: Mapping[str, AnyRuleset] = RULESETS) -> None:
    """Sweep until SIGTERM or SIGINT."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: wake(stop))
    observe(settings, "sweeper")
    bottega, pause = open_bottega(settings, rulesets), PAUSE_SECONDS
    ahead: float | None = None
    keepers = ClockKeepers(bottega, stop.is_set)
    lives = threading.Thread(target=keep_lives, args=(bottega, stop), name="lives", daemon=True)
    lives.start()

    def alive() -> None:
        if keepers.are_well and lives.is_alive():
            beat()

    while not stop.is_set():
        alive()
        behind: list[bool] = []
        try:
            behind = [each(bottega, time.time(), alive) for each in SWEEPS]
            ahead = put_right(bottega, time.time(), time.monotonic(), ahead, alive)
            pause = PAUSE_SECONDS
        except OUTAGES as error:
            warn_sparsely(logger, "waiting for Redis: %s", error)
            behind, pause = [], min(2 * pause, LONGEST_WAIT_SECONDS)
        stop.wait(0.0 if any(behind) else pause)
    tracing.end()


def sweep(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Look at the games whose time has come; what goes wrong with one is logged and does not stop the others.

    A time further ahead than any that is ever set was set by a clock that was wrong and has been corrected since: that
    has come, too. Raises one of OUTAGES, for that would go wrong with all games.
    """
    longest = max(float(bottega.settings.lease_seconds), LONGEST_PAUSE_SECONDS)
    due = bottega.store.due
    return _look_at_each(bottega, due, now, longest, look_at, "game %s cannot be helped and stays due", alive)


def _look_at_each(
    bottega: Bottega,
    due: DueList,
    now: float,
    longest: float,
    look: Callable[[Bottega, str, float, float], None],
    helpless: str,
    alive: Alive,
) -> bool:
    """Look at those of a due list whose time has come, or lies further ahead than the `longest` that is ever set.

    Calls `alive` before each. Returns whether it has stopped since TURN_SECONDS were over. What goes wrong with one is
    logged as `helpless`, once a minute. Raises one of OUTAGES.
    """
    ends = time.monotonic() + TURN_SECONDS
    for name, seen in [*due.before(now, AT_ONCE), *due.after(now + longest + CLOCKS_APART_SECONDS, AT_ONCE)]:
        alive()
        try:
            look(bottega, name, seen, now)
        except OUTAGES:
            raise
        except GameUnreadable as error:
            log_once(logger, helpless, name)
            log_once(logger, "%s", error)
            due.postpone(name, now + bottega.settings.lease_seconds, now + LONGEST_PAUSE_SECONDS)
        except Exception as error:  # noqa: BLE001  # the outermost frame of one of them
            log_once(logger, helpless, name, error=error)
        if time.monotonic() >= ends:
            return True
    return False


def sweep_webhooks(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Look at the webhooks whose time has come; what goes wrong with one is logged and does not stop the others."""
    due, longest = bottega.store.webhooks.due, deliveries.FURTHEST_SECONDS
    helpless = "webhook %s cannot be helped and stays due"
    return _look_at_each(bottega, due, now, longest, look_at_webhook, helpless, alive)


def look_at_webhook(bottega: Bottega, name: str, seen: float, now: float) -> None:
    """Hand out the sending of what a webhook waits for, put it off, or take it off the due list; see `look_at`."""
    due, again = bottega.store.webhooks.due, now + bottega.settings.lease_seconds
    if not due.postpone(name, seen, again):
        return
    owner, _, webhook_id = name.partition("/")
    when = deliveries.next_look(bottega, owner, webhook_id, now)
    if when is None:
        due.settle(name, again)
    elif when > now:
        due.postpone(name, again, when)
    else:
        hand_out_again(bottega, deliveries.lost_job(owner, webhook_id))


def sweep_parties(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Look at the parties whose time has come; what goes wrong with one is logged and does not stop the others."""
    due, longest = bottega.store.seeks.due, bottega.settings.lease_seconds
    helpless = "party %s cannot be seated and stays due"
    return _look_at_each(bottega, due, now, longest, look_at_party, helpless, alive)


def look_at_party(bottega: Bottega, name: str, seen: float, now: float) -> None:
    """Create the game of a party that has none yet, and take it off the due list; see `look_at`."""
    due, again = bottega.store.seeks.due, now + bottega.settings.lease_seconds
    if due.postpone(name, seen, again):
        kind, _, game_id = name.partition("/")
        matchmaking.seat_due(bottega, kind, game_id)
        due.settle(name, again)


def sweep_tournaments(bottega: Bottega, now: float, alive: Alive = beat) -> bool:
    """Look at the tournaments whose time has come; what goes wrong with one is logged and does not stop the others.

    Returns whether some are due now all the same: those of which a portion has been done.
    """
    due, longest = bottega.store.tournaments.due, bottega.settings.lease_seconds
    helpless = "tournament %s cannot be carried on and stays due"
    _look_at_each(bottega, due, now, longest, look_at_tournament, helpless, alive)
    return bool(due.before(time.time(), 1))


def look_at_tournament(bottega: Bottega, name: str, seen: float, now: float) -> None:
    """Do what is to be done in a tournament, and say when to look again; see `look_at`."""
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


SWEEPS = (sweep, sweep_webhooks, sweep_parties, sweep_tournaments)
"""What is looked at in turn; each returns whether to come back without a pause."""


def keep_lives(bottega: Bottega, stop: threading.Event) -> None:
    """Look at the games that have lived their time, until the process is to end."""
    pause = PAUSE_SECONDS
    while not stop.is_set():
        try:
            end_lives(bottega, time.time())
            pause = PAUSE_SECONDS
        except (*OUTAGES, ArchiveUnavailable) as error:
            warn_sparsely(logger, "finished games wait: %s", error)
            pause = min(2 * pause, LONGEST_WAIT_SECONDS)
        stop.wait(pause)


def end_lives(bottega: Bottega, now: float) -> None:
    """Remove, unlist or archive games that have lived their time; what goes wrong with one does not stop the others.

    Those that cannot be looked at now come again after LIVES_SECONDS. Raises one of OUTAGES, and ArchiveUnavailable.
    """
    for _ in range(AT_ONCE // LIVES_AT_ONCE):
        taken = bottega.store.lists.take_due(now, now + LIVES_SECONDS, LIVES_AT_ONCE)
        for game_id in taken:
            _look_at_life(bottega, game_id, now)
        if len(taken) < LIVES_AT_ONCE:
            return


def _look_at_life(bottega: Bottega, game_id: str, now: float) -> None:
    """Look at one game; raises one of OUTAGES, and ArchiveUnavailable."""
    try:
        lifetimes.apply_lifetime(bottega, game_id, now)
    except Exception as error:  # the outermost frame of one game
        if isinstance(error, (*OUTAGES, ArchiveUnavailable)) and not isinstance(error, GameLost):
            raise
        bottega.store.lists.check_at(game_id, now + lifetimes.LONGEST_PAUSE_SECONDS)
        log_once(logger, "nobody can say how long game %s is kept; it stays", game_id, error=error)


def look_at(bottega: Bottega, game_id: str, seen: float, now: float) -> None:
    """Do what a game owes, or take it off the due list; `seen` is the time under which it stood there.

    A job is handed out anew, and players are told what they must know by now. What is owed is told after the look for a
    job: once none is left, nothing comes to be owed unless the game is put on the list again.

    The game is put off first: whatever happens here, it comes up again, and not before the others had their turn. If it
    has moved on since it was seen, its new time stands.
    """
    again = now + bottega.settings.lease_seconds
    if not bottega.store.due.postpone(game_id, seen, again):
        return
    try:
        abort.resume_abort(bottega, game_id)
        job = pending_job(bottega, game_id)
        notices.send_owed(bottega, game_id)
    except GameNotFound:
        _settle_if_gone(bottega, game_id, again)
        return
    except RulesNotHosted as error:
        warn_sparsely(logger, "game %s waits for a process of other rules: %s", game_id, error)
        is_new = 0 <= now - seen < OTHERS_SECONDS
        bottega.store.due.postpone(game_id, again, seen if is_new else now + _pause(bottega, game_id, now))
        return
    if job is None:
        bottega.store.due.settle(game_id, again)
    elif hand_out_again(bottega, job):
        bottega.store.due.postpone(game_id, again, now + _pause(bottega, game_id, now))


def _settle_if_gone(bottega: Bottega, game_id: str, again: float) -> None:
    """Take a game that has been removed off the due list; one whose creation is under way stays there.

    Raises GameUnreadable for a game of which a part is missing.
    """
    if bottega.store.header(game_id) is not None:
        raise GameUnreadable(game_id, "its snapshot is missing")
    if bottega.store.is_gone(game_id):
        bottega.store.due.settle(game_id, again)


def _pause(bottega: Bottega, game_id: str, now: float) -> float:
    """Return how long to wait before a game is looked at once more, whose job was lost or whose rules are not hosted.

    In seconds; the longer it has waited, the longer: what is in vain each time shall not hold up the others.
    """
    last = bottega.store.last_event(game_id)
    since = last.at if last else read_header(bottega, game_id).created_at
    waited = now - datetime.fromisoformat(since).timestamp()
    return max(float(bottega.settings.lease_seconds), min(waited / PATIENCE, LONGEST_PAUSE_SECONDS))


def hand_out_again(bottega: Bottega, job: Job) -> bool:
    """Hand out a job whose time is past, unless it still waits in its queue; tell whether it was lost.

    RQ holds the id of a job whose worker was killed for a minute or more, and for ever if that happened between two of
    its steps. So what is left of the job is thrown away first.
    """
    queue = bottega.queues[job.queue]
    if queue.get_job_position(job.id) is not None:
        return False
    try:
        RqJob.fetch(job.id, connection=queue.connection, serializer=queue.serializer).delete()
        logger.warning("job %s was lost and is handed out again", job.id)
    except jobs.RACES:
        pass
    jobs.enqueue(bottega.queues, job)
    return True

"""Check a due game: enqueue its pending job, send its missing notices, and bundle its old events."""

import logging
from collections.abc import Mapping
from datetime import datetime
from functools import partial

from service import problems
from service.game.game import read_header
from service.installation import failed_jobs, jobs
from service.installation.installation import Installation
from service.installation.jobs import Job
from service.isolation.faults import RuleFault
from service.playing import abort, faulty_games, notices
from service.playing.pending_jobs import pending_job
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, GameUnreadable
from service.store.failed_jobs import FailedJob
from workers.processes.overdue_jobs import AI_TURN, ONE_AFTER_ANOTHER, try_again
from workers.processes.pace import LONGEST_PAUSE_SECONDS

OTHERS_SECONDS = 2.5
"""Seconds for which a game with unhosted rules stays due, so that a sweeper that hosts them can take it."""
PATIENCE = 4
"""If the jobs of a game are lost repeatedly, each pause is the total wait so far, divided by this number."""
NOTICES = "send_notices"
"""The name under which failures of the notices of a game are counted."""

logger = logging.getLogger(__name__)


def check_game(installation: Installation, game_id: str, seen: float, now: float) -> float | None:
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
        else try_again(installation, job, now, failures, partial(_pause, installation, game_id, now))
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

"""Enqueue overdue jobs again, and give up those that keep failing."""

import logging
from collections.abc import Callable, Mapping

from service.game.game import read_header
from service.installation import failed_jobs, jobs
from service.installation.installation import Installation
from service.installation.jobs import Job
from service.isolation.faults import RuleFault
from service.playing import faulty_games
from service.store.failed_jobs import FailedJob
from workers.processes.pace import LONGEST_PAUSE_SECONDS

AI_TURN = "play_turns"
"""The kind of an AI turn."""
DEFAULT_TURN = "play_default"
"""The kind of a default action in place of an AI turn."""
ONE_AFTER_ANOTHER = ("play_turns", "play_default", "score_game", "continue_analysis")
"""Kinds of jobs of which a game has one at a time."""

logger = logging.getLogger(__name__)


def try_again(
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

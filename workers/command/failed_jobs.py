"""Implement `bottega jobs`: list the jobs that have failed, and let stopped ones try again."""

from collections.abc import Mapping
from datetime import UTC, datetime

from service.game.game import is_game_id
from service.installation.clock_and_ids import written
from service.settings import read_settings
from service.store import Store
from service.store.failed_jobs import RULES
from workers.command.console import clean, say
from workers.command.keys import open_here
from workers.command.local_redis import redis_here

SOON = "Other entries of due lists are tried within five minutes."


def show(environ: Mapping[str, str]) -> None:
    """Print the failed jobs, the latest failures first."""
    with redis_here(environ) as configured:
        most = read_settings(configured, serves=False).job_tries
    with open_here(environ) as store:
        found = store.failed_jobs.all(datetime.now(UTC).timestamp())
    lines = [
        f"{subject}: {each.job}, {'stopped' if each.has_stopped(most) else 'retried'} after {each.tries} failures, "
        f"{written(datetime.fromtimestamp(each.at, UTC))}, {each.error}"
        for subject, jobs in found.items()
        for each in jobs.values()
    ]
    say(*(map(clean, lines) if lines else ["No job has failed in the last day without a later success."]))


def retry(environ: Mapping[str, str], subject: str | None) -> None:
    """Forget the failures of a game or another subject, by default of all, so that their jobs are tried again."""
    with open_here(environ) as store:
        now = datetime.now(UTC).timestamp()
        chosen = [subject] if subject else sorted(store.failed_jobs.subjects(now))
        done = [each for each in chosen if _retry(store, each, now)]
    say(*(f"{each} is tried again." for each in map(clean, done)), *([SOON] if done else ["Nothing to retry."]))


def _retry(store: Store, subject: str, now: float) -> bool:
    """Forget the failures of a subject; a game is checked at once. False if there are none.

    A game whose rules have failed stays stopped: `bottega games repair` lets it continue.
    """
    failed = [job for job in store.failed_jobs.of(subject) if job != RULES or not is_game_id(subject)]
    if not failed or not store.failed_jobs.forget(subject, *failed):
        return False
    if is_game_id(subject):
        store.due.put(subject, now)
    return True

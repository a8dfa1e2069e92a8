"""The processes that run jobs: RQ's own worker, without forks."""

import gc
import os
from collections.abc import Mapping
from types import FrameType
from typing import Any

import redis
from rq import Retry, SimpleWorker
from rq.job import Job

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.play import jobs
from service.play.bottega import open_bottega
from service.settings import Settings
from workers.jobs import context, lease

NICENESS = 5
"""How far workers that think stand back: while all are busy, the web server gets three times their processor time."""
MOST_RETURNS = 1000
"""How often a job may be given back by workers that end."""


class Returnable(Job):
    """A job that goes back to its queue when its worker is told to end before it has thought it through."""

    def perform(self) -> Any:
        """Do the work.

        Meanwhile no cyclic garbage is looked for: a search makes none, and would be held up for a tenth of a second.
        """
        gc.disable()
        try:
            return super().perform()
        except lease.Stopped:
            return Retry(MOST_RETURNS)
        finally:
            gc.enable()


class Worker(SimpleWorker):
    """Runs one job after another in this process: a fork for each would cost more than most turns.

    It takes no remote commands of RQ: they could not interrupt a job here, and the thread that listens for them delays
    the end of the process.
    """

    job_class = Returnable
    max_connection_wait_time = 2.0
    """Seconds between attempts to reach a Redis that is away; a game is waiting."""

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """End after the present job, and the present job, if it is searching, at its next look at the clock."""
        lease.stop()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # published without

    def subscribe(self) -> None:
        """Do not listen for remote commands."""

    def unsubscribe(self) -> None:
        """Have nothing to end."""


def run_worker(settings: Settings, kind: str, rulesets: Mapping[str, AnyRuleset] = RULESETS) -> None:
    """Run the jobs of this kind of worker until SIGTERM or SIGINT.

    What it is doing then is finished first; a search is broken off and its job handed to another worker.
    The connection has no time-out of its own: the worker waits in Redis for the next job, and sets one that is longer.
    """
    if kind == "thinking":
        os.nice(NICENESS)
    context.use(open_bottega(settings, rulesets))
    connection = redis.Redis.from_url(settings.rq_url, retry=None, socket_timeout=None)
    worker = Worker(jobs.WORKERS[kind], connection=connection, serializer="json")
    worker.work(logging_level="WARNING")

"""The process that runs jobs: RQ's own worker, without forks."""

from collections.abc import Mapping

import redis
from rq import SimpleWorker

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service import jobs
from service.bottega import open_bottega
from service.settings import Settings
from workers import context


class Worker(SimpleWorker):
    """Runs one job after another in this process: a fork for each would cost more than most turns.

    It takes no remote commands of RQ: they could not interrupt a job here, and the thread that listens for them delays
    the end of the process.
    """

    max_connection_wait_time = 2.0
    """Seconds between attempts to reach a Redis that is away; a game is waiting."""

    def subscribe(self) -> None:
        """Do not listen for remote commands."""

    def unsubscribe(self) -> None:
        """Have nothing to end."""


def run_worker(settings: Settings, rulesets: Mapping[str, AnyRuleset] = RULESETS) -> None:
    """Run jobs until SIGTERM or SIGINT; a job that has begun is finished first.

    The connection has no time-out of its own: the worker waits in Redis for the next job, and sets one that is longer.
    """
    context.use(open_bottega(settings, rulesets))
    connection = redis.Redis.from_url(settings.rq_url, retry=None, socket_timeout=None)
    worker = Worker(jobs.QUEUES, connection=connection, serializer="json")
    worker.work(logging_level="WARNING")

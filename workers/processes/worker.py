"""The processes that run jobs: RQ's own worker, without forks, that waits through outages of Redis."""

import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

import redis
from rq import Queue, Retry, SimpleWorker
from rq.job import Job

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.play import jobs
from service.play.bottega import open_bottega
from service.problems import GameNotFound, RulesNotHosted
from service.runtime.heartbeat import beat
from service.runtime.signals import wake
from service.runtime.throttled_log import log_once, warn_sparsely
from service.settings import Settings
from service.store import OUTAGES, GameUnreadable, connect
from service.telemetry import context, metrics, tracing
from service.telemetry.context import Facts
from service.telemetry.metrics import Outcome
from service.telemetry.request_id import request_id_of
from workers.jobs import analysis, hints, lease, scoring, tournaments, turns, webhooks
from workers.jobs.context import use
from workers.processes.clock_keeper import ClockKeepers
from workers.processes.worker_metrics import observe

NICENESS = 5
"""How far workers that think stand back: while all are busy, the web server gets three times their processor time."""
MOST_RETURNS = 1000
"""How often a job may be given back by workers that end."""
TTL_SECONDS = 20
"""How long RQ takes a silent worker for alive. It waits for a job 15 s less, and gives signs of life in between."""
FIRST_WAIT_SECONDS = 0.1
LONGEST_WAIT_SECONDS = 2.0
"""How long a worker waits before it tries Redis again: twice as long each time, up to this. A game is waiting."""

logger = logging.getLogger(__name__)


JOBS: dict[str, Callable[..., None]] = {
    f"{function.__module__}.{function.__name__}": function
    for function in (
        turns.play_turn,
        turns.play_out,
        scoring.score_game,
        hints.find_hint,
        analysis.go_on,
        webhooks.deliver,
        tournaments.note_result,
    )
}
"""All that a worker does, by the names under which the service asks for it."""


OF_GAMES = ("play_turn", "play_out", "score_game", "find_hint", "go_on", "note_result")
"""Which jobs are about the game that their first argument names."""


class UnknownJob(Exception):
    """Somebody has put into a queue what the service never asks for."""


class Returnable(Job):
    """A job that goes back to its queue when its worker is told to end before it has thought it through.

    What the store does not take is left to the due list, which hands the job out later: now it would be rejected again.
    So is what is asked of rules that are not hosted here: to give it back at once would be to take it again.
    """

    @property
    def func(self) -> Callable[..., None]:
        """What the job asks for, out of `JOBS`: whoever can write to the queues shall not choose any code there is."""
        plain = not self.instance and not self.kwargs and all(type(each) in (str, int) for each in self.args)
        function = JOBS.get(str(self.func_name))
        if function is None or not plain:
            raise UnknownJob(f"job {self.id} asks for {self.func_name!r}")
        return function

    success_callback = failure_callback = stopped_callback = None
    """Nor what is called afterwards."""

    def perform(self) -> Any:
        """Do the work, and tell what it was and how long it took.

        Meanwhile no cyclic garbage is looked for: a search makes none, and would be held up for a tenth of a second.
        """
        gc.disable()
        began = time.monotonic()
        outcome: Outcome = "failed"
        context.enter(facts_of(self))
        try:
            result, outcome = self._perform_traced(), "done"
        except lease.WorkerStopping:
            result, outcome = Retry(MOST_RETURNS), "returned"
        except OUTAGES as error:
            warn_sparsely(logger, "a job was left undone: %s", error)
            result, outcome = None, "undone"
        except RulesNotHosted as error:
            warn_sparsely(logger, "job %s is left to a worker of other rules: %s", self.id, error)
            result, outcome = None, "undone"
        except GameNotFound:
            logger.debug("job %s is of a game that has been removed", self.id)
            result, outcome = None, "done"
        except GameUnreadable as error:
            log_once(logger, "job %s is left undone: %s", self.id, error)
            result, outcome = None, "failed"
        finally:
            gc.enable()
            _tell(outcome, time.monotonic() - began)
        return result

    def _perform_traced(self) -> Any:
        """Do the work, in a span below the one that has handed it out."""
        follows = {name: str(self.meta[name]) for name in tracing.HEADERS if name in self.meta}
        facts = {name: str(fact) for name, fact in context.facts().items()}
        with tracing.span(facts["kind"], "consumer", follows, **facts):
            return super().perform()


def facts_of(job: Job) -> Facts:
    """Return what a job is, as logs name it: its id, what it does, the game, and the request that it follows from."""
    facts = {"job_id": job.id, "kind": str(job.func_name).rpartition(".")[2]}
    if facts["kind"] in OF_GAMES and job.args:
        facts["game_id"] = job.args[0]
    caused_by = job.meta.get(jobs.REQUEST_ID)
    return facts if caused_by is None else {**facts, "request_id": request_id_of(str(caused_by))}


def _tell(outcome: Outcome, seconds: float) -> None:
    """Count the job that has just ended, and log a line."""
    kind, took = context.facts()["kind"], {"outcome": outcome, "ms": round(1000 * seconds, 3)}
    metrics.count_job(kind, outcome, seconds)
    logger.info("%s %s in %.1f ms", kind, outcome, 1000 * seconds, extra={"facts": took})


class Worker(SimpleWorker):
    """Runs one job after another in this process: a fork for each would cost more than most turns.

    It takes no remote commands of RQ: they could not interrupt a job here, and the thread that listens for them delays
    the end of the process.
    """

    order: jobs.QueueOrder
    job_class = Returnable
    max_connection_wait_time = LONGEST_WAIT_SECONDS

    def reorder_queues(self, reference_queue: Queue) -> None:
        """Let the next job come from another queue than the last, if there is one elsewhere; see `jobs.Order`."""
        first, last = (
            [queue for queue in self.queues if queue.name in part] for part in (self.order.first, self.order.last)
        )
        ring = [queue for queue in self._ordered_queues if queue not in first and queue not in last]
        if reference_queue in ring:
            begun = ring.index(reference_queue) + 1
            ring = ring[begun:] + ring[:begun]
        had = [queue for queue in first if queue == reference_queue]
        self._ordered_queues = [*(queue for queue in first if queue not in had), *ring, *had, *last]

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run a job; what is logged afterwards is not about it any more."""
        try:
            super().execute_job(job, queue)
        finally:
            context.leave()

    def heartbeat(self, *arguments: Any, **named: Any) -> None:
        """Give a sign of life, to RQ and to the supervisor."""
        beat()
        super().heartbeat(*arguments, **named)

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
    bottega = open_bottega(settings, rulesets)
    use(bottega)
    observe(settings, kind)
    for function in JOBS.values():
        metrics.add_job_kind(function.__name__)
    if kind == "scoring":
        ClockKeepers(bottega, lease.is_stopping)
    logging.getLogger("rq.worker").addFilter(_is_news)
    connection = connect(settings.rq_url, socket_timeout=None)
    wait = FIRST_WAIT_SECONDS
    while not lease.is_stopping():
        beat()
        done = _work(kind, connection)
        wait = FIRST_WAIT_SECONDS if done else min(2 * wait, LONGEST_WAIT_SECONDS)
        _wait(wait)
    tracing.end()


def _work(kind: str, connection: redis.Redis) -> bool:
    """Run jobs until told to stop, or until Redis rejects; return whether any was done."""
    try:
        order = jobs.WORKERS[kind]
        worker = Worker(order.queues, connection=connection, serializer="json", worker_ttl=TTL_SECONDS)
        worker.order = order
        return bool(worker.work(logging_level="WARNING"))
    except OUTAGES as error:
        warn_sparsely(logger, "waiting for Redis: %s", error)
        return False


def _wait(seconds: float) -> None:
    """Wait, or be told to stop, which RQ's own handlers would not let happen between two runs."""
    told = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        lease.stop()
        wake(told)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    if not lease.is_stopping():
        told.wait(seconds)


def _is_news(_record: logging.LogRecord) -> bool:
    """Whether a log record of RQ reports anything but a race for a job or an outage of Redis.

    Two attempts at a job race if one was taken for lost: RQ removes the data of the first while it runs. This does no
    harm, since a job may run twice. An outage is logged once a minute.
    """
    error = sys.exc_info()[1]
    if isinstance(error, jobs.RACES) or _execution_is_gone(error):
        logger.info("a job was taken over by another attempt: %s", error)
        return False
    if not isinstance(error, OUTAGES):
        return True
    warn_sparsely(logger, "waiting for Redis: %s", error)
    return False


def _execution_is_gone(error: BaseException | None) -> bool:
    """Whether RQ did not find its own record of an execution; it raises a plain ValueError for it."""
    return isinstance(error, ValueError) and str(error).startswith("Execution ")

"""Run jobs with RQ's worker, without forks; the worker waits during outages of Redis.

RQ orders all queues in one way: by priority, in turn or at random. Here some come first and some last.
"""

import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cached_property
from types import FrameType
from typing import Any

import redis
from rq import Queue, Retry, SimpleWorker
from rq.job import Job

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service import problems
from service.assembly import open_installation
from service.installation import failed_jobs, jobs
from service.installation.running_works import WorkPaused, running
from service.isolation.faults import RuleFault
from service.playing import faulty_games
from service.runtime.heartbeat import beat
from service.runtime.signals import wake
from service.runtime.throttled_log import log_once, warn_sparsely
from service.settings import Settings
from service.store import OUTAGES, ArchiveUnavailable, GameUnreadable, connect
from service.telemetry import context, metrics, tracing
from service.telemetry.context import Facts
from service.telemetry.metrics import Outcome
from service.telemetry.request_id import request_id_of
from workers.jobs import analysis, hints, lease, scoring, time_limit, tournaments, turns, webhooks
from workers.jobs.context import installation, use
from workers.processes.clock_keeper import ClockKeepers
from workers.processes.deaths import settle_deaths
from workers.processes.worker_metrics import observe

NICENESS = 5
"""Niceness of thinking workers: on a busy machine the web server gets three times their processor time."""
MOST_RETURNS = 1000
"""How often stopping workers may return a job to its queue."""
TTL_SECONDS = 20
"""Seconds after which RQ considers a silent worker dead. A worker waits for a job for 15 s less."""
FIRST_WAIT_SECONDS = 0.1
LONGEST_WAIT_SECONDS = 2.0
"""Longest pause before the next attempt to reach Redis; the pause doubles each time. It is short because games wait."""

FIRST, RING, LAST = range(3)
"""The parts of `jobs.QueueOrder`."""

logger = logging.getLogger(__name__)


JOBS: dict[str, Callable[..., None]] = {
    f"{function.__module__}.{function.__name__}": function
    for function in (
        turns.play_turns,
        turns.play_default,
        scoring.score_game,
        hints.find_hint,
        analysis.continue_analysis,
        webhooks.deliver,
        tournaments.note_result,
    )
}
"""All jobs, by the names under which the service enqueues them."""


OF_GAMES = ("play_turns", "play_default", "score_game", "find_hint", "continue_analysis", "note_result")
"""Jobs whose first argument is the id of a game."""


ENDS_LATER = ("deliver",)
"""Jobs that only start a thread: their end is no success."""


UNGUARDED = ("play_turns", "play_default", "find_hint", "continue_analysis")
"""Jobs of thinking workers, which run rules without rule processes."""


class UnknownJob(Exception):
    """A queue contains a job that the service never enqueues."""


class Returnable(Job):
    """A job that returns to its queue when its worker stops before the end of the search.

    A job that the store rejects is left to the due list, since an immediate retry would be rejected too. A job with
    unhosted rules is left to the due list as well: the same worker would take it again at once.
    """

    @property
    def func(self) -> Callable[..., None]:
        """Return the function of the job from `JOBS`, so that write access to the queues cannot run other code."""
        plain = not self.instance and not self.kwargs and all(type(each) in (str, int) for each in self.args)
        function = JOBS.get(str(self.func_name))
        if function is None or not plain:
            raise UnknownJob(f"job {self.id} names the unknown function {self.func_name!r}")
        return function

    success_callback = failure_callback = stopped_callback = None
    """Callbacks would run code outside `JOBS`."""

    def perform(self) -> Any:
        """Run the job, and record its outcome and duration.

        Cyclic garbage collection is off during the job: a search creates no cycles, and a collection takes a tenth of a
        second.
        """
        gc.disable()
        started = time.monotonic()
        outcome: Outcome = "failed"
        context.enter(facts_of(self))
        try:
            result, outcome = self._perform_shown(), "done"
        except lease.WorkerStopping:
            result, outcome = Retry(MOST_RETURNS), "returned"
        except (*OUTAGES, ArchiveUnavailable) as error:
            warn_sparsely(logger, "a job was not done: %s", error)
            result, outcome = None, "undone"
        except WorkPaused:
            logger.debug("job %s waits, since a process has died during it", self.id)
            result, outcome = None, "undone"
        except problems.RulesNotHosted as error:
            warn_sparsely(logger, "job %s is left to a worker with other rules: %s", self.id, error)
            result, outcome = None, "undone"
        except (problems.GameNotFound, problems.GameAborted, problems.GameFaulty):
            logger.debug("the game of job %s has been deleted, aborted or stopped", self.id)
            result, outcome = None, "done"
        except problems.GameBusy as error:
            warn_sparsely(logger, "job %s was not done: %s", self.id, error)
            result, outcome = None, "undone"
        except (GameUnreadable, RuleFault) as error:
            result, outcome = None, "failed"
            self._note_fault(error)
        except Exception as error:
            self._note_failure(error)
            raise
        else:
            self._forget_failures()
        finally:
            gc.enable()
            _record(outcome, time.monotonic() - started)
        return result

    def _note_failure(self, error: Exception) -> None:
        """Count a failure of this job. Until the next try, RQ keeps the id, so that no process enqueues the job."""
        self.failure_ttl = int(failed_jobs.note(installation(), self._work, error))

    def _note_fault(self, error: GameUnreadable | RuleFault) -> None:
        """Stop the game of this job if its rules have failed; count a failure if its data is damaged."""
        if isinstance(error, RuleFault):
            faulty_games.stop(installation(), self._work.subject, error)
            return
        log_once(logger, "job %s was not done: %s", self.id, error)
        self._note_failure(error)

    def _forget_failures(self) -> None:
        """Remove the failures of this job, if there are any."""
        if self.meta.get(jobs.FAILED) and self._work.kind not in ENDS_LATER:
            with suppress(*OUTAGES):
                installation().store.failed_jobs.forget(self._work.subject, self._work.job)

    @property
    def _work(self) -> jobs.Work:
        return jobs.work_of(str(self.func_name), self.args)

    def _perform_shown(self) -> Any:
        """Run the job while it stands on the board of this process. The thread of a delivery does that itself."""
        if self._work.kind in ENDS_LATER:
            return self._perform_traced()
        with running(installation(), self._work, queue=str(self.origin), job_id=self.id):
            return self._perform_traced()

    def _perform_traced(self) -> Any:
        """Run the job in a child span of the span that enqueued it."""
        follows = {name: str(self.meta[name]) for name in tracing.HEADERS if name in self.meta}
        facts = {name: str(fact) for name, fact in context.facts().items()}
        with tracing.span(facts["kind"], "consumer", follows, **facts), self._limited():
            return super().perform()

    def _limited(self) -> AbstractContextManager[None]:
        """Limit a job that may run the rules of a package in this process."""
        if self._work.kind not in UNGUARDED:
            return nullcontext()
        return time_limit.limited(time_limit.CALLS * installation().settings.rule_seconds)


def facts_of(job: Job) -> Facts:
    """Return the log fields of a job: its id, kind and game, and the id of the request that caused it."""
    facts = {"job_id": job.id, "kind": str(job.func_name).rpartition(".")[2]}
    if facts["kind"] in OF_GAMES and job.args:
        facts["game_id"] = job.args[0]
    caused_by = job.meta.get(jobs.REQUEST_ID)
    return facts if caused_by is None else {**facts, "request_id": request_id_of(str(caused_by))}


def _record(outcome: Outcome, seconds: float) -> None:
    """Count and log a job that has ended."""
    kind, took = context.facts()["kind"], {"outcome": outcome, "ms": round(1000 * seconds, 3)}
    metrics.count_job(kind, outcome, seconds)
    logger.info("%s %s in %.1f ms", kind, outcome, 1000 * seconds, extra={"facts": took})


class Worker(SimpleWorker):
    """Runs one job after another in this process: a fork would cost more than most turns.

    It ignores RQ's remote commands: they cannot interrupt a job here, and their listener thread delays the end of the
    process.
    """

    order: jobs.QueueOrder
    job_class = Returnable
    max_connection_wait_time = LONGEST_WAIT_SECONDS

    def reorder_queues(self, reference_queue: Queue) -> None:
        """Take the next job from another queue than the last one, if possible; see `jobs.QueueOrder`."""
        parts: dict[int, list[Queue]] = {FIRST: [], RING: [], LAST: []}
        for queue in self._ordered_queues:
            parts[self._part_of.get(queue.name, RING)].append(queue)
        first, ring, last = (_turned(part, reference_queue) for part in parts.values())
        in_turn = [*ring, *first] if reference_queue in first else [*first, *ring]
        self._ordered_queues = [*in_turn, *last]

    @cached_property
    def _part_of(self) -> Mapping[str, int]:
        """The part of the order to which each queue belongs."""
        parts = {FIRST: self.order.first, RING: self.order.ring, LAST: self.order.last}
        return {name: part for part, names in parts.items() for name in names}

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run a job, and remove its fields from the log context afterwards."""
        try:
            super().execute_job(job, queue)
        finally:
            context.leave()

    def heartbeat(self, *arguments: Any, **named: Any) -> None:
        """Send a heartbeat to RQ and to the supervisor."""
        beat()
        super().heartbeat(*arguments, **named)

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Stop after the current job; a search stops at its next check."""
        lease.stop()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ has no type hints for it

    def subscribe(self) -> None:
        """Do not listen for remote commands."""

    def unsubscribe(self) -> None:
        """Do nothing: there is no listener."""


def _turned(ring: list[Queue], taken: Queue) -> list[Queue]:
    """Return a ring of queues that starts after the one from which a job was taken."""
    start = ring.index(taken) + 1 if taken in ring else 0
    return ring[start:] + ring[:start]


def run_worker(settings: Settings, kind: str, rulesets: Mapping[str, AnyRuleset] = RULESETS) -> None:
    """Run the jobs of this kind of worker until SIGTERM or SIGINT.

    The worker finishes its current job first; a search stops and its job goes to another worker. The connection has no
    timeout: the worker waits in Redis for the next job, and RQ sets a longer timeout.
    """
    if kind == "thinking":
        os.nice(NICENESS)
    installation = open_installation(settings, rulesets, guards_rules=kind != "thinking")
    use(installation)
    observe(settings, kind)
    settle_deaths(installation, lease.is_stopping)
    for function in JOBS.values():
        metrics.add_job_kind(function.__name__)
    if kind == "scoring":
        ClockKeepers(installation, lease.is_stopping)
    logging.getLogger("rq.worker").addFilter(_is_notable)
    connection = connect(settings.rq_url, socket_timeout=None)
    wait = FIRST_WAIT_SECONDS
    while not lease.is_stopping():
        beat()
        done = _work(kind, connection)
        wait = FIRST_WAIT_SECONDS if done else min(2 * wait, LONGEST_WAIT_SECONDS)
        _wait(wait)
    tracing.end()


def _work(kind: str, connection: redis.Redis) -> bool:
    """Run jobs until the worker stops or Redis rejects a command; return whether a job was done."""
    try:
        order = jobs.WORKERS[kind]
        worker = Worker(order.queues, connection=connection, serializer="json", worker_ttl=TTL_SECONDS)
        worker.order = order
        return bool(worker.work(logging_level="WARNING"))
    except OUTAGES as error:
        warn_sparsely(logger, "waiting for Redis: %s", error)
        return False


def _wait(seconds: float) -> None:
    """Wait, or stop on a signal: RQ's signal handlers have no effect between two runs."""
    stopping = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        lease.stop()
        wake(stopping)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    if not lease.is_stopping():
        stopping.wait(seconds)


def _is_notable(_record: logging.LogRecord) -> bool:
    """Whether a log record of RQ reports anything but a race for a job or an outage of Redis.

    Two attempts race if the first was considered lost: RQ removes its data while it runs. This is harmless, since a job
    may run twice. Outages are logged once a minute.
    """
    error = sys.exc_info()[1]
    if jobs.is_race(error):
        logger.info("another attempt took over a job: %s", error)
        return False
    if not isinstance(error, OUTAGES):
        return True
    warn_sparsely(logger, "waiting for Redis: %s", error)
    return False

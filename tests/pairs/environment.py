"""One installation for a journey: a real Redis behind a proxy, the application, and a clock that jumps.

The service has the sources of its time as arguments. Here they return a moment that only `Clock.pass_time` moves, and
a millisecond more for each question. Jobs, clock keepers and the sweeper run in this process, when `work` is called.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import redis
from flask import Flask
from rq.job import Job as RqJob

from domain.chance import SEED_BYTES
from service import problems
from service.app import create_app
from service.assembly import open_installation
from service.installation.clock_and_ids import GAME_ID_LENGTH, GAME_ID_LETTERS, ClockAndIds
from service.installation.installation import Installation
from service.installation.jobs import RACES, WEBHOOKS
from service.runtime import throttled_log
from service.runtime.redis_server import redis_server
from service.settings import Settings
from service.store import OUTAGES
from tests.pairs.dimensions import HOSTED
from tests.service.helpers.client.contract import faults_of
from tests.service.helpers.client.proxy import Proxy
from tests.service.helpers.client.service import settings
from tests.service.helpers.players.notifications import HERE, PLAY
from workers.jobs import context
from workers.processes import expiry, sweeper
from workers.processes.clock_keeper import resolve_deadlines

DAWN = datetime(2027, 1, 4, 9, 0, tzinfo=UTC)
"""The start of a journey without quiet hours, a Monday."""
TICK = timedelta(milliseconds=1)
STEP_SECONDS = 12 * 3600.0
"""Longest jump of the clock: lifetimes are checked at least this often."""
MOST_TURNS = 2000
"""The maximum number of jobs until nothing is left to do."""


@dataclass
class Clock:
    """The time of an installation."""

    moment: datetime = DAWN

    def __call__(self) -> datetime:
        self.moment += TICK
        return self.moment

    @property
    def now(self) -> float:
        """Return the time without moving it, in Unix time."""
        return self.moment.timestamp()


class LogBook(logging.Handler):
    """Stores warnings and errors of the service."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += f" ({record.exc_info[1]!r})"
        self.lines.append((record.levelname, f"{record.name}: {text}"))


@dataclass
class Environment:
    """A running installation with its own clock."""

    app: Flask
    proxy: Proxy
    redis_url: str
    settings: Settings
    faults: list[str]
    """Responses that violate the contract."""
    clock: Clock = field(default_factory=Clock)
    log: LogBook = field(default_factory=LogBook)
    failed_jobs: list[str] = field(default_factory=list)
    rng: Random = field(default_factory=Random)
    """Draws ids and the seeds of games, so that a journey can be repeated."""
    left: list[Installation] = field(default_factory=list)
    """The installation as earlier processes had it."""
    deliver: Any = None
    """Sends the due deliveries of a webhook or target: owner, id."""

    @property
    def installation(self) -> Installation:
        """Return the installation as the application has it now."""
        opened: Installation = self.app.extensions["bottega"]
        return opened

    def open(self) -> None:
        """Connect the application and the jobs, as a new process does."""
        opened, rng = open_installation(self.settings, HOSTED), self.rng

        def letters(length: int) -> str:
            return "".join(rng.choice(GAME_ID_LETTERS) for _ in range(length))

        sources = ClockAndIds(
            game_id=lambda: letters(GAME_ID_LENGTH),
            seed=lambda: rng.randbytes(SEED_BYTES),
            now=self.clock,
            attempt=lambda: rng.randbytes(4).hex(),
            letters=letters,
        )
        self.app.extensions["bottega"] = replace(opened, sources=sources)
        context.use(self.installation)

    def close(self) -> None:
        """Disconnect, as processes that end."""
        self.installation.hub.close()
        for each in (*self.left, self.installation):
            each.store.close()
            for queue in each.queues.values():
                queue.connection.close()

    def restart(self, **changes: Any) -> None:
        """End the streams of the service, and start another one on the same data.

        A process ends after its requests, so connections stay: streams in other threads still read.
        """
        self.installation.hub.close()
        self.left.append(self.installation)
        self.settings = replace(self.settings, **changes)
        self.open()

    def work(self) -> None:
        """Run all jobs and missed decisions that are due, until nothing is left to do."""
        for _ in range(MOST_TURNS):
            with suppress(*OUTAGES):
                if not self._run_a_job() and not resolve_deadlines(self.installation, self.clock.now):
                    return
        raise AssertionError("The jobs never end.")

    def sweep(self) -> None:
        """Let the sweeper check all due lists, and the lifetimes, as it does once a second."""
        for each in sweeper.SWEEPS:
            each(self.installation, self.clock.now, lambda: None)
        expiry.expire_games(self.installation, self.clock.now)
        self.work()

    def settle(self) -> None:
        """Run the jobs and the sweeper until a lease has ended twice."""
        for _ in range(3):
            self.work()
            self.sweep()
            self.clock.moment += timedelta(seconds=self.settings.lease_seconds + 1)

    def pass_time(self, seconds: float) -> None:
        """Advance the clock in steps that end at each deadline, and do the work that is due after each step."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            stop = min(end, self.clock.now + STEP_SECONDS, max(self._next_due(end) + 0.1, self.clock.now + 0.5))
            self.clock.moment = datetime.fromtimestamp(stop, UTC)
            self.work()
            self.sweep()

    def _next_due(self, end: float) -> float:
        """Return when the next deadline passes or the next delivery is due, `end` at the latest."""
        store = self.installation.store
        deliveries = store.webhooks.due.before(end, 1)
        return min(end, store.clocks.first() or end, *(at for _, at in deliveries))

    def _run_a_job(self) -> bool:
        """Run the next job of any queue; False if all are empty."""
        installation = self.installation
        connection = next(iter(installation.queues.values())).connection
        waiting = connection.smembers("rq:queues")
        for name in sorted(each.decode().removeprefix("rq:queue:") for each in waiting):
            queue = installation.queues[name]
            job_id = connection.lpop(queue.key)
            if job_id is not None:
                with suppress(*RACES):
                    self._run(RqJob.fetch(job_id.decode(), connection=connection, serializer=queue.serializer), name)
                return True
        return False

    def _run(self, job: RqJob, queue: str) -> None:
        """Run a job and remove it, as a worker does."""
        try:
            if queue in WEBHOOKS:
                self.deliver(*job.args)
            else:
                job.func(*job.args)
        except OUTAGES:
            raise
        except problems.GameNotFound:
            return  # a worker drops jobs of deleted games, too
        except Exception as error:  # noqa: BLE001  # the outermost frame of a job
            self.failed_jobs.append(f"{job.func_name}{tuple(job.args)}: {error!r}")
        finally:
            with suppress(*OUTAGES, *RACES):
                job.delete()


@contextmanager
def opened_environment(directory: Path, chosen: dict[str, Any]) -> Iterator[Environment]:
    """Start Redis, the proxy and the application for many journeys; `begun` starts each."""
    with redis_server(directory / "redis") as server:
        proxy = Proxy(directory / "proxy", server.url)
        start = settings(proxy.url, sandbox=True, webhook_targets=HERE, public_url=PLAY, **chosen)
        app = create_app(start, HOSTED)
        try:
            yield Environment(app, proxy, server.url, start, faults_of(app))
        finally:
            proxy.close()


@contextmanager
def begun(environment: Environment, seed: str, dawn: datetime = DAWN, **changes: Any) -> Iterator[Environment]:
    """Run a journey that starts at `dawn` in an empty installation with these settings."""
    with redis.Redis.from_url(environment.redis_url, retry=None) as client:
        client.flushall()
    environment.faults.clear()
    throttled_log._known.clear()  # each journey shows its own errors
    throttled_log._last.clear()
    fresh = replace(
        environment,
        settings=replace(environment.settings, **changes),
        clock=Clock(dawn),
        log=LogBook(),
        failed_jobs=[],
        left=[],
        rng=Random(seed),
    )
    logging.getLogger().addHandler(fresh.log)
    fresh.open()
    try:
        yield fresh
    finally:
        logging.getLogger().removeHandler(fresh.log)
        fresh.close()

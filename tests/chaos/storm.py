"""Cause faults in an installation, one after the other, and count each kind."""

import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import redis

from service.runtime.redis_server import RedisServer, redis_server
from tests.chaos.tampering import Tampering
from tests.chaos.wire import Wire
from tests.workers.running import Served, command_line, environ_for, lasting_port
from tests.workers.waiting import until

PACE_SECONDS = 0.7
"""Seconds between two faults; each process runs for some seconds before the next fault hits it."""
REJECTION_SECONDS = 0.7
PAUSE_SECONDS = 1.5
SLOW_SECONDS = 2.0
FLUSHES = (100, 500, 1700)
"""Delays of a flush in milliseconds."""
SHIFTS = (-3600, 60, 3600, 86_400)
"""Offsets of the clock in seconds."""
DELAYS = ("0.02", "0.1", "0.4")
KILLS = (
    "kill_api",
    "kill_web_server",
    "kill_scoring",
    "kill_thinking",
    "kill_webhooks",
    "kill_sweeper",
    "kill_redis",
)
WEIGHT = 3
"""The weight of each kind of kill, against 1 for each other fault."""


@dataclass
class RunningService:
    """A service on a Redis behind a proxy; both are restarted when they have ended."""

    directory: Path
    redis: RedisServer
    disk: Tampering
    """Slows the disk of Redis."""
    clock: Tampering
    """Shifts the clock of the service."""
    wire: Wire
    environ: dict[str, str]
    served: Served = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start the service."""
        self.served = Served(self.environ, self.directory / "errors")

    @property
    def client(self) -> Any:
        """Return a client that connects to Redis without the proxy."""
        return redis.Redis.from_url(self.redis.url, retry=None, socket_timeout=5)


@contextmanager
def installed(directory: Path, **changes: str) -> Iterator[RunningService]:
    """Run an installation during a block."""
    with ExitStack() as stack:
        disk, clock = (Tampering(directory, name) for name in ("disk", "clock"))
        with disk.inherited():
            server = stack.enter_context(redis_server(directory / "redis"))
        wire = Wire(directory / "wire", server.socket)
        stack.callback(wire.close)
        own = {"BOTTEGA_REDIS_URL": wire.url, "BOTTEGA_PORT": str(lasting_port()), "BOTTEGA_LEASE_SECONDS": "1"}
        environ = environ_for(directory / "data", **own, **clock.environ, **changes)
        running = RunningService(directory, server, disk, clock, wire, environ)
        stack.callback(lambda: running.served.end())  # noqa: PLW0108  # the one that runs then
        yield running


@dataclass
class Storm:
    """Causes faults in an installation."""

    on: RunningService
    rng: Random
    done: Counter[str] = field(default_factory=Counter)

    def rage(self, is_over: Callable[[], bool]) -> None:
        """Cause faults until `is_over` returns true."""
        while not is_over():
            self.strike()
            time.sleep(PACE_SECONDS)

    def strike(self) -> None:
        """Cause the next fault: one of those that have occurred least for their weight, chosen at random."""
        blows = self.blows()
        turns = {name: self.done[name] // (WEIGHT if name.startswith("kill") else 1) for name in blows}
        name = self.rng.choice([name for name in blows if turns[name] == min(turns.values())])
        if blows[name]() is not False:
            self.done[name] += 1

    def killed(self) -> int:
        """Return the minimum number of kills of each component, alone or with all others."""
        return min(self.done[kill] for kill in KILLS) + self.done["kill_all"]

    def blows(self) -> dict[str, Callable[[], object]]:
        """Return the functions that cause faults, by name. A function returns False if it finds no target."""
        return {
            "kill_api": lambda: self._signal(signal.SIGKILL, self._web_worker()),
            "kill_web_server": lambda: self._signal(signal.SIGKILL, self._web_server()),
            "kill_scoring": lambda: self._signal(signal.SIGKILL, self._named("scoring")),
            "kill_thinking": lambda: self._signal(signal.SIGKILL, self._named("thinking")),
            "kill_webhooks": lambda: self._signal(signal.SIGKILL, self._named("webhooks")),
            "kill_sweeper": lambda: self._signal(signal.SIGKILL, self._named("sweeper")),
            "kill_redis": self._kill_redis,
            "kill_all": self._kill_all,
            "end_api": lambda: self._signal(signal.SIGTERM, self._web_worker()),
            "pause_api": lambda: self._pause(self._web_worker()),
            "pause_thinking": lambda: self._pause(self._named("thinking")),
            "pause_redis": lambda: self._pause(self.on.redis.process.pid),
            "cut": lambda: self.on.wire.report("cut"),
            "half_close": lambda: self.on.wire.report("half"),
            "delay": lambda: self.on.wire.report(f"delay {self.rng.choice(DELAYS)}"),
            "reject_writes": self._reject_writes,
            "fill_memory": self._fill_memory,
            "fill_disk": self._fill_disk,
            **({"slow_disk": self._slow_disk, "shift_clock": self._shift_clock} if self.on.disk.works else {}),
        }

    def _web_server(self) -> int | None:
        return next((each for each in self.on.served.below() if "gunicorn" in command_line(each)), None)

    def _web_worker(self) -> int | None:
        """Choose a process that serves requests at random."""
        workers = self.on.served.web_workers()
        return self.rng.choice(workers) if workers else None

    def _named(self, part: str) -> int | None:
        found = self.on.served.named(part)
        return self.rng.choice(found) if found else None

    def _signal(self, number: int, process: int | None) -> bool:
        with suppress(ProcessLookupError):
            if process is not None:
                os.kill(process, number)
                return True
        return False

    def _pause(self, process: int | None) -> bool:
        if not self._signal(signal.SIGSTOP, process):
            return False
        time.sleep(PAUSE_SECONDS)
        return self._signal(signal.SIGCONT, process)

    def _kill_redis(self) -> None:
        self.on.redis.process.kill()
        self._restart_redis()

    def _restart_redis(self) -> None:
        """Restart Redis, as a process supervisor would."""
        self.on.redis.process.wait()
        with self.on.disk.inherited():
            self.on.redis.start()
        until(self._answers, "Redis answers")

    def _answers(self) -> bool:
        with suppress(redis.RedisError), self.on.client as client:
            return bool(client.ping())
        return False

    def _kill_all(self) -> None:
        """Kill every process of the service and Redis, as a power failure does; then restart all."""
        doomed = [self.on.served.process.pid, *self.on.served.below()]
        self.on.redis.process.kill()
        for process in doomed:
            self._signal(signal.SIGKILL, process)
        self.on.served.process.wait()
        if self.on.served.process.stdout is not None:
            self.on.served.process.stdout.close()
        self._restart_redis()
        self.on.start()

    def _reject_writes(self) -> None:
        with self.on.client as client:
            client.config_set("min-replicas-to-write", 1)
            time.sleep(REJECTION_SECONDS)
            client.config_set("min-replicas-to-write", 0)

    def _fill_memory(self) -> None:
        with self.on.client as client:
            client.config_set("maxmemory", 1)
            time.sleep(REJECTION_SECONDS)
            client.config_set("maxmemory", 0)

    def _slow_disk(self) -> None:
        self.on.disk.report(flush_milliseconds=self.rng.choice(FLUSHES))
        time.sleep(SLOW_SECONDS)
        if self.rng.random() < 0.5:
            self._kill_redis()
        self.on.disk.report()

    def _shift_clock(self) -> None:
        """Set the service's clock ahead and back; events written in between have times in the future."""
        self.on.clock.report(ahead_seconds=self.rng.choice(SHIFTS))
        time.sleep(SLOW_SECONDS)
        self.on.clock.report()

    def _fill_disk(self) -> None:
        """Limit the file size to that of Redis's log, so that a write fails and Redis ends."""
        files = (self.on.directory / "redis").rglob("*.incr.aof")
        longest = max((file.stat().st_size for file in files), default=0) + self.rng.randrange(1, 300)
        resource.prlimit(self.on.redis.process.pid, resource.RLIMIT_FSIZE, (longest, longest))
        until(lambda: self.on.redis.process.poll() is not None, "the disk is full")
        self._restart_redis()

"""Keep one process of the service alive.

honcho ends all processes when one ends, and supervisor does not notice a process that hangs.
"""

import logging
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from service.runtime.heartbeat import READY
from service.runtime.liveness import Limits, Liveness

QUICK_SECONDS = 5.0
"""A process that ran for longer than this after its start has started successfully."""
QUICK_ENDS = 3
"""Quick exits in succession after which the process is not started again."""
FIRST_WAIT_SECONDS = 0.2
LONGEST_WAIT_SECONDS = 10.0
"""Longest pause before a restart; the pause doubles with each quick exit."""

logger = logging.getLogger(__name__)


class ServiceError(Exception):
    """The service cannot be started or kept running; the message says why."""


class Process(Protocol):
    """A child process: `subprocess.Popen`, or a fork."""

    @property
    def pid(self) -> int:
        """The id of the process."""

    def poll(self) -> int | None:
        """Return the exit code; None while the process runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code; raises subprocess.TimeoutExpired."""

    def terminate(self) -> None:
        """Send SIGTERM."""

    def kill(self) -> None:
        """Send SIGKILL."""


P = TypeVar("P", bound=Process)


class ManagedProcess(Generic[P]):
    """One process of the service; `launch` starts it, at once unless it runs already.

    `beats` returns the heartbeats of the process since the last call.
    """

    def __init__(
        self,
        name: str,
        launch: Callable[[], P],
        beats: Callable[[], bytes],
        limits: Limits,
        running: P | None = None,
        another: "Callable[[], ManagedProcess[P]] | None" = None,
        close: Callable[[], object] = lambda: None,
        complaint: Callable[[], str] = lambda: "",
    ) -> None:
        self.name, self.close = name, close
        """Call this after the process has ended for good."""
        self.note_exit: Callable[[int], bool] = lambda _code: False
        """Notes an exit code; returns whether the process died during a work. Then the work is to blame."""
        self._complaint = complaint
        """Returns the known, temporary reason of an exit. With such a reason, restarts are not limited."""
        self.another = another
        """Starts another process of the same kind; None if only one may run."""
        self.has_started = False
        """Whether the process has sent the heartbeat of a process that does its work."""
        self.process = running if running is not None else launch()
        self._launch, self._beats, self._limits = launch, beats, limits
        self._started = time.monotonic()
        """When the process was launched, or has started."""
        self._life = Liveness(self.process.pid, limits, self._started)
        self._ended: float | None = None
        """When the exit was noticed; None while the process runs."""
        self._quick_ends = 0
        """Quick exits in succession."""
        self._rejections = 0
        """Quick exits in succession without a signal and without a known reason."""

    def keep_alive(self) -> None:
        """Restart the process after an exit; raises ServiceError after too many quick exits.

        A killed process is always restarted. A hanging process is killed.
        """
        code = self.process.poll()
        if code is None:
            self.kill_if_hung()
            return
        if self._ended is None:
            self._ended = self._note_end(code)
        if time.monotonic() - self._ended >= self._wait():
            self._ended, self.has_started, self.process = None, False, self._launch()
            self._started = time.monotonic()
            self._life = Liveness(self.process.pid, self._limits, self._started)

    def kill_if_hung(self) -> None:
        """Kill the process if it is not alive, see `Liveness`."""
        beats, now = self._beats(), time.monotonic()
        if READY in beats and not self.has_started:
            self.has_started, self._started = True, now
        if why := self._life.fault(now, beats=bool(beats)):
            logger.warning("%s %s; killing it", self.name, why)
            self.process.kill()
            self.process.wait()

    def _note_end(self, code: int) -> float:
        """Count and log an exit; return its time."""
        now = time.monotonic()
        is_blameless = self.note_exit(code)
        quick = not is_blameless and (not self.has_started or now - self._started < QUICK_SECONDS)
        killed = code < 0
        self._quick_ends = self._quick_ends + 1 if quick else 0
        why = "" if killed else self.why()
        self._rejections = self._rejections + 1 if quick and not killed and not why else 0
        if self._rejections == QUICK_ENDS:
            raise ServiceError(f"{self.name} ended {QUICK_ENDS} times at its start, last with exit code {code}")
        ending = f"signal {-code}" if killed else f"exit code {code}"
        logger.warning("%s ended with %s; starting it again%s", self.name, ending, why)
        return now

    def why(self) -> str:
        """Return the known reason of the exit, to append to a message; empty if it is unknown."""
        complaint = self._complaint()
        return complaint and f": {complaint}"

    def _wait(self) -> float:
        """Return the pause before the restart, in seconds: 0 for the first time, or after a successful start."""
        if self._quick_ends < 2:
            return 0.0
        return min(FIRST_WAIT_SECONDS * float(2 ** (self._quick_ends - 2)), LONGEST_WAIT_SECONDS)


def stop(parts: "Sequence[ManagedProcess[Any]]", seconds: float) -> None:
    """End processes in parallel; kill them after the given seconds."""
    for part in parts:
        part.process.terminate()
    deadline = time.monotonic() + seconds
    for part in parts:
        try:
            part.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            part.process.kill()
            part.process.wait()
        part.close()

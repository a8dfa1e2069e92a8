"""Keep one process of the service alive.

honcho ends all processes when one ends, and supervisor does not notice a process that hangs.
"""

import logging
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

QUICK_SECONDS = 5.0
"""A process that ran for longer than this started successfully."""
QUICK_ENDS = 3
"""Quick exits in succession after which the process is not started again."""
FIRST_WAIT_SECONDS = 0.2
LONGEST_WAIT_SECONDS = 10.0
"""Longest pause before a restart; the pause doubles with each quick exit."""
HUNG_SECONDS = 20.0
"""Seconds without a heartbeat after which a process is killed."""

logger = logging.getLogger(__name__)


class ServiceError(Exception):
    """The service cannot be started or kept running; the message says why."""


class Process(Protocol):
    """A child process: `subprocess.Popen`, or a fork."""

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

    `beats` returns whether the process has sent a heartbeat since the last call.
    """

    def __init__(
        self,
        name: str,
        launch: Callable[[], P],
        beats: Callable[[], bool],
        running: P | None = None,
        another: "Callable[[], ManagedProcess[P]] | None" = None,
        close: Callable[[], object] = lambda: None,
        complaint: Callable[[], str] = lambda: "",
    ) -> None:
        self.name, self.close = name, close
        """Call this after the process has ended for good."""
        self._complaint = complaint
        """Returns the known, temporary reason of an exit. With such a reason, restarts are not limited."""
        self.another = another
        """Starts another process of the same kind; None if only one may run."""
        self.has_started = False
        """Whether the process has sent a heartbeat."""
        self.process = running if running is not None else launch()
        self._launch, self._beats = launch, beats
        self._started = self._seen = time.monotonic()
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
            self._check_life()
            return
        if self._ended is None:
            self._ended = self._note_end(code)
        if time.monotonic() - self._ended >= self._wait():
            self._started = self._seen = time.monotonic()
            self._ended, self.process = None, self._launch()

    def is_alive(self) -> bool:
        """Whether the process has sent a heartbeat since the last call."""
        beats = self._beats()
        self.has_started = self.has_started or beats
        return beats

    def _check_life(self) -> None:
        now = time.monotonic()
        if self.is_alive():
            self._seen = now
        elif now - self._seen > HUNG_SECONDS:
            logger.warning("%s sends no heartbeat; killing it", self.name)
            self.process.kill()
            self.process.wait()

    def _note_end(self, code: int) -> float:
        """Count and log an exit; return its time."""
        now = time.monotonic()
        quick, killed = now - self._started < QUICK_SECONDS, code < 0
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

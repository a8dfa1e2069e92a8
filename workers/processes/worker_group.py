"""Run workers and sweeper as forks of one process, which share its loaded modules, as gunicorn's processes do.

Each has 15 MB of memory of its own instead of 60, and starts without loading anything. A fork that dies is replaced at
once by another one, which finds on the board during which work the first one died.
"""

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from multiprocessing import connection
from multiprocessing.context import ForkProcess, SpawnProcess
from multiprocessing.process import BaseProcess, parent_process

from service.installation import running_works
from service.installation.jobs import WORKERS
from service.runtime.child_process import LINUX, PR_SET_NAME, PR_SET_PDEATHSIG, prctl
from service.runtime.heartbeat import VARIABLE, HeartbeatPipe, beat, beat_while_starting
from service.runtime.liveness import Limits
from service.runtime.signals import end_by_default, ending_delayed
from service.runtime.work_board import WorkBoard
from workers.processes.managed_process import ManagedProcess, stop

WATCH_SECONDS = 1.0
"""Seconds between two checks of all processes; the exit of one is noticed at once."""
STOP_SECONDS = 7.0
"""Seconds after which a process is killed: less than the supervisor gives the whole group."""

Run = Callable[[str], int]
"""Runs a process of a kind, a worker or `sweeper`, and returns its exit code."""
THINKING = "thinking"
"""The kind of worker of which a group may have several."""


class Fork:
    """A forked process, with the methods of `subprocess.Popen` that supervision needs."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        with ending_delayed():
            process.start()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid or 0

    @property
    def sentinel(self) -> int:
        """A file descriptor that becomes readable when the process ends."""
        return self._process.sentinel

    def poll(self) -> int | None:
        """Return the exit code; None while the process runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code; raises subprocess.TimeoutExpired."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return self._process.exitcode

    def terminate(self) -> None:
        """Send SIGTERM."""
        self._process.terminate()

    def kill(self) -> None:
        """Send SIGKILL."""
        self._process.kill()


def run_worker_group(
    kinds: Sequence[str], limits: Limits, run: Run, stopping: threading.Event, stop_seconds: float = STOP_SECONDS
) -> None:
    """Run workers of these kinds and the sweeper, until SIGTERM interrupts this thread or `stopping` is set.

    Python loses the interruption in some places, such as a fork: see `supervisor.end_on_signals`. A process is killed
    `stop_seconds` after the SIGTERM. The group has started once each of its processes has. Raises
    ServiceError if a process cannot be kept running.
    """
    gc.disable()
    for module in ("worker", "sweeper"):
        import_module(f"workers.processes.{module}")  # loaded here, before the forks
    gc.freeze()  # a collection in a fork would copy each page that it looks through
    gc.enable()
    parts: list[ManagedProcess[Fork]] = []
    with ExitStack() as stack:
        stack.callback(lambda: stop(parts, stop_seconds))
        parts.extend(_start(name, kind, limits, run) for name, kind in _named(kinds))
        while not stopping.is_set():
            for part in parts:
                part.keep_alive()
            (beat if all(part.has_started for part in parts) else beat_while_starting)()
            connection.wait([part.process.sentinel for part in parts if part.process.poll() is None], WATCH_SECONDS)


def _named(kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield a name for each process and its kind: `thinking worker 2` for the second one."""
    for index, kind in enumerate(kinds):
        number = f" {kinds[: index + 1].count(kind)}" if kind == THINKING else ""
        yield (f"{kind} worker{number}" if kind in WORKERS else kind), kind


def _start(name: str, kind: str, limits: Limits, run: Run) -> ManagedProcess[Fork]:
    """Start one process of the group."""
    pulse, board = HeartbeatPipe(), WorkBoard()
    forks = ForkProcess if LINUX else SpawnProcess
    inherited = board if LINUX else None  # a spawned process shares no memory: its deaths are losses of its jobs

    def launch() -> Fork:
        return Fork(forks(target=_run, args=(kind, pulse.writes, inherited, run), name=name, daemon=True))

    def close() -> None:
        pulse.close()
        board.close()

    part = ManagedProcess(name, launch, pulse.beats, limits, close=close)
    part.note_exit = board.note_exit
    return part


def _run(kind: str, pulse: connection.Connection, board: WorkBoard | None, run: Run) -> None:
    """Run a process of this kind, which ends with the group."""
    _settle(kind)
    os.environ[VARIABLE] = str(pulse.fileno())
    if board is None:
        sys.exit(run(kind))
    running_works.use(board)
    try:
        code = run(kind)
    finally:
        board.clear()
    sys.exit(code)


def _settle(name: str) -> None:
    """Make this fork of a supervising process end with it, and show `name`, of up to 15 letters, in lists of processes.

    A thread ends the fork; on Linux the kernel does, even if the fork is stopped. Ctrl-C in a terminal reaches only the
    supervising process, which sends SIGTERM: RQ takes a second signal as an order to drop the job.
    """
    os.setsid()
    end_by_default()
    if LINUX:
        prctl(PR_SET_NAME, name.encode())
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    """End this process after its parent."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)

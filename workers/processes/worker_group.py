"""Run workers and sweeper as forks of one process, which share its loaded modules, as gunicorn's processes do.

Each has 15 MB of memory of its own instead of 60, and starts without loading anything.
"""

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from multiprocessing import connection
from multiprocessing.context import ForkProcess, SpawnProcess
from multiprocessing.process import BaseProcess, parent_process

from service.runtime.child_process import LINUX, PR_SET_NAME, PR_SET_PDEATHSIG, prctl
from service.runtime.heartbeat import VARIABLE, HeartbeatPipe, beat, beat_while_starting
from service.runtime.liveness import Limits
from workers.processes.managed_process import ManagedProcess, stop

WATCH_SECONDS = 1.0
"""Seconds between two checks of all processes; the exit of one is noticed at once."""
STOP_SECONDS = 7.0
"""Seconds after which a process is killed: less than the supervisor gives the whole group."""

Command = Callable[[Sequence[str]], int]
"""Runs a `bottega` command and returns its exit code."""


class Fork:
    """A forked process, with the methods of `subprocess.Popen` that supervision needs."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
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


def run_worker_group(thinking: int, limits: Limits, command: Command) -> None:
    """Run a scoring, a webhooks and some thinking workers and the sweeper, until SIGTERM interrupts this thread.

    The group has started once each of its processes has. Raises ServiceError if a process cannot be kept running.
    """
    gc.disable()
    for module in ("worker", "sweeper"):
        import_module(f"workers.processes.{module}")  # loaded here, before the forks
    gc.freeze()  # a collection in a fork would copy each page that it looks through
    gc.enable()
    commands = {
        "scoring worker": ["worker", "scoring"],
        **{f"thinking worker {number}": ["worker", "thinking"] for number in range(1, thinking + 1)},
        "webhooks worker": ["worker", "webhooks"],
        "sweeper": ["sweeper"],
    }
    parts: list[ManagedProcess[Fork]] = []
    with ExitStack() as stack:
        stack.callback(lambda: stop(parts, STOP_SECONDS))
        parts.extend(_start(name, arguments, limits, command) for name, arguments in commands.items())
        while True:
            for part in parts:
                part.keep_alive()
            (beat if all(part.has_started for part in parts) else beat_while_starting)()
            connection.wait([part.process.sentinel for part in parts if part.process.poll() is None], WATCH_SECONDS)


def _start(name: str, arguments: Sequence[str], limits: Limits, command: Command) -> ManagedProcess[Fork]:
    """Start one process of the group."""
    pulse = HeartbeatPipe()
    forks = ForkProcess if LINUX else SpawnProcess
    named = name.split(maxsplit=2)[0]

    def launch() -> Fork:
        return Fork(forks(target=_run, args=(named, pulse.writes, command, arguments), name=name, daemon=True))

    return ManagedProcess(name, launch, pulse.beats, limits, close=pulse.close)


def _run(name: str, pulse: connection.Connection, command: Command, arguments: Sequence[str]) -> None:
    """Run the command in its own process, which ends with the group."""
    _settle(name)
    os.environ[VARIABLE] = str(pulse.fileno())
    sys.exit(command(arguments))


def _settle(name: str) -> None:
    """Make this fork of a supervising process end with it, and show `name`, of up to 15 letters, in lists of processes.

    A thread ends the fork; on Linux the kernel does, even if the fork is stopped.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    if LINUX:
        prctl(PR_SET_NAME, name.encode())
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    """End this process after its parent."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)

"""Replace web server processes that hang, or that a request holds for too long.

gunicorn's `timeout` is in seconds of the clock, and ends healthy processes of a busy machine.
"""

import faulthandler
import logging
import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from service.runtime.liveness import Limits, Liveness
from service.settings import Settings

UNINTERRUPTED_SECONDS = 5.0
"""Processor time after the limit of a request in which it may still be interrupted."""
SHOW_SIGNAL = signal.SIGUSR2
"""Makes a web server process write to standard error what it is doing."""
SHOW_SECONDS = 0.2
"""Time for this traceback."""

logger = logging.getLogger(__name__)


def show_on_signal() -> None:
    """Let this process write its traceback at SHOW_SIGNAL, even in code that Python cannot interrupt."""
    faulthandler.register(SHOW_SIGNAL)


class WebWatch:
    """Watches the processes of a web server, from its first process."""

    def __init__(self, settings: Settings) -> None:
        self._limits = Limits(settings.silent_seconds, settings.request_seconds + UNINTERRUPTED_SECONDS)
        self._lives: dict[int, Liveness] = {}
        self._seen: dict[int, float] = {}
        """The time of the last heartbeat of each process."""

    def end_hung(self, processes: Mapping[int, Any]) -> None:
        """End the processes that are not alive; gunicorn replaces them. Call it about once a second.

        `processes` are gunicorn's workers by process id.
        """
        now = time.monotonic()
        self._lives = {pid: self._lives.get(pid) or Liveness(pid, self._limits, now) for pid in processes}
        for pid, process in list(processes.items()):
            with suppress(OSError, ValueError):  # the process has ended
                beat = process.tmp.last_update()
                beats, self._seen[pid] = self._seen.get(pid) != beat, beat
                if why := self._lives[pid].fault(now, beats=beats):
                    logger.error("web server process %d %s; killing it", pid, why)
                    _end(pid)


def _end(pid: int) -> None:
    """Kill a process, which first shows what it is doing, unless it is stopped."""
    os.kill(pid, SHOW_SIGNAL)
    time.sleep(SHOW_SECONDS)
    os.kill(pid, signal.SIGKILL)

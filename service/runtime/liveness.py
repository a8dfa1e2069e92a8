"""Judge by its progress whether a process is alive: by its heartbeats, and by the processor time that it uses.

On a busy machine a healthy process may need minutes for two seconds of processor time. A limit in seconds alone would
end it again and again. A process that hangs uses no processor time; one that loops uses much and sends no heartbeat.
"""

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

import psutil

from service.settings import Settings, read_setting

LEAST_SHARE = 0.005
"""Share of one processor that counts as progress. Threads that only poll use less."""
FIRST_REPORT_SECONDS = 10.0
"""Seconds after which a wait is reported for the first time; each further report comes after twice the time."""


class Limits(NamedTuple):
    """How long a process may be without a heartbeat."""

    silent: float = Settings.silent_seconds
    """Seconds without a heartbeat and without progress."""
    busy: float = Settings.busy_seconds
    """Seconds of processor time without a heartbeat."""


USUAL = Limits()


def read_limits(environ: Mapping[str, str]) -> Limits:
    """Return the limits of an installation; raises SettingsError."""
    return Limits(read_setting("silent_seconds", environ), read_setting("busy_seconds", environ))


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, in seconds; 0 if it has ended."""
    with suppress(psutil.Error):
        return sum(sum(each.cpu_times()[:2]) for each in _programs(pid))
    return 0.0


def waits_for_machine(pid: int) -> bool:
    """Whether a process could go on, but the machine gives it no processor or no answer of a disk."""
    with suppress(psutil.Error):
        return any(each.status() in {psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP} for each in _programs(pid))
    return False


def _programs(pid: int) -> list[psutil.Process]:
    """Return a started program; except on Linux, it is a child of its launcher (`child_process`)."""
    launched = psutil.Process(pid)
    return [launched] if sys.platform == "linux" else [launched, *launched.children()]


class Liveness:
    """The signs of life of one process."""

    def __init__(self, pid: int, limits: Limits, now: float, used: Callable[[int], float] = processor_seconds) -> None:
        self._pid, self._limits, self._read = pid, limits, used
        self._sign, self._used_at_sign = now, 0.0
        """The last heartbeat or progress, and the processor time used until then."""
        self._used_at_beat: float | None = 0.0
        """The processor time used until the last heartbeat; None until it is needed."""

    def fault(self, now: float, *, beats: bool) -> str:
        """Return why the process must be ended; empty while it is alive.

        `beats` says whether a heartbeat has come since the last call. The monotonic time `now` is in seconds.
        """
        if beats:
            self._sign, self._used_at_beat = now, None
            return ""
        used = self._read(self._pid)
        if self._used_at_beat is None:
            self._used_at_beat = self._used_at_sign = used
        if used - self._used_at_sign >= LEAST_SHARE * self._limits.silent:
            self._sign, self._used_at_sign = now, used
        if used - self._used_at_beat > self._limits.busy:
            return f"sends no heartbeat although it used {used - self._used_at_beat:.0f} s of processor time"
        if now - self._sign > self._limits.silent:
            return f"sends no heartbeat and uses no processor time for {self._limits.silent:.0f} s"
        return ""


class Waiting:
    """Reports from time to time that a start waits for a process."""

    def __init__(self, name: str) -> None:
        self._name, self._since, self._next = name, time.monotonic(), FIRST_REPORT_SECONDS

    def report(self, pid: int) -> None:
        """Write one line about a process to standard error if the next report is due."""
        waited = time.monotonic() - self._since
        if waited < self._next:
            return
        self._next = 2 * waited
        print(waiting_for(self._name, waited, processor_seconds(pid)), file=sys.stderr, flush=True)


def waiting_for(name: str, waited: float, used: float) -> str:
    """Return the report of a wait: `Waiting for the web server: 12 s, it has used 0.9 s of processor time`."""
    return f"Waiting for {name}: {waited:.0f} s, it has used {used:.1f} s of processor time"

"""Send heartbeats to the supervisor through a pipe, to a file, or to systemd.

A stopped or hanging process does not end, so its supervisor would not restart it. The pipe carries bytes and no times:
clocks may be wrong. Without a supervisor, as in a container, the heartbeat touches a file. systemd has its own
protocol. The package sdnotify has it too, but waits while systemd does not read.
"""

import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path

VARIABLE = "BOTTEGA_HEARTBEAT"
"""The file descriptor to write to, the file to touch, or `systemd`; missing in a process without supervision."""
SYSTEMD_SOCKET = "NOTIFY_SOCKET"
"""The socket of systemd, from its environment variable. A name that begins with `@` has no file."""
BEAT_SECONDS = 1.0

READY, STARTING = b".", b"-"
"""A heartbeat of a process that does its work, and of one that still starts."""

_last = [0.0]


def beat() -> None:
    """Send a heartbeat, at most one a second; does nothing in a process without supervision."""
    now = time.monotonic()
    if now - _last[0] >= BEAT_SECONDS:
        _last[0] = now
        _send(READY)


def beat_while_starting() -> None:
    """Send a heartbeat of a process that still starts; does nothing in a process without supervision."""
    _send(STARTING)


def _send(sign: bytes) -> None:
    pipe = os.environ.get(VARIABLE)
    if pipe is None:
        return None
    if pipe == "systemd":
        return _notify_systemd()
    if not pipe.isdigit():
        return Path(pipe).touch()
    with suppress(BlockingIOError, BrokenPipeError):  # the supervisor has not read for long, or is gone
        os.write(int(pipe), sign)
    return None


def _notify_systemd() -> None:
    """Reset the watchdog of the systemd unit (`WatchdogSec`), if there is one."""
    address = os.environ.get(SYSTEMD_SOCKET, "")
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.setblocking(False)
        listener.sendto(b"WATCHDOG=1", address.replace("@", "\0", 1) if address.startswith("@") else address)


def start_beating(start_thread: Callable[..., object], sleep: Callable[[float], object]) -> None:
    """Send heartbeats from a separate thread, for a process whose main loop is not ours."""

    def send() -> None:
        while True:
            beat()
            sleep(BEAT_SECONDS)

    start_thread(send, ())


class HeartbeatPipe:
    """The heartbeat pipe of one kind of process, read by the supervisor. The processes inherit the end `writes`."""

    def __init__(self) -> None:
        self._reads, self.writes = Pipe(duplex=False)
        for end in (self._reads, self.writes):
            os.set_blocking(end.fileno(), False)

    def beats(self) -> bytes:
        """Return the heartbeats since the last call."""
        with suppress(BlockingIOError):
            return os.read(self._reads.fileno(), 1 << 16)
        return b""

    def close(self) -> None:
        """Close both ends."""
        self._reads.close()
        self.writes.close()

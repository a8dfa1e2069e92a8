"""Signs of life: a process of the service gives them through a pipe, and the supervisor misses them.

A process that is stopped or hangs does not end, so nobody would start it again. The pipe carries bytes and no times:
clocks may be wrong. Where no supervisor is, as in a container, the sign is a file that is touched; systemd is told by
its own protocol.
"""

import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

VARIABLE = "BOTTEGA_HEARTBEAT"
"""The file descriptor to write to, the file to touch, or `systemd`; absent in a process that nobody watches."""
SYSTEMD_SOCKET = "NOTIFY_SOCKET"
"""Where systemd listens, as it says itself; a name that begins with `@` is one of no file."""
BEAT_SECONDS = 1.0

_last = [0.0]


def beat() -> None:
    """Give a sign of life, at most one a second; does nothing in a process that nobody watches."""
    pipe, now = os.environ.get(VARIABLE), time.monotonic()
    if pipe is not None and now - _last[0] >= BEAT_SECONDS:
        _last[0] = now
        if pipe == "systemd":
            return _tell_systemd()
        if not pipe.isdigit():
            return Path(pipe).touch()
        with suppress(BlockingIOError, BrokenPipeError):  # nobody has read for long, or nobody is there any more
            os.write(int(pipe), b".")
    return None


def _tell_systemd() -> None:
    """Reset the watchdog of the unit (`WatchdogSec`), if systemd runs this process and listens."""
    address = os.environ.get(SYSTEMD_SOCKET, "")
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.setblocking(False)
        listener.sendto(b"WATCHDOG=1", address.replace("@", "\0", 1) if address.startswith("@") else address)


def beat_for_ever(start_thread: Callable[..., object], sleep: Callable[[float], object] = time.sleep) -> None:
    """Give signs of life from a thread of its own, where the main loop belongs to others."""

    def go_on() -> None:
        while True:
            beat()
            sleep(BEAT_SECONDS)

    start_thread(go_on, ())


class HeartbeatPipe:
    """The pipe of one part, as the supervisor has it: `writes` is the end that its processes inherit."""

    def __init__(self) -> None:
        self._reads, self.writes = os.pipe()
        for end in (self._reads, self.writes):
            os.set_blocking(end, False)

    def beats(self) -> bool:
        """Whether there has been a sign of life since this was asked last."""
        with suppress(BlockingIOError):
            return bool(os.read(self._reads, 1 << 16))
        return False

    def close(self) -> None:
        """Close both ends."""
        os.close(self._reads)
        os.close(self.writes)

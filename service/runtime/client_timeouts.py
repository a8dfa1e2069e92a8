"""Limit how long the web server waits for a client: its request body, its reading, and any sign of its network.

`web_worker.Idle` limits the wait for the head of a request. gunicorn's gevent worker has only that limit.
"""

import socket
import time
from typing import Any

import gevent

from service import problems

BODY_SECONDS = 20.0
"""Timeout of a whole request body."""
STALL_SECONDS = 30.0
"""Timeout of a client that reads nothing of its response."""
SILENT_SECONDS = 30.0
"""Timeout of a client whose network acknowledges nothing. Without it the system tries for about 15 minutes."""


def limit_silence(client: socket.socket, seconds: float = SILENT_SECONDS) -> None:
    """End a connection once its network has acknowledged nothing for a time. Systems without the option ignore it."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))


class TimedReader:
    """Reads a request body for gunicorn; raises RequestTimeout after the timeout of the whole body."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._deadline = time.monotonic() + BODY_SECONDS

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; empty at the end of the body."""
        with gevent.Timeout(max(0.0, self._deadline - time.monotonic()), exception=False):
            data: bytes = self._reader.read(size)
            return data
        raise problems.RequestTimeout("The body did not arrive within {seconds:.0f} s.", {"seconds": BODY_SECONDS})

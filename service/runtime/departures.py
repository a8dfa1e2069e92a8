"""Notice that clients have closed their connections, without writing to them.

A stream without events writes every few seconds only. If many clients leave at once, their streams would all read and
write for nobody at the same moment. One `epoll` object watches all connections, and one greenlet ends their streams, a
few in each turn of the event loop. On systems without `epoll` a stream ends with its next write.
"""

import select
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import gevent
from gevent.socket import wait_read

AT_ONCE = 20
"""The maximum number of streams that end in one turn of the event loop."""
PAUSE_SECONDS = 0.005
"""Pause between two turns, in which requests are served."""


class Departures:
    """The watched connections of a process."""

    def __init__(self) -> None:
        self._epoll = select.epoll() if hasattr(select, "epoll") else None
        self._leave: dict[int, Callable[[], None]] = {}
        """What to call when a client leaves, by file descriptor."""
        self._greenlet: Any = None

    def watch(self, connection: Any, leave: Callable[[], None]) -> Callable[[], None]:
        """Call `leave` when the client closes a connection; return a function that ends the watch.

        The watch must end before the connection is closed. `leave` must not wait.
        """
        if self._epoll is None:
            return lambda: None
        number = connection.fileno()
        self._leave[number] = leave
        self._epoll.register(number, select.EPOLLRDHUP)
        if self._greenlet is None:
            self._greenlet = gevent.spawn(self._run, self._epoll)
        return lambda: self._forget(number)

    def _forget(self, number: int) -> None:
        """End the watch of a file descriptor, if there is one."""
        if self._epoll is not None and self._leave.pop(number, None) is not None:
            with suppress(OSError):
                self._epoll.unregister(number)

    def _run(self, epoll: Any) -> None:
        """Call what must be called, for as long as the process runs."""
        while True:
            wait_read(epoll.fileno())
            for number, _ in epoll.poll(0, AT_ONCE):
                leave = self._leave[number]
                self._forget(number)
                leave()
            gevent.sleep(PAUSE_SECONDS)

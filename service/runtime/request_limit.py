"""Limit how long one request may hold a web server process, in processor time.

Requests share one thread, so a request that computes without end would stop all requests of its process. A timer of the
kernel interrupts it: it raises ComputationTooLong in Python code and in regular expressions. Code that cannot be
interrupted, such as compiled rules, ends with its process (`web_watch`).

gevent.Timeout needs a request that waits. gunicorn's `timeout` is in seconds of the clock and ends the whole process.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import gevent

from service import problems

TICK_SECONDS = 0.5
"""Processor time of the process between two checks."""


class RequestLimit:
    """The limit of one web server process."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._serving: set[Any] = set()
        """The greenlets that serve a request."""
        self._turn: tuple[Any, int] | None = None
        """The running greenlet and the turn of the event loop at the last check."""
        self._held = 0.0
        """How long that greenlet has held the process in that turn."""

    def start(self) -> None:
        """Check from now on; call it from the main thread, which runs all greenlets."""
        signal.signal(signal.SIGPROF, self._check)
        signal.siginterrupt(signal.SIGPROF, False)  # system calls continue
        signal.setitimer(signal.ITIMER_PROF, TICK_SECONDS, TICK_SECONDS)

    def stop(self) -> None:
        """Stop the checks.

        An interpreter that ends removes its handlers, and a signal without a handler kills the process.
        """
        signal.setitimer(signal.ITIMER_PROF, 0)

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Apply the limit to the present greenlet during a block."""
        greenlet = gevent.getcurrent()
        self._serving.add(greenlet)
        try:
            yield
        finally:
            self._serving.discard(greenlet)

    def _check(self, _number: int, _frame: FrameType | None) -> None:
        """Raise ComputationTooLong in a request that has held the process for too long; again at each later check."""
        turn = gevent.getcurrent(), gevent.get_hub().loop.iteration
        if turn[0] not in self._serving or turn != self._turn:
            self._turn, self._held = turn, 0.0
            return
        self._held += TICK_SECONDS
        if self._held >= self._seconds:
            raise too_long(self._seconds)


def too_long(seconds: int) -> problems.ComputationTooLong:
    """Return the problem of a request that has held its process for this processor time."""
    return problems.ComputationTooLong(
        "The request was ended after {seconds} s of processor time. This has been logged.", {"seconds": seconds}
    )

"""Limit how long a job may compute between two checks of its search.

The rules and heuristics of a package run in thinking workers without rule processes. A function that never returns
would hold the worker, and the turns of other games, until the supervisor kills it. So a timer of the kernel interrupts
it: it raises TakesTooLong in Python code and in regular expressions. Code that cannot be interrupted ends with its
process.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from service.runtime.error_places import Interruption

CALLS: Final = 5
"""A job may compute for this many times the limit of a function between two checks, each of which follows many calls.
"""
REPEAT_SECONDS: Final = 1.0
"""The interval of further interrupts, in case the code catches the first."""
RENEWAL_SECONDS: Final = 1.0

_limit = [0.0, 0.0]
"""The limit of the present job in seconds of processor time, 0 without one, and when its timer was last started."""


class TakesTooLong(Interruption):
    """The rules or heuristics of a game have computed for too long."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Limit the processor time between two checks during a block in the main thread; raises TakesTooLong."""
    before = signal.signal(signal.SIGPROF, _interrupt)
    _limit[0] = seconds
    _start()
    try:
        yield
    finally:
        _limit[0] = 0.0
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def renew() -> None:
    """Start the time of the present job again, at most once a second; do nothing without a limit."""
    if _limit[0] and time.monotonic() - _limit[1] >= RENEWAL_SECONDS:
        _start()


def _start() -> None:
    _limit[1] = time.monotonic()
    signal.setitimer(signal.ITIMER_PROF, _limit[0], REPEAT_SECONDS)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise TakesTooLong

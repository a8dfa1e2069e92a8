"""Wake threads from signal handlers, and control what orders to end do during the start of a process.

Each function is a few calls of the standard library.
"""

import os
import signal
import threading
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in shells."""


def wake(event: threading.Event) -> None:
    """Set an event from a new thread.

    The handler itself must not set it: it may have interrupted the thread that holds the event's lock, and would block.
    """
    start_new_thread(event.set, ())


ENDING = (signal.SIGINT, signal.SIGTERM)
"""The signals that order a process to end."""


@contextmanager
def ending_delayed() -> Iterator[None]:
    """Delay orders to end, also in the processes that this thread starts, which must call `end_by_default`.

    A fork runs the handlers of its parent at first. They would use up an order that is meant for the fork.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_by_default() -> None:
    """Make orders to end end this process at once, also one that has arrived since its start."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def hold_interrupts() -> None:
    """Delay Ctrl-C until `end_on_interrupt`, also in the program that replaces this process."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def end_on_interrupt() -> None:
    """Make Ctrl-C end this process silently, while it only loads modules.

    A process that ignores Ctrl-C, such as a shell's background job, continues to ignore it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def raise_on_interrupt() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_at_once(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)

"""What a signal's handler may do to wake a thread that waits, and how a process ends that has not begun anything."""

import os
import signal
import threading
from _thread import start_new_thread
from types import FrameType

INTERRUPTED = 130
"""The exit code of a command that was ended by Ctrl-C, as shells have it."""


def wake(event: threading.Event) -> None:
    """Set an event, soon.

    In the handler itself that could wait for ever: it may have interrupted whoever has just taken the event's lock, in
    the same thread.
    """
    start_new_thread(event.set, ())


def hold_interrupts() -> None:
    """Let Ctrl-C wait, also in what this process becomes, until `end_on_interrupt` is called there."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def end_on_interrupt() -> None:
    """From now on let Ctrl-C end this process without a word: for as long as it only loads what it needs.

    A process that ignores Ctrl-C, as one in a shell's background does, goes on to do so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def raise_on_interrupt() -> None:
    """From now on let Ctrl-C raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_at_once(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)

"""Slow a process down as a busy machine does: it runs in bursts, and is suspended most of the time."""

import os
import signal
from contextlib import contextmanager, suppress
from threading import Event, Thread

from service.runtime.liveness import processor_seconds

BURST_SECONDS = 0.02
"""Processor time of a burst: two ticks of the system's clock."""
LOOK_SECONDS = 0.002


@contextmanager
def slowed(pid, factor):
    """Let a process run for one of `factor` seconds at most during a block, and freely after it."""
    ending = Event()
    thread = Thread(target=_alternate, args=(pid, factor, ending))
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def _alternate(pid, factor, ending):
    with suppress(ProcessLookupError):
        while not ending.is_set():
            os.kill(pid, signal.SIGCONT)
            used = processor_seconds(pid)
            while processor_seconds(pid) - used < BURST_SECONDS and not ending.wait(LOOK_SECONDS):
                pass
            os.kill(pid, signal.SIGSTOP)
            ending.wait((factor - 1) * BURST_SECONDS)

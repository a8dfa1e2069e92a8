"""Limit the threads of a process that wait for receivers, and divide them among the shares of accounts.

A receiver that hangs holds a thread for ten seconds or more. A share therefore takes at most as many threads as it
leaves free: one share alone half of them, two shares a third each. The others find a free thread at once.
"""

import threading
from collections import Counter
from collections.abc import Callable

THREADS = 64
"""Receivers that one process waits for in parallel."""


class DeliveryThreads:
    """The threads of one process."""

    def __init__(self, number: int = THREADS) -> None:
        self._free = number
        self._taken = Counter[int]()
        self._changed = threading.Condition()

    def take(self, share: int, seconds: float) -> bool:
        """Reserve a thread for a share, and wait for it up to some seconds; False if the share may take none."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._taken[share] < self._free, seconds):
                return False
            self._free -= 1
            self._taken[share] += 1
            return True

    def run(self, share: int, work: Callable[[], object]) -> None:
        """Run some work in the reserved thread of a share, and return the thread."""
        threading.Thread(target=self._run, args=(share, work)).start()

    def _run(self, share: int, work: Callable[[], object]) -> None:
        try:
            work()
        finally:
            with self._changed:
                self._free += 1
                self._taken[share] -= 1
                self._changed.notify_all()

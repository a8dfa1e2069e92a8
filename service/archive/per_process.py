"""What one process opens and must not share with those that are forked from it, such as connections."""

import os
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Opened = TypeVar("Opened")


class PerProcess(Generic[Opened]):
    """Opens something when it is first asked for, and anew in a process that was forked since."""

    def __init__(self, open_one: Callable[[], Opened]) -> None:
        self._open_one = open_one
        self._lock = Lock()
        self._opened: dict[int, Opened] = {}  # by process; those of the parent are kept, as freeing them may end them

    def get(self) -> Opened:
        """Return what this process has opened."""
        process = os.getpid()
        if process not in self._opened:
            with self._lock:
                if process not in self._opened:
                    self._opened[process] = self._open_one()
        return self._opened[process]

    def take(self) -> Opened | None:
        """Return it for the last time, if it was ever opened; the next to ask opens another."""
        return self._opened.pop(os.getpid(), None)

"""Open resources per process, such as connections, which forked processes must not share."""

import os
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Opened = TypeVar("Opened")


class PerProcess(Generic[Opened]):
    """Opens a resource when it is first needed, and again in a forked process."""

    def __init__(self, open_one: Callable[[], Opened]) -> None:
        self._open_one = open_one
        self._lock = Lock()
        self._opened: dict[
            int, Opened
        ] = {}  # by process; those of the parent stay referenced, since freeing them may close them

    def get(self) -> Opened:
        """Return the resource of this process."""
        process = os.getpid()
        if process not in self._opened:
            with self._lock:
                if process not in self._opened:
                    self._opened[process] = self._open_one()
        return self._opened[process]

    def take(self) -> Opened | None:
        """Return and forget the resource, if it is open; the next `get` opens another."""
        return self._opened.pop(os.getpid(), None)

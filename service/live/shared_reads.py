"""Share reads of Redis between the streams of a process that need the same data at the same time.

An update, or the end of an outage, wakes all streams of a game at once. One read then serves all of them. At most
AT_ONCE reads run at a time: more would need a connection each, and would leave no time for requests.
"""

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
AT_ONCE = 16


class _Read:
    """A read that several callers may share."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.outcome: tuple[Any, Exception | None] | None = None
        """The value, or the error that was raised; None if the thread of the read was ended before it."""


class SharedReads:
    """The reads of this process. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[Hashable, _Read] = {}
        """Reads that have not started. A read that has started may miss what a new caller must see."""
        self._turns = threading.BoundedSemaphore(AT_ONCE)

    def read(self, key: Hashable, read: Callable[[], T]) -> T:
        """Return the value of a read that starts after this call; callers with the same key share it.

        Raises what the read raises.
        """
        while True:
            own = _Read()
            with self._lock:
                shared = self._waiting.setdefault(key, own)
            if shared is own:
                self._run(key, own, read)
            else:
                shared.ended.wait()
            if shared.outcome is not None:
                break
        value, error = shared.outcome
        if error is not None:
            raise error
        found: T = value
        return found

    def _run(self, key: Hashable, own: _Read, read: Callable[[], Any]) -> None:
        """Read when it is the caller's turn, and wake all who share the read."""
        try:
            with self._turns:
                self._start(key, own)
                own.outcome = _outcome_of(read)
        finally:
            self._start(key, own)  # the thread may have been ended while it waited for its turn
            own.ended.set()

    def _start(self, key: Hashable, own: _Read) -> None:
        """Let later callers share the next read."""
        with self._lock:
            if self._waiting.get(key) is own:
                del self._waiting[key]


def _outcome_of(read: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return read(), None
    except Exception as error:  # noqa: BLE001  # raised again for each caller
        return None, error

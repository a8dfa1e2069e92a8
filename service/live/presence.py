"""Record which players are present, for games with presence.

Requests, streams and feeds record their player in memory. A thread writes these signs of presence to Redis, each seat
at most once in WRITE_SECONDS. The thread starts with the first sign, and thus after the fork. During an outage of Redis
nothing is written, and clients do not notice.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Store

WRITE_SECONDS = 10.0
PAUSE_SECONDS = 1.0
"""Pause between two writes while players are present."""
IDLE_SECONDS = 15.0
DROP_SECONDS = 30.0
"""Signs of presence are dropped after this time, unless the game shows presence."""
MOST_SIGNS = 10_000
"""The maximum number of games, and of signs, in memory. At the maximum all are dropped; later requests add them
again."""
FEED = "feed"

Sign = tuple[str, str]
"""A game and the holder of a seat, or a player and FEED."""

logger = logging.getLogger(__name__)


class Presence:
    """The players present in this process. Threads may share it."""

    def __init__(self, store: Store, ended: threading.Event, clock: Callable[[], float] = time.time) -> None:
        """Write to this store, with this clock, until `ended`."""
        self._store, self._ended, self._clock = store, ended, clock
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._changed = threading.Event()
        self._thread: threading.Thread | None = None
        self._enabled: set[str] = set()
        self._seen: dict[Sign, float] = {}
        """Signs that are not written yet, with their Unix times."""
        self._written: dict[Sign, float] = {}
        self._open: Counter[Sign] = Counter()

    def enable(self, game_id: str) -> None:
        """Record presence in this game."""
        if game_id in self._enabled:
            return
        with self._lock:
            if len(self._enabled) >= MOST_SIGNS:
                self._enabled.clear()
            self._enabled.add(game_id)
            self._start()
        self._changed.set()

    def record(self, sign: Sign) -> None:
        """Record a request."""
        with self._lock:
            if len(self._seen) >= MOST_SIGNS:
                self._seen.clear()
            self._seen[sign] = self._clock()
            if sign[1] == FEED:
                self._start()
        self._changed.set()

    @contextmanager
    def connected(self, sign: Sign | None) -> Iterator[None]:
        """Record a connection for a block."""
        self.open(sign)
        try:
            yield
        finally:
            self.close(sign)

    def open(self, sign: Sign | None) -> None:
        """Record an open connection, until `close`; does nothing for None."""
        if sign is not None:
            with self._lock:
                self._open[sign] += 1
            self.record(sign)

    def close(self, sign: Sign | None) -> None:
        """Record the end of a connection."""
        if sign is not None:
            with self._lock:
                self._open[sign] -= 1
                self._open += Counter()  # drops zero counts
            self.record(sign)

    def write(self) -> None:
        """Write pending signs to the store, unless Redis is away."""
        with self._writing:
            due = self._take(self._clock())
            if due and not self._ended.is_set():
                try:
                    self._store.presence.note(due)
                except OUTAGES as error:
                    warn_sparsely(logger, "presence is not written: %s", error)

    def _take(self, now: float) -> dict[Sign, float]:
        """Return the signs to write now, and mark them as written."""
        with self._lock:
            self._seen |= dict.fromkeys(self._open, now)
            self._written = {sign: at for sign, at in self._written.items() if abs(now - at) < WRITE_SECONDS}
            due = {sign: at for sign, at in self._seen.items() if self._is_enabled(sign) and sign not in self._written}
            self._written |= dict.fromkeys(due, now)
            left = {sign: at for sign, at in self._seen.items() if sign not in due}
            self._seen = {
                sign: at for sign, at in left.items() if self._is_enabled(sign) or abs(now - at) < DROP_SECONDS
            }
        return due

    def _is_enabled(self, sign: Sign) -> bool:
        """Whether a sign may be written, as far as this process knows."""
        return sign[1] == FEED or sign[0] in self._enabled

    def _start(self) -> None:
        """Start the thread if it does not run; the lock is held."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="presence", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        """Write repeatedly until the end."""
        while not self._ended.is_set():
            self._changed.wait(PAUSE_SECONDS if self._seen or self._open else IDLE_SECONDS)
            self._changed.clear()
            self.write()
            self._ended.wait(PAUSE_SECONDS)

"""Presence: who is there, as far as this process knows, for games whose creators want it told.

Requests, streams and feeds say here whom they come from, which costs them nothing. A thread of its own writes it down,
each seat at most once in EVERY_SECONDS; it is started by the first that is to be written, and so after the fork. While
Redis is away nothing is written, and nobody hears of that.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Store

EVERY_SECONDS = 10.0
PAUSE_SECONDS = 1.0
"""Between two looks, while somebody is there."""
IDLE_SECONDS = 15.0
FORGOTTEN_SECONDS = 30.0
"""For how long it is kept who asked something of a game of which nobody knows whether it wants presence."""
MOST = 10_000
"""Games, or seats, that are kept in mind; beyond that all are forgotten and come again with their next requests."""
FEED = "feed"

Sign = tuple[str, str]
"""A game and who has a seat in it, or a player and FEED."""

logger = logging.getLogger(__name__)


class Presence:
    """Who is there; safe to share between threads."""

    def __init__(self, store: Store, ended: threading.Event, clock: Callable[[], float] = time.time) -> None:
        """Write to this store, by this clock, until `ended`."""
        self._store, self._ended, self._clock = store, ended, clock
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._news = threading.Event()
        self._thread: threading.Thread | None = None
        self._wanted: set[str] = set()
        self._seen: dict[Sign, float] = {}
        """Not written yet: Unix times."""
        self._written: dict[Sign, float] = {}
        self._open: Counter[Sign] = Counter()

    def want(self, game_id: str) -> None:
        """Have it told who is there in a game."""
        if game_id in self._wanted:
            return
        with self._lock:
            if len(self._wanted) >= MOST:
                self._wanted.clear()
            self._wanted.add(game_id)
            self._start()
        self._news.set()

    def saw(self, sign: Sign) -> None:
        """Note a request."""
        with self._lock:
            if len(self._seen) >= MOST:
                self._seen.clear()
            self._seen[sign] = self._clock()
            if sign[1] == FEED:
                self._start()
        self._news.set()

    @contextmanager
    def during(self, sign: Sign | None) -> Iterator[None]:
        """Note somebody who is there for the length of a block."""
        self.open(sign)
        try:
            yield
        finally:
            self.close(sign)

    def open(self, sign: Sign | None) -> None:
        """Note a connection, until `close`; nothing for None."""
        if sign is not None:
            with self._lock:
                self._open[sign] += 1
            self.saw(sign)

    def close(self, sign: Sign | None) -> None:
        """Note that a connection is no more; it has been there until now."""
        if sign is not None:
            with self._lock:
                self._open[sign] -= 1
                self._open += Counter()  # leaves out what is not open any more
            self.saw(sign)

    def write(self) -> None:
        """Write down who is there, if Redis takes it; whatever was seen before has been written then."""
        with self._writing:
            due = self._take(self._clock())
            if due and not self._ended.is_set():
                try:
                    self._store.presence.note(due)
                except OUTAGES as error:
                    warn_sparsely(logger, "who is there is not written: %s", error)

    def _take(self, now: float) -> dict[Sign, float]:
        """Return what is to be written now, and keep in mind that it is."""
        with self._lock:
            self._seen |= dict.fromkeys(self._open, now)
            self._written = {sign: at for sign, at in self._written.items() if abs(now - at) < EVERY_SECONDS}
            due = {sign: at for sign, at in self._seen.items() if self._is_told(sign) and sign not in self._written}
            self._written |= dict.fromkeys(due, now)
            left = {sign: at for sign, at in self._seen.items() if sign not in due}
            self._seen = {
                sign: at for sign, at in left.items() if self._is_told(sign) or abs(now - at) < FORGOTTEN_SECONDS
            }
        return due

    def _is_told(self, sign: Sign) -> bool:
        """Whether it is to be written at all, as far as is known."""
        return sign[1] == FEED or sign[0] in self._wanted

    def _start(self) -> None:
        """Start the thread if it does not run; the lock is held."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="presence", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        """Write again and again, until the end."""
        while not self._ended.is_set():
            self._news.wait(PAUSE_SECONDS if self._seen or self._open else IDLE_SECONDS)
            self._news.clear()
            self.write()
            self._ended.wait(PAUSE_SECONDS)

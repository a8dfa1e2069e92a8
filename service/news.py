"""News: what happens in games, told to all who watch them in this process through one Redis subscription.

The subscription belongs to one thread, started with the first watcher, so after the fork. It is a hint only: news can
get lost, and the log has the truth. A watcher is woken without an event whenever it may have missed some.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

import msgspec

from domain.ruleset import AnyRuleset
from service import answers
from service.problems import TooManyWatchers
from service.store import OUTAGES, Event, Listener, Store

CHECK_SECONDS = 15.0
RETRY_SECONDS = 0.1

logger = logging.getLogger(__name__)


class SharedEvent:
    """An event, and how each viewer reads it: worked out once for all who watch in this process."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self._texts: dict[int | None, bytes] = {}

    def text(self, ruleset: AnyRuleset, viewer: int | None) -> bytes:
        """Show the event as a seat, or an onlooker, may read it: JSON in one line."""
        if viewer not in self._texts:
            self._texts[viewer] = answers.event(ruleset, self.event, viewer)
        return self._texts[viewer]


class Watcher:
    """Somebody who waits for news of one game; belongs to one thread."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.inbox: SimpleQueue[SharedEvent | None] = SimpleQueue()

    def wait(self, seconds: float) -> SharedEvent | None:
        """Wait for an event; None to say that the log is to be looked at, at the latest after these seconds."""
        try:
            return self.inbox.get(timeout=seconds)
        except Empty:
            return None


class News:
    """All who watch in this process, and the thread that tells them; safe to share between threads."""

    def __init__(self, store: Store, most: int) -> None:
        """`most` watchers at a time are let in."""
        self._store = store
        self._most = most
        self._lock = threading.Lock()
        self._watchers: dict[str, set[Watcher]] = {}
        self._everybody: set[Watcher] = set()
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self.ended = threading.Event()
        """Set when this process is about to end: whoever watches is to take leave."""

    def __len__(self) -> int:
        """Count who watches."""
        return len(self._everybody)

    @contextmanager
    def watching(self, game_id: str) -> Iterator[Watcher]:
        """Watch a game for a block; raises TooManyWatchers."""
        watcher = self.enter(game_id)
        try:
            yield watcher
        finally:
            self.leave(watcher)

    def enter(self, game_id: str) -> Watcher:
        """Begin to watch a game, until `leave`; raises TooManyWatchers."""
        watcher = Watcher(game_id)
        with self._lock:
            if len(self._everybody) >= self._most:
                raise TooManyWatchers(f"This process serves {self._most} watchers; another may have room.")
            self._everybody.add(watcher)
            watchers = self._watchers.setdefault(game_id, set())
            watchers.add(watcher)
            self._start()
        if len(watchers) == 1:
            self._wake()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """End watching; may be called again."""
        with self._lock:
            self._everybody.discard(watcher)
            watchers = self._watchers.get(watcher.game_id, set())
            watchers.discard(watcher)
            last = not watchers and self._watchers.pop(watcher.game_id, None) is not None
        if last:
            self._wake()

    def end(self) -> None:
        """Have everybody take leave. May be called by a signal handler: takes no lock."""
        self.ended.set()
        for watcher in list(self._everybody):
            watcher.inbox.put(None)

    def close(self) -> None:
        """End all that was started."""
        self.end()
        self._wake()
        if self._thread is not None:
            self._thread.join()

    def _start(self) -> None:
        """Start the listening thread if it does not run; the lock is held."""
        if self._thread is None:
            self._listener = self._store.listener()
            self._thread = threading.Thread(target=self._run, args=(self._listener,), name="news", daemon=True)
            self._thread.start()

    def _wake(self) -> None:
        """Have the listening thread look who watches; when Redis is away it does so once it has come back."""
        if self._listener is not None:
            with suppress(*OUTAGES):
                self._listener.wake()

    def _run(self, listener: Listener) -> None:
        """Listen until the end, connecting anew whenever the connection breaks; only the first failure is logged."""
        failures = 0
        while not self.ended.is_set():
            try:
                listener.open()
                failures = 0
                self._listen(listener)
            except OUTAGES as error:
                failures += 1
                if failures == 1:
                    logger.warning("the news are interrupted: %s", error)
                self.ended.wait(RETRY_SECONDS)
        listener.close()

    def _listen(self, listener: Listener) -> None:
        """Pass on what is heard until the end; raises one of OUTAGES."""
        subscribed = self._agree(listener, set())
        while not self.ended.is_set():
            kind, game_id, data = listener.hear(CHECK_SECONDS)
            if kind == "event":
                self._tell(game_id, SharedEvent(msgspec.json.decode(data, type=Event)))
            elif kind == "begun":
                self._tell(game_id, None)  # what was committed just before was told to nobody
            else:
                subscribed = self._agree(listener, subscribed)

    def _agree(self, listener: Listener, subscribed: set[str]) -> set[str]:
        """Subscribe to the games that are watched, and to no others; return them."""
        with self._lock:
            watched = set(self._watchers)
        if watched - subscribed:
            listener.subscribe(watched - subscribed)
        if subscribed - watched:
            listener.unsubscribe(subscribed - watched)
        return watched

    def _tell(self, game_id: str, event: SharedEvent | None) -> None:
        """Pass an event on to all who watch its game."""
        with self._lock:
            watchers = list(self._watchers.get(game_id, ()))
        for watcher in watchers:
            watcher.inbox.put(event)

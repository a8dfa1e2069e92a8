"""Pass updates of games and feeds on to all subscribers in this process, from one Redis subscription.

The subscription belongs to one thread, which starts with the first subscriber, and thus after the fork. Updates are
only a hint: messages may get lost, and the log or the feed is authoritative. A subscriber that may have missed updates
is woken without an event.

The updates of a game are its events, or empty after a change of a seat. The updates of a feed, or of a player's keys,
are empty: they wake the streams that read them.
"""

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

from service import problems
from service.live.shared_reads import SharedReads
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Event, Listener, Store, read_entry
from service.telemetry import metrics

CHECK_SECONDS = 15.0
RETRY_SECONDS = 0.1

logger = logging.getLogger(__name__)


Variant = tuple[int | None, bool, bool]
"""Variants of an event's text: for which seat, whether with a patch, and whether with the next legal actions."""


class SharedEvent:
    """An event of a game, shared by all subscribers of this process."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.texts: dict[Variant, bytes] = {}
        """The texts of the event; the first subscriber that encodes one stores it for the others."""


class Subscriber:
    """A client that waits for updates of one or more sources; belongs to one thread."""

    def __init__(self, sources: Sequence[str]) -> None:
        self.sources = sources
        """The ids of games, players and tournaments, and `keys_source` players."""
        self.inbox: SimpleQueue[SharedEvent | None] = SimpleQueue()
        self.has_left = False
        """Whether the client has closed its connection."""

    def wait(self, seconds: float) -> SharedEvent | None:
        """Wait for an event, at most these seconds. None means: read the log."""
        try:
            return self.inbox.get(timeout=seconds)
        except Empty:
            return None

    def leave(self) -> None:
        """Note that the client has closed its connection, and wake the subscriber."""
        self.has_left = True
        self.inbox.put(None)

    def drain(self, seconds: float) -> bool:
        """Wait for any update, at most these seconds, and drop all; False if there were none."""
        try:
            self.inbox.get(timeout=seconds)
        except Empty:
            return False
        with suppress(Empty):
            while True:
                self.inbox.get_nowait()
        return True


class EventHub:
    """All subscribers of this process, and the thread that serves them. Threads may share it."""

    def __init__(self, store: Store, most: int) -> None:
        """Accept at most `most` subscribers at a time."""
        self._store = store
        self._most = most
        self._lock = threading.Lock()
        self._by_source: dict[str, set[Subscriber]] = {}
        self._subscribers: set[Subscriber] = set()
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self._is_woken = False
        """Whether the listening thread was woken, and has not updated its subscriptions yet."""
        self.reads = SharedReads()
        self.ended = threading.Event()
        """Set when this process is about to end: subscribers then leave."""

    def __len__(self) -> int:
        """Return the number of subscribers."""
        return len(self._subscribers)

    @contextmanager
    def subscribed_to(self, *sources: str) -> Iterator[Subscriber]:
        """Subscribe to games, feeds or keys for a block; raises TooManySpectators."""
        subscriber = self.subscribe(*sources)
        try:
            yield subscriber
        finally:
            self.unsubscribe(subscriber)

    def subscribe(self, *sources: str) -> Subscriber:
        """Subscribe to games, feeds or keys until `unsubscribe`; raises TooManySpectators."""
        subscriber = Subscriber(sources)
        with self._lock:
            if len(self._subscribers) >= self._most:
                facts = {"most": self._most}
                raise problems.TooManySpectators(
                    "Retry later, or use another process. This process serves at most {most} streams and waiting "
                    "requests.",
                    facts,
                )
            self._subscribers.add(subscriber)
            is_new = any(source not in self._by_source for source in sources)
            for source in sources:
                self._by_source.setdefault(source, set()).add(subscriber)
            self._start()
            metrics.set_open_streams(len(self._subscribers))
        if is_new:
            self._wake()
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """End a subscription; may be called again."""
        with self._lock:
            self._subscribers.discard(subscriber)
            left = [source for source in subscriber.sources if self._leave(subscriber, source)]
            metrics.set_open_streams(len(self._subscribers))
        if left:
            self._wake()

    def end(self) -> None:
        """Wake all subscribers so that they leave. Takes no lock: a signal handler may call it."""
        self.ended.set()
        for subscriber in list(self._subscribers):
            subscriber.inbox.put(None)

    def close(self) -> None:
        """End the hub and its thread."""
        self.end()
        self._wake()
        if self._thread is not None:
            self._thread.join()

    def _leave(self, subscriber: Subscriber, source: str) -> bool:
        """Remove a subscriber from a source; True if it was the last one. The lock is held."""
        subscribers = self._by_source.get(source, set())
        subscribers.discard(subscriber)
        return not subscribers and self._by_source.pop(source, None) is not None

    def _start(self) -> None:
        """Start the listening thread if it does not run; the lock is held."""
        if self._thread is None:
            self._listener = self._store.listener()
            self._thread = threading.Thread(target=self._run, args=(self._listener,), name="event hub", daemon=True)
            self._thread.start()

    def _wake(self) -> None:
        """Wake the listening thread to update its subscriptions. During an outage it does that when Redis is back.

        One message is enough for many changes.
        """
        if self._listener is None or self._is_woken:
            return
        self._is_woken = True
        try:
            self._listener.wake()
        except OUTAGES:
            self._is_woken = False

    def _run(self, listener: Listener) -> None:
        """Listen until the end, and reconnect after each failure."""
        while not self.ended.is_set():
            try:
                listener.open()
                self._listen(listener)
            except OUTAGES as error:
                warn_sparsely(logger, "the event hub has lost Redis: %s", error)
                self.ended.wait(RETRY_SECONDS)
        listener.close()

    def _listen(self, listener: Listener) -> None:
        """Publish all messages until the end; raises one of OUTAGES."""
        subscribed = self._resubscribe(listener, set())
        while not self.ended.is_set():
            kind, source, data = listener.receive(CHECK_SECONDS)
            if kind == "update":
                self._publish(source, _read_event(data))
            elif kind == "subscribed":
                self._publish(source, None)  # events committed just before were missed
            else:
                subscribed = self._resubscribe(listener, subscribed)

    def _resubscribe(self, listener: Listener, subscribed: set[str]) -> set[str]:
        """Subscribe to the current sources and unsubscribe from others; return the sources."""
        self._is_woken = False  # a later change wakes this thread again
        with self._lock:
            followed = set(self._by_source)
        if followed - subscribed:
            listener.subscribe(followed - subscribed)
        if subscribed - followed:
            listener.unsubscribe(subscribed - followed)
        return followed

    def _publish(self, source: str, event: SharedEvent | None) -> None:
        """Pass an event on to all subscribers of a source; None makes them read the log."""
        with self._lock:
            subscribers = list(self._by_source.get(source, ()))
        for subscriber in subscribers:
            subscriber.inbox.put(event)


def _read_event(data: bytes) -> SharedEvent | None:
    """Return an event; None for an empty message, or an event by a newer release."""
    with suppress(ValueError):
        return SharedEvent(read_entry(data)) if data else None
    return None

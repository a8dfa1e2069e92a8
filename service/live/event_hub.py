"""The event hub: hands news to all in this process who follow a game or a feed, by one Redis subscription.

The subscription belongs to one thread, which is started with the first subscriber and so after the fork. It is a hint
only: messages may get lost, and the log or the feed has the truth. A subscriber that may have missed one is woken
without one.

The news of a game are its events, and empty when a seat has changed hands. Those of a feed, and of the keys of a
player, are empty: they wake the streams that read them.
"""

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

from service.problems import TooManySpectators
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Event, Listener, Store, read_entry
from service.telemetry import metrics

CHECK_SECONDS = 15.0
RETRY_SECONDS = 0.1

logger = logging.getLogger(__name__)


Reading = tuple[int | None, bool, bool]
"""How an event is read: by whom, whether with its patch, and whether with what the reader may do next."""


class SharedEvent:
    """An event of a game, in one piece for all subscribers of this process."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.texts: dict[Reading, bytes] = {}
        """The event as it is read: whoever works a text out first keeps it here for the others."""


class Subscriber:
    """Somebody who waits for news of one or several sources; belongs to one thread."""

    def __init__(self, sources: Sequence[str]) -> None:
        self.sources = sources
        """The ids of games, players and tournaments, and `keys_of` players."""
        self.inbox: SimpleQueue[SharedEvent | None] = SimpleQueue()

    def wait(self, seconds: float) -> SharedEvent | None:
        """Wait for an event; None where the log is to be read instead, at the latest after these seconds."""
        try:
            return self.inbox.get(timeout=seconds)
        except Empty:
            return None

    def rest(self, seconds: float) -> bool:
        """Wait for any news, at most these seconds, and forget them; False if there are none."""
        try:
            self.inbox.get(timeout=seconds)
        except Empty:
            return False
        with suppress(Empty):
            while True:
                self.inbox.get_nowait()
        return True


class EventHub:
    """All subscribers of this process, and the thread that serves them; safe to share between threads."""

    def __init__(self, store: Store, most: int) -> None:
        """Let in `most` subscribers at a time."""
        self._store = store
        self._most = most
        self._lock = threading.Lock()
        self._by_source: dict[str, set[Subscriber]] = {}
        self._subscribers: set[Subscriber] = set()
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self.ended = threading.Event()
        """Set when this process is about to end: subscribers are to leave."""

    def __len__(self) -> int:
        """Return the number of subscribers."""
        return len(self._subscribers)

    @contextmanager
    def subscribed_to(self, *sources: str) -> Iterator[Subscriber]:
        """Follow games, feeds or keys for the length of a block; raises TooManySpectators."""
        subscriber = self.subscribe(*sources)
        try:
            yield subscriber
        finally:
            self.unsubscribe(subscriber)

    def subscribe(self, *sources: str) -> Subscriber:
        """Follow games, feeds or keys until `unsubscribe`; raises TooManySpectators."""
        subscriber = Subscriber(sources)
        with self._lock:
            if len(self._subscribers) >= self._most:
                facts = {"most": self._most}
                raise TooManySpectators("This process serves {most} watchers; another may have room.", facts)
            self._subscribers.add(subscriber)
            is_new = any(source not in self._by_source for source in sources)
            for source in sources:
                self._by_source.setdefault(source, set()).add(subscriber)
            self._start()
            metrics.show_watchers(len(self._subscribers))
        if is_new:
            self._wake()
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Follow it no more; may be called again."""
        with self._lock:
            self._subscribers.discard(subscriber)
            left = [source for source in subscriber.sources if self._leave(subscriber, source)]
            metrics.show_watchers(len(self._subscribers))
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
        """Take a subscriber from a source; True if it was the last one. The lock is held."""
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
        """Wake the listening thread to resubscribe; if Redis is away, it does so once Redis is back."""
        if self._listener is not None:
            with suppress(*OUTAGES):
                self._listener.wake()

    def _run(self, listener: Listener) -> None:
        """Listen until the end, connecting anew whenever the connection breaks."""
        while not self.ended.is_set():
            try:
                listener.open()
                self._listen(listener)
            except OUTAGES as error:
                warn_sparsely(logger, "the event hub has lost Redis: %s", error)
                self.ended.wait(RETRY_SECONDS)
        listener.close()

    def _listen(self, listener: Listener) -> None:
        """Publish what is heard until the end; raises one of OUTAGES."""
        subscribed = self._resubscribe(listener, set())
        while not self.ended.is_set():
            kind, source, data = listener.hear(CHECK_SECONDS)
            if kind == "news":
                self._publish(source, _told(data))
            elif kind == "begun":
                self._publish(source, None)  # nobody heard what was committed just before
            else:
                subscribed = self._resubscribe(listener, subscribed)

    def _resubscribe(self, listener: Listener, subscribed: set[str]) -> set[str]:
        """Subscribe to what is followed, and to nothing else; return it."""
        with self._lock:
            followed = set(self._by_source)
        if followed - subscribed:
            listener.subscribe(followed - subscribed)
        if subscribed - followed:
            listener.unsubscribe(subscribed - followed)
        return followed

    def _publish(self, source: str, event: SharedEvent | None) -> None:
        """Hand an event to all who follow its game; None wakes them, to read for themselves."""
        with self._lock:
            subscribers = list(self._by_source.get(source, ()))
        for subscriber in subscribers:
            subscriber.inbox.put(event)


def _told(data: bytes) -> SharedEvent | None:
    """Read an event; None where a feed has grown, a game has begun, or a newer release has written the event."""
    with suppress(ValueError):
        return SharedEvent(read_entry(data)) if data else None
    return None

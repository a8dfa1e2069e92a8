"""Follow the log of a game, a feed or a tournament: by long polling, or as a stream in one of two formats."""

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Generic, NamedTuple, TypeVar

from service import problems
from service.installation.installation import Installation
from service.live.event_hub import SharedEvent
from service.live.presence import Sign
from service.players.credentials import SPECTATOR, Credential, check
from service.store import OUTAGES, LogPosition

KEEP_ALIVE_SECONDS = 15.0
"""Longest silence of a stream, and longest pause between two reads of the log."""
SHORTEST_PAUSE = 0.7
"""Shortest pause between two reads of a log, as a part of the longest one."""
RETRY_MILLISECONDS = 1000
PAGE = 100
"""Entries that a stream reads at once."""

E = TypeVar("E")
T = TypeVar("T")


class Page(NamedTuple, Generic[E]):
    """Some entries of a log."""

    entries: Sequence[E]
    position: LogPosition
    """Where to continue."""
    is_last: bool = False
    """Whether no entry will follow."""
    started_at: LogPosition | None = None
    """The position at which the game has started since the previous read; None if it has not."""

    @property
    def is_update(self) -> bool:
        """Whether a waiting request returns the page."""
        return bool(self.entries) or self.is_last or self.started_at is not None


class Message(NamedTuple):
    """A message of a stream."""

    id: str
    """The position after the message."""
    type: str
    data: bytes
    """JSON on one line."""


class Log(ABC, Generic[E]):
    """A log as a caller may see it."""

    pause = KEEP_ALIVE_SECONDS
    """Longest pause between two reads, in seconds."""

    def __init__(
        self, installation: Installation, credential: Credential, *sources: str, sign: Sign | None = None
    ) -> None:
        """Announce new entries on the channels of `sources`. `sign` records the caller's presence."""
        self.installation, self.credential, self.sources, self.sign = installation, credential, sources, sign

    @abstractmethod
    def read(self, position: LogPosition, limit: int) -> Page[E]:
        """Return up to `limit` entries after a position. Raises a problem if the log has lost entries or is gone."""

    @abstractmethod
    def messages(self, page: Page[E]) -> Iterator[Message]:
        """Yield the messages of the next page. A message of the type `over` is for server-sent events only."""

    def announced(self, _update: SharedEvent, _position: LogPosition) -> Page[E] | None:
        """Return a page with the announced entry if it is the next one; None means: read the log."""
        return None

    def awaits_more(self) -> bool:
        """Whether a stream stays open after the last entry."""
        return False

    def patience(self) -> float:
        """Return after how many seconds at most something must be sent that no update announces."""
        return inf


def poll(
    log: Log[E],
    position: LogPosition,
    limit: int,
    seconds: float,
    has_changed: Callable[[], bool] = lambda: False,
) -> Page[E]:
    """Return up to `limit` entries after a position; wait up to `seconds` for one if there are none.

    The wait also ends when `has_changed`, which is called after each read of the log. Raises the problems of the log,
    TooManySpectators, and InvalidToken if the credential ended during the wait.
    """
    with log.installation.presence.connected(log.sign):
        page = log.read(position, limit)
        if not seconds or page.is_update or has_changed():
            return page
        page = wait_for(
            log.installation,
            log.sources,
            lambda: log.read(position, limit),
            lambda found: found.is_update or has_changed(),
            seconds,
            pause=lambda: min(log.pause, log.patience()),
        )
    check(log.installation, log.credential)
    return page


def wait_for(
    installation: Installation,
    sources: Sequence[str],
    read: Callable[[], T],
    is_due: Callable[[T], bool],
    seconds: float,
    *,
    pause: Callable[[], float] = lambda: KEEP_ALIVE_SECONDS,
) -> T:
    """Return what `read` returns as soon as it `is_due`, or after some seconds, or when this process ends.

    It reads after each update of the sources, and after each `pause`. Raises TooManySpectators, and what `read` raises.
    """
    deadline = time.monotonic() + seconds
    with installation.hub.subscribed_to(*sources) as subscriber:
        while True:
            found, left = read(), deadline - time.monotonic()
            if is_due(found) or left <= 0 or installation.hub.ended.is_set():
                return found
            subscriber.drain(min(left, pause()))


class Stream(Generic[E]):
    """A stream of a log for one client. Close it in any case."""

    def __init__(self, log: Log[E], position: LogPosition, keep_alive: float = KEEP_ALIVE_SECONDS) -> None:
        """Subscribe to the log and to the end of the credential. Raises TooManySpectators."""
        self._log, self._position, self._installation, self._sign = log, position, log.installation, log.sign
        self._pause = min(keep_alive, log.pause)
        self._is_sure = False
        """Whether the store had the credential when the log was last read."""
        self._subscriber = self._installation.hub.subscribe(*log.sources, *log.credential.sources(self._installation))
        self._installation.presence.open(self._sign)

    def __iter__(self) -> Iterator[Message | None]:
        """Yield the messages of each entry after the position; None from time to time without a message.

        The stream ends after the last entry of the log, unless the log awaits more. It ends as well when the log has
        lost entries or was removed; the next request then raises a problem. Other ends are the end of the credential
        and of this process. The stream waits during an outage of Redis.
        """
        page = self._read()
        while page is not None and self._holds():
            is_silent = True
            for message in self._log.messages(page):
                yield message
                is_silent = False
            self._position = page.position
            if (page.is_last and not self._log.awaits_more()) or self._installation.hub.ended.is_set():
                return
            if is_silent:
                yield None
            page = self._read() if len(page.entries) == PAGE else self._next()

    def leave(self) -> None:
        """End the stream of a client that has closed its connection, without another read or write."""
        self._subscriber.leave()

    def close(self) -> None:
        """Unsubscribe. Idempotent."""
        self._installation.hub.unsubscribe(self._subscriber)
        self._installation.presence.close(self._sign)
        self._sign = None

    def _next(self) -> Page[E] | None:
        """Wait for the next entry, and read the log if some may have been missed; None ends the stream."""
        now = self._installation.sources.now().timestamp()
        longest = self._log.credential.patience(now, self._pause * _spread())
        update = self._subscriber.wait(min(longest, self._log.patience()))
        if self._subscriber.has_left or self._installation.hub.ended.is_set():
            return None
        page = None if update is None else self._log.announced(update, self._position)
        if page is not None:
            return page
        self._subscriber.drain(0)
        return self._read()

    def _read(self) -> Page[E] | None:
        """Return the next page: empty during an outage of Redis, None if the log has lost entries or was removed."""
        self._is_sure = False
        try:
            return self._log.read(self._position, PAGE)
        except OUTAGES:
            return Page((), self._position)
        except problems.ProblemError:
            return None

    def _holds(self) -> bool:
        """Whether the stream may continue. While Redis is away, only the expiry of the credential counts."""
        credential = self._log.credential
        if credential.has_expired(self._installation.sources.now().timestamp()):
            return False
        try:
            self._is_sure = self._is_sure or self._is_held(credential)
        except OUTAGES:
            return True
        return self._is_sure

    def _is_held(self, credential: Credential) -> bool:
        """Whether the store has the credential. Raises one of OUTAGES."""
        if credential == SPECTATOR:
            return True
        return self._installation.hub.reads.read(credential, lambda: credential.holds(self._installation))


def _spread() -> float:
    """Return a factor for pauses: an event starts the pauses of many streams, which must not all end at once."""
    return random.uniform(SHORTEST_PAUSE, 1)  # noqa: S311  # no secret


def open_stream(log: Log[E], position: LogPosition) -> Stream[E] | None:
    """Return a stream of the entries after a position; None if no entry can follow.

    Raises the problems of the log, InvalidToken and TooManySpectators.
    """
    first = log.read(position, 1)
    if first.is_last and not first.entries and not log.awaits_more():
        return None
    stream = Stream(log, position)
    try:
        check(log.installation, log.credential)  # it may have ended before the subscription
    except BaseException:
        stream.close()
        raise
    return stream


def server_sent_events(stream: Stream[E]) -> Iterator[bytes]:
    """Format a stream as server-sent events. The first bytes are sent at once."""
    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    for message in stream:
        if message is None:
            yield b":\n\n"
        else:
            yield b"id: %s\nevent: %s\ndata: %s\n\n" % (message.id.encode(), message.type.encode(), message.data)


def lines(stream: Stream[E]) -> Iterator[bytes]:
    """Format a stream as one entry per line. The first bytes, an empty line, are sent at once."""
    yield b"\n"
    for message in stream:
        if message is None or message.type != "over":
            yield b"\n" if message is None else message.data + b"\n"

"""Count requests per minute by IP address, seat or player, in Redis for all processes together.

Each request takes one round trip, so that the remaining requests are exact in every response. Far below a limit, a
process may grant a few requests first and count them with the next one. They wait in `Minute.waiting`, are in
`Minute.moving` during a round trip, and wait again if it fails. Both together are at most `MOST_DEFERRED`. So each
process grants at most that many requests beyond a limit, in any order of requests and replies.

A process remembers an exhausted limit, and rejects nearly all of a flood without Redis. While Redis cannot count, each
process counts alone. It adds what it granted to the counter in Redis when Redis is back within the minute.
"""

import logging
import math
import threading
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import redis

from service.runtime.throttled_log import warn_sparsely
from service.store.connection import connect, exchange, script
from service.store.durability import Command

_COUNT = script("count_requests")

PREFIX = "bottega:limits"
WINDOW_SECONDS = 60
PAUSE_SECONDS = 5.0
"""Seconds without counting after Redis has failed to count."""
TIMEOUT_SECONDS = 1.0
MOST_DEFERRED = 8
"""The maximum number of granted requests of one client that a process has not counted in Redis."""
FAR_BELOW = 100
"""Requests that must remain before one may be counted later."""
MOST_LIMITS = 10_000
"""The maximum number of rate limits in memory before expired ones are deleted."""
SAME_MINUTE_MS = 1000
"""Two replies belong to different minutes if the ends of their minutes differ by more."""

logger = logging.getLogger(__name__)

Name = tuple[str, str]
"""The bucket of a rate limit, and whose it is."""


class RateLimit(NamedTuple):
    """The state of a rate limit of one IP address, seat or player after a request."""

    bucket: str
    most: int
    """Requests per minute."""
    used: int
    """Granted requests that this process knows of."""
    until: float
    """When the next minute begins, on the monotonic clock."""
    granted: bool
    """Whether the request was within the limit."""

    @property
    def remaining(self) -> int:
        """Return the remaining requests, at least 0."""
        return max(0, self.most - self.used)

    @property
    def seconds(self) -> int:
        """Return the seconds until the next minute, at least 1."""
        return max(1, math.ceil(self.until - time.monotonic()))


class Reply(NamedTuple):
    """The reply of Redis to a count."""

    granted: bool
    counted: int
    """Requests that Redis has counted in this minute, of all processes."""
    left: int
    """Milliseconds until the next minute."""
    ends: int
    """When the next minute begins, in milliseconds on the clock of Redis."""


@dataclass
class Minute:
    """What one process knows of a rate limit in the current minute. It changes only under the lock of its owner."""

    until: float
    ends: int = 0
    """When the next minute begins on the clock of Redis; 0 if Redis has not replied yet."""
    counted: int = 0
    """The highest count that Redis has replied."""
    waiting: int = 0
    """Granted requests that Redis counts with the next round trip."""
    moving: int = 0
    """Granted requests that Redis counts with the current round trips."""
    exhausted: bool = False
    """Whether a request was rejected because no request remained."""

    @property
    def used(self) -> int:
        """Return the granted requests that this process knows of."""
        return self.counted + self.waiting + self.moving

    def shown(self, bucket: str, most: int, *, granted: bool) -> RateLimit:
        """Return the state after a request."""
        return RateLimit(bucket, most, self.used, self.until, granted)


class RateLimits:
    """The rate limits that one process has counted. Threads may share it; no lock is held during a round trip."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.limits: dict[Name, Minute] = {}
        self._lock = threading.Lock()
        self._paused_until = 0.0

    def take(self, bucket: str, who: str, most: int, times: int = 1) -> RateLimit | None:
        """Count one or more requests of `who`; None without a limit.

        `most` requests are allowed in a minute; 0 means no limit. Rejected requests are not counted.
        """
        return self.take_and_send(bucket, who, most, times)[0]

    def take_and_send(
        self, bucket: str, who: str, most: int, times: int = 1, *also: Command
    ) -> tuple[RateLimit | None, list[Any]]:
        """Count requests like `take`, and send commands in the same round trip.

        Returns the limit and the replies. An error of Redis is among the replies. There are none if nothing was sent.
        """
        if not most:
            return None, []
        known = self.known(bucket, who, most)
        if known is not None and not known.granted:
            return known, []
        name, moved = (bucket, who), self._move((bucket, who))
        reply: Reply | None = None
        try:
            reply, replies = self._count(_command(name, moved, times, most), also)
        finally:  # also after the end of this greenlet
            self._moved(name, moved, is_counted=reply is not None)
        if reply is None:
            return self._count_alone(name, most, times), []
        return self._noted(name, most, reply), replies

    def defer(self, bucket: str, who: str, most: int) -> RateLimit | None:
        """Grant a request of `who` that Redis counts with the next one; None if it must be counted now.

        A request is counted later only far below its limit.
        """
        with self._lock:
            minute = self._current((bucket, who))
            if minute is None or most - minute.used < FAR_BELOW or minute.waiting + minute.moving >= MOST_DEFERRED:
                return None
            minute.waiting += 1
            return minute.shown(bucket, most, granted=True)

    def command(self, bucket: str, who: str, most: int) -> Command:
        """Return the command that counts a request of `who`, to be sent with others; `counted` reads its reply."""
        return _command((bucket, who), 0, 1, most)

    def counted(self, bucket: str, who: str, most: int, reply: Any) -> RateLimit:
        """Return the limit after a request that `command` has counted."""
        return self._noted((bucket, who), most, _read(reply))

    def known(self, bucket: str, who: str, most: int) -> RateLimit | None:
        """Return a rate limit from memory, without counting; None if unknown. It is granted unless exhausted."""
        with self._lock:
            minute = self._current((bucket, who))
            return None if minute is None else minute.shown(bucket, most, granted=not minute.exhausted)

    def _current(self, name: Name) -> Minute | None:
        """Return the minute of a limit unless it is over; the lock must be held."""
        minute = self.limits.get(name)
        return minute if minute is not None and minute.until > time.monotonic() else None

    def _move(self, name: Name) -> int:
        """Return the waiting requests that the next round trip counts, also those of the minute before."""
        with self._lock:
            minute = self.limits.get(name)
            if minute is None:
                return 0
            if minute.until <= time.monotonic():  # an outage left more of them, which end with their minute
                minute.waiting = min(minute.waiting, MOST_DEFERRED)
            moved, minute.waiting = minute.waiting, 0
            minute.moving += moved
            return moved

    def _moved(self, name: Name, moved: int, *, is_counted: bool) -> None:
        """End a round trip; requests that were not counted wait again."""
        with self._lock:
            minute = self.limits.get(name)
            if minute is not None:
                minute.moving -= moved
                minute.waiting += 0 if is_counted else moved

    def _noted(self, name: Name, most: int, reply: Reply) -> RateLimit:
        """Remember a reply of Redis, unless a later one is known, and return the limit."""
        with self._lock:
            minute = self._minute(name)
            if reply.ends > minute.ends + SAME_MINUTE_MS:
                minute.until, minute.ends = time.monotonic() + reply.left / 1000, reply.ends
                minute.counted, minute.exhausted = 0, False
            if reply.ends > minute.ends - SAME_MINUTE_MS:
                minute.counted = max(minute.counted, reply.counted)
                minute.exhausted |= not reply.granted and reply.counted >= most
            return minute.shown(name[0], most, granted=reply.granted)

    def _count_alone(self, name: Name, most: int, times: int) -> RateLimit:
        """Count in this process, and return the limit."""
        with self._lock:
            minute = self._minute(name)
            if minute.until <= time.monotonic():
                minute.until, minute.ends = time.monotonic() + WINDOW_SECONDS, 0
                minute.counted, minute.waiting, minute.exhausted = 0, 0, False
            granted = minute.used + times <= most
            minute.waiting += times if granted else 0
            minute.exhausted |= minute.used >= most and not granted
            return minute.shown(name[0], most, granted=granted)

    def _minute(self, name: Name) -> Minute:
        """Return what is known of a limit, also of an earlier minute; the lock must be held."""
        if len(self.limits) > MOST_LIMITS:
            now = time.monotonic()
            self.limits = {each: minute for each, minute in self.limits.items() if minute.until > now or minute.moving}
        return self.limits.setdefault(name, Minute(until=0.0))

    def _count(self, counting: Command, also: tuple[Command, ...]) -> tuple[Reply | None, list[Any]]:
        """Count in Redis, and send commands with it; return both replies, or None while Redis cannot count."""
        if time.monotonic() < self._paused_until:
            return None, []
        try:
            counted, *replies = exchange(self.client, counting, *also)
            if isinstance(counted, redis.RedisError):
                raise counted
        except redis.RedisError as error:
            self._paused_until = time.monotonic() + PAUSE_SECONDS
            warn_sparsely(logger, "each process counts rate limits alone: %s", error)
            return None, []
        return _read(counted), replies


def _command(name: Name, granted: int, times: int, most: int) -> Command:
    return ("EVAL", _COUNT, 1, f"{PREFIX}:{name[0]}:{name[1]}", granted, times, most, WINDOW_SECONDS)


def _read(reply: Any) -> Reply:
    granted, counted, left, ends = reply
    return Reply(bool(granted), counted, left, ends)


def open_rate_limits(url: str) -> RateLimits:
    """Return the rate limits in the Redis at this URL. It connects with the first command, so this does not fail."""
    return RateLimits(connect(url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS))

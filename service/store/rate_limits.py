"""Count requests per minute by IP address, seat or player, in Redis for all processes together.

Each request takes one round trip, so that the remaining requests are exact in every response. Far below a limit, a
process may count a few requests together with the next one. A process remembers an exhausted limit, and rejects nearly
all of a flood without Redis. While Redis cannot count, each process counts alone.
"""

import logging
import math
import time
from dataclasses import dataclass, replace
from typing import Any

import redis

from service.runtime.throttled_log import warn_sparsely
from service.store.connection import connect, exchange, script
from service.store.durability import Command

_COUNT = script("count_requests")

PREFIX = "bottega:limits"
WINDOW_SECONDS = 60
PAUSE_SECONDS = 5.0
"""Pause after a failure of Redis to count."""
TIMEOUT_SECONDS = 1.0
MOST_DEFERRED = 8
"""The maximum number of requests of one client that a process counts with the next one."""
FAR_BELOW = 100
"""Requests that must remain before one may be counted later."""
MOST_LIMITS = 10_000
"""The maximum number of rate limits in memory before expired ones are deleted."""

logger = logging.getLogger(__name__)


@dataclass
class RateLimit:
    """The state of a rate limit of one IP address, seat or player."""

    bucket: str
    most: int
    """Requests per minute."""
    used: int
    """Requests that this process knows of; more than `most` after a rejection."""
    until: float
    """When the next minute begins, on the monotonic clock."""
    deferred: int = 0
    """The used requests that Redis has not counted yet."""

    @property
    def remaining(self) -> int:
        """Return the remaining requests, at least 0."""
        return max(0, self.most - self.used)

    @property
    def granted(self) -> bool:
        """Whether the last request was within the limit."""
        return self.used <= self.most

    @property
    def seconds(self) -> int:
        """Return the seconds until the next minute, at least 1."""
        return max(1, math.ceil(self.until - time.monotonic()))


class RateLimits:
    """The rate limits that one process has counted. Threads may share it."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.limits: dict[tuple[str, str], RateLimit] = {}
        self._paused_until = 0.0

    def take(self, bucket: str, who: str, most: int, times: int = 1) -> RateLimit | None:
        """Count one or more requests of `who`; None without a limit.

        `most` requests are allowed in a minute; 0 means no limit. An exhausted limit is not counted further.
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
        known = self.known(bucket, who)
        if known is not None and not known.granted:
            return known, []
        all_times = times
        if known is not None:
            all_times, known.deferred = times + known.deferred, 0  # other requests must not count them, too
        counted, replies = self._count(bucket, who, all_times, *also)
        return self._noted(bucket, who, most, all_times, counted or _count_locally(known, times)), replies

    def defer(self, bucket: str, who: str, most: int) -> bool:
        """Count a request of `who` with the next one; False if it must be counted now.

        It need not be counted now without a limit, or far below it.
        """
        if not most:
            return True
        known = self.known(bucket, who)
        if known is None or known.remaining < FAR_BELOW or known.deferred >= MOST_DEFERRED:
            return False
        known.used += 1
        known.deferred += 1
        return True

    def command(self, bucket: str, who: str, times: int = 1) -> Command:
        """Return the command that counts requests of `who`, to be sent with others; `counted` reads its reply."""
        return ("EVAL", _COUNT, 1, f"{PREFIX}:{bucket}:{who}", times, WINDOW_SECONDS)

    def counted(self, bucket: str, who: str, most: int, reply: Any) -> RateLimit:
        """Return the limit after a request that `command` has counted."""
        return self._noted(bucket, who, most, 1, _read(reply))

    def _noted(self, bucket: str, who: str, most: int, times: int, counted: tuple[int, float]) -> RateLimit:
        """Remember a limit after a count of Redis or of this process."""
        used, seconds = counted
        taken = RateLimit(bucket, most, used, time.monotonic() + seconds)
        self._drop_expired()
        self.limits[bucket, who] = taken
        return self._rejected(taken, who, times) if used - times < most < used else taken

    def _rejected(self, taken: RateLimit, who: str, times: int) -> RateLimit:
        """Return the limit as rejected, and uncount the requests: a smaller number may still be within the limit."""
        self._count(taken.bucket, who, -times)
        self.limits[taken.bucket, who] = replace(taken, used=taken.used - times)
        return taken

    def known(self, bucket: str, who: str) -> RateLimit | None:
        """Return a rate limit from memory, without counting; None if unknown."""
        limit = self.limits.get((bucket, who))
        return limit if limit is not None and limit.until > time.monotonic() else None

    def _count(self, bucket: str, who: str, times: int, *also: Command) -> tuple[tuple[int, float] | None, list[Any]]:
        """Count in Redis, and send commands with it.

        Returns the used requests and the seconds left, and the replies to the commands; None while Redis cannot count.
        """
        if time.monotonic() < self._paused_until:
            return None, []
        try:
            counted, *replies = exchange(self.client, self.command(bucket, who, times), *also)
            if isinstance(counted, redis.RedisError):
                raise counted
        except redis.RedisError as error:
            self._paused_until = time.monotonic() + PAUSE_SECONDS
            warn_sparsely(logger, "each process counts rate limits alone: %s", error)
            return None, []
        return _read(counted), replies

    def _drop_expired(self) -> None:
        if len(self.limits) > MOST_LIMITS:
            now = time.monotonic()
            self.limits = {name: limit for name, limit in self.limits.items() if limit.until > now}


def _read(reply: Any) -> tuple[int, float]:
    """Return the used requests and the seconds left."""
    used, left = reply
    return used, left / 1000


def _count_locally(known: RateLimit | None, times: int) -> tuple[int, float]:
    """Count in this process; return the used requests and the seconds left."""
    if known is None:
        return times, WINDOW_SECONDS
    return known.used + times, known.until - time.monotonic()


def open_rate_limits(url: str) -> RateLimits:
    """Return the rate limits in the Redis at this URL. It connects with the first command, so this does not fail."""
    return RateLimits(connect(url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS))

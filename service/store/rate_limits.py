"""What each address, seat or player may do in a minute, counted in Redis for all processes together.

Each request is counted there in one round trip, so that what is left falls from response to response, whichever process
responds. A process remembers what is used up: nearly all of a flood is rejected without asking Redis. While Redis
cannot count, each process counts alone.
"""

import logging
import math
import time
from dataclasses import dataclass, replace
from typing import Any

import redis

from service.runtime.throttled_log import warn_sparsely
from service.store.connection import connect

PREFIX = "bottega:limits"
WINDOW_SECONDS = 60
AWAY_SECONDS = 5.0
"""How long Redis is left alone after it has failed to count."""
PATIENCE_SECONDS = 1.0
MOST_KEPT = 10_000
"""So many allowances are kept before those that are over are thrown away."""

logger = logging.getLogger(__name__)


@dataclass
class RateLimit:
    """What one address, seat or player may still do."""

    bucket: str
    most: int
    """In a minute."""
    used: int
    """As far as this process knows; more than `most` once something was rejected."""
    until: float
    """When the next minute begins, on the monotonic clock."""

    @property
    def remaining(self) -> int:
        """Return how much is left, at least 0."""
        return max(0, self.most - self.used)

    @property
    def granted(self) -> bool:
        """Whether what was asked for last may be done."""
        return self.used <= self.most

    @property
    def seconds(self) -> int:
        """Return the seconds until the next minute begins, at least 1."""
        return max(1, math.ceil(self.until - time.monotonic()))


class RateLimits:
    """The allowances that one process has counted; safe to share between threads."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._kept: dict[tuple[str, str], RateLimit] = {}
        self._away_until = 0.0

    def take(self, bucket: str, who: str, most: int, times: int = 1) -> RateLimit | None:
        """Count something that somebody does, or does so many `times`; None where nothing is limited.

        `most` are allowed in a minute, 0 without limit. What is used up is not counted any further.
        """
        if not most:
            return None
        known = self.known(bucket, who)
        if known is not None and not known.granted:
            return known
        used, seconds = self._counted(bucket, who, times) or _counted_here(known, times)
        taken = RateLimit(bucket, most, used, time.monotonic() + seconds)
        self._forget()
        self._kept[bucket, who] = taken
        return self._given_back(taken, who, times) if used - times < most < used else taken

    def _given_back(self, taken: RateLimit, who: str, times: int) -> RateLimit:
        """Return what was taken as rejected; fewer times may still be granted, so that nothing of it is used."""
        self._counted(taken.bucket, who, -times)
        self._kept[taken.bucket, who] = replace(taken, used=taken.used - times)
        return taken

    def known(self, bucket: str, who: str) -> RateLimit | None:
        """Return an allowance as it is known here, without counting anything; None if nothing is known of it."""
        kept = self._kept.get((bucket, who))
        return kept if kept is not None and kept.until > time.monotonic() else None

    def _counted(self, bucket: str, who: str, times: int) -> tuple[int, float] | None:
        """Count in Redis; return how much is used, and the seconds that are left. None while Redis cannot count."""
        if time.monotonic() < self._away_until:
            return None
        name = f"{PREFIX}:{bucket}:{who}"
        counting = self._client.pipeline(transaction=True).incrby(name, times).expire(name, WINDOW_SECONDS, nx=True)
        try:
            used, _, left = counting.pttl(name).execute()
        except redis.RedisError as error:
            self._away_until = time.monotonic() + AWAY_SECONDS
            warn_sparsely(logger, "each process counts alone what is limited: %s", error)
            return None
        return used, left / 1000

    def _forget(self) -> None:
        """Throw away what is over, if there is much."""
        if len(self._kept) > MOST_KEPT:
            now = time.monotonic()
            self._kept = {name: kept for name, kept in self._kept.items() if kept.until > now}


def _counted_here(known: RateLimit | None, times: int) -> tuple[int, float]:
    """Count in this process alone; return what `_counted` does."""
    if known is None:
        return times, WINDOW_SECONDS
    return known.used + times, known.until - time.monotonic()


def open_allowances(url: str) -> RateLimits:
    """Connect to the Redis that counts; connections are made when needed, so this does not fail."""
    return RateLimits(connect(url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS))

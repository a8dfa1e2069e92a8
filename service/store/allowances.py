"""What each address may do in a minute, counted in Redis for all processes together.

A process takes a hundredth of an allowance at once and deals it out by itself, and remembers what is used up. So most
requests, and nearly all of a flood, are counted without asking Redis. While Redis cannot count, everything is allowed.
"""

import logging
import math
import threading
import time
from dataclasses import dataclass
from typing import Any

import redis
from limits import RateLimitItemPerMinute
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter

from service.runtime.sparse_log import warn_sparsely
from service.store.connection import connect

PREFIX = "bottega:limits"
PORTIONS = 100
"""Into so many parts an allowance is divided among processes; that much of it may stay unused."""
AWAY_SECONDS = 5.0
"""How long Redis is left alone after it has failed to count."""
PATIENCE_SECONDS = 1.0
MOST_KEPT = 10_000
"""So many portions are kept before those that are over are thrown away."""

logger = logging.getLogger(__name__)


@dataclass
class Allowance:
    """What one address, or one seat, may still do."""

    bucket: str
    most: int
    """In a minute."""
    remaining: int
    """As far as this process knows."""
    until: float
    """When it begins anew, on the monotonic clock."""
    granted: bool = True
    """Whether what was asked for last may be done."""
    portion: int = 0
    """What is left of the part that this process deals out."""

    @property
    def seconds(self) -> int:
        """Return the seconds until it begins anew, at least 1."""
        return max(1, math.ceil(self.until - time.monotonic()))


class Allowances:
    """The allowances that one process deals out."""

    def __init__(self, client: Any) -> None:
        storage = RedisStorage("redis://", connection_pool=client.connection_pool, key_prefix=PREFIX)
        self._limiter = FixedWindowRateLimiter(storage)
        self._kept: dict[tuple[str, str], Allowance] = {}
        self._away_until = 0.0
        self._fetching = threading.Lock()

    def take(self, bucket: str, who: str, most: int) -> Allowance | None:
        """Count one thing that somebody does, of which `most` are allowed in a minute; None if nothing is counted."""
        kept = self.known(bucket, who)
        if kept is None or _is_dealt_out(kept):
            with self._fetching:  # of many who come at once, one asks for all
                kept = self.known(bucket, who)
                if kept is None or _is_dealt_out(kept):
                    kept = self._fetch(bucket, who, most)
        if kept is not None and kept.portion > 0:
            kept.portion -= 1
            kept.remaining -= 1
        return kept

    def known(self, bucket: str, who: str) -> Allowance | None:
        """Return an allowance as it is known here, without counting anything; None if nothing is known of it."""
        kept = self._kept.get((bucket, who))
        return kept if kept is not None and kept.until > time.monotonic() else None

    def _fetch(self, bucket: str, who: str, most: int) -> Allowance | None:
        """Take the next portion from Redis; what is used up is kept as not granted."""
        now = time.monotonic()
        if not most or now < self._away_until:
            return None
        item, portion = RateLimitItemPerMinute(most), max(1, most // PORTIONS)
        try:
            granted = self._limiter.hit(item, bucket, who, cost=portion)
            reset, remaining = self._limiter.get_window_stats(item, bucket, who)
        except redis.RedisError as error:
            self._away_until = now + AWAY_SECONDS
            warn_sparsely(logger, "nothing is counted: %s", error)
            return None
        self._forget(now)
        until = now + max(0.0, min(reset - time.time(), item.get_expiry()))
        fetched = portion if granted else 0
        kept = Allowance(bucket, most, remaining + fetched, until, granted, fetched)
        self._kept[bucket, who] = kept
        return kept

    def _forget(self, now: float) -> None:
        """Throw away what is over, if there is much."""
        if len(self._kept) > MOST_KEPT:
            self._kept = {name: kept for name, kept in self._kept.items() if kept.until > now}


def _is_dealt_out(kept: Allowance) -> bool:
    """Whether a portion is used up, and there may be another."""
    return kept.granted and kept.portion <= 0


def open_allowances(url: str) -> Allowances:
    """Connect to the Redis that counts; connections are made when needed, so this does not fail."""
    return Allowances(connect(url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS))

"""The connection to Redis, and what may go wrong with it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import redis

T = TypeVar("T")

OUTAGES = (
    redis.ConnectionError,
    redis.TimeoutError,
    redis.ReadOnlyError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.ClusterDownError,
)
"""What a Redis that is away, loading, full or changing its leader raises; a later attempt may succeed."""

TIMEOUT_SECONDS = 5.0

_SCRIPTS = Path(__file__).parent / "lua"


def connect(url: str) -> redis.Redis:
    """Make a client of the Redis of the games; connections are made when needed, so this does not fail."""
    return redis.Redis.from_url(
        url, retry=None, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, max_connections=1000
    )


def again(call: Callable[[], T]) -> T:
    """Make a call that does no harm when it is made twice; once more if the connection breaks."""
    try:
        return call()
    except redis.ConnectionError:
        return call()


def script(name: str) -> str:
    """Read a Lua script."""
    return (_SCRIPTS / f"{name}.lua").read_text()

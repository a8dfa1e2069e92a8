"""The connection to Redis, and what may go wrong with it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import redis
from redis.connection import DefaultParser

from service.store.durability import NotDurable

T = TypeVar("T")


class WritesRefused(redis.ResponseError):
    """Redis is there and does not write: too few replicas, a full disk, missing rights, or a change of its leader."""


class Parser(DefaultParser):  # type: ignore[misc, valid-type]  # which class that is depends on what is installed
    """Reads replies; knows the refusals that redis-py takes for mistakes in a command."""

    REFUSALS = ("NOREPLICAS ", "MISCONF ", "UNBLOCKED ", "ERR ACL failure in script")

    @classmethod
    def parse_error(cls, response: str) -> Exception:
        """Make the exception of an error reply."""
        if response.startswith(cls.REFUSALS):
            return WritesRefused(response)
        error: Exception = super().parse_error(response)
        return error


OUTAGES = (
    redis.ConnectionError,
    redis.TimeoutError,
    redis.ReadOnlyError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.NoPermissionError,
    redis.exceptions.MasterDownError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.TryAgainError,
    WritesRefused,
    NotDurable,
)
"""What a Redis that is away, loading, full, forbidden or changing its leader raises; a later attempt may succeed."""

TIMEOUT_SECONDS = 5.0

_SCRIPTS = Path(__file__).parent / "lua"


def connect(url: str, seconds: float | None = TIMEOUT_SECONDS) -> redis.Redis:
    """Make a client of a Redis; connections are made when needed, so this does not fail.

    Whatever takes longer than `seconds` raises redis.TimeoutError; None waits for ever.
    """
    return redis.Redis.from_url(
        url,
        retry=None,
        socket_timeout=seconds,
        socket_connect_timeout=TIMEOUT_SECONDS,
        max_connections=1000,
        parser_class=Parser,
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

"""The connection to Redis, and what may go wrong with it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import redis
from redis.connection import DefaultParser
from redis.sentinel import Sentinel, SentinelManagedConnection, SentinelManagedSSLConnection

from service.redis_address import Kind, RedisUrl, read_address
from service.store.durability import NotDurable


class WritesRejected(redis.ResponseError):
    """Redis is there and does not write: too few replicas, a full disk, missing rights, or a change of its leader."""


class Parser(DefaultParser):  # type: ignore[misc, valid-type]  # which class that is depends on what is installed
    """Reads replies; knows the rejections that redis-py takes for mistakes in a command."""

    REJECTIONS = (
        "NOREPLICAS ",
        "MISCONF ",
        "UNBLOCKED ",
        "ERR ACL failure in script",
        "ERR WAITAOF cannot be used",
        "ERR unknown command 'WAITAOF'",
    )

    @classmethod
    def parse_error(cls, response: str) -> Exception:
        """Make the exception of an error reply."""
        if response.startswith(cls.REJECTIONS):
            return WritesRejected(response)
        error: Exception = super().parse_error(response)
        return error


class _Managed(SentinelManagedConnection):
    """A connection to the server that the sentinels name.

    It is given up unless a reply is read to its end. redis-py's own is kept when a signal or a time-out breaks in, and
    the next command reads what is left.
    """

    def read_response(self, *arguments: Any, disconnect_on_error: bool | None = True, **options: Any) -> Any:
        return super().read_response(*arguments, disconnect_on_error=disconnect_on_error, **options)


class _EncryptedManaged(_Managed, SentinelManagedSSLConnection):
    """The same with TLS."""


OUTAGES = (
    redis.ConnectionError,
    redis.TimeoutError,
    redis.ReadOnlyError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.NoPermissionError,
    redis.exceptions.MasterDownError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.TryAgainError,
    redis.exceptions.AskError,
    redis.exceptions.RedisClusterException,
    WritesRejected,
    NotDurable,
)
"""What a Redis that is away, loading, full, forbidden or changing its leader raises; a later attempt may succeed."""

_REMEDIES: Mapping[str, str] = {
    "No space left": "make room on the disk of Redis: its address is right",
    "MISCONF": "Redis is there and cannot write to its disk: make room on it, and see the log of Redis",
    "NOREPLICAS": "Redis is there and has too few replicas: start those that are missing",
    "command not allowed when used memory": "Redis is there and its memory is full: raise maxmemory",
    "You can't write against a read only": "this Redis is a replica: name the one that it follows, or Sentinel",
}


def remedy(error: Exception) -> str:
    """Return what to do about a Redis that is there and rejects; empty where nothing is known."""
    return next((todo for part, todo in _REMEDIES.items() if part in str(error)), "")


TIMEOUT_SECONDS: Mapping[Kind, float] = {"server": 5.0, "sentinel": 3.0, "cluster": 3.0}
"""How long a server may take to answer; less where another one stands by."""
ASK_SECONDS = 1.0
"""How long a sentinel, or a node of a cluster, may take to say where the others are; then the next one is asked."""

_SCRIPTS = Path(__file__).parent / "lua"


def connect(url: str, **changes: Any) -> redis.Redis:
    """Make a client of one server, by its own address or by those of its sentinels or, in a cluster, of itself.

    Connections are made when needed, so this does not fail. `changes` are those of redis-py's options that differ from
    what suits all, such as a `socket_timeout` after which a command raises redis.TimeoutError.
    """
    address = read_address(url)
    options: dict[str, Any] = {
        "retry": None,
        "socket_timeout": TIMEOUT_SECONDS[address.kind],
        "socket_connect_timeout": TIMEOUT_SECONDS[address.kind],
        "max_connections": 1000,
        "parser_class": Parser,
        **changes,
    }
    if address.kind == "server":
        return redis.Redis.from_url(url, **options)
    kind = _EncryptedManaged if "ssl" in address.options else _Managed
    return _sentinel(address).master_for(  # type: ignore[no-any-return]
        address.name, connection_class=kind, **options, **address.options
    )


def _sentinel(address: RedisUrl) -> Any:
    """Make what asks the sentinels for the server, one after the other until one knows it."""
    encryption = {name: value for name, value in address.options.items() if name.startswith("ssl")}
    patience = {"socket_timeout": ASK_SECONDS, "socket_connect_timeout": ASK_SECONDS, "retry": None}
    return Sentinel(address.nodes, sentinel_kwargs={**encryption, **address.sentinel, **patience})  # type: ignore[no-untyped-call]


def script(name: str) -> str:
    """Read a Lua script."""
    return (_SCRIPTS / f"{name}.lua").read_text()

"""Connect to Redis, and classify its errors."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import redis
from hiredis import pack_command
from redis.connection import DefaultParser
from redis.sentinel import Sentinel, SentinelManagedConnection, SentinelManagedSSLConnection

from service.redis_address import Kind, RedisUrl, read_address
from service.store.durability import Command, NotDurable


class WritesRejected(redis.ResponseError):
    """Redis rejects writes: too few replicas, a full disk, missing rights, or a change of its leader."""


class Parser(DefaultParser):  # type: ignore[misc, valid-type]  # which class that is depends on what is installed
    """Parses replies. Recognises rejections that redis-py mistakes for errors in a command."""

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
        """Return the exception for an error reply."""
        if response.startswith(cls.REJECTIONS):
            return WritesRejected(response)
        error: Exception = super().parse_error(response)
        return error


class Client(redis.Redis):
    """A client that runs scripts in half the time of redis-py: without its retries, metrics and callbacks."""

    def eval(self, script: str, numkeys: int, *keys_and_args: Any) -> Any:
        """Run a Lua script, and return its reply."""
        (reply,) = exchange(self, ("EVAL", script, numkeys, *keys_and_args))
        if isinstance(reply, redis.ResponseError):
            raise reply
        return reply


def exchange(client: Any, *commands: Command) -> list[Any]:
    """Send commands in one round trip; return for each the reply, or the error that Redis replied."""
    pool = client.connection_pool
    connection = pool.get_connection()
    try:
        packed = map(pack_command, commands)  # type: ignore[arg-type]  # published for commands of one word
        connection.send_packed_command([b"".join(packed)])
        return [_reply(connection) for _ in commands]
    except BaseException:  # also a signal, after which the reply would answer the next command
        connection.disconnect()
        raise
    finally:
        pool.release(connection)


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except redis.ResponseError as error:
        return error


class _Managed(SentinelManagedConnection):
    """A connection to the server that the sentinels name.

    The connection is closed unless a reply was read completely. redis-py keeps it after a signal or a timeout. The next
    command then reads the rest of the old reply.
    """

    def read_response(self, *arguments: Any, disconnect_on_error: bool | None = True, **options: Any) -> Any:
        return super().read_response(*arguments, disconnect_on_error=disconnect_on_error, **options)


class _EncryptedManaged(_Managed, SentinelManagedSSLConnection):
    """A connection with TLS to the server that the sentinels name."""


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
"""Errors of a Redis that is away, loading, full, forbidden or changing its leader. A retry may succeed."""

_REMEDIES: Mapping[str, str] = {
    "CERTIFICATE_VERIFY_FAILED": "the certificate of Redis is of an unknown authority: name its file in the URL, "
    "`?ssl_ca_certs=/path/ca.pem` (deploy/STORAGE.md, Several machines)",
    "No space left": "the disk of Redis is full: free some space",
    "MISCONF": "Redis cannot write to its disk: free some space, and read the log of Redis",
    "NOREPLICAS": "Redis has too few replicas: start the missing ones",
    "command not allowed when used memory": "the memory of Redis is full: raise maxmemory",
    "You can't write against a read only": "this Redis is a replica: configure its primary, or Sentinel",
}


def remedy(error: Exception) -> str:
    """Return what to do about a Redis that rejects commands; empty if unknown."""
    return next((todo for part, todo in _REMEDIES.items() if part in str(error)), "")


TIMEOUT_SECONDS: Mapping[Kind, float] = {"server": 5.0, "sentinel": 3.0, "cluster": 3.0}
"""Timeout of a reply; shorter where another server stands by."""
DISCOVERY_SECONDS = 1.0
"""Timeout of a sentinel or cluster node that locates the servers; then the next one is asked."""

SCRIPTS = Path(__file__).parent / "lua"


def connect(url: str, **changes: Any) -> redis.Redis:
    """Return a client of one server: a single one, the one that the sentinels name, or a node of a cluster.

    It connects with the first command, so this does not fail. `changes` override options of redis-py, such as
    `socket_timeout`: a command that takes longer raises redis.TimeoutError.
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
        return Client.from_url(url, **options)
    kind = _EncryptedManaged if "ssl" in address.options else _Managed
    return _sentinel(address).master_for(  # type: ignore[no-any-return]
        address.name, redis_class=Client, connection_class=kind, **options, **address.options
    )


def _sentinel(address: RedisUrl) -> Any:
    """Return a client that asks the sentinels for the server, one after the other until one knows it."""
    encryption = {name: value for name, value in address.options.items() if name.startswith("ssl")}
    patience = {"socket_timeout": DISCOVERY_SECONDS, "socket_connect_timeout": DISCOVERY_SECONDS, "retry": None}
    return Sentinel(address.nodes, sentinel_kwargs={**encryption, **address.sentinel, **patience})  # type: ignore[no-untyped-call]


def script(name: str, folder: Path = SCRIPTS) -> str:
    """Return the source of a Lua script."""
    return (folder / f"{name}.lua").read_text()

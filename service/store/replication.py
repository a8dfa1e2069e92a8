"""Copy all data of a Redis server at one moment, as a new replica receives it.

The server forks and sends the data of that moment as one RDB file. Clients wait for the fork only.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import redis

from service.redis_address import read_address
from service.store.connection import connect

_SILENT_SECONDS = 60.0
"""Timeout of a read. A server that prepares the file sends a line feed each second."""
_AT_ONCE = 1 << 20
_MARK_BYTES = 40
"""The length of the random mark that ends a file of unknown size."""


class NoCopy(Exception):
    """The server sends no copy of its data; the message is its reply."""


def copy_server(url: str, path: Path) -> None:
    """Write the data of a server to a new file, readable by its owner only.

    Raises NoCopy, redis.RedisError and OSError. A cluster has no common moment: ValueError.
    """
    if read_address(url).kind == "cluster":
        raise ValueError("the nodes of a cluster have no common moment")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file, _synchronised(url) as replies:
        _write(replies, file)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _synchronised(url: str) -> Iterator[BinaryIO]:
    """Yield the bytes that a server sends to a new replica."""
    client = connect(url, socket_timeout=_SILENT_SECONDS)
    connection: Any = client.connection_pool.get_connection()
    try:
        for option in (("capa", "eof"), ("rdb-only", "1")):  # without them it sends what replicas need, too
            connection.send_command("REPLCONF", *option)
            connection.read_response()
        connection.send_command("SYNC")
        with connection._sock.makefile("rb") as replies:  # noqa: SLF001  # redis-py has no other way to raw bytes
            yield replies
    except redis.ResponseError as error:
        raise NoCopy(str(error)) from error
    except TimeoutError as error:
        raise redis.TimeoutError(str(error)) from error
    finally:
        connection.disconnect()
        client.close()


def _write(replies: BinaryIO, file: BinaryIO) -> None:
    """Write the RDB file: `$<size>` and its bytes, or `$EOF:<mark>`, its bytes and the mark."""
    announcement = _line(replies)
    if announcement.startswith(b"$EOF:"):
        _write_until(replies, file, announcement[5 : 5 + _MARK_BYTES])
    elif announcement[:1] == b"$" and announcement[1:].isdigit():
        _write_bytes(replies, file, int(announcement[1:]))
    else:
        raise NoCopy(announcement.decode(errors="replace").lstrip("-"))


def _line(replies: BinaryIO) -> bytes:
    """Return the first line that is not empty."""
    while line := replies.readline():
        if line.strip():
            return line.strip()
    raise redis.ConnectionError("Redis closed the connection before it sent its data")


def _write_bytes(replies: BinaryIO, file: BinaryIO, number: int) -> None:
    while number:
        some = _some(replies, min(number, _AT_ONCE))
        file.write(some)
        number -= len(some)


def _write_until(replies: BinaryIO, file: BinaryIO, mark: bytes) -> None:
    """Write everything before the mark, with which the server stops sending."""
    held = b""
    while not held.endswith(mark):
        held += _some(replies, _AT_ONCE)
        file.write(held[:-_MARK_BYTES])
        held = held[-_MARK_BYTES:]


def _some(replies: BinaryIO, most: int) -> bytes:
    """Return the next bytes, at least one."""
    read: bytes = replies.read1(most)  # type: ignore[attr-defined]  # of the buffered reader of a socket
    if not read:
        raise redis.ConnectionError("Redis closed the connection before it had sent all its data")
    return read


def database_of(url: str) -> int:
    """Return the number of the database that a URL names."""
    return int(connect(url).connection_pool.connection_kwargs.get("db") or 0)

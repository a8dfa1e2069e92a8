"""Send and receive messages on a socket, each after its length."""

import struct
from socket import socket

_LENGTH = struct.Struct("!I")


class TooLong(Exception):
    """A message is longer than its receiver accepts."""


def send(connection: socket, message: bytes) -> None:
    """Send a message. Raises OSError."""
    connection.sendall(_LENGTH.pack(len(message)) + message)


def receive(connection: socket, most: int | None = None) -> bytes | None:
    """Return the next message; None if the connection has ended. Raises OSError, and TooLong above `most` bytes."""
    head = _read(connection, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    if most is not None and length > most:
        raise TooLong
    return _read(connection, length)


def _read(connection: socket, length: int) -> bytes | None:
    parts, missing = [], length
    while missing:
        part = connection.recv(min(missing, 1 << 16))
        if not part:
            return None
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)

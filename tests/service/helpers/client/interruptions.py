"""Interrupt commands between their sending and their reply."""

from collections.abc import Callable

import redis


def interrupted_client(url: str, command: bytes, during: Callable[[], None]) -> redis.Redis:
    """Return a client that calls `during` after Redis has a command with this name, and before its reply is read."""
    client = redis.from_url(url, retry=None)
    pool = client.connection_pool
    connection = pool.connection_class

    def send(self, packed, check_health=True):
        connection.send_packed_command(self, packed, check_health)
        if command in b"".join(packed):
            during()

    pool.connection_class = type("Interrupted", (connection,), {"send_packed_command": send})
    return client

"""Count the requests to the Redis of a test."""

from typing import Any, ClassVar

import redis

from service.installation.bottega import Bottega


class Counted(redis.UnixDomainSocketConnection):
    """A connection that counts its requests: a command or a pipeline is one round trip."""

    trips: ClassVar[int] = 0

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:  # noqa: FBT001
        """Send packed commands."""
        Counted.trips += 1
        super().send_packed_command(command, check_health)


def count(bottega: Bottega) -> None:
    """Count the requests to Redis and to the queues from now on."""
    for client in (bottega.store.servers.client, bottega.queues["scoring"].connection, bottega.allowances.client):
        client.connection_pool.disconnect()
        client.connection_pool.reset()
        client.connection_pool.connection_class = Counted

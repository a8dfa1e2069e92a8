"""Count the requests to the Redis of a test."""

from typing import Any, ClassVar

import redis

from service.installation.installation import Installation


class Counted(redis.UnixDomainSocketConnection):
    """A connection that counts its requests: a command or a pipeline is one round trip."""

    trips: ClassVar[int] = 0

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:  # noqa: FBT001
        """Send packed commands."""
        Counted.trips += 1
        super().send_packed_command(command, check_health)


def count(installation: Installation) -> None:
    """Count the requests to Redis and to the queues from now on."""
    for client in (
        installation.store.servers.client,
        installation.queues["scoring"].connection,
        installation.allowances.client,
    ):
        client.connection_pool.disconnect()
        client.connection_pool.reset()
        client.connection_pool.connection_class = Counted

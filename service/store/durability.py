"""Wait until a write is as durable as the setting requires, before it is acknowledged.

    memory     in the memory of Redis: lost if Redis dies before it writes to the disk
    disk       in the append-only file, flushed to the disk: lost with the disk only
    replica    in the memory of at least one replica, too: survives the loss of one machine

A write that times out has been carried out, but may still be lost. A retry of the request checks it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import redis

from service.settings import Durability

PATIENCE_SECONDS: Final[Mapping[Durability, float]] = {"disk": 2.5, "replica": 1.5}
"""Timeout of a durable write; shorter than the timeout of a connection."""


class NotDurable(redis.RedisError):
    """A write was carried out, but is not yet durable."""


@dataclass(frozen=True)
class DurabilityLevel:
    """The durability that an acknowledged write has."""

    durability: Durability = "disk"
    replicas: int = 1
    """The number of replicas that must have the write, with `replica`."""

    def execute(self, pipeline: Any) -> list[Any]:
        """Execute commands, the last a write, wait until all are durable, and return their replies.

        The wait covers all writes of Redis so far, also those of other clients. Raises NotDurable.
        """
        if self.durability == "memory":
            return list(pipeline.execute())
        patience = PATIENCE_SECONDS[self.durability]
        wait = ("WAITAOF", 1, 0) if self.durability == "disk" else ("WAIT", self.replicas)
        *replies, arrived = pipeline.execute_command(*wait, int(1000 * patience)).execute()
        if not (arrived[0] == 1 if self.durability == "disk" else arrived >= self.replicas):
            raise NotDurable(f"a write was not durable ({self.durability}) within {patience} s")
        return list(replies)

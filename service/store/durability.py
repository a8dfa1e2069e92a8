"""What an acknowledgement means: where a write has arrived before anybody is told that it was carried out.

    memory     in the memory of Redis: whatever it has not written when it dies is lost
    disk       in the append-only file, flushed to the disk: lost with the disk alone
    replica    in the memory of one replica or more besides: not lost with one machine

A write that has not arrived in time has been carried out and may still be lost; whoever repeats it is told more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import redis

from service.settings import Durability

PATIENCE_SECONDS: Final[Mapping[Durability, float]] = {"disk": 2.5, "replica": 1.5}
"""How long a write may take to arrive; less than the time-out of a connection."""


class NotDurable(redis.RedisError):
    """A write was carried out and has not arrived where an acknowledgement promises it."""


@dataclass(frozen=True)
class DurabilityLevel:
    """What an acknowledgement means."""

    durability: Durability = "disk"
    replicas: int = 1
    """How many have the write, where replicas are promised."""

    def execute(self, pipeline: Any) -> list[Any]:
        """Execute commands of which the last is a write, wait until all have arrived, and return their replies.

        What is waited for is all that Redis has written so far, by whomever. Raises NotDurable.
        """
        if self.durability == "memory":
            return list(pipeline.execute())
        patience = PATIENCE_SECONDS[self.durability]
        wait = ("WAITAOF", 1, 0) if self.durability == "disk" else ("WAIT", self.replicas)
        *replies, arrived = pipeline.execute_command(*wait, int(1000 * patience)).execute()
        if not (arrived[0] == 1 if self.durability == "disk" else arrived >= self.replicas):
            raise NotDurable(f"a write has not arrived ({self.durability}) within {patience} s")
        return list(replies)

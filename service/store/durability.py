"""Wait until a write is as durable as the setting requires, before it is acknowledged.

    memory     in the memory of Redis: lost if Redis dies before it writes to the disk
    disk       in the append-only file, flushed to the disk: lost with the disk only
    replica    in the memory of at least one replica, too: survives the loss of one machine

A write that times out has been carried out, but may still be lost. A retry of the request checks it again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import redis

from service.settings import Durability

PATIENCE_SECONDS: Final[Mapping[Durability, float]] = {"disk": 2.5, "replica": 1.5}
"""Timeout of a durable write; shorter than the timeout of a connection."""

Command = tuple[str | bytes | int | float, ...]
"""The name of a command of Redis, and its arguments."""


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
        for command in self.wait_commands():
            pipeline.execute_command(*command)
        return self.check(pipeline.execute())

    def wait_commands(self) -> list[Command]:
        """Return the command that waits until all writes so far are durable; none for `memory`."""
        if self.durability == "memory":
            return []
        wait: Command = ("WAITAOF", 1, 0) if self.durability == "disk" else ("WAIT", self.replicas)
        return [(*wait, int(1000 * PATIENCE_SECONDS[self.durability]))]

    def check(self, replies: Sequence[Any]) -> list[Any]:
        """Return the replies without that of `wait_commands`, which follows them. Raises NotDurable."""
        if self.durability == "memory":
            return [*replies]
        *own, arrived = replies
        if not (arrived[0] == 1 if self.durability == "disk" else arrived >= self.replicas):
            patience = PATIENCE_SECONDS[self.durability]
            raise NotDurable(f"a write was not durable ({self.durability}) within {patience} s")
        return own

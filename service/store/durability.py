"""What an acknowledgement means: where a write has arrived before anybody is told that it was carried out.

    memory     in the memory of Redis: whatever it has not written when it dies is lost
    disk       in the append-only file, flushed to the disk: lost with the disk alone
    replica    in the memory of a replica besides: not lost with one machine

A write that has not arrived in time has been carried out and may still be lost; whoever repeats it is told more.
"""

from typing import Any, Final

import redis

from service.settings import Durability

PATIENCE_SECONDS: Final = 4.0
"""How long a write may take to arrive; less than the time-out of a connection."""
_MILLISECONDS: Final = int(1000 * PATIENCE_SECONDS)
_COMMANDS: Final[dict[str, tuple[str | int, ...]]] = {
    "disk": ("WAITAOF", 1, 0, _MILLISECONDS),
    "replica": ("WAIT", 1, _MILLISECONDS),
}


class NotDurable(redis.RedisError):
    """A write was carried out and has not arrived where an acknowledgement promises it."""


def execute(pipeline: Any, durability: Durability) -> list[Any]:
    """Execute commands of which the last is a write, wait until all have arrived, and return their replies.

    What is waited for is all that Redis has written so far, by whomever. Raises NotDurable.
    """
    command = _COMMANDS.get(durability)
    if command is None:
        return list(pipeline.execute())
    replies: list[Any]
    *replies, arrived = pipeline.execute_command(*command).execute()
    if not (arrived[0] if isinstance(arrived, list) else arrived):
        raise NotDurable(f"a write has not arrived ({durability}) within {PATIENCE_SECONDS:.0f} s")
    return replies

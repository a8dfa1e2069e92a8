"""Collect writes and send them together: this fills a Redis with a million games in minutes."""

from collections.abc import Callable
from typing import Any, TypeVar

from service.store.durability import Command, DurabilityLevel
from service.store.servers import Servers

T = TypeVar("T")

AT_ONCE = 1000
"""Number of writes sent together."""


class Gathering(Servers):
    """Server for bulk writes of the store's own functions; it replies with success before the write.

    Only for functions that read nothing: every reply is 1. The caller must call `flush` last.
    """

    def __init__(self, client: Any) -> None:
        super().__init__(client, DurabilityLevel("memory", 1))
        self._pipeline = client.pipeline(transaction=False)

    def call(self, about: str, use: Callable[[Any], T], *, repeats: bool = True) -> T:
        """Collect a call of a script."""
        done = use(self._pipeline)
        if len(self._pipeline) >= AT_ONCE:
            self.flush()
        return done

    def write(self, about: str, fill: Callable[[Any], object], *, repeats: bool = True) -> list[Any]:
        """Collect a write."""
        self.call(about, fill)
        return [1]

    def run(self, about: str, *commands: Command, repeats: bool = True) -> list[Any]:
        """Collect commands."""
        return self.write(about, lambda pipeline: [pipeline.execute_command(*each) for each in commands])

    def write_before(self, about: str, fill: Callable[[Any], object]) -> list[Any]:
        """Collect a write."""
        return self.write(about, fill)

    def flush(self) -> None:
        """Send all remaining writes."""
        self._pipeline.execute()

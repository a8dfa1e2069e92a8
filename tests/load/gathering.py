"""Writes that are gathered and sent together: what fills a Redis with a million games in minutes."""

from collections.abc import Callable
from typing import Any, TypeVar

from service.store.durability import DurabilityLevel
from service.store.servers import Servers

T = TypeVar("T")

AT_ONCE = 1000
"""Writes that are sent together."""


class Gathering(Servers):
    """Server for bulk writes of the store's own functions; it replies with success before the write.

    Only for functions that read nothing: every reply is 1. The caller must call `flush` last.
    """

    def __init__(self, client: Any) -> None:
        super().__init__(client, DurabilityLevel("memory", 1))
        self._pipeline = client.pipeline(transaction=False)

    def call(self, about: str, use: Callable[[Any], T], *, repeats: bool = True) -> T:
        """Gather what would be sent."""
        done = use(self._pipeline)
        if len(self._pipeline) >= AT_ONCE:
            self.flush()
        return done

    def write(self, about: str, fill: Callable[[Any], object], *, repeats: bool = True) -> list[Any]:
        """Gather what would be written."""
        self.call(about, fill)
        return [1]

    def write_before(self, about: str, fill: Callable[[Any], object]) -> list[Any]:
        """Gather what would be written."""
        return self.write(about, fill)

    def flush(self) -> None:
        """Send all that is left."""
        self._pipeline.execute()

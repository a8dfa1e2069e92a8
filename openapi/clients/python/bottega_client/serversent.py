"""Parse server-sent events.

This is own code, since a flow does no I/O: `httpx-sse` reads a response itself, once for each kind of client.
"""

import json
from collections.abc import Iterator

from bottega_client.delivered import AnyMessage, Message


class EventParser:
    """Parses server-sent events from bytes as they arrive."""

    def __init__(self) -> None:
        self.rest = b""

    def feed(self, content: bytes) -> Iterator[AnyMessage]:
        """Return the messages that are complete after these bytes."""
        *blocks, self.rest = (self.rest + content).split(b"\n\n")
        for block in blocks:
            fields: dict[str, str] = {}
            for line in block.decode().split("\n"):
                name, _, value = line.partition(": ")
                fields[name] = value
            if "data" in fields:
                yield Message(fields["event"], json.loads(fields["data"]), fields.get("id", ""))

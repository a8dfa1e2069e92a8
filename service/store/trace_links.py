"""Store the span that wrote the last event of a game, to link later spans to it. Unused without tracing.

bottega:{<game_id>}:trace    JSON of the trace context of a span; expires
"""

from collections.abc import Mapping

import msgspec

from service.store.keys import key
from service.store.servers import Servers

KEEP_SECONDS = 600


def keep(servers: Servers, game_id: str, carried: Mapping[str, str]) -> None:
    """Store the span that wrote the last event."""
    value = msgspec.json.encode(carried)
    servers.call(game_id, lambda client: client.set(key(game_id, "trace"), value, ex=KEEP_SECONDS))


def last(servers: Servers, game_id: str) -> Mapping[str, str]:
    """Return the span that wrote the last event; empty if it was long ago, or not traced."""
    stored: bytes | None = servers.call(game_id, lambda client: client.get(key(game_id, "trace")))
    return msgspec.json.decode(stored, type=dict[str, str]) if stored else {}

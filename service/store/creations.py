"""Reserve the ids of idempotent creations, so that a retry creates nothing again. `keys` describes the keys."""

from service.store.idempotency_types import Idempotency
from service.store.servers import Servers

_CREATION = "bottega:creation:"


class Creations:
    """The idempotent creations of one Redis: of games, players, keys and tournaments."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def reserve(self, idempotency: Idempotency, game_id: str, keep_seconds: int) -> tuple[str, str]:
        """Reserve the id for an idempotent creation: `game_id`, or the id that an earlier request reserved.

        Returns the digest of the request that reserved the id, and the id.
        """
        record = f"{idempotency.request}\n{game_id}"
        name = _CREATION + idempotency.digest
        stored = self._servers.write_before(
            name, lambda pipeline: pipeline.set(name, record, nx=True, ex=keep_seconds).get(name)
        )
        request, reserved = stored[-1].decode().split("\n")
        return request, reserved

    def is_reserved(self, idempotency: Idempotency) -> bool:
        """Whether an earlier request has reserved an id."""
        name = _CREATION + idempotency.digest
        return bool(self._servers.call(name, lambda client: client.exists(name)))

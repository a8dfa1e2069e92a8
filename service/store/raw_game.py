"""Read a game as stored in Redis, complete or damaged, to diagnose it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.store.connection import script
from service.store.games import PARTS
from service.store.keys import CLOCKS, DUE, key
from service.store.servers import Servers
from service.store.webhooks import WEBHOOK_PARTS

_PUT_SNAPSHOT = script("put_snapshot")


class RawGame(NamedTuple):
    """Header, snapshot and log of a game, read in one transaction."""

    header: bytes | None
    snapshot: bytes | None
    log: Sequence[bytes]
    """The entries as stored."""


def read(servers: Servers, game_id: str) -> RawGame:
    """Return the stored parts of a game."""

    def fetch(client: Any) -> Any:
        pipeline = client.pipeline(transaction=True)
        pipeline.mget(key(game_id, "header"), key(game_id, "state")).lrange(key(game_id, "log"), 0, -1)
        return pipeline.execute()

    (header, snapshot), log = servers.call(game_id, fetch)
    return RawGame(header, snapshot, log)


def put_snapshot(servers: Servers, game_id: str, version: int, snapshot: bytes) -> bool:
    """Replace the snapshot; False if the log has another version, or the game was removed."""
    keys = [key(game_id, part) for part in ("log", "state", "header")]
    (done,) = servers.write(game_id, lambda pipeline: pipeline.eval(_PUT_SNAPSHOT, len(keys), *keys, version, snapshot))
    return bool(done)


def delete_result(servers: Servers, game_id: str) -> None:
    """Delete the result of a game, which is computed again."""
    servers.call(game_id, lambda client: client.delete(key(game_id, "result")))


def sizes(servers: Servers, game_id: str, webhook_ids: Sequence[str]) -> dict[str, int]:
    """Return the memory of each part of a game in bytes, without missing parts."""
    parts = [*PARTS, "webhooks", *(f"webhook:{each}:{part}" for each in webhook_ids for part in WEBHOOK_PARTS)]

    def fetch(client: Any) -> Any:
        pipeline = client.pipeline(transaction=False)
        for part in parts:
            pipeline.memory_usage(key(game_id, part))
        return pipeline.execute()

    return {part: size for part, size in zip(parts, servers.call(game_id, fetch), strict=True) if size}


def due_at(servers: Servers, game_id: str) -> float | None:
    """Return the time of a game on the due list; None if it is not there."""
    found: float | None = servers.call(DUE, lambda client: client.zscore(DUE, game_id))
    return found


def clocks_at(servers: Servers, members: Sequence[str]) -> dict[str, float]:
    """Return the times of entries on the list of clocks, without missing ones."""
    if not members:
        return {}
    found = servers.call(CLOCKS, lambda client: client.zmscore(CLOCKS, members))
    return {member: when for member, when in zip(members, found, strict=True) if when is not None}


def put_clocks(servers: Servers, entries: Mapping[str, float]) -> None:
    """Add entries to the list of clocks. The earlier of two times for one entry stays."""
    servers.call(CLOCKS, lambda client: client.zadd(CLOCKS, entries, lt=True))

"""Store which players a player has blocked.

    bottega:{<player>}:blocked       hash: id of a blocked player -> when: UTC, RFC 3339
    bottega:{<player>}:blocked_by    set: ids of the players who have blocked this one, to delete the id everywhere

The second key is written first and removed last, so that it has each id of the first. Each write may be repeated.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from service.store import Store
from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers

_BLOCK = script("block_player", Path(__file__).parent)

MOST_BLOCKED = 1000
"""The maximum number of players whom one player blocks."""


class Blocks:
    """The block lists of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def add(self, player: str, other: str, at: str) -> bool:
        """Let a player block another one; False if the player blocks too many, or does not exist any more."""
        self._servers.write_before(other, lambda pipeline: pipeline.sadd(key(other, "blocked_by"), player))
        names = [key(player, part) for part in ("blocked", "profile")]
        arguments = (other, at, MOST_BLOCKED)
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_BLOCK, len(names), *names, *arguments))
        if not done:
            self._forget(player, other)
        return bool(done)

    def remove(self, player: str, other: str) -> None:
        """Let a player unblock another one."""
        self._servers.write(player, lambda pipeline: pipeline.hdel(key(player, "blocked"), other))
        self._forget(player, other)

    def of(self, player: str) -> Mapping[str, str]:
        """Return the players whom a player has blocked, and when."""
        found: Any = self._servers.call(player, lambda client: client.hgetall(key(player, "blocked")))
        return {other.decode(): at.decode() for other, at in found.items()}

    def by(self, player: str) -> list[str]:
        """Return the players who may have blocked a player."""
        found: Any = self._servers.call(player, lambda client: client.smembers(key(player, "blocked_by")))
        return sorted(each.decode() for each in found)

    def delete_player(self, player: str) -> None:
        """Delete a player from all block lists, and the list of the player."""
        for other in self.by(player):
            self.remove(other, player)
        for other in self.of(player):
            self._forget(player, other)
        names = [key(player, part) for part in ("blocked", "blocked_by")]
        self._servers.write(player, lambda pipeline: pipeline.delete(*names))

    def _forget(self, player: str, other: str) -> None:
        self._servers.write(other, lambda pipeline: pipeline.srem(key(other, "blocked_by"), player))


def blocks_in(store: Store) -> Blocks:
    """Return the block lists of a store."""
    return Blocks(store.servers)

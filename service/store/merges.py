"""Store the merges of players: which player becomes part of which other one.

bottega:{<player>}:merges         hash: id of a player who becomes part of this one -> `begun` or `done`
bottega:{<player>}:merging        the id of the player of whom this one becomes a part; missing otherwise
"""

from collections.abc import Callable, Mapping
from typing import Any

from service.store.keys import key
from service.store.servers import Servers


class Merges:
    """The merges of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def of(self, player: str) -> Mapping[str, bool]:
        """Return the players who become part of a player, and whether each merge is done."""
        found = self._servers.call(player, lambda client: client.hgetall(key(player, "merges")))
        return {other.decode(): state == b"done" for other, state in found.items()}

    def begin(self, other: str, player: str, is_gone: Callable[[], bool]) -> bool:
        """Store that a player becomes part of another one; False if one of both is part of a merge already.

        `is_gone` returns whether the remaining player has been removed, as the end of the opposite merge does.
        """

        def mark(pipeline: Any) -> None:
            pipeline.setnx(key(other, "merging"), player).get(key(other, "merging"))

        if self._servers.write(other, mark)[-1].decode() != player:
            return False
        self._note(player, other, b"begun")
        if self._target(player) or not all(self.of(other).values()) or is_gone():
            self._servers.write(player, lambda pipeline: pipeline.hdel(key(player, "merges"), other))
            self._servers.write(other, lambda pipeline: pipeline.delete(key(other, "merging")))
            return False
        return True

    def finish(self, other: str, player: str) -> None:
        """Store that a merge is done."""
        self._servers.write(other, lambda pipeline: pipeline.delete(key(other, "merging")))
        self._note(player, other, b"done")

    def _note(self, player: str, other: str, state: bytes) -> None:
        self._servers.write(player, lambda pipeline: pipeline.hset(key(player, "merges"), other, state))

    def _target(self, player: str) -> bool:
        return bool(self._servers.call(player, lambda client: client.exists(key(player, "merging"))))

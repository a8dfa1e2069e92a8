"""The tournaments that a player created without the scope `organise`, for the quota.

    bottega:{<player>}:own-tournaments   sorted set: tournament -> Unix time of its creation

An entry is written before its tournament. After a crash there may be an entry without a tournament.
"""

from collections.abc import Mapping, Sequence

from service.store.games import Store
from service.store.keys import key
from service.store.servers import Servers


class OwnTournaments:
    """The tournaments of single players."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def add(self, player: str, entries: Mapping[str, float]) -> None:
        """Add tournaments with the times of their creation."""
        if entries:
            self._servers.write(player, lambda pipeline: pipeline.zadd(_key(player), dict(entries)))

    def of(self, player: str) -> dict[str, float]:
        """Return the tournaments of a player with the times of their creation."""
        found = self._servers.call(player, lambda client: client.zrange(_key(player), 0, -1, withscores=True))
        return {name.decode(): created for name, created in found}

    def remove(self, player: str, names: Sequence[str]) -> None:
        """Remove tournaments of a player."""
        if names:
            self._servers.write(player, lambda pipeline: pipeline.zrem(_key(player), *names))

    def delete(self, player: str) -> None:
        """Remove all tournaments of a player."""
        self._servers.write(player, lambda pipeline: pipeline.delete(_key(player)))


def own_tournaments_in(store: Store) -> OwnTournaments:
    """Return the tournaments of the players of a store."""
    return OwnTournaments(store.servers)


def _key(player: str) -> str:
    return key(player, "own-tournaments")

"""Store due lists in Redis: which games need a job or a bundle, which webhooks have deliveries, and when to check them.

    bottega:due               sorted set: game_id -> Unix time
    bottega:{webhooks}:due    sorted set: owner/webhook_id -> Unix time

The due list is written ahead: an entry is added before the commit that makes a job necessary. Only `settle` removes it,
after a check that no job is needed. After a crash at any point there may be a needless entry, but never a game without
one. On a cluster the list is in another slot than the game. No operation needs both in one transaction.

`postpone` and `settle` do nothing unless the entry still has the time that was seen. An entry written ahead of a commit
in progress thus stays. `renew` only makes a time later, and never adds an entry.
"""

from collections.abc import Iterable
from typing import Any

from service.store.connection import script
from service.store.keys import DUE
from service.store.servers import Servers

_SETTLE = script("settle")


class DueList:
    """A due list of one Redis: that of the games by default."""

    def __init__(self, servers: Servers, key: str = DUE) -> None:
        self._servers = servers
        self._key = key

    def before(self, now: float, limit: int) -> list[tuple[str, float]]:
        """Return entries that are due, the longest due first, with their times."""
        return _read(self._servers.call(self._key, lambda client: self._between(client, "-inf", now, limit)))

    def outside(self, now: float, ahead: float, limit: int) -> list[tuple[str, float]]:
        """Return entries that are due before `now` or after `ahead`, with their times; at most `limit` of each."""

        def read(client: Any) -> Any:
            pipeline = client.pipeline(transaction=False)
            self._between(pipeline, "-inf", now, limit)
            self._between(pipeline, ahead, "inf", limit)
            return pipeline.execute()

        before, after = self._servers.call(self._key, read)
        return [*_read(before), *_read(after)]

    def _between(self, client: Any, first: float | str, last: float | str, limit: int) -> Any:
        return client.zrange(self._key, first, last, byscore=True, offset=0, num=limit, withscores=True)

    def counts(self, late: float) -> tuple[int, int]:
        """Return the number of entries, and how many were due before `late`."""
        return count_members(self._servers, self._key, late)

    def postpone(self, game_id: str, seen: float, due: float) -> bool:
        """Postpone an entry to `due`, if its time is still the one that was seen; False otherwise."""
        return self._settle(game_id, repr(seen), repr(due))

    def renew(self, game_id: str, due: float) -> None:
        """Postpone an existing entry to `due`, unless its time is later."""
        self._servers.call(self._key, lambda client: client.zadd(self._key, {game_id: due}, xx=True, gt=True))

    def put(self, name: str, due: float) -> None:
        """Add an entry ahead of the write that makes the check necessary."""
        self._servers.write_before(self._key, lambda pipeline: pipeline.zadd(self._key, {name: due}))

    def bring_forward(self, name: str, due: float) -> None:
        """Make an entry due at `due`, unless it is due earlier."""
        self._servers.call(self._key, lambda client: client.zadd(self._key, {name: due}, lt=True))

    def holds(self, name: str) -> bool:
        """Whether the list has an entry."""
        return self._servers.call(self._key, lambda client: client.zscore(self._key, name)) is not None

    def settle(self, game_id: str, seen: float) -> bool:
        """Remove an entry, if its time is still the one that was seen; False otherwise."""
        return self._settle(game_id, repr(seen))

    def _settle(self, *arguments: str) -> bool:
        return bool(self._servers.call(self._key, lambda client: client.eval(_SETTLE, 1, self._key, *arguments)))


def count_members(servers: Servers, key: str, late: float) -> tuple[int, int]:
    """Return the number of members of a sorted set, and how many have a time before `late`."""
    return servers.call(
        key, lambda client: tuple(client.pipeline(transaction=False).zcard(key).zcount(key, "-inf", late).execute())
    )


def _read(entries: Iterable[tuple[bytes, float]]) -> list[tuple[str, float]]:
    return [(name.decode(), score) for name, score in entries]

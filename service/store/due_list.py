"""The due lists in Redis: which games are owed a job, which webhooks have something to send, and when to look at them.

    bottega:due               sorted set: game_id -> Unix time
    bottega:{webhooks}:due    sorted set: owner/webhook_id -> Unix time

The due list is written ahead: an entry goes in before the commit that makes a job necessary, and comes out only through
`settle`, once a look has found that no job is owed. So a crash at any point leaves a due entry and never a game that
waits for ever. On a cluster the list is in another slot than the game; nothing here needs both in one transaction.

Both `postpone` and `settle` do nothing when the time is not the one that was seen: an entry written ahead of a commit
that is under way stays. `renew` never brings a time forward, and never makes an entry.
"""

from service.store.connection import script
from service.store.keys import DUE
from service.store.servers import Servers

_SETTLE = script("settle")


class DueList:
    """A due list of one Redis: that of the games, or another one of the same kind."""

    def __init__(self, servers: Servers, key: str = DUE) -> None:
        self._servers = servers
        self._key = key

    def before(self, now: float, limit: int) -> list[tuple[str, float]]:
        """List games whose time has come, the longest due first, with that time."""
        return self._between("-inf", now, limit)

    def after(self, time: float, limit: int) -> list[tuple[str, float]]:
        """List games whose time comes after this one, with it."""
        return self._between(time, "inf", limit)

    def _between(self, first: float | str, last: float | str, limit: int) -> list[tuple[str, float]]:
        entries = self._servers.call(
            self._key,
            lambda client: client.zrange(self._key, first, last, byscore=True, offset=0, num=limit, withscores=True),
        )
        return [(game_id.decode(), score) for game_id, score in entries]

    def numbers(self, late: float) -> tuple[int, int]:
        """Return how many are listed, and how many of them should have been looked at before `late`."""
        return numbers(self._servers, self._key, late)

    def postpone(self, game_id: str, seen: float, due: float) -> bool:
        """Put a game off to `due`, if its time is still the one that was seen; False if it is not."""
        return self._settle(game_id, repr(seen), repr(due))

    def renew(self, game_id: str, due: float) -> None:
        """Put a game off to `due` if it is on the due list with an earlier time."""
        self._servers.call(self._key, lambda client: client.zadd(self._key, {game_id: due}, xx=True, gt=True))

    def put(self, name: str, due: float) -> None:
        """Enter something that nothing is written with in one step, ahead of what makes the look necessary."""
        self._servers.write_before(self._key, lambda pipeline: pipeline.zadd(self._key, {name: due}))

    def bring_forward(self, name: str, due: float) -> None:
        """Have a look no later than at `due`."""
        self._servers.call(self._key, lambda client: client.zadd(self._key, {name: due}, lt=True))

    def holds(self, name: str) -> bool:
        """Whether something is on the due list, at whatever time."""
        return self._servers.call(self._key, lambda client: client.zscore(self._key, name)) is not None

    def settle(self, game_id: str, seen: float) -> bool:
        """Take a game off the due list, if its time is still the one that was seen; False if it is not."""
        return self._settle(game_id, repr(seen))

    def _settle(self, *arguments: str) -> bool:
        return bool(self._servers.call(self._key, lambda client: client.eval(_SETTLE, 1, self._key, *arguments)))


def numbers(servers: Servers, key: str, late: float) -> tuple[int, int]:
    """Return how many members a sorted set has, and how many of them stand there with a time before `late`."""
    return servers.call(
        key, lambda client: tuple(client.pipeline(transaction=False).zcard(key).zcount(key, "-inf", late).execute())
    )

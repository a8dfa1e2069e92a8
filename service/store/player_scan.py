"""Search all players of a Redis. No list has all of them: a search reads the names of all keys of an installation."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, Literal

from service.store.keys import key
from service.store.players import Profile
from service.store.servers import Servers
from service.store.unreadable import readable

_AT_ONCE = 1000


def players_with(servers: Servers, part: Literal["profile", "ban", "webhooks"]) -> list[str]:
    """Return the ids of all players who have a key of this part, in the order of the ids."""
    prefix, suffix = key("\0", part).split("\0")
    found: set[str] = set()
    for name in servers.samples("bottega"):
        keys = servers.call(name, partial(_matching, pattern=f"{prefix}pl_*{suffix}"))
        found.update(each[len(prefix) : -len(suffix)] for each in keys)
    return sorted(found)


def profiles(servers: Servers, players: Iterable[str]) -> Iterator[tuple[str, Profile]]:
    """Yield the players who exist, with their profiles."""
    left = iter(players)
    while some := [*islice(left, _AT_ONCE)]:
        for player, stored in zip(some, servers.each(some, _read), strict=True):
            profile = None if stored is None else readable(stored, Profile, f"the profile of player {player}")
            if profile is not None:
                yield player, profile


def _read(client: Any, players: Sequence[str]) -> Sequence[bytes | None]:
    pipeline = client.pipeline(transaction=False)
    for player in players:
        pipeline.get(key(player, "profile"))
    found: Sequence[bytes | None] = pipeline.execute()
    return found


def _matching(client: Any, pattern: str) -> list[str]:
    return [each.decode() for each in client.scan_iter(match=pattern, count=_AT_ONCE)]

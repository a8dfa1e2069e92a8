"""Check that an archive belongs to this Redis: both store the same id.

    bottega:{archive}   the id of the archive that has the finished games of this Redis

The archive stores the id under a name that no game has. A Redis without archived games accepts any archive: the id is
written where it is missing. Once a game is in the archive, an archive without this id is rejected. A volume that is not
mounted looks like a new archive.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal

from service.archive import Archive, ArchiveUnavailable
from service.store.keys import key
from service.store.servers import Servers

IDENTITY = "archive-identity"
"""The name under which an archive stores its id. Game ids are shorter and have no hyphen."""
_KEY = "bottega:{archive}"
_AT_ONCE = 1000
_MOST_COUNTED = 100_000
"""The maximum number of games counted for a message."""

Match = Literal["same", "none", "empty", "foreign"]
"""Whether Redis and archive have the same id, Redis has none, or the archive has none or another one."""


class WrongArchive(ArchiveUnavailable):
    """The archive does not have the games of this Redis. It is neither read nor written."""


class ArchiveIdentity:
    """The id that one Redis shares with its archive. Every method may raise one of OUTAGES and ArchiveUnavailable."""

    def __init__(self, servers: Servers, all_games: Callable[[], Iterator[str]]) -> None:
        self._servers = servers
        self._all_games = all_games

    def match(self, archive: Archive) -> Match:
        """Return how the ids of Redis and archive compare."""
        return _match(self._read_id(), archive.get(IDENTITY))

    def check(self, archive: Archive) -> None:
        """Raise WrongArchive if the archive may lack games that this Redis has archived."""
        match = self.match(archive)
        if match in ("empty", "foreign") and self.count(1):
            raise self._error(match)

    def take(self, archive: Archive) -> None:
        """Use an archive for this Redis; raises WrongArchive if another archive has games of it."""
        self.check(archive)
        if self.match(archive) != "same":
            self.accept(archive)

    def accept(self, archive: Archive) -> None:
        """Use an archive for this Redis without a check. Games that only another archive has are lost."""
        found = archive.get(IDENTITY)
        if found is not None:
            self._servers.write(_KEY, lambda pipeline: pipeline.set(_KEY, found))
            return
        fresh = secrets.token_hex(16)
        self._servers.write(_KEY, lambda pipeline: pipeline.set(_KEY, fresh, nx=True))
        archive.put(IDENTITY, self._read_id() or fresh.encode())

    def count(self, most: int = _MOST_COUNTED) -> int:
        """Return the number of games that only an archive has, up to a limit."""
        found = 0
        games = self._all_games()
        while found < most and (some := [*islice(games, _AT_ONCE)]):
            found += sum(self._servers.each(some, _are_archived))
        return min(found, most)

    def _error(self, match: Match) -> WrongArchive:
        number, found = self.count(), "is empty" if match == "empty" else "belongs to another Redis"
        return WrongArchive(
            f"the archive at BOTTEGA_ARCHIVE_URL {found}, but Redis has {number} games in its former archive. "
            "Mount that archive or correct BOTTEGA_ARCHIVE_URL. If it is lost, run `bottega games accept-archive` "
            "(deploy/STORAGE.md, A missing archive)"
        )

    def _read_id(self) -> bytes | None:
        stored: bytes | None = self._servers.call(_KEY, lambda client: client.get(_KEY))
        return stored


def _match(stored: bytes | None, found: bytes | None) -> Match:
    if stored is None:
        return "none"
    if found is None:
        return "empty"
    return "same" if stored == found else "foreign"


def _are_archived(client: Any, game_ids: Sequence[str]) -> list[bool]:
    """Whether only the archive has each game; one server holds all of them."""
    pipeline = client.pipeline(transaction=False)
    for game_id in game_ids:
        pipeline.mget(key(game_id, "header"), key(game_id, "archived"))
    return [header is None and bool(mark) for header, mark in pipeline.execute()]

"""Read games as shown in lists, many at once."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from service.runtime.throttled_log import log_once
from service.store.archived import Archived
from service.store.game_dump import GameDump
from service.store.game_parts import claims_of, header_of, info_of
from service.store.game_types import ListedGame
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import GameUnreadable, reading

logger = logging.getLogger(__name__)


class ListedGames:
    """Reads games without their logs, from Redis or the archive."""

    def __init__(self, servers: Servers, archived: Archived) -> None:
        self._servers, self._archived = servers, archived

    def read_many(self, game_ids: Sequence[str], *, live: bool = False) -> list[ListedGame | None]:
        """Return some games, with one round trip to each server; None for unknown and lost ones.

        An unreadable game is None, too, and logged once. With `live`, a game that only the archive has is None.
        """
        found = [_readable(each) for each in self._servers.each(game_ids, _read_each)]
        if live:
            return found
        missing = [game_id for game_id, each in zip(game_ids, found, strict=True) if each is None]
        dumps = self._archived.find_many(missing)
        archived = {game_id: _readable(_try_read(game_id, _listed_archived, each)) for game_id, each in dumps.items()}
        return [each or archived.get(game_id) for game_id, each in zip(game_ids, found, strict=True)]

    def read(self, game_id: str) -> ListedGame | None:
        """Return one game as shown in lists; raises GameLost and GameUnreadable."""
        (found,) = self._servers.each([game_id], _read_each)
        if isinstance(found, GameUnreadable):
            raise found
        if found is None and (dump := self._archived.find(game_id)) is not None:
            with reading(game_id, "copy in the archive"):
                return _listed_archived(dump)
        return found


def _read_each(client: Any, game_ids: Sequence[str]) -> list[ListedGame | GameUnreadable | None]:
    """Return some games that one server holds; the error of each unreadable one."""
    pipeline = client.pipeline(transaction=False)
    for game_id in game_ids:
        for part in ("header", "state", "info"):  # MGET would return None for a key of another type
            pipeline.get(key(game_id, part))
        pipeline.hgetall(key(game_id, "seats"))
    read = pipeline.execute(raise_on_error=False)
    return [
        _try_read(game_id, _from_replies, *read[4 * index : 4 * index + 4]) for index, game_id in enumerate(game_ids)
    ]


def _from_replies(*replies: Any) -> ListedGame | None:
    """Return a game from the replies of Redis; raises the first error among them."""
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
    *parts, seats = replies
    return _listed(parts, seats)


def _try_read(game_id: str, read: Callable[..., ListedGame | None], *parts: Any) -> ListedGame | GameUnreadable | None:
    """Return a game, or the error if it is unreadable."""
    try:
        with reading(game_id, "header, seats or game info"):
            return read(*parts)
    except GameUnreadable as error:
        return error


def _readable(found: ListedGame | GameUnreadable | None) -> ListedGame | None:
    """Return a game; None for an unreadable one, which is logged once."""
    if isinstance(found, GameUnreadable):
        log_once(logger, "%s", found)
        return None
    return found


def _listed(parts: Sequence[bytes | None], seats: Mapping[bytes, bytes]) -> ListedGame | None:
    """Return a game from header, snapshot and info; None if it does not exist."""
    header, snapshot, info = parts
    if header is None or snapshot is None:
        return None
    return ListedGame(header_of(header), snapshot, claims_of(seats), info_of(info))


def _listed_archived(dump: GameDump) -> ListedGame | None:
    """Return a game that only the archive has."""
    return _listed((dump.header, dump.state, dump.info), dump.seats)

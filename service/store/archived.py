"""Move finished games from Redis to the archive, read them there, and restore them.

Keys of one game, all in its cluster slot:

    bottega:{<game_id>}:archived      the mark of the valid copy in the archive; empty while that copy is being removed.
                                      Missing if the archive never had the game
    bottega:{<game_id>}:superseded    set: marks of invalid copies that the archive may still have
    bottega:{<game_id>}:restored      set while a restored game must stay in Redis; expires

A game is in Redis as long as its header is. Then the archive is not read: its copy may be older. A change of a game
that only the archive has first restores the game. A game without a mark is not in the archive: it does not exist, or is
about to be created.

Each attempt to move a game has a mark, which is part of the copy's name in the archive. A delayed process thus never
overwrites the copy of another attempt. The mark is written to Redis before the copy is written to the archive. Then one
step deletes the keys of the game. That step fails if the game has changed since it was read, or has another mark. After
a crash at any point the game is in Redis, or whole in the archive.

A copy becomes invalid when another mark is written: while Redis holds the game, or once the game is removed. After that
write is durable, the copy is removed, then its mark. The next attempt to move the game does this, or the next check of
the game. Until then a Redis that has lost its last writes still finds its copy. A copy that may have arrived after its
mark was removed is deleted by its mover. If the mover is killed first, or Redis loses the mark, the copy is an orphan.
It takes a few KB and is never read or removed.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from service.archive import Archive, GameLost
from service.runtime.throttled_log import log_once
from service.store import game_dump
from service.store.archive_identity import ArchiveIdentity
from service.store.archived_copies import ArchivedCopies, mark_of
from service.store.channels import channel
from service.store.connection import script
from service.store.game_dump import GameDump, Read
from service.store.game_types import Event
from service.store.keys import key
from service.store.lists import Lists
from service.store.servers import Servers
from service.store.unreadable import GameUnreadable, reading
from service.store.webhook_types import StoredWebhook
from service.store.webhooks import WEBHOOK_PARTS
from service.telemetry import metrics

logger = logging.getLogger(__name__)

_ANNOUNCE = script("announce_archived")
_MOVE_OUT = script("move_out")
_RESTORE = script("restore")
_REMOVE = script("remove_archived")
_REMOVE_SUPERSEDED = script("remove_superseded")
_DROP = script("drop_copy")

_AT_ONCE = 200
"""Games whose copies are read at once."""
_STAY_SECONDS = 600
"""Shortest time that a restored game stays in Redis: long enough for the change that restored it."""
LAST_DELIVERIES_SECONDS = 3 * 24 * 60 * 60
"""How long a webhook of a removed game sends its pending deliveries: longer than all retries of one take."""
DELETED_SECONDS = 24 * 60 * 60
"""How long a removed game is remembered at least, so that a late retry of its creation does not create it again."""
_NOTHING: Mapping[bytes, bytes] = {}


class RemovedGame(NamedTuple):
    """The data of a game in Redis at the moment of its removal."""

    in_archive: bool
    """Whether the archive may still have a copy to remove."""
    seats: Mapping[bytes, bytes]
    info: bytes | None
    version: int
    """The length of the log."""
    webhooks: Sequence[str]
    """The ids of the removed webhooks."""


class _Location(NamedTuple):
    """The location of a game."""

    is_there: bool
    """Whether Redis holds the game."""
    mark: bytes
    """The mark of the valid copy in the archive; empty if there is none."""


class Archived:
    """The archived games of one Redis."""

    def __init__(self, servers: Servers, archive: Archive | None, lists: Lists) -> None:
        self._servers = servers
        self._lists = lists
        self.copies = ArchivedCopies(archive, ArchiveIdentity(servers, lists.all_games))

    def find(self, game_id: str) -> GameDump | None:
        """Return a game that Redis did not hold a moment ago; None if there is no such game or copy.

        The game may move in the meantime: it is read where it is then. Raises ArchiveUnavailable.
        """
        while (location := self._locate(game_id)).mark:
            found = self._find(game_id, location)
            if found is not None:
                return found
        return None

    def find_many(self, game_ids: Sequence[str]) -> Mapping[str, GameDump]:
        """Return several games that Redis did not hold a moment ago, without lost ones.

        The archive is read once for all. Raises ArchiveUnavailable.
        """
        locations = dict(zip(game_ids, self._servers.each(game_ids, _locate_each), strict=True))
        found = self.copies.get_many(
            {game_id: each.mark for game_id, each in locations.items() if each.mark and not each.is_there}
        )
        for game_id in [game_id for game_id, each in locations.items() if each.mark and game_id not in found]:
            try:
                again = self.find(game_id)
            except (GameLost, GameUnreadable) as error:
                log_once(logger, "%s", error)
                continue
            found |= {game_id: again} if again is not None else {}
        return found

    def text(self, game_id: str, part: str) -> bytes | None:
        """Return a string value of a game that only the archive has."""
        found = self.find(game_id)
        return None if found is None else found.texts.get(part)

    def hash(self, game_id: str, part: str) -> Mapping[bytes, bytes]:
        """Return a hash of a game that only the archive has."""
        found = self.find(game_id)
        return _NOTHING if found is None else found.hashes.get(part, _NOTHING)

    def log(self, game_id: str) -> Sequence[Event]:
        """Return the events of a game that only the archive has."""
        found = self.find(game_id)
        return () if found is None else found.log

    def has(self, game_id: str) -> bool:
        """Whether only the archive has a game."""
        location = self._locate(game_id)
        return bool(location.mark) and not location.is_there

    def marks(self) -> Iterator[Mapping[str, bytes]]:
        """Yield the marks of all games that only the archive has, many at a time."""
        games = self._lists.all_games()
        while some := [*dict.fromkeys(islice(games, _AT_ONCE))]:
            locations = zip(some, self._servers.each(some, _locate_each), strict=True)
            yield {game_id: each.mark for game_id, each in locations if each.mark and not each.is_there}

    def move(self, game_id: str) -> bool:
        """Move an idle game to the archive; False if the game is busy, or Redis does not hold it.

        A game stays in Redis during an analysis and while it has pending deliveries or stored responses for retries. A
        restored game also stays for a while. Raises ArchiveUnavailable.
        """
        self.tidy(game_id)
        read = self._read(game_id)
        if read is None or _is_busy(read.dump):
            return False
        packed = read.dump.packed()
        mark = mark_of(packed)
        stays = ["responses", "restored"]
        if not self._eval(game_id, _ANNOUNCE, ["archived", "superseded", "header", *stays], mark, repeats=False):
            return False
        self.copies.put(game_id, mark, packed)
        names = ["archived", "header", *stays, *read.names]
        moved: int = self._eval(game_id, _MOVE_OUT, names, mark, *read.digests)
        if moved < 0:
            self._discard(game_id, [mark])
        elif moved:
            metrics.count_archived(len(packed))
        return moved > 0

    def restore(self, game_id: str) -> bool:
        """Restore a game to Redis if only the archive has it; otherwise False. Raises ArchiveUnavailable.

        The game is checked again, and moved to the archive again after a while.
        """
        while (location := self._locate(game_id)).mark and not location.is_there:
            found = self._find(game_id, location)
            if found is not None:
                names, commands = found.commands()
                self._lists.check_at(game_id, 0)
                keys = ["archived", "header", "restored", *names]
                self._eval(game_id, _RESTORE, keys, location.mark, _STAY_SECONDS, *commands)
                return True
        return False

    def remove(self, game_id: str, parts: Sequence[str], remembered: int) -> RemovedGame:
        """Remove a game with its webhooks and these parts from Redis; return the removed data.

        The id stays in use for some seconds (`remembered`). A webhook with pending deliveries expires later, so that
        its receiver learns of the removal.
        Copies in the archive remain: `tidy` removes them.
        """
        known = ("webhooks", "seats", "info", "log")
        names = ["archived", "superseded", "deleted", *known, *(each for each in parts if each not in known)]
        prefix = f"{key(game_id, 'webhook')}:"
        arguments = [
            max(DELETED_SECONDS, remembered),
            channel(game_id),
            LAST_DELIVERIES_SECONDS,
            prefix,
            *WEBHOOK_PARTS,
        ]
        in_archive, seats, info, version, hooks = self._eval(game_id, _REMOVE, names, *arguments)
        held = dict(zip(seats[::2], seats[1::2], strict=True))
        return RemovedGame(bool(in_archive), held, info, version or 0, [each.decode() for each in hooks])

    def tidy(self, game_id: str) -> None:
        """Remove all invalid copies of a game from the archive. Raises ArchiveUnavailable."""
        mark, superseded = self._servers.call(
            game_id,
            lambda client: (
                client.pipeline(transaction=True)
                .get(key(game_id, "archived"))
                .smembers(key(game_id, "superseded"))
                .execute()
            ),
        )
        if superseded or mark == b"":
            self._discard(game_id, superseded)

    def drop_copy(self, game_id: str) -> None:
        """Remove the archived copies of a game that Redis holds. Raises ArchiveUnavailable."""
        self._eval(game_id, _DROP, ["archived", "superseded", "header"])
        self.tidy(game_id)

    def is_tidy(self, game_id: str) -> bool:
        """Whether the archive has no invalid copy of a game, as far as Redis knows."""
        return not self._servers.call(game_id, lambda client: client.exists(key(game_id, "superseded")))

    def close(self) -> None:
        """Close the archive."""
        self.copies.close()

    def _discard(self, game_id: str, marks: Collection[bytes]) -> None:
        """Remove invalid copies, once the write that made them invalid is durable."""
        self._servers.write(game_id, lambda pipeline: pipeline.set(key(game_id, "check"), b"", ex=1))
        self.copies.remove(game_id, marks)
        self._eval(game_id, _REMOVE_SUPERSEDED, ["archived", "superseded"], *marks)

    def _locate(self, game_id: str) -> _Location:
        (location,) = self._servers.call(game_id, lambda client: _locate_each(client, [game_id]))
        return location

    def _read(self, game_id: str) -> Read | None:
        """Return a game in Redis; raises GameUnreadable."""
        with reading(game_id, "log, or another part,"):
            return self._servers.call(game_id, lambda client: game_dump.read(client, game_id))

    def _find(self, game_id: str, location: _Location) -> GameDump | None:
        """Return a game from its last known location; None if it has moved. Raises GameLost if it has not."""
        if location.is_there:
            read = self._read(game_id)
            return None if read is None else read.dump
        try:
            return self.copies.get(game_id, location.mark)
        except GameLost:
            if self._locate(game_id) == location:
                raise
            return None

    def _eval(self, game_id: str, code: str, names: Sequence[str], *arguments: Any, repeats: bool = True) -> Any:
        """Run a script on parts of a game, and wait until its writes are durable."""
        keys = [key(game_id, name) for name in names]
        replies = self._servers.write(
            game_id, lambda pipeline: pipeline.eval(code, len(keys), *keys, *arguments), repeats=repeats
        )
        return replies[-1]


def _locate_each(client: Any, game_ids: Sequence[str]) -> list[_Location]:
    """Return the locations of some games that one server may hold."""
    pipeline = client.pipeline(transaction=False)
    for game_id in game_ids:
        pipeline.mget(key(game_id, "header"), key(game_id, "archived"))
    return [_Location(header is not None, mark or b"") for header, mark in pipeline.execute()]


def _is_busy(game: GameDump) -> bool:
    """Whether a game has an unfinished analysis, or pending deliveries to an active webhook."""
    hooks = [msgspec.json.decode(each, type=StoredWebhook) for each in game.hashes.get("webhooks", _NOTHING).values()]
    waiting = [
        each for each in hooks if not each.disabled_reason and game.ranked.get(f"webhook:{each.webhook_id}:pending")
    ]
    return game.texts.get("analysis") == b"" or bool(waiting)

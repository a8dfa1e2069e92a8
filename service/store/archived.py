"""Finished games that Redis holds no more: how they are moved to the archive, read there, and taken back.

Keys of one game, all in its cluster slot:

    bottega:{<game_id>}:archived    the mark of what the archive has of it: the first bytes of its SHA-256; empty while
                                    it is being removed there. None of a game that the archive never had
    bottega:{<game_id>}:recalled    there for as long as a game that was taken back stays at least; expires

A game is in Redis as long as its header is: then nobody asks the archive, which may have a copy, and an older one. The
mark is written before the archive is given anything, and the keys of the game go in one step afterwards, if nothing of
it has changed since it was read. So a crash at any point leaves it in Redis, or whole in the archive. What is to be
changed of a game that only the archive has is first written back as it was. Nobody asks the archive of a game without a
mark either: not of one that there never was, nor of one that is yet to come.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import msgspec

from service.archive import Archive, ArchiveUnavailable, GameLost
from service.store import kept
from service.store.connection import script
from service.store.kept import Kept
from service.store.keys import key
from service.store.lists import Lists
from service.store.servers import Servers
from service.store.stored import Event
from service.store.webhooks import Webhook
from service.telemetry import metrics
from service.telemetry.metrics import ArchiveStep

_ANNOUNCE = script("announce_archived")
_MOVE_OUT = script("move_out")
_RECALL = script("recall")

_MARK_BYTES = 8
_STAY_SECONDS = 600
"""How long a game that was taken back stays in Redis at least: long enough for what it was taken back for."""
_UNPACKED_GAMES = 32
"""How many games are held unpacked, some 100 KB each: whoever has read one reads on in it."""

_NOTHING: Mapping[bytes, bytes] = {}


class Archived:
    """The games of one Redis that are in its archive."""

    def __init__(self, servers: Servers, archive: Archive | None, lists: Lists) -> None:
        self._servers = servers
        self._archive = archive
        self._lists = lists
        self._unpacked: OrderedDict[tuple[str, bytes], Kept] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, game_id: str) -> Kept | None:
        """Read a game that only the archive has; None of every other. Raises ArchiveUnavailable."""
        mark = self._mark(game_id)
        return self._get(game_id, mark) if mark else None

    def text(self, game_id: str, part: str) -> bytes | None:
        """Read a part of a game that only the archive has."""
        found = self.find(game_id)
        return None if found is None else found.texts.get(part)

    def hash(self, game_id: str, part: str) -> Mapping[bytes, bytes]:
        """Read likewise a part that is a hash."""
        found = self.find(game_id)
        return _NOTHING if found is None else found.hashes.get(part, _NOTHING)

    def log(self, game_id: str) -> Sequence[Event]:
        """Read likewise its events."""
        found = self.find(game_id)
        return () if found is None else found.log

    def has(self, game_id: str) -> bool:
        """Whether only the archive has a game."""
        return bool(self._mark(game_id))

    def move(self, game_id: str) -> bool:
        """Move a game with which nothing is done any more; False if something is, or Redis does not hold it.

        It stays while it is analysed, something is to be sent to its webhooks, an answer is kept for whoever repeats a
        request, and for a while after it was taken back. Raises ArchiveUnavailable.
        """
        read = self._servers.call(game_id, lambda client: kept.read(client, game_id))
        if read is None or _is_busy(read.kept):
            return False
        packed = read.kept.packed()
        mark = _mark_of(packed)
        if not self._eval(game_id, _ANNOUNCE, ["archived", "header"], mark):
            return False
        with self._opened("move") as archive:
            archive.put(game_id, packed)
        names = ["archived", "header", "answers", "recalled", *read.names]
        moved: int = self._eval(game_id, _MOVE_OUT, names, mark, *read.digests)
        if moved < 0:
            self._remove(game_id)
        elif moved:
            metrics.count_archived(len(packed))
        return moved > 0

    def recall(self, game_id: str) -> bool:
        """Take a game back into Redis if only the archive has it; False of every other. Raises ArchiveUnavailable.

        It is looked at anew, and moved again once it has stayed for a while.
        """
        mark = self._mark(game_id)
        if not mark:
            return False
        names, commands = self._get(game_id, mark).commands()
        self._lists.look_again(game_id, 0)
        self._eval(game_id, _RECALL, ["archived", "header", "recalled", *names], mark, _STAY_SECONDS, *commands)
        return True

    def remove(self, game_id: str, parts: Sequence[str]) -> None:
        """Remove a game, which has these parts in Redis, wherever it is.

        It is gone for everybody before the archive is asked: `finish_removing` goes on if that fails. Raises
        ArchiveUnavailable.
        """
        mark, keys = key(game_id, "archived"), [key(game_id, part) for part in parts]
        if self._servers.call(game_id, lambda client: client.exists(mark)):
            self._servers.write(game_id, lambda pipeline: pipeline.set(mark, b"").delete(*keys))
            self.finish_removing(game_id)
        else:
            self._servers.write(game_id, lambda pipeline: pipeline.delete(*keys))

    def finish_removing(self, game_id: str) -> None:
        """Remove from the archive what is gone for everybody, if this is such a game. Raises ArchiveUnavailable."""
        mark = key(game_id, "archived")
        if self._servers.call(game_id, lambda client: client.get(mark)) == b"":
            self._remove(game_id)
            self._servers.write(game_id, lambda pipeline: pipeline.delete(mark))

    def close(self) -> None:
        """Close the archive."""
        if self._archive is not None:
            self._archive.close()

    def _remove(self, game_id: str) -> None:
        """Remove a game from the archive."""
        with self._opened("remove") as archive:
            archive.remove(game_id)

    @contextmanager
    def _opened(self, step: ArchiveStep) -> Iterator[Archive]:
        """Lend the archive, and count what it fails to do; raises ArchiveUnavailable where none is named any more."""
        if self._archive is None:
            raise ArchiveUnavailable("BOTTEGA_ARCHIVE_URL is not set")
        try:
            yield self._archive
        except ArchiveUnavailable:
            metrics.count_archive_failure(step)
            raise

    def _mark(self, game_id: str) -> bytes | None:
        """Read the mark of a game that Redis does not hold."""
        header, mark = key(game_id, "header"), key(game_id, "archived")
        is_there, found = self._servers.call(
            game_id, lambda client: client.pipeline(transaction=True).exists(header).get(mark).execute()
        )
        return None if is_there else found

    def _get(self, game_id: str, mark: bytes) -> Kept:
        """Read what the archive was given under a mark; raises GameLost if it has nothing, or another."""
        with self._lock:
            if (game_id, mark) in self._unpacked:
                self._unpacked.move_to_end((game_id, mark))
                return self._unpacked[game_id, mark]
        with self._opened("read") as archive:
            packed = archive.get(game_id)
            if packed is None or _mark_of(packed) != mark:
                raise GameLost(f"the archive does not have game {game_id} as it was put there")
        metrics.count_archive_read()
        found = kept.unpacked(packed)
        with self._lock:
            self._unpacked[game_id, mark] = found
            while len(self._unpacked) > _UNPACKED_GAMES:
                self._unpacked.popitem(last=False)
        return found

    def _eval(self, game_id: str, code: str, names: Sequence[str], *arguments: Any) -> Any:
        """Run a script on parts of a game, and wait until what it has written has arrived."""
        keys = [key(game_id, name) for name in names]
        return self._servers.write(game_id, lambda pipeline: pipeline.eval(code, len(keys), *keys, *arguments))[-1]


def _mark_of(packed: bytes) -> bytes:
    """Name what the archive is given."""
    return sha256(packed).digest()[:_MARK_BYTES]


def _is_busy(game: Kept) -> bool:
    """Whether a game is being analysed, or something is to be sent to one of its webhooks that is not switched off."""
    hooks = [msgspec.json.decode(each, type=Webhook) for each in game.hashes.get("webhooks", _NOTHING).values()]
    waiting = [each for each in hooks if not each.off and game.ranked.get(f"webhook:{each.webhook_id}:pending")]
    return game.texts.get("analysis") == b"" or bool(waiting)

"""Read and write the copies of finished games in the archive, each named by its game and its mark.

The mark names an attempt to move a game, and has a digest that proves the copy unchanged. Metrics record the duration
and the failures of each call.
"""

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256

from service.archive import Archive, ArchiveUnavailable, GameLost
from service.runtime.throttled_log import log_once
from service.store import game_dump
from service.store.archive_identity import ArchiveIdentity
from service.store.game_dump import GameDump
from service.store.unreadable import GameUnreadable, reading
from service.telemetry import metrics
from service.telemetry.families import ArchiveStep

_DIGEST_BYTES = 8
"""The number of bytes of SHA-256 at the beginning of a mark."""
_ATTEMPT_BYTES = 8
"""Random bytes after the digest: two attempts never share a copy, which one might remove and the other need."""
_UNPACKED_GAMES = 32
"""Games held unpacked in memory, some 100 KB each: at least a page of records."""


logger = logging.getLogger(__name__)


class ArchivedCopies:
    """The copies in an archive. Every method raises ArchiveUnavailable, also without an archive."""

    def __init__(self, archive: Archive | None, identity: ArchiveIdentity) -> None:
        self.archive = archive
        self.identity = identity
        self._unpacked: OrderedDict[tuple[str, bytes], GameDump] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, game_id: str, mark: bytes, packed: bytes) -> None:
        """Write a copy; raises WrongArchive if another archive has games of this Redis."""
        with self._opened("move") as archive:
            self.identity.take(archive)
            archive.put(copy_id(game_id, mark), packed)

    def get(self, game_id: str, mark: bytes) -> GameDump:
        """Return a copy; raises GameLost if it is missing or damaged."""
        held = self._held(game_id, mark)
        if held is not None:
            return held
        with self._opened("read") as archive:
            packed = archive.get(copy_id(game_id, mark))
            if packed is None:
                self.identity.check(archive)
            if packed is None or not mark.startswith(_digest(packed)):
                raise GameLost(f"the archive does not have game {game_id} as it was stored")
        with reading(game_id, "copy in the archive"):
            return self._unpack(game_id, mark, packed)

    def get_many(self, marks: Mapping[str, bytes]) -> dict[str, GameDump]:
        """Return the copies of several games at once, by their marks.

        Lost and unreadable copies are omitted; an unreadable one is logged once.
        """
        found = {game_id: each for game_id, mark in marks.items() if (each := self._held(game_id, mark)) is not None}
        copies = {game_id: copy_id(game_id, mark) for game_id, mark in marks.items() if game_id not in found}
        if not copies:
            return found
        with self._opened("read") as archive:
            packed = archive.get_many([*copies.values()])
            if len(packed) < len(copies):
                self.identity.check(archive)
        for game_id, copy in copies.items():
            if copy in packed and marks[game_id].startswith(_digest(packed[copy])):
                found |= self._readable(game_id, marks[game_id], packed[copy])
        return found

    def _readable(self, game_id: str, mark: bytes, packed: bytes) -> dict[str, GameDump]:
        """Return a game unpacked; empty if it is unreadable, which is logged once."""
        try:
            with reading(game_id, "copy in the archive"):
                return {game_id: self._unpack(game_id, mark, packed)}
        except GameUnreadable as error:
            log_once(logger, "%s", error)
            return {}

    def remove(self, game_id: str, marks: Collection[bytes]) -> None:
        """Remove copies, if they exist. Raises WrongArchive if another archive may have them."""
        with self._opened("remove") as archive:
            self.identity.check(archive)
            for mark in marks:
                archive.remove(copy_id(game_id, mark))

    def check(self) -> None:
        """Use the archive for this Redis, or raise WrongArchive; does nothing without an archive."""
        if self.archive is not None:
            self.identity.take(self.archive)

    def clear_cache(self) -> None:
        """Clear the unpacked games in memory."""
        with self._lock:
            self._unpacked.clear()

    def close(self) -> None:
        """Close the archive."""
        if self.archive is not None:
            self.archive.close()

    @contextmanager
    def _opened(self, step: ArchiveStep) -> Iterator[Archive]:
        """Yield the archive, with metrics; raises ArchiveUnavailable without an archive."""
        if self.archive is None:
            raise ArchiveUnavailable("BOTTEGA_ARCHIVE_URL is not set")
        started = time.perf_counter()
        try:
            yield self.archive
        except ArchiveUnavailable:
            metrics.count_archive_failure(step)
            raise
        finally:
            metrics.time_archive(step, time.perf_counter() - started)

    def _held(self, game_id: str, mark: bytes) -> GameDump | None:
        with self._lock:
            if (game_id, mark) not in self._unpacked:
                return None
            self._unpacked.move_to_end((game_id, mark))
            return self._unpacked[game_id, mark]

    def _unpack(self, game_id: str, mark: bytes, packed: bytes) -> GameDump:
        metrics.count_archive_read()
        found = game_dump.unpacked(packed)
        with self._lock:
            self._unpacked[game_id, mark] = found
            while len(self._unpacked) > _UNPACKED_GAMES:
                self._unpacked.popitem(last=False)
        return found


def copy_id(game_id: str, mark: bytes) -> str:
    """Return the name of a copy in the archive: the game id alone for the oldest marks, which have no attempt."""
    return game_id if len(mark) == _DIGEST_BYTES else f"{game_id}-{mark.hex()}"


def lost(marks: Mapping[str, bytes], copies: Mapping[str, bytes]) -> list[str]:
    """Return the games whose copies are missing or damaged, from their marks and the copies by name."""
    read = {game_id: copies.get(copy_id(game_id, mark), b"") for game_id, mark in marks.items()}
    return [game_id for game_id, mark in marks.items() if not mark.startswith(_digest(read[game_id]))]


def mark_of(packed: bytes) -> bytes:
    """Return a mark for a new attempt to move a packed game."""
    return _digest(packed) + secrets.token_bytes(_ATTEMPT_BYTES)


def _digest(packed: bytes) -> bytes:
    return sha256(packed).digest()[:_DIGEST_BYTES]

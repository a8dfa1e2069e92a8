"""Finished games that Redis holds no more: how they are moved to the archive, read there, and taken back.

Keys of one game, all in its cluster slot:

    bottega:{<game_id>}:archived      the mark of its copy in the archive that counts; empty while it is being removed
                                      there. None of a game that the archive never had
    bottega:{<game_id>}:superseded    set: the marks of copies that count no more and that the archive may still have
    bottega:{<game_id>}:recalled      there for as long as a game that was taken back stays at least; expires

A game is in Redis as long as its header is: then nobody asks the archive, which may have a copy, and an older one. What
is to be changed of a game that only the archive has is first written back as it was. Nobody asks the archive of a game
without a mark either: not of one that there never was, nor of one that is yet to come.

Each attempt to move a game has a mark of its own, and its copy is in the archive under the id of the game with this
mark. So whoever was held up overwrites nothing that others have put there since. The mark is written before the archive
is given anything, and the keys of the game go in one step afterwards, if nothing of it has changed since it was read
and nobody has announced another mark. So a crash at any point leaves it in Redis, or whole in the archive.

A copy counts no more once another is announced, which happens only while Redis holds the game, or once the game is
removed. Once that has arrived as promised the copy is removed, and then its mark forgotten: by the next attempt to move
the game, or when it is looked at again; until then a Redis that has lost its last writes finds what it asks for. A copy
that may have arrived after its mark was forgotten is removed by its mover. If that is killed first, or Redis loses the
mark, the copy is left over: an orphan, which nothing names and nobody reads. It costs a few KB, and nobody removes it.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from service.archive import Archive, GameLost
from service.runtime.throttled_log import log_once
from service.store import game_dump
from service.store.archive_identity import ArchiveIdentity
from service.store.archived_copies import ArchivedCopies, mark_of
from service.store.connection import script
from service.store.game_dump import GameDump, Read
from service.store.game_types import Event
from service.store.keys import key
from service.store.lists import Lists
from service.store.servers import Servers
from service.store.unreadable import GameUnreadable, reading
from service.store.webhooks import WEBHOOK_PARTS, Webhook
from service.telemetry import metrics

logger = logging.getLogger(__name__)

_ANNOUNCE = script("announce_archived")
_MOVE_OUT = script("move_out")
_RECALL = script("recall")
_REMOVE = script("remove_archived")
_FORGET = script("forget_superseded")
_DROP = script("drop_copy")

_STAY_SECONDS = 600
"""How long a game that was taken back stays in Redis at least: long enough for what it was taken back for."""
GONE_SECONDS = 24 * 60 * 60
"""How long it is known that a game has been removed: whoever repeats its creation late does not bring it back."""
_NOTHING: Mapping[bytes, bytes] = {}


class Removed(NamedTuple):
    """What Redis had of a game at the moment at which it was removed."""

    in_archive: bool
    """Whether the archive may have something of it that is still to be removed there."""
    seats: Mapping[bytes, bytes]
    table: bytes | None
    version: int
    """How long its log was."""
    webhooks: Sequence[str]
    """The ids of its webhooks."""


class _Look(NamedTuple):
    """Where a game is."""

    is_there: bool
    """Whether Redis holds it."""
    mark: bytes
    """Of its copy in the archive that counts where Redis does not; empty if there is none."""


class Archived:
    """The games of one Redis that are in its archive."""

    def __init__(self, servers: Servers, archive: Archive | None, lists: Lists) -> None:
        self._servers = servers
        self._lists = lists
        self.copies = ArchivedCopies(archive, ArchiveIdentity(servers, lists.all_games))

    def find(self, game_id: str) -> GameDump | None:
        """Read a game that Redis did not hold a moment ago; None if there is none, or the archive never had it.

        Whatever is done with it meanwhile: it is read where it is by then. Raises ArchiveUnavailable.
        """
        while (look := self._look(game_id)).mark:
            found = self._find(game_id, look)
            if found is not None:
                return found
        return None

    def find_many(self, game_ids: Sequence[str]) -> Mapping[str, GameDump]:
        """Read likewise several games, those in the archive at once; one that is lost is left out.

        Raises ArchiveUnavailable.
        """
        looks = dict(zip(game_ids, self._servers.each(game_ids, _looks), strict=True))
        found = self.copies.get_many(
            {game_id: each.mark for game_id, each in looks.items() if each.mark and not each.is_there}
        )
        for game_id in [game_id for game_id, each in looks.items() if each.mark and game_id not in found]:
            try:
                again = self.find(game_id)
            except (GameLost, GameUnreadable) as error:
                log_once(logger, "%s", error)
                continue
            found |= {game_id: again} if again is not None else {}
        return found

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
        look = self._look(game_id)
        return bool(look.mark) and not look.is_there

    def move(self, game_id: str) -> bool:
        """Move a game with which nothing is done any more; False if something is, or Redis does not hold it.

        It stays while it is analysed, something is to be sent to its webhooks, an answer is kept for whoever repeats a
        request, and for a while after it was taken back. Raises ArchiveUnavailable.
        """
        self.tidy(game_id)
        read = self._read(game_id)
        if read is None or _is_busy(read.kept):
            return False
        packed = read.kept.packed()
        mark = mark_of(packed)
        stays = ["answers", "recalled"]
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

    def recall(self, game_id: str) -> bool:
        """Take a game back into Redis if only the archive has it; False of every other. Raises ArchiveUnavailable.

        It is looked at anew, and moved again once it has stayed for a while.
        """
        while (look := self._look(game_id)).mark and not look.is_there:
            found = self._find(game_id, look)
            if found is not None:
                names, commands = found.commands()
                self._lists.look_again(game_id, 0)
                keys = ["archived", "header", "recalled", *names]
                self._eval(game_id, _RECALL, keys, look.mark, _STAY_SECONDS, *commands)
                return True
        return False

    def remove(self, game_id: str, parts: Sequence[str]) -> Removed:
        """Remove a game with its webhooks, which has these parts in Redis, for everybody; return what there was.

        What the archive has of it is still to be removed there: see `tidy`.
        """
        known = ("webhooks", "seats", "table", "log")
        names = ["archived", "superseded", "gone", *known, *(each for each in parts if each not in known)]
        arguments = [GONE_SECONDS, f"{key(game_id, 'webhook')}:", *WEBHOOK_PARTS]
        in_archive, seats, table, version, hooks = self._eval(game_id, _REMOVE, names, *arguments)
        held = dict(zip(seats[::2], seats[1::2], strict=True))
        return Removed(bool(in_archive), held, table, version or 0, [each.decode() for each in hooks])

    def tidy(self, game_id: str) -> None:
        """Remove from the archive what it has of a game besides the copy that counts. Raises ArchiveUnavailable."""
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
        """Remove from the archive what it has of a game that Redis holds. Raises ArchiveUnavailable."""
        self._eval(game_id, _DROP, ["archived", "superseded", "header"])
        self.tidy(game_id)

    def is_tidy(self, game_id: str) -> bool:
        """Whether the archive has nothing else of a game than the copy that counts, as far as is known."""
        return not self._servers.call(game_id, lambda client: client.exists(key(game_id, "superseded")))

    def close(self) -> None:
        """Close the archive."""
        self.copies.close()

    def _discard(self, game_id: str, marks: Collection[bytes]) -> None:
        """Remove copies that count no more, once that has arrived where an acknowledgement promises it."""
        self._servers.write(game_id, lambda pipeline: pipeline.set(key(game_id, "check"), b"", ex=1))
        self.copies.remove(game_id, marks)
        self._eval(game_id, _FORGET, ["archived", "superseded"], *marks)

    def _look(self, game_id: str) -> _Look:
        """Look where a game is."""
        (look,) = self._servers.call(game_id, lambda client: _looks(client, [game_id]))
        return look

    def _read(self, game_id: str) -> Read | None:
        """Read a game in Redis; raises GameUnreadable."""
        with reading(game_id, "log, or another part,"):
            return self._servers.call(game_id, lambda client: game_dump.read(client, game_id))

    def _find(self, game_id: str, look: _Look) -> GameDump | None:
        """Read a game where it was a moment ago; None if it is there no more. Raises GameLost if it is."""
        if look.is_there:
            read = self._read(game_id)
            return None if read is None else read.kept
        try:
            return self.copies.get(game_id, look.mark)
        except GameLost:
            if self._look(game_id) == look:
                raise
            return None

    def _eval(self, game_id: str, code: str, names: Sequence[str], *arguments: Any, repeats: bool = True) -> Any:
        """Run a script on parts of a game, and wait until what it has written has arrived."""
        keys = [key(game_id, name) for name in names]
        replies = self._servers.write(
            game_id, lambda pipeline: pipeline.eval(code, len(keys), *keys, *arguments), repeats=repeats
        )
        return replies[-1]


def _looks(client: Any, game_ids: Sequence[str]) -> list[_Look]:
    """Look where some games are that one server may hold."""
    pipeline = client.pipeline(transaction=False)
    for game_id in game_ids:
        pipeline.mget(key(game_id, "header"), key(game_id, "archived"))
    return [_Look(header is not None, mark or b"") for header, mark in pipeline.execute()]


def _is_busy(game: GameDump) -> bool:
    """Whether a game is being analysed, or something is to be sent to one of its webhooks that is not switched off."""
    hooks = [msgspec.json.decode(each, type=Webhook) for each in game.hashes.get("webhooks", _NOTHING).values()]
    waiting = [
        each for each in hooks if not each.disabled_reason and game.ranked.get(f"webhook:{each.webhook_id}:pending")
    ]
    return game.texts.get("analysis") == b"" or bool(waiting)

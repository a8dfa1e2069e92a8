"""Store which players are banned, and what they must not come back with.

Keys of one player, in the player's cluster slot:

    bottega:{<player>}:ban           JSON of `StoredBan`
    bottega:{<player>}:ended_keys    hash: id of a key that the ban has ended -> digest of the key

Keys outside any player:

    bottega:{ban:<mark>}             JSON of `StoredBan`; the mark is a keyed hash of an id or of a mailbox
    bottega:{marks}                  the key of the marks, generated once

All keys of a ban expire with it. The keys of a player go with the player. Those of the marks stay, so that a banned
player who was deleted does not come back. Each write may be retried without harm.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from service.store.channels import channel, keys_source
from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import readable

_BAN = script("ban_player")

_MARKS_KEY = "bottega:{marks}"


class StoredBan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ban of a player."""

    at: str
    """When the player was banned: UTC, RFC 3339, like all times of a ban."""
    by: str
    """Who banned the player: the alias of an operator's player, or the user who ran a command."""
    marks: tuple[str, ...]
    """The marks of the player, of the identities and of the mailboxes."""
    reason: str = ""
    """Why, for operators."""
    public_reason: str = ""
    """Why, for the player."""
    until: str | UnsetType = UNSET
    """When the ban ends. UNSET: never."""


class Bans:
    """The bans of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def marks_key(self, fresh: Callable[[], str]) -> str:
        """Return the key of all marks; store a `fresh` one if there is none."""
        stored: bytes | None = self._servers.call(_MARKS_KEY, lambda client: client.get(_MARKS_KEY))
        if stored is None:
            new = fresh()
            stored = self._servers.write(
                _MARKS_KEY, lambda pipeline: pipeline.set(_MARKS_KEY, new, nx=True).get(_MARKS_KEY)
            )[-1]
        return bytes(stored or b"").decode()

    def put(self, player: str, ban: StoredBan) -> None:
        """Ban a player: end all keys and the streams that they opened, in one step."""
        names = [key(player, part) for part in ("ban", "keys", "ended_keys")]
        arguments = [msgspec.json.encode(ban), _expiry(ban) or "", channel(keys_source(player))]
        self._servers.write(player, lambda pipeline: pipeline.eval(_BAN, len(names), *names, *arguments))

    def put_marks(self, ban: StoredBan) -> None:
        """Ban what the marks of a ban were made of."""
        value, end = msgspec.json.encode(ban), _expiry(ban)
        names = [*map(_marked, ban.marks)]
        self._servers.write_each(names, lambda pipeline, name: pipeline.set(name, value, pxat=end))

    def lift(self, player: str) -> None:
        """End the ban of a player. The keys that it has ended stay ended."""
        names = [key(player, part) for part in ("ban", "ended_keys")]
        self._servers.write(player, lambda pipeline: pipeline.delete(*names))

    def lift_marks(self, marks: Sequence[str]) -> None:
        """End the ban of what these marks were made of."""
        self._servers.write_each([*map(_marked, marks)], lambda pipeline, name: pipeline.delete(name))

    def of(self, player: str) -> StoredBan | None:
        """Return the ban of a player; None without one."""
        return self._read(player, key(player, "ban"))

    def marked(self, mark: str) -> StoredBan | None:
        """Return the ban of what a mark was made of; None without one."""
        return self._read(_marked(mark), _marked(mark))

    def ended_key(self, player: str, key_id: str) -> str:
        """Return the digest of a key that a ban has ended; empty for other keys."""
        name = key(player, "ended_keys")
        stored: bytes | None = self._servers.call(player, lambda client: client.hget(name, key_id))
        return (stored or b"").decode()

    def _read(self, about: str, name: str) -> StoredBan | None:
        stored: bytes | None = self._servers.call(about, lambda client: client.get(name))
        return None if stored is None else readable(stored, StoredBan, f"the ban {name}")


def _expiry(ban: StoredBan) -> int | None:
    """Return when a ban ends, in Unix milliseconds; None if never."""
    return None if ban.until is UNSET else int(datetime.fromisoformat(ban.until).timestamp() * 1000)


def _marked(mark: str) -> str:
    return f"bottega:{{ban:{mark}}}"

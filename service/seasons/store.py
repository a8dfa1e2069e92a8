"""Store the seasons in Redis.

    bottega:{<season>}:season        hash: the fields of `StoredSeason`, each as JSON
    bottega:{<player>}:seasons       set: the seasons that the player organises
    bottega:{<tournament>}:seasons   set: the seasons that may contain the tournament
    bottega:{seasons}:sequence       the highest number in use
    bottega:{seasons}:all            sorted set: season -> number, in the order of creation

The lists are written before the season. After a crash they may name a season that does not contain the tournament, or
does not exist. Each field is written separately, so that simultaneous changes of different fields are all stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from service.resources.players import Scope
from service.resources.types import Visibility
from service.seasons.rules.season import Confirmation, Division, tournaments_of
from service.store import Store
from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import readable

_UPDATE = script("update_season", Path(__file__).parent)
_DELETE = script("delete_season", Path(__file__).parent)
_ENLIST = script("enlist")
_ALL = "bottega:{seasons}:all"
_SEQUENCE = "bottega:{seasons}:sequence"


class StoredSeason(msgspec.Struct, frozen=True, kw_only=True):
    """A season as it is stored."""

    season: str
    """The season's id."""
    name: str
    organiser: str
    """The id of the player who created the season."""
    created_at: str
    """When the season was created, in UTC (RFC 3339)."""
    scope: Scope
    """The scope with which its organiser manages it, besides `organise`."""
    description: str = ""
    visibility: Visibility = "public"
    divisions: tuple[Division, ...]
    risers: int = 0
    confirmation: Confirmation = Confirmation()
    changes: int = 0
    """How often the season was changed."""


class Seasons:
    """The seasons of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def create(self, season: StoredSeason, tournaments: Iterable[str]) -> None:
        """List and write a new season."""
        name, owned = season.season, key(season.organiser, "seasons")
        self._servers.write_before(season.organiser, lambda pipeline: pipeline.sadd(owned, name))
        self._servers.write_before(_ALL, lambda pipeline: pipeline.eval(_ENLIST, 2, _SEQUENCE, _ALL, name))
        self.enlist(name, tournaments)
        self._servers.write(
            name, lambda pipeline: pipeline.hset(_key(name), mapping=_written(msgspec.structs.asdict(season)))
        )

    def enlist(self, name: str, tournaments: Iterable[str]) -> None:
        """List a season with its tournaments."""
        for each in tournaments:
            self._servers.write_before(each, partial(_note, name=name, tournament=each))

    def load(self, name: str) -> StoredSeason | None:
        """Return a season; None if it does not exist. Raises msgspec.MsgspecError if it is damaged."""
        fields = self._servers.call(name, lambda client: client.hgetall(_key(name)))
        return msgspec.json.decode(_joined(fields), type=StoredSeason) if fields else None

    def load_all(self, names: Sequence[str]) -> list[StoredSeason | None]:
        """Return several seasons; None for one that does not exist or cannot be read."""
        return [_read(*each) for each in zip(names, self._servers.each(names, _fields), strict=True)]

    def update(self, name: str, fields: Mapping[str, Any], changes: int | None = None) -> bool:
        """Set fields of a season; False if it does not exist, or was not changed so often.

        `changes`: the number of changes so far; None for any.
        """
        arguments = [each for field in _written(fields).items() for each in field]
        expected = "" if changes is None else changes
        (done,) = self._servers.write(
            name, lambda pipeline: pipeline.eval(_UPDATE, 1, _key(name), expected, *arguments)
        )
        return bool(done)

    def delete(self, season: StoredSeason) -> bool:
        """Delete a season, and remove it from all lists; False if it was changed since it was loaded."""
        name = season.season
        (done,) = self._servers.write(name, lambda pipeline: pipeline.eval(_DELETE, 1, _key(name), season.changes))
        if not done:
            return False
        self.remove(name, tournaments_of(season.divisions))
        self._servers.write(_ALL, lambda pipeline: pipeline.zrem(_ALL, name))
        self.remove_from_player(season.organiser, name)
        return True

    def remove(self, name: str, tournaments: Iterable[str]) -> None:
        """Remove a season from the lists of tournaments."""
        for each in tournaments:
            self._servers.write(each, partial(_drop, name=name, tournament=each))

    def replace_organiser(self, name: str, player: str, new: str) -> None:
        """Let another player organise a season; idempotent."""
        self._servers.write_before(new, lambda pipeline: pipeline.sadd(key(new, "seasons"), name))
        self.update(name, {"organiser": new})
        self.remove_from_player(player, name)

    def remove_from_player(self, player: str, name: str) -> None:
        """Remove a season from the list of its organiser."""
        self._servers.write(player, lambda pipeline: pipeline.srem(key(player, "seasons"), name))

    def listed_with(self, about: str) -> list[str]:
        """Return the ids of the seasons that are listed with a player or a tournament."""
        found = self._servers.call(about, lambda client: client.smembers(key(about, "seasons")))
        return sorted(each.decode() for each in found)

    def newest(self, limit: int) -> list[str]:
        """Return the ids of the latest seasons, newest first."""
        found = self._servers.call(_ALL, lambda client: client.zrange(_ALL, 0, limit - 1, desc=True))
        return [each.decode() for each in found]


def seasons_in(store: Store) -> Seasons:
    """Return the seasons of a store."""
    return Seasons(store.servers)


def _key(name: str) -> str:
    return key(name, "season")


def _note(pipeline: Any, name: str, tournament: str) -> None:
    """Store that a season may contain a tournament."""
    pipeline.sadd(key(tournament, "seasons"), name)


def _drop(pipeline: Any, name: str, tournament: str) -> None:
    """Store that a season does not contain a tournament."""
    pipeline.srem(key(tournament, "seasons"), name)


def _written(fields: Mapping[str, Any]) -> dict[str, bytes]:
    return {name: msgspec.json.encode(value) for name, value in fields.items()}


def _fields(client: Any, names: Sequence[str]) -> Sequence[Mapping[bytes, bytes]]:
    pipeline = client.pipeline(transaction=False)
    for name in names:
        pipeline.hgetall(_key(name))
    return [*pipeline.execute()]


def _read(name: str, fields: Mapping[bytes, bytes]) -> StoredSeason | None:
    """Return a season from its fields; None if it is missing or unreadable."""
    return readable(_joined(fields), StoredSeason, f"season {name}") if fields else None


def _joined(fields: Mapping[bytes, bytes]) -> bytes:
    """Return fields as one JSON object."""
    return b"{%s}" % b",".join(b'"%s":%s' % each for each in fields.items())

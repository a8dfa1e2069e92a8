"""Read all data of one game from Redis as one value, pack it, and restore it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha1
from typing import Any, Literal, NamedTuple

import msgspec

from service.store.bundles import read_list, write_list
from service.store.compression import pack, unpack
from service.store.game_types import Event, Header
from service.store.keys import key
from service.store.log_entries import read_log, write_log
from service.store.webhooks import WEBHOOK_PARTS

Kind = Literal["texts", "lists", "hashes", "ranked"]

_KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("header", "state", "info", "result", "analysis", "chart"), "texts"),
    **dict.fromkeys(("log", "reviews"), "lists"),
    **dict.fromkeys(("seats", "hints", "webhooks"), "hashes"),
}
"""The parts of every game."""
_RANKED = ("log", "pending", "leased")
"""The parts of a webhook that are sorted sets; the others are hashes."""

_FORMAT = b"\x01"
"""The first byte of a packed game."""
_MOST_ARGUMENTS = 1000
"""The maximum number of arguments of one command; Lua passes on no more than a few thousand."""


class GameDump(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """All data of a game, by the names of its keys. Empty parts are omitted."""

    texts: Mapping[str, bytes]
    events: bytes
    """The log, as `log_entries.write_log` returns it."""
    hashes: Mapping[str, Mapping[bytes, bytes]]
    ranked: Mapping[str, Sequence[tuple[bytes, float]]]
    """Members of sorted sets with their scores."""

    @property
    def header(self) -> bytes:
        """Return the header."""
        return self.texts["header"]

    @property
    def state(self) -> bytes:
        """Return the snapshot."""
        return self.texts["state"]

    @property
    def info(self) -> bytes | None:
        """Return the JSON of the game info."""
        return self.texts.get("info")

    @property
    def seats(self) -> Mapping[bytes, bytes]:
        """Return the holders of the seats."""
        return self.hashes.get("seats", {})

    @cached_property
    def log(self) -> Sequence[Event]:
        """Return the events."""
        return read_log(self.events)

    @property
    def ruleset(self) -> str:
        """Return the name of the ruleset."""
        return msgspec.json.decode(self.header, type=Header).ruleset

    def packed(self) -> bytes:
        """Return the packed game."""
        return pack(self.ruleset, _FORMAT + msgspec.msgpack.encode(self))

    def commands(self) -> tuple[list[str], list[str | bytes | int]]:
        """Return the names of the game's keys, and the commands that restore them, as arguments of `restore.lua`."""
        names = [*self.texts, "log", *self.hashes, *self.ranked]
        return names, [part for name, *command in self._commands() for part in (names.index(name) + 4, *command)]

    def _commands(self) -> Iterator[tuple[Any, ...]]:
        """Return the commands that restore the game: key, command, number of arguments, arguments."""
        for name, value in self.texts.items():
            yield name, "SET", 1, value
        yield from _in_turn("log", "RPUSH", write_list(self.ruleset, self.log))
        for name, fields in self.hashes.items():
            yield from _in_turn(name, "HSET", [part for pair in fields.items() for part in pair])
        for name, members in self.ranked.items():
            yield from _in_turn(name, "ZADD", [part for member, rank in members for part in (repr(rank), member)])


def unpacked(packed: bytes) -> GameDump:
    """Return a game from its packed form; raises ValueError for anything else."""
    plain = unpack(packed)
    if not plain.startswith(_FORMAT):
        raise ValueError("unknown format of a packed game")
    return msgspec.msgpack.decode(memoryview(plain)[len(_FORMAT) :], type=GameDump)


class Read(NamedTuple):
    """A game as read in one transaction."""

    dump: GameDump
    names: Sequence[str]
    """Names of all keys that the game may have."""
    digests: Sequence[str]
    """Digests of their values as `DUMP` returns them; empty for missing keys."""


def read(client: Any, game_id: str) -> Read | None:
    """Return all data of a game in one transaction; None if it is missing, or a webhook was added in the meantime."""
    hooks = client.hkeys(key(game_id, "webhooks"))
    kinds = _kinds([hook.decode() for hook in hooks])
    pipeline = client.pipeline(transaction=True)
    for name, kind in kinds.items():
        _read_key(pipeline, kind, key(game_id, name))
        pipeline.dump(key(game_id, name))
    replies = pipeline.execute()
    found = dict(zip(kinds, replies[::2], strict=True))
    if found["header"] is None or found["webhooks"].keys() != {*hooks}:
        return None
    digests = ["" if dump is None else sha1(dump, usedforsecurity=False).hexdigest() for dump in replies[1::2]]
    return Read(_put_together(kinds, found), [*kinds], digests)


def _kinds(hooks: Sequence[str]) -> dict[str, Kind]:
    own: dict[str, Kind] = {
        f"webhook:{hook}:{part}": "ranked" if part in _RANKED else "hashes" for hook in hooks for part in WEBHOOK_PARTS
    }
    return {**_KINDS, **own}


def _read_key(pipeline: Any, kind: Kind, name: str) -> None:
    if kind == "texts":
        pipeline.get(name)
    elif kind == "lists":
        pipeline.lrange(name, 0, -1)
    elif kind == "hashes":
        pipeline.hgetall(name)
    else:
        pipeline.zrange(name, 0, -1, withscores=True)


def _put_together(kinds: Mapping[str, Kind], found: Mapping[str, Any]) -> GameDump:
    """Return a game from its parts, without reviews: only an unfinished analysis has some."""

    def of(kind: Kind) -> dict[str, Any]:
        return {name: found[name] for name in kinds if kinds[name] == kind and found[name] not in (None, {}, [])}

    return GameDump(of("texts"), write_log(read_list(found["log"])), of("hashes"), of("ranked"))


def _in_turn(name: str, command: str, arguments: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Split the arguments of a command into several commands."""
    for first in range(0, len(arguments), _MOST_ARGUMENTS):
        some = arguments[first : first + _MOST_ARGUMENTS]
        yield name, command, len(some), *some

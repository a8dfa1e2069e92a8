"""All that is kept of one game as one value, as it is read from Redis, packed, and written back."""

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
    **dict.fromkeys(("header", "state", "table", "result", "analysis", "picture"), "texts"),
    **dict.fromkeys(("log", "judged"), "lists"),
    **dict.fromkeys(("seats", "hints", "webhooks"), "hashes"),
}
"""What there may be of every game."""
_RANKED = ("log", "pending", "flying")
"""Of the parts of a webhook, the sorted sets; the others are hashes."""

_FORMAT = b"\x01"
"""What a game begins with before it is packed."""
_MOST_ARGUMENTS = 1000
"""Of one command; Lua passes on no more than a few thousand."""


class GameDump(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """All that is kept of a game, by the names of its keys, as Redis holds it; what there is nothing of is left out."""

    texts: Mapping[str, bytes]
    events: bytes
    """The log, as `entries.write_log` writes it."""
    hashes: Mapping[str, Mapping[bytes, bytes]]
    ranked: Mapping[str, Sequence[tuple[bytes, float]]]
    """Sorted sets."""

    @property
    def header(self) -> bytes:
        """Return the header."""
        return self.texts["header"]

    @property
    def state(self) -> bytes:
        """Return the snapshot."""
        return self.texts["state"]

    @property
    def table(self) -> bytes | None:
        """Return how the table is arranged."""
        return self.texts.get("table")

    @property
    def seats(self) -> Mapping[bytes, bytes]:
        """Return who has the seats."""
        return self.hashes.get("seats", {})

    @cached_property
    def log(self) -> Sequence[Event]:
        """Return the events."""
        return read_log(self.events)

    @property
    def ruleset(self) -> str:
        """Return the name of its ruleset."""
        return msgspec.json.decode(self.header, type=Header).ruleset

    def packed(self) -> bytes:
        """Pack it."""
        return pack(self.ruleset, _FORMAT + msgspec.msgpack.encode(self))

    def commands(self) -> tuple[list[str], list[str | bytes | int]]:
        """Return its names, and what writes it back: as `recall.lua` reads that."""
        names = [*self.texts, "log", *self.hashes, *self.ranked]
        return names, [part for name, *command in self._commands() for part in (names.index(name) + 4, *command)]

    def _commands(self) -> Iterator[tuple[Any, ...]]:
        """Name the commands that write it back, each with its key first, then its name and how many arguments."""
        for name, value in self.texts.items():
            yield name, "SET", 1, value
        yield from _in_turn("log", "RPUSH", write_list(self.ruleset, self.log))
        for name, fields in self.hashes.items():
            yield from _in_turn(name, "HSET", [part for pair in fields.items() for part in pair])
        for name, members in self.ranked.items():
            yield from _in_turn(name, "ZADD", [part for member, rank in members for part in (repr(rank), member)])


def unpacked(packed: bytes) -> GameDump:
    """Unpack a game; raises ValueError for anything else."""
    plain = unpack(packed)
    if not plain.startswith(_FORMAT):
        raise ValueError("it is packed in a way that is not known here")
    return msgspec.msgpack.decode(memoryview(plain)[len(_FORMAT) :], type=GameDump)


class Read(NamedTuple):
    """A game as it was read in one moment."""

    kept: GameDump
    names: Sequence[str]
    """Of all keys that it may have."""
    digests: Sequence[str]
    """Of what each of them held, as `DUMP` shows it; empty where there was nothing."""


def read(client: Any, game_id: str) -> Read | None:
    """Read all of a game in one moment; None if it is not there, or another webhook came at that moment."""
    hooks = client.hkeys(key(game_id, "webhooks"))
    kinds = _kinds([hook.decode() for hook in hooks])
    pipeline = client.pipeline(transaction=True)
    for name, kind in kinds.items():
        _ask(pipeline, kind, key(game_id, name))
        pipeline.dump(key(game_id, name))
    replies = pipeline.execute()
    found = dict(zip(kinds, replies[::2], strict=True))
    if found["header"] is None or found["webhooks"].keys() != {*hooks}:
        return None
    digests = ["" if dump is None else sha1(dump, usedforsecurity=False).hexdigest() for dump in replies[1::2]]
    return Read(_put_together(kinds, found), [*kinds], digests)


def _kinds(hooks: Sequence[str]) -> dict[str, Kind]:
    """Name all that there may be of a game with these webhooks."""
    own: dict[str, Kind] = {
        f"webhook:{hook}:{part}": "ranked" if part in _RANKED else "hashes" for hook in hooks for part in WEBHOOK_PARTS
    }
    return {**_KINDS, **own}


def _ask(pipeline: Any, kind: Kind, name: str) -> None:
    """Ask for the whole of a key."""
    if kind == "texts":
        pipeline.get(name)
    elif kind == "lists":
        pipeline.lrange(name, 0, -1)
    elif kind == "hashes":
        pipeline.hgetall(name)
    else:
        pipeline.zrange(name, 0, -1, withscores=True)


def _put_together(kinds: Mapping[str, Kind], found: Mapping[str, Any]) -> GameDump:
    """Put together what was found, but for reviews: there are none unless it is being analysed."""

    def of(kind: Kind) -> dict[str, Any]:
        return {name: found[name] for name in kinds if kinds[name] == kind and found[name] not in (None, {}, [])}

    return GameDump(of("texts"), write_log(read_list(found["log"])), of("hashes"), of("ranked"))


def _in_turn(name: str, command: str, arguments: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Divide the arguments of a command among as many as it takes."""
    for first in range(0, len(arguments), _MOST_ARGUMENTS):
        some = arguments[first : first + _MOST_ARGUMENTS]
        yield name, command, len(some), *some

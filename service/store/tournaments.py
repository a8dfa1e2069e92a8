"""The tournaments in Redis.

Keys of one tournament, all in one cluster slot:

    bottega:{<tournament>}:header    JSON of `Founded`; written once
    bottega:{<tournament>}:told      how many entries of the log have been told to all whom they concern
    bottega:{<tournament>}:brief     JSON of `Brief`: what lists tell, written in one step with the log
    bottega:{<tournament>}:log       list, JSON of one event each; its length is the version of the tournament

Keys of all tournaments:

    bottega:{tournaments}:sequence   the highest number given out
    bottega:{tournaments}:all        sorted set: tournament -> number, in the order of creation
    bottega:{tournaments}:due        tournament -> when to see what is to be done: see `due_list`

A tournament is listed and put on the due list before it is written, and stays due until it is over: so a crash at any
point leaves an entry without a tournament, and never a tournament that nobody looks after.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from service.store.channels import channel
from service.store.connection import script
from service.store.due_list import DueList
from service.store.keys import key
from service.store.servers import Servers
from service.tournament.brief import Brief
from service.tournament.events import AnyEvent
from service.tournament.plan import Plan

_FOUND = script("found")
_APPEND = script("append")
_ENLIST = script("enlist")

_ALL = "bottega:{tournaments}:all"
_SEQUENCE = "bottega:{tournaments}:sequence"
_DUE = "bottega:{tournaments}:due"


class Founded(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a tournament is created with and never changes."""

    tournament: str
    """Its id."""
    plan: Plan
    organiser: str
    """The id of the player who created it."""
    seed: str
    """Of all lots: 64 hexadecimal digits; secret until registration is closed."""
    deal_secret: str
    """Of all dice: 64 hexadecimal digits; secret until all is over."""
    created_at: str
    """UTC, RFC 3339."""
    code: str = ""
    """With which players may enter, where one is needed."""


_FOUNDED = msgspec.json.Decoder(Founded)
_BRIEF = msgspec.json.Decoder(Brief)
_EVENT: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class Tournaments:
    """The tournaments of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self.due = DueList(servers, _DUE)

    def create(self, founded: Founded, log: Sequence[AnyEvent], brief: Brief, due: float) -> bool:
        """List and write a new tournament with the first entries of its log; False if the id is another's."""
        name = founded.tournament
        self._servers.write_before(
            _DUE,
            lambda pipeline: pipeline.zadd(_DUE, {name: due}).eval(_ENLIST, 2, _SEQUENCE, _ALL, name),
        )
        keys = [key(name, "header"), key(name, "log"), key(name, "brief")]
        arguments = [msgspec.json.encode(founded), msgspec.json.encode(brief), *map(msgspec.json.encode, log)]
        return bool(self._servers.write(name, lambda pipeline: pipeline.eval(_FOUND, 3, *keys, *arguments))[-1])

    def load(self, name: str) -> tuple[Founded, list[AnyEvent]] | None:
        """Read a tournament; None if there is no such."""
        header, entries = self._servers.call(
            name,
            lambda client: (
                client.pipeline(transaction=True).get(key(name, "header")).lrange(key(name, "log"), 0, -1).execute()
            ),
        )
        if header is None:
            return None
        return _FOUNDED.decode(header), [_EVENT.decode(entry) for entry in entries]

    def briefs(self, names: Sequence[str]) -> list[tuple[Founded, Brief] | None]:
        """Read several tournaments as lists tell of them; None for one that was never written."""

        def read(client: Any, names: Sequence[str]) -> Sequence[list[bytes | None]]:
            pipeline = client.pipeline(transaction=False)
            for name in names:
                pipeline.mget(key(name, "header"), key(name, "brief"))
            return list(pipeline.execute())

        return [
            None if header is None or stands is None else (_FOUNDED.decode(header), _BRIEF.decode(stands))
            for header, stands in self._servers.each(names, read)
        ]

    def append(self, name: str, seen: int, events: Sequence[AnyEvent], brief: Brief) -> bool:
        """Append to the log of a tournament if it is still as long as it was `seen`; False if it is not."""
        keys = [key(name, "log"), key(name, "header"), key(name, "brief")]
        arguments = [seen, channel(name), msgspec.json.encode(brief), *map(msgspec.json.encode, events)]
        return bool(self._servers.write(name, lambda pipeline: pipeline.eval(_APPEND, 3, *keys, *arguments))[-1])

    def told(self, name: str) -> int:
        """Return how many entries of the log have been told to all whom they concern."""
        return int(self._servers.call(name, lambda client: client.get(key(name, "told"))) or 0)

    def note_told(self, name: str, entries: int) -> None:
        """Note that so many have been told; whoever notes fewer at the same moment has them told again, no more."""
        self._servers.call(name, lambda client: client.set(key(name, "told"), entries))

    def page(self, before: int | None, limit: int) -> list[tuple[int, str]]:
        """List tournaments with their numbers, the newest first, of those with a number lower than `before`."""
        last = "inf" if before is None else f"({before}"
        entries = self._servers.call(
            _ALL,
            lambda client: client.zrange(
                _ALL, last, "-inf", desc=True, byscore=True, offset=0, num=limit, withscores=True
            ),
        )
        return [(int(number), name.decode()) for name, number in entries]

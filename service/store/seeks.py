"""The seeks in Redis: who wants to play what, and who is seated together.

Keys of one player, in one cluster slot:

    bottega:{<player>}:seeks          JSON of the player's seeks, with what became of each; expires

Keys of one kind of seeks, which differ in nothing but the sizes of table that they take, and whom they admit there by
rating, all in one cluster slot:

    bottega:{seeks:<kind>}:waiting    hash: player -> JSON of the one `Seek` that waits; expires
    bottega:{seeks:<kind>}:parties    hash: id of the game to be created -> JSON of the seeks that are seated in it,
                                      until it has been and they know
    bottega:{seeks:<kind>}:gone       sorted set: id of a seek that waits no more -> Unix time since when; expires

Keys of all kinds:

    bottega:{seeks}:kinds             sorted set: kind -> Unix time until when some seek of it may wait; expires
    bottega:{seeks}:due               kind/game_id -> when to see whether a game is to be created: see `due_list`

As soon as a table can be filled it is, in the one step in which the last seek comes: one script looks at all that wait.
Where ranges of ratings keep many apart it tries some thousands of combinations, and again when a seek is renewed. A
seek is kept with its player first, then put on the due list, then among those of its kind. So a crash at any point
leaves a seek that waits, or a party that is due to get its game.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.store.connection import script
from service.store.due_list import DueList
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import readable

_SEEK = script("seek")
_GIVE_UP = script("give_up_seek")
_NOTE = script("note_seeks")

DAY = 24 * 60 * 60
LONGEST_SECONDS = 3600
"""How long a seek may wait for the next sign of life."""
MOST_POINTS = 100_000
_KINDS = "bottega:{seeks}:kinds"
_DUE = "bottega:{seeks}:due"


class RatingRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The accepted difference between other ratings and the player's own, in the rating pool of the game."""

    below: (
        Annotated[
            int,
            Meta(ge=0, le=MOST_POINTS, description="Points by which other ratings may be lower. Omitted: no limit."),
        ]
        | UnsetType
    ) = UNSET
    above: (
        Annotated[
            int,
            Meta(ge=0, le=MOST_POINTS, description="Points by which other ratings may be higher. Omitted: no limit."),
        ]
        | UnsetType
    ) = UNSET


ANYBODY = RatingRange()


class Seek(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player wants to play."""

    seek: str
    """Its id."""
    player: str
    kind: str
    """The same of all that may be seated together."""
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form."""
    terms: msgspec.Raw
    """On what terms it is played, as `service.play.creation` knows them."""
    seats: tuple[int, ...]
    """The sizes of table that it takes, the largest first."""
    created_at: str
    """UTC, RFC 3339."""
    seconds: int
    """How long it waits for the next sign of life."""
    until: float
    """Unix time when it expires."""
    ratings: Mapping[int, int] = {}
    """The player's rating when it was asked for, by size of table; none of those from before 1.1."""
    rating_range: RatingRange = ANYBODY
    """Who is admitted at the same table."""
    side: str = ""
    """In a rated seek, the same of all players who are related: they are not seated together. Empty in others."""
    requests: Mapping[str, str] = {}
    """The requests with an Idempotency-Key that it answers: digest of the key -> digest of the request."""
    game_id: str = ""
    """The game in which it has been seated; empty as long as it has not, or the game is still to be created."""
    seat: int = 0
    """Which seat that is."""


class MatchedSeeks(NamedTuple):
    """Those who are seated in one game."""

    game_id: str
    seeks: Sequence[Seek]


class SeekCount(NamedTuple):
    """How many seeks of a kind wait."""

    example: Seek
    by_size: Mapping[int, int]
    """How many take a table of this size."""


class Seeks:
    """The seeks of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self.due = DueList(servers, _DUE)

    def of(self, player: str) -> tuple[Seek, ...]:
        """Read what a player seeks, or sought not long ago."""
        kept: bytes | None = self._servers.call(player, lambda client: client.get(key(player, "seeks")))
        return (readable(kept, tuple[Seek, ...], f"what player {player} seeks") or ()) if kept else ()

    def note(self, player: str, seen: Sequence[Seek], new: Sequence[Seek]) -> bool:
        """Keep what a player seeks; False if that has changed since it was seen."""
        arguments = [_written(seen), _written(new), 2 * DAY]
        (done,) = self._servers.write_before(
            player, lambda pipeline: pipeline.eval(_NOTE, 1, key(player, "seeks"), *arguments)
        )
        return bool(done)

    def forget(self, player: str) -> None:
        """Forget all that a player seeks."""
        self._servers.write(player, lambda pipeline: pipeline.delete(key(player, "seeks")))

    def enter(self, seek: Seek, game_id: str, now: float, look: float) -> bool:
        """Let a seek wait, or fill a table with it, whose game has this id then; tell whether it waits.

        Somebody looks at `look` whether the game is to be created.
        """
        name = due_name(seek.kind, game_id)
        self._servers.write_before(
            _DUE,
            lambda pipeline: (
                pipeline.zadd(_DUE, {name: look})
                .zadd(_KINDS, {seek.kind: seek.until}, gt=True)
                .zremrangebyscore(_KINDS, "-inf", now)
                .expire(_KINDS, 2 * LONGEST_SECONDS)
            ),
        )
        keys = _keys(seek.kind, "waiting", "parties", "gone")
        arguments = [seek.player, msgspec.json.encode(seek), repr(now), game_id, 2 * LONGEST_SECONDS, DAY]
        (waits,) = self._servers.write(
            _about(seek.kind), lambda pipeline: pipeline.eval(_SEEK, len(keys), *keys, *arguments)
        )
        if waits:
            self.due.settle(name, look)
        return bool(waits)

    def give_up(self, seek: Seek, now: float) -> None:
        """Let a seek wait no more; one that has been seated stays so."""
        keys = _keys(seek.kind, "waiting", "gone")
        arguments = [seek.player, seek.seek, repr(now), DAY]
        self._servers.write(_about(seek.kind), lambda pipeline: pipeline.eval(_GIVE_UP, len(keys), *keys, *arguments))

    def look_for(self, seek: Seek) -> tuple[bool, MatchedSeeks | None]:
        """Tell whether a seek waits, and with whom it has been seated if the game is still to be created."""
        waiting, parties = _keys(seek.kind, "waiting", "parties")
        kept, seated = self._servers.call(
            _about(seek.kind),
            lambda client: client.pipeline(transaction=True).hget(waiting, seek.player).hgetall(parties).execute(),
        )
        found = (_party(*each) for each in seated.items())
        own = next((party for party in found if party and seek.seek in [each.seek for each in party.seeks]), None)
        waits = None if kept is None else readable(kept, Seek, f"the seek of player {seek.player}")
        return waits is not None and waits.seek == seek.seek, own

    def party(self, kind: str, game_id: str) -> MatchedSeeks | None:
        """Read who is to be seated in a game; None if nobody is, or all know it."""
        (parties,) = _keys(kind, "parties")
        kept: bytes | None = self._servers.call(_about(kind), lambda client: client.hget(parties, game_id))
        return None if kept is None else _party(game_id.encode(), kept)

    def dissolve(self, kind: str, game_id: str) -> None:
        """Forget who is seated in a game, once all know it: nobody need look after it any more."""
        (parties,) = _keys(kind, "parties")
        self._servers.write(_about(kind), lambda pipeline: pipeline.hdel(parties, game_id))
        self._servers.call(_DUE, lambda client: client.zrem(_DUE, due_name(kind, game_id)))

    def demand(self, now: float, limit: int) -> list[SeekCount]:
        """Read how many wait, of up to `limit` kinds; those first of which one was renewed last."""
        page = {"desc": True, "byscore": True, "offset": 0, "num": limit}
        kinds = self._servers.call(_KINDS, lambda client: client.zrange(_KINDS, "+inf", f"({now!r}", **page))
        pools = self._servers.each([_about(kind.decode()) for kind in kinds], _read_waiting)
        return [_demand(seeks) for seeks in ([each for each in pool if each.until > now] for pool in pools) if seeks]


def due_name(kind: str, game_id: str) -> str:
    """Name a party on the due list."""
    return f"{kind}/{game_id}"


def _about(kind: str) -> str:
    """Name what all keys of a kind are about."""
    return f"seeks:{kind}"


def _keys(kind: str, *parts: str) -> list[str]:
    """Name keys of a kind."""
    return [key(_about(kind), part) for part in parts]


def _written(seeks: Sequence[Seek]) -> bytes:
    """Write what a player seeks, as it is kept."""
    return msgspec.json.encode(seeks) if seeks else b""


def _party(game_id: bytes, kept: bytes) -> MatchedSeeks | None:
    """Read who is seated together; None if that cannot be read."""
    seeks = readable(kept, list[Seek], f"the party of game {game_id.decode()}")
    return None if seeks is None else MatchedSeeks(game_id.decode(), seeks)


def _read_waiting(client: Any, kinds: Sequence[str]) -> list[list[Seek]]:
    """Read the seeks that wait, of some kinds that one server holds."""
    pipeline = client.pipeline(transaction=False)
    for about in kinds:
        pipeline.hvals(key(about, "waiting"))
    found = ([readable(each, Seek, "a seek that waits") for each in kept] for kept in pipeline.execute())
    return [[each for each in seeks if each is not None] for seeks in found]


def _demand(seeks: Sequence[Seek]) -> SeekCount:
    """Count seeks of one kind by the sizes of table that they take."""
    sizes = sorted({size for seek in seeks for size in seek.seats})
    return SeekCount(seeks[0], {size: sum(size in seek.seats for seek in seeks) for size in sizes})

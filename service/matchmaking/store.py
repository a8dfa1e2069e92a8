"""Store seeks in Redis, and match them into games.

Keys of one player, in one cluster slot:

    bottega:{<player>}:seeks          JSON of the player's seeks, with their results; expires

Keys of one kind of seeks, all in one cluster slot. Seeks of a kind differ only in numbers of seats and rating ranges:

    bottega:{seeks:<kind>}:waiting    hash: player -> JSON of the one `StoredSeek` that waits; expires
    bottega:{seeks:<kind>}:matches    hash: id of the game to create -> JSON of its matched seeks, until the game exists
                                      and the seeks have its id
    bottega:{seeks:<kind>}:stopped    sorted set: id of a seek that stopped waiting -> Unix time of that; expires

Keys of all kinds:

    bottega:{seeks}:kinds             sorted set: kind -> latest Unix time when one of its seeks expires; expires
    bottega:{seeks}:due               kind/game_id -> when to check whether to create a game: see `due_list`

The last seek that a game needs fills it in one step: one script checks all that wait. Rating ranges may keep many
apart. The script then tries some thousands of combinations, and again when a seek is renewed. A seek is stored with its
player first, then on the due list, then among those of its kind. After a crash at any point a seek waits, or a match is
due to get its game.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.resources.seeks import ANY_RATING, LONGEST_SECONDS, RatingRange
from service.store import Store
from service.store.channels import channel
from service.store.connection import script
from service.store.due_list import DueList
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import readable

_HERE = Path(__file__).parent
_SEEK = script("seek", _HERE)
_WITHDRAW = script("withdraw_seek", _HERE)
_NOTE = script("note_seeks", _HERE)

DAY = 24 * 60 * 60
_KINDS = "bottega:{seeks}:kinds"
_DUE = "bottega:{seeks}:due"
SEEKS_SOURCE = "seeks"
"""The source of the channel of all seeks."""
_CHANNEL = channel(SEEKS_SOURCE)


class StoredSeek(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's request for a game with others."""

    seek: str
    """The id of the seek."""
    player: str
    kind: str
    """The kind of the seek, equal for all seeks that may be matched."""
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form."""
    terms: msgspec.Raw
    """The terms of the game, as `service.lobby.game_terms` defines them."""
    seats: tuple[int, ...]
    """The accepted numbers of seats, largest first."""
    created_at: str
    """When the seek was created, in UTC (RFC 3339)."""
    seconds: int
    """How long the seek waits for its next renewal."""
    until: float
    """When the seek expires, in Unix time."""
    ratings: Mapping[int, int]
    """The player's rating when the seek was created, by number of seats."""
    rating_range: RatingRange = ANY_RATING
    """The accepted ratings of other players."""
    side: str = ""
    """In a rated seek: a value that related players share, so that they are never matched. Otherwise empty."""
    blocked: tuple[str, ...] = ()
    """The players with whom the seek is never matched."""
    requests: Mapping[str, str] = {}
    """The idempotent requests whose result is this seek: digest of the key -> digest of the request."""
    game_id: str = ""
    """The game of the match; empty before the match and the creation of the game."""
    seat: int = 0
    """The seat of the player in the game of the match."""


class MatchedSeeks(NamedTuple):
    """The matched seeks of one game."""

    game_id: str
    seeks: Sequence[StoredSeek]


class AcceptedRatings(NamedTuple):
    """The lowest and the highest rating that one of several seeks accepts; None without a limit."""

    lowest: int | None
    highest: int | None


class SeekCount(NamedTuple):
    """The number of waiting seeks of a kind."""

    example: StoredSeek
    by_size: Mapping[int, int]
    """The number of seeks that accept this number of seats."""
    ratings: Mapping[int, AcceptedRatings]
    """The ratings that they accept, by number of seats."""


class Seeks:
    """The seeks of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self.due = DueList(servers, _DUE)

    def of(self, player: str) -> tuple[StoredSeek, ...]:
        """Return the current and recent seeks of a player."""
        stored: bytes | None = self._servers.call(player, lambda client: client.get(key(player, "seeks")))
        return (readable(stored, tuple[StoredSeek, ...], f"the seeks of player {player}") or ()) if stored else ()

    def note(self, player: str, seen: Sequence[StoredSeek], new: Sequence[StoredSeek]) -> bool:
        """Replace the seeks of a player; False if they are not as `seen`."""
        arguments = [_written(seen), _written(new), 2 * DAY]
        (done,) = self._servers.write_before(
            player, lambda pipeline: pipeline.eval(_NOTE, 1, key(player, "seeks"), *arguments)
        )
        return bool(done)

    def delete_player(self, player: str) -> None:
        """Delete all seeks of a player."""
        self._servers.write(player, lambda pipeline: pipeline.delete(key(player, "seeks")))

    def add_or_match(self, seek: StoredSeek, game_id: str, now: float, check_at: float) -> bool:
        """Add a waiting seek, or match it with others in a game with this id. Returns whether the seek waits.

        At the time `check_at`, a worker checks whether the game must be created.
        """
        name = due_name(seek.kind, game_id)
        self._servers.write_before(
            _DUE,
            lambda pipeline: (
                pipeline.zadd(_DUE, {name: check_at})
                .zadd(_KINDS, {seek.kind: seek.until}, gt=True)
                .zremrangebyscore(_KINDS, "-inf", now)
                .expire(_KINDS, 2 * LONGEST_SECONDS)
            ),
        )
        keys = _keys(seek.kind, "waiting", "matches", "stopped")
        arguments = [seek.player, msgspec.json.encode(seek), repr(now), game_id, 2 * LONGEST_SECONDS, DAY, _CHANNEL]
        (waits,) = self._servers.write(
            _tag(seek.kind), lambda pipeline: pipeline.eval(_SEEK, len(keys), *keys, *arguments)
        )
        if waits:
            self.due.settle(name, check_at)
        return bool(waits)

    def withdraw(self, seek: StoredSeek, now: float) -> None:
        """Stop a waiting seek. A matched one stays matched."""
        keys = _keys(seek.kind, "waiting", "stopped")
        arguments = [seek.player, seek.seek, repr(now), DAY, _CHANNEL]
        self._servers.write(_tag(seek.kind), lambda pipeline: pipeline.eval(_WITHDRAW, len(keys), *keys, *arguments))

    def find(self, seek: StoredSeek) -> tuple[bool, MatchedSeeks | None]:
        """Return whether a seek waits, and its match if the game does not exist yet."""
        waiting, matches = _keys(seek.kind, "waiting", "matches")
        stored, seated = self._servers.call(
            _tag(seek.kind),
            lambda client: client.pipeline(transaction=True).hget(waiting, seek.player).hgetall(matches).execute(),
        )
        found = (_read_match(*each) for each in seated.items())
        own = next((match for match in found if match and seek.seek in [each.seek for each in match.seeks]), None)
        waits = None if stored is None else readable(stored, StoredSeek, f"the seek of player {seek.player}")
        return waits is not None and waits.seek == seek.seek, own

    def match(self, kind: str, game_id: str) -> MatchedSeeks | None:
        """Return the match of a game; None if there is none, or all its seeks have the game."""
        (matches,) = _keys(kind, "matches")
        stored: bytes | None = self._servers.call(_tag(kind), lambda client: client.hget(matches, game_id))
        return None if stored is None else _read_match(game_id.encode(), stored)

    def delete_match(self, kind: str, game_id: str) -> None:
        """Delete the match of a game, once all its seeks have the game."""
        (matches,) = _keys(kind, "matches")
        self._servers.write(_tag(kind), lambda pipeline: pipeline.hdel(matches, game_id))
        self._servers.call(_DUE, lambda client: client.zrem(_DUE, due_name(kind, game_id)))

    def count_waiting(self, now: float, limit: int) -> list[SeekCount]:
        """Return the numbers of waiting seeks of up to `limit` kinds, latest renewal first."""
        page = {"desc": True, "byscore": True, "offset": 0, "num": limit}
        kinds = self._servers.call(_KINDS, lambda client: client.zrange(_KINDS, "+inf", f"({now!r}", **page))
        pools = self._servers.each([_tag(kind.decode()) for kind in kinds], _read_waiting)
        return [_count(seeks) for seeks in ([each for each in pool if each.until > now] for pool in pools) if seeks]


def seeks_in(store: Store) -> Seeks:
    """Return the seeks of a store."""
    return Seeks(store.servers)


def due_name(kind: str, game_id: str) -> str:
    """Return the name of a match on the due list."""
    return f"{kind}/{game_id}"


def _tag(kind: str) -> str:
    return f"seeks:{kind}"


def _keys(kind: str, *parts: str) -> list[str]:
    return [key(_tag(kind), part) for part in parts]


def _written(seeks: Sequence[StoredSeek]) -> bytes:
    return msgspec.json.encode(seeks) if seeks else b""


def _read_match(game_id: bytes, stored: bytes) -> MatchedSeeks | None:
    """Return a match; None if unreadable."""
    seeks = readable(stored, list[StoredSeek], f"the match of game {game_id.decode()}")
    return None if seeks is None else MatchedSeeks(game_id.decode(), seeks)


def _read_waiting(client: Any, kinds: Sequence[str]) -> list[list[StoredSeek]]:
    """Return the waiting seeks of some kinds that one server holds."""
    pipeline = client.pipeline(transaction=False)
    for about in kinds:
        pipeline.hvals(key(about, "waiting"))
    found = ([readable(each, StoredSeek, "a waiting seek") for each in stored] for stored in pipeline.execute())
    return [[each for each in seeks if each is not None] for seeks in found]


def _count(seeks: Sequence[StoredSeek]) -> SeekCount:
    """Count seeks of one kind by the accepted numbers of seats."""
    sizes = sorted({size for seek in seeks for size in seek.seats})
    accepting = {size: [seek for seek in seeks if size in seek.seats] for size in sizes}
    counts = {size: len(found) for size, found in accepting.items()}
    return SeekCount(seeks[0], counts, {size: _ratings(found, size) for size, found in accepting.items()})


def _ratings(seeks: Sequence[StoredSeek], size: int) -> AcceptedRatings:
    """Return the ratings that one of these seeks accepts for a number of seats."""
    lowest = [_limit(each.ratings[size], each.rating_range.below, -1) for each in seeks]
    highest = [_limit(each.ratings[size], each.rating_range.above, 1) for each in seeks]
    return AcceptedRatings(
        None if None in lowest else min(each for each in lowest if each is not None),
        None if None in highest else max(each for each in highest if each is not None),
    )


def _limit(rating: int, points: int | UnsetType, sign: int) -> int | None:
    """Return a limit of the accepted ratings; None without one."""
    return None if points is UNSET else rating + sign * points

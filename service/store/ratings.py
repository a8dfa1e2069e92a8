"""The ratings in Redis: which games have been rated in each pool, and what is believed of the players.

Keys of one pool, all in one cluster slot:

    bottega:{ratings:<pool>}:version          how often anything of it has been written
    bottega:{ratings:<pool>}:anchors          digest of the anchors that its games were rated with
    bottega:{ratings:<pool>}:games            set: the ids of the games that have been rated
    bottega:{ratings:<pool>}:ledger           sorted set, by its members alone: when the game ended, its id, and JSON of
                                              `RatedGame`, with spaces between: so in the order in which they are rated
    bottega:{ratings:<pool>}:skills           hash: player, or AI level -> JSON of `Skill`
    bottega:{ratings:<pool>}:history:<who>    like the ledger, with JSON of `Change`: what each game made of it
    bottega:{ratings:<pool>}:board            sorted set: those who are listed -> their rating, negative: the best first
    bottega:{ratings:<pool>}:until            sorted set: the same -> Unix time until when they are, should they play
                                              no more

Elsewhere:

    bottega:{ratings}:pools                   sorted set, by its members alone: the id of a pool, and JSON of `Pool`
    bottega:{<alias>}:ratings                 set: the pools in which a player may be rated; players are named by their
                                              aliases everywhere here
    bottega:{<deal_id>}:unrated               set: the games of a deal that wait to be rated, until all have ended

A pool, and those who are new in it, are noted before the game is. A game is rated in one step, once, by whoever has
seen all that was rated before: nobody else may have written to the pool meanwhile. One that comes late takes its place
in the ledger, and all after it are rated anew in the same step.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from service.rating import Pool, RatedGame, RatingOrder, Skill
from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import readable

T = TypeVar("T")

_RATE = script("rate")
_BOARD = script("leaderboard")

_POOLS = "bottega:{ratings}:pools"
_PARTS = ("version", "anchors", "games", "ledger", "skills", "board", "until")


class Change(msgspec.Struct, frozen=True):
    """What a game has made of one's rating."""

    rank: int
    """The best, of whoever had several seats."""
    skill: Skill


class RatingUpdate(NamedTuple):
    """What becomes of one's rating from a place on."""

    changes: Mapping[RatingOrder, Change]
    skill: Skill | None
    """What is believed at last; None of whoever is not rated any more."""
    rating: int
    listed_until: float
    """Unix time; 0 of whoever is not listed."""


class Rated(NamedTuple):
    """How far a pool has come."""

    version: str
    anchors: str
    """Digest of those that it was rated with; empty of a new pool."""
    is_rated: bool
    """Whether the game that was asked about has been."""


class RankedPlayer(NamedTuple):
    """One entry of a leaderboard."""

    rank: int
    who: str
    rating: int
    skill: Skill


class Ratings:
    """The ratings of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def announce(self, pool: Pool, players: Sequence[str]) -> None:
        """Note a pool, and players who are going to be rated in it; may be repeated, and be true of nobody yet."""
        member = f"{pool.pool} {msgspec.json.encode(pool).decode()}"
        self._servers.write_before(_POOLS, lambda pipeline: pipeline.zadd(_POOLS, {member: 0}))
        for player in players:
            self._servers.write_before(player, partial(_add, player=player, pool=pool.pool))

    def pools(self, prefix: str, after: str, limit: int) -> list[Pool]:
        """Read up to `limit` pools whose ids begin so, in the order of their ids, from the one `after` on."""
        start = f"({after}!" if after else f"[{prefix}"
        return self._pools(start, f"[{prefix}\xff", limit)

    def pool(self, pool: str) -> Pool | None:
        """Read a pool; None if there is none."""
        return next(iter(self._pools(f"[{pool} ", f"[{pool}!", 1)), None)

    def _pools(self, first: str, last: str, limit: int) -> list[Pool]:
        found = self._servers.call(_POOLS, lambda client: client.zrangebylex(_POOLS, first, last, 0, limit))
        read = (readable(each[each.find(b"{") :], Pool, "a pool of ratings") for each in found)
        return [each for each in read if each is not None]

    def progress(self, pool: str, game_id: str) -> Rated:
        """Read how far a pool has come, and whether a game has been rated in it."""
        version, anchors, games = _keys(pool, *_PARTS[:3])
        kept, rated = self._servers.call(
            _about(pool),
            lambda client: client.pipeline(transaction=True).mget(version, anchors).sismember(games, game_id).execute(),
        )
        return Rated((kept[0] or b"0").decode(), (kept[1] or b"").decode(), bool(rated))

    def games_after(self, pool: str, place: RatingOrder | None) -> list[RatedGame]:
        """Read the games that come after a place, or all."""
        (ledger,) = _keys(pool, "ledger")
        found = self._servers.call(_about(pool), lambda client: client.zrangebylex(ledger, _from(place), "+"))
        return [_read(each, RatedGame) for each in found]

    def everybody(self, pool: str) -> list[str]:
        """Name all who are rated in a pool."""
        (skills,) = _keys(pool, "skills")
        return [who.decode() for who in self._servers.call(_about(pool), lambda client: client.hkeys(skills))]

    def skills_before(self, pool: str, everybody: Sequence[str], place: RatingOrder) -> dict[str, Skill]:
        """Read what was believed before a place of those who had been rated by then."""

        def read(client: Any) -> Any:
            pipeline = client.pipeline(transaction=True)
            for who in everybody:
                pipeline.zrevrangebylex(_history(pool, who), _from(place), "-", 0, 1)
            return pipeline.execute()

        found = zip(everybody, self._servers.call(_about(pool), read) if everybody else (), strict=True)
        return {who: _read(kept[0], Change).skill for who, kept in found if kept}

    def rate(
        self,
        pool: str,
        seen: Rated,
        anchors: str,
        game: RatedGame,
        place: RatingOrder | None,
        told: Mapping[str, RatingUpdate],
    ) -> bool:
        """Rate a game, and write what becomes of everybody who is told of, from a place on or from the beginning.

        False if something was written to the pool since it was seen; True also if the game has been rated.
        """
        keys = [*_keys(pool, *_PARTS), *(_history(pool, who) for who in told)]
        arguments: list[str | bytes] = [seen.version, anchors, game.game_id, _member(game.place, game), _from(place)]
        for who, each in told.items():
            skill = b"" if each.skill is None else msgspec.json.encode(each.skill)
            changes = [_member(place, change) for place, change in each.changes.items()]
            arguments += [who, skill, str(-each.rating), repr(each.listed_until), str(len(changes)), *changes]
        (done,) = self._servers.write(_about(pool), lambda pipeline: pipeline.eval(_RATE, len(keys), *keys, *arguments))
        return bool(done)

    def leaderboard(self, pool: str, after: tuple[int, str] | None, now: float, limit: int) -> list[RankedPlayer]:
        """Read up to `limit` of those who are listed, after one by rating and name; those no more whose time is up."""
        keys = _keys(pool, "board", "until", "skills")
        place = [] if after is None else [str(-after[0]), after[1]]
        arguments = [repr(now), limit, *place]
        found = self._servers.call(_about(pool), lambda client: client.eval(_BOARD, len(keys), *keys, *arguments))
        read = (
            (rank, who.decode(), -int(score), _skill(pool, who.decode(), skill)) for rank, who, score, skill in found
        )
        return [RankedPlayer(rank, who, score, skill) for rank, who, score, skill in read if skill is not None]

    def unlist(self, pool: str, who: str) -> None:
        """List somebody no more, until the next game is rated that changes the rating."""
        board, until = _keys(pool, "board", "until")
        self._servers.write(_about(pool), lambda pipeline: pipeline.zrem(board, who).zrem(until, who))

    def of(self, player: str) -> dict[str, Skill]:
        """Read what is believed of a player, by pool."""
        found = self._servers.call(player, lambda client: client.smembers(key(player, "ratings")))
        pools = sorted(each.decode() for each in found)
        return {pool: skill for pool in pools if (skill := self.skill(pool, player)) is not None}

    def skill(self, pool: str, who: str) -> Skill | None:
        """Read what is believed of somebody; None of whoever is not rated in a pool."""
        (skills,) = _keys(pool, "skills")
        kept: bytes | None = self._servers.call(_about(pool), lambda client: client.hget(skills, who))
        return None if kept is None else _skill(pool, who, kept)

    def history(self, pool: str, who: str, before: RatingOrder | None, limit: int) -> list[tuple[RatingOrder, Change]]:
        """Read the latest `limit` changes of a rating, of those before a place, the latest first."""
        name, last = _history(pool, who), "+" if before is None else _from(before)
        found = self._servers.call(_about(pool), lambda client: client.zrevrangebylex(name, last, "-", 0, limit))
        read = ((_place(each), readable(each[each.find(b"{") :], Change, f"a rating of {who}")) for each in found)
        return [(place, change) for place, change in read if change is not None]

    def wait(self, deal: str, game_id: str) -> None:
        """Note that a game of a deal is to be rated once all of them have ended."""
        self._servers.write_before(deal, lambda pipeline: pipeline.sadd(_unrated(deal), game_id))

    def waiting(self, deal: str) -> list[str]:
        """List the games of a deal that wait to be rated."""
        return sorted(
            each.decode() for each in self._servers.call(deal, lambda client: client.smembers(_unrated(deal)))
        )

    def wait_no_more(self, deal: str, game_id: str) -> None:
        """Note that a game has been rated."""
        self._servers.write(deal, lambda pipeline: pipeline.srem(_unrated(deal), game_id))

    def forget(self, player: str) -> None:
        """List a player nowhere any more; what others' ratings follow from stays, by id."""
        for pool in self._servers.call(player, lambda client: client.smembers(key(player, "ratings"))):
            self.unlist(pool.decode(), player)
        self._servers.write(player, lambda pipeline: pipeline.delete(key(player, "ratings")))


def _skill(pool: str, who: str, kept: bytes | None) -> Skill | None:
    """Read what is believed of somebody; None if there is nothing, or it cannot be read."""
    return None if kept is None else readable(kept, Skill, f"the rating of {who} in {pool}")


def _add(pipeline: Any, player: str, pool: str) -> None:
    """Note with a player that a pool may rate him."""
    pipeline.sadd(key(player, "ratings"), pool)


def _about(pool: str) -> str:
    """Name what all keys of a pool are about."""
    return f"ratings:{pool}"


def _keys(pool: str, *parts: str) -> list[str]:
    """Name keys of a pool."""
    return [key(_about(pool), part) for part in parts]


def _history(pool: str, who: str) -> str:
    """Name the key of one's history in a pool."""
    return key(_about(pool), "history", who)


def _unrated(deal: str) -> str:
    """Name the key of what waits for the end of a deal."""
    return key(deal, "unrated")


def _member(place: RatingOrder, told: Any) -> str:
    """Write what stands at a place."""
    return f"{place.at} {place.game_id} {msgspec.json.encode(told).decode()}"


def _from(place: RatingOrder | None) -> str:
    """Write where a stretch begins, or ends, that has nothing at the place itself; None is the beginning."""
    return "-" if place is None else f"({place.at} {place.game_id}"


def _place(member: bytes) -> RatingOrder:
    """Read at which place something stands."""
    at, game_id, _ = member.decode().split(" ", 2)
    return RatingOrder(at, game_id)


def _read(member: bytes, kind: type[T]) -> T:
    """Read what stands behind an id, or a place."""
    return msgspec.json.decode(member[member.index(b"{") :], type=kind)

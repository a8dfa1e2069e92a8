"""Store ratings in Redis: the rated games of each pool, and the skill of the players.

Keys of one pool, all in one cluster slot:

    bottega:{ratings:<pool>}:version          number of writes to the pool
    bottega:{ratings:<pool>}:anchors          digest of the anchors that its games were rated with
    bottega:{ratings:<pool>}:games            set: the ids of the rated games
    bottega:{ratings:<pool>}:ledger           sorted set by member: end of the game, its id, and JSON of `RatedGame`,
                                              separated by spaces; thus in rating order
    bottega:{ratings:<pool>}:skills           hash: player, or AI level -> JSON of `Skill`
    bottega:{ratings:<pool>}:history:<who>    like the ledger, with JSON of `RatingChange`: the result of each game
    bottega:{ratings:<pool>}:board            sorted set: listed player -> negative rating, so that the best is first
    bottega:{ratings:<pool>}:until            sorted set: listed player -> Unix time when the listing ends without
                                              further games

Elsewhere:

    bottega:{ratings}:pools                   sorted set by member: the id of a pool, and JSON of `Pool`
    bottega:{<alias>}:ratings                 set: the pools that may rate a player; all ratings name players by their
                                              aliases
    bottega:{<deal_id>}:unrated               set: the games of a deal that are rated once all have ended

A pool and its new players are stored before the game is rated. A game is rated once, in one step, which fails if
another process has written to the pool since it was read. A late game is inserted into the ledger. The same step rates
all games after it again.
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


class RatingChange(msgspec.Struct, frozen=True):
    """The result of a game for a player's rating."""

    rank: int
    """The rank in the game; the best one if the player had several seats."""
    skill: Skill


class RatingUpdate(NamedTuple):
    """The new rating of a player, from a game on."""

    changes: Mapping[RatingOrder, RatingChange]
    skill: Skill | None
    """The latest skill; None if the player is no longer rated."""
    rating: int
    listed_until: float
    """The end of the listing without further games, in Unix time; 0 if the player is not listed."""


class PoolState(NamedTuple):
    """The state of a pool."""

    version: str
    anchors: str
    """Digest of the anchors of the ratings; empty for a new pool."""
    is_rated: bool
    """Whether the game in question has been rated."""


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

    def register(self, pool: Pool, players: Sequence[str]) -> None:
        """Store a pool and its new players. A retry, or a game that is not rated, does no harm."""
        member = f"{pool.pool} {msgspec.json.encode(pool).decode()}"
        self._servers.write_before(_POOLS, lambda pipeline: pipeline.zadd(_POOLS, {member: 0}))
        for player in players:
            self._servers.write_before(player, partial(_add, player=player, pool=pool.pool))

    def pools(self, prefix: str, after: str, limit: int) -> list[Pool]:
        """Return up to `limit` pools whose ids have this prefix, sorted by id, that follow `after`."""
        start = f"({after}!" if after else f"[{prefix}"
        return self._pools(start, f"[{prefix}\xff", limit)

    def pool(self, pool: str) -> Pool | None:
        """Return a pool; None for an unknown one."""
        return next(iter(self._pools(f"[{pool} ", f"[{pool}!", 1)), None)

    def _pools(self, first: str, last: str, limit: int) -> list[Pool]:
        found = self._servers.call(_POOLS, lambda client: client.zrangebylex(_POOLS, first, last, 0, limit))
        read = (readable(each[each.find(b"{") :], Pool, "a rating pool") for each in found)
        return [each for each in read if each is not None]

    def progress(self, pool: str, game_id: str) -> PoolState:
        """Return the state of a pool, and whether it has rated a game."""
        version, anchors, games = _keys(pool, *_PARTS[:3])
        stored, rated = self._servers.call(
            _tag(pool),
            lambda client: client.pipeline(transaction=True).mget(version, anchors).sismember(games, game_id).execute(),
        )
        return PoolState((stored[0] or b"0").decode(), (stored[1] or b"").decode(), bool(rated))

    def games_after(self, pool: str, order: RatingOrder | None) -> list[RatedGame]:
        """Return the games after a position, or all."""
        (ledger,) = _keys(pool, "ledger")
        found = self._servers.call(_tag(pool), lambda client: client.zrangebylex(ledger, _limit(order), "+"))
        return [_read(each, RatedGame) for each in found]

    def rated_players(self, pool: str) -> list[str]:
        """Return all players and AI levels rated in a pool."""
        (skills,) = _keys(pool, "skills")
        return [who.decode() for who in self._servers.call(_tag(pool), lambda client: client.hkeys(skills))]

    def skills_before(self, pool: str, players: Sequence[str], order: RatingOrder) -> dict[str, Skill]:
        """Return the skills before a position of the players who have earlier games."""

        def read(client: Any) -> Any:
            pipeline = client.pipeline(transaction=True)
            for who in players:
                pipeline.zrevrangebylex(_history(pool, who), _limit(order), "-", 0, 1)
            return pipeline.execute()

        found = zip(players, self._servers.call(_tag(pool), read) if players else (), strict=True)
        return {who: _read(stored[0], RatingChange).skill for who, stored in found if stored}

    def rate(
        self,
        pool: str,
        seen: PoolState,
        anchors: str,
        game: RatedGame,
        order: RatingOrder | None,
        updates: Mapping[str, RatingUpdate],
    ) -> bool:
        """Rate a game, and replace all changed ratings from a position on; None is the beginning.

        False if the pool has changed since it was `seen`. True also if the game was rated before.
        """
        keys = [*_keys(pool, *_PARTS), *(_history(pool, who) for who in updates)]
        arguments: list[str | bytes] = [seen.version, anchors, game.game_id, _member(game.order, game), _limit(order)]
        for who, each in updates.items():
            skill = b"" if each.skill is None else msgspec.json.encode(each.skill)
            changes = [_member(order, change) for order, change in each.changes.items()]
            arguments += [who, skill, str(-each.rating), repr(each.listed_until), str(len(changes)), *changes]
        (done,) = self._servers.write(_tag(pool), lambda pipeline: pipeline.eval(_RATE, len(keys), *keys, *arguments))
        return bool(done)

    def leaderboard(self, pool: str, after: tuple[int, str] | None, now: float, limit: int) -> list[RankedPlayer]:
        """Return up to `limit` listed players after a rating and name; entries past their time are removed."""
        keys = _keys(pool, "board", "until", "skills")
        start = [] if after is None else [str(-after[0]), after[1]]
        arguments = [repr(now), limit, *start]
        found = self._servers.call(_tag(pool), lambda client: client.eval(_BOARD, len(keys), *keys, *arguments))
        read = (
            (rank, who.decode(), -int(score), _skill(pool, who.decode(), skill)) for rank, who, score, skill in found
        )
        return [RankedPlayer(rank, who, score, skill) for rank, who, score, skill in read if skill is not None]

    def unlist(self, pool: str, who: str) -> None:
        """Remove a player from the leaderboard until the next rated game."""
        board, until = _keys(pool, "board", "until")
        self._servers.write(_tag(pool), lambda pipeline: pipeline.zrem(board, who).zrem(until, who))

    def of(self, player: str) -> dict[str, Skill]:
        """Return the skills of a player, by pool."""
        found = self._servers.call(player, lambda client: client.smembers(key(player, "ratings")))
        pools = sorted(each.decode() for each in found)
        return {pool: skill for pool in pools if (skill := self.skill(pool, player)) is not None}

    def skill(self, pool: str, who: str) -> Skill | None:
        """Return the skill of a player or AI level; None if the pool has not rated it."""
        (skills,) = _keys(pool, "skills")
        stored: bytes | None = self._servers.call(_tag(pool), lambda client: client.hget(skills, who))
        return None if stored is None else _skill(pool, who, stored)

    def history(
        self, pool: str, who: str, before: RatingOrder | None, limit: int
    ) -> list[tuple[RatingOrder, RatingChange]]:
        """Return up to `limit` changes of a rating before a position, latest first."""
        name, last = _history(pool, who), "+" if before is None else _limit(before)
        found = self._servers.call(_tag(pool), lambda client: client.zrevrangebylex(name, last, "-", 0, limit))
        read = ((_order(each), readable(each[each.find(b"{") :], RatingChange, f"a rating of {who}")) for each in found)
        return [(order, change) for order, change in read if change is not None]

    def add_waiting(self, deal: str, game_id: str) -> None:
        """Store that a game of a deal is to be rated once all of them have ended."""
        self._servers.write_before(deal, lambda pipeline: pipeline.sadd(_unrated(deal), game_id))

    def waiting(self, deal: str) -> list[str]:
        """Return the games of a deal that wait to be rated."""
        return sorted(
            each.decode() for each in self._servers.call(deal, lambda client: client.smembers(_unrated(deal)))
        )

    def remove_waiting(self, deal: str, game_id: str) -> None:
        """Remove a game of a deal that has been rated."""
        self._servers.write(deal, lambda pipeline: pipeline.srem(_unrated(deal), game_id))

    def delete_player(self, player: str) -> None:
        """Remove a player from all leaderboards. The data that others' ratings depend on stays, by alias."""
        for pool in self._servers.call(player, lambda client: client.smembers(key(player, "ratings"))):
            self.unlist(pool.decode(), player)
        self._servers.write(player, lambda pipeline: pipeline.delete(key(player, "ratings")))


def _skill(pool: str, who: str, stored: bytes | None) -> Skill | None:
    """Return a skill; None if it is missing or unreadable."""
    return None if stored is None else readable(stored, Skill, f"the rating of {who} in {pool}")


def _add(pipeline: Any, player: str, pool: str) -> None:
    """Store that a pool may rate a player."""
    pipeline.sadd(key(player, "ratings"), pool)


def _tag(pool: str) -> str:
    return f"ratings:{pool}"


def _keys(pool: str, *parts: str) -> list[str]:
    return [key(_tag(pool), part) for part in parts]


def _history(pool: str, who: str) -> str:
    return key(_tag(pool), "history", who)


def _unrated(deal: str) -> str:
    return key(deal, "unrated")


def _member(order: RatingOrder, value: Any) -> str:
    return f"{order.at} {order.game_id} {msgspec.json.encode(value).decode()}"


def _limit(order: RatingOrder | None) -> str:
    """Return the limit of a range that excludes a position; None is the beginning."""
    return "-" if order is None else f"({order.at} {order.game_id}"


def _order(member: bytes) -> RatingOrder:
    at, game_id, _ = member.decode().split(" ", 2)
    return RatingOrder(at, game_id)


def _read(member: bytes, kind: type[T]) -> T:
    return msgspec.json.decode(member[member.index(b"{") :], type=kind)

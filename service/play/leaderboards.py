"""Read pools, leaderboards, ratings and rating histories in wire form."""

import re
from typing import Any

import msgspec

from service.play import owners
from service.play.bottega import Bottega
from service.play.clock_and_ids import GAME_ID_LENGTH, written
from service.play.presenters import Wire
from service.problems import PlayerNotFound, PoolNotFound
from service.rating import BEGINNER, Pool, RatingOrder, Skill
from service.rating.chart import Point, draw
from service.rating.pools import anchors
from service.rating.scale import rating_of, uncertainty_of
from service.rating.skills import AI, aged, is_provisional
from service.store import Profile
from service.texts import isolated, one_line, shortened

_POOL = re.compile(r"[a-z0-9_]+-[0-9]{1,2}-[0-9a-f]{8}")
_PLAYER = re.compile(r"pl_[a-z0-9]{20}")
MOST_DRAWN = 2000
"""The maximum number of games in a chart: the latest ones."""
LONGEST_NAME = 32
"""Longest name of a player in the title of a chart."""
LOWEST = 2**31
"""An offset for ratings in cursors, which makes them positive."""


def list_pools(bottega: Bottega, ruleset: str | None, after: str | None, limit: int) -> bytes:
    """Return up to `limit` pools after a cursor, by id, whose rulesets are hosted."""
    prefix = f"{ruleset}-" if ruleset else ""
    found = bottega.store.ratings.pools(prefix, after or "", limit + 1)
    shown = [pool for pool in found[:limit] if pool.ruleset in bottega.rulesets]
    more = {"next_cursor": found[limit - 1].pool} if len(found) > limit else {}
    return msgspec.json.encode({"pools": shown, **more})


def leaderboard(bottega: Bottega, pool_id: str, after: str | None, limit: int) -> bytes:
    """Return up to `limit` entries of a leaderboard after a cursor, and the anchors; raises PoolNotFound."""
    pool, now = _pool(bottega, pool_id), bottega.sources.now()
    start = None if after is None else (int(after[1:9], 16) - LOWEST, after[9:])
    found = bottega.store.ratings.leaderboard(pool.pool, start, now.timestamp(), limit + 1)
    named = [(each, _named(bottega, pool, each.who)) for each in found[:limit]]
    entries = [
        {"rank": each.rank, **who, **_rating(each.skill, written(now))} for each, who in named if who is not None
    ]
    last = found[limit - 1] if len(found) > limit else None
    more = {} if last is None else {"next_cursor": f"b{last.rating + LOWEST:08x}{last.who}"}
    return msgspec.json.encode({"pool": pool, "entries": entries, "anchors": _anchors(bottega, pool), **more})


def of_player(bottega: Bottega, player: str) -> bytes:
    """Return a player's ratings in all pools, by pool id; raises PlayerNotFound."""
    profile, now = _profile(bottega, player), written(bottega.sources.now())
    found = (
        (bottega.store.ratings.pool(pool), skill) for pool, skill in bottega.store.ratings.of(profile.alias).items()
    )
    ratings = [
        {"pool": pool, **_rating(skill, now)}
        for pool, skill in found
        if pool is not None and pool.ruleset in bottega.rulesets
    ]
    return msgspec.json.encode(
        {
            "player": player,
            **_name(profile),
            **owners.bot_fields(bottega, profile),
            "alias": profile.alias,
            "ratings": ratings,
        }
    )


def history(bottega: Bottega, pool_id: str, player: str, before: str | None, limit: int) -> bytes:
    """Return up to `limit` rated games of a player in a pool before a cursor, latest first.

    Raises PoolNotFound and PlayerNotFound.
    """
    pool = _pool(bottega, pool_id)
    alias = _profile(bottega, player).alias
    order = None if before is None else _order(before)
    found = bottega.store.ratings.history(pool.pool, alias, order, limit + 1)
    ratings = [*(rating_of(change.skill.mu) for _, change in found), rating_of(BEGINNER.mu)]
    games = [
        {
            "game_id": order.game_id,
            "at": order.at,
            "rank": change.rank,
            "rating": ratings[index],
            "uncertainty": uncertainty_of(change.skill.sigma),
            "change": ratings[index] - ratings[index + 1],
        }
        for index, (order, change) in enumerate(found[:limit])
    ]
    more = {"next_cursor": _cursor(found[limit - 1][0])} if len(found) > limit else {}
    return msgspec.json.encode({"pool": pool, "player": player, "games": games, **more})


def chart(bottega: Bottega, pool_id: str, player: str) -> str:
    """Return a chart of a player's rating in a pool as SVG; raises PoolNotFound and PlayerNotFound."""
    pool, profile = _pool(bottega, pool_id), _profile(bottega, player)
    found = bottega.store.ratings.history(pool.pool, profile.alias, None, MOST_DRAWN)
    points = [
        Point(order.at[:10], rating_of(change.skill.mu), uncertainty_of(change.skill.sigma))
        for order, change in reversed(found)
    ]
    return draw(points, f"{isolated(shortened(one_line(profile.name or player), LONGEST_NAME))} · {pool.pool}")


def _pool(bottega: Bottega, pool_id: str) -> Pool:
    """Load a pool whose ruleset is hosted; raises PoolNotFound."""
    pool = bottega.store.ratings.pool(pool_id) if _POOL.fullmatch(pool_id) else None
    if pool is None or pool.ruleset not in bottega.rulesets:
        raise PoolNotFound("No rated game has been played in this pool yet.")
    return pool


def _profile(bottega: Bottega, player: str) -> Profile:
    """Load the profile of a player; raises PlayerNotFound."""
    profile = bottega.store.players.profile(player) if _PLAYER.fullmatch(player) else None
    if profile is None:
        raise PlayerNotFound("There is no player with this id, or the player has been deleted.")
    return profile


def _named(bottega: Bottega, pool: Pool, who: str) -> Wire | None:
    """Return the names of a leaderboard entry; None for a deleted player, who is removed from the list."""
    if who.startswith(AI):
        return {"level": who.removeprefix(AI)}
    player = bottega.store.players.by_alias(who)
    profile = bottega.store.players.profile(player) if player else None
    if profile is None:
        bottega.store.ratings.unlist(pool.pool, who)
        return None
    return {"player": player, **_name(profile), **owners.bot_fields(bottega, profile), "alias": who}


def _name(profile: Profile) -> Wire:
    return {"name": profile.name} if profile.name else {}


def _rating(skill: Skill, now: str) -> Wire:
    present = aged(skill, now)
    return {
        "rating": rating_of(present.mu),
        "uncertainty": uncertainty_of(present.sigma),
        "games": present.games,
        "provisional": is_provisional(present),
        "established_opponents": len(present.met),
        "last_game_at": present.at,
    }


def _anchors(bottega: Bottega, pool: Pool) -> list[Any]:
    fixed = anchors(bottega.rulesets[pool.ruleset], pool)
    levels = [
        {"level": who.removeprefix(AI), "rating": rating_of(skill.mu), "uncertainty": uncertainty_of(skill.sigma)}
        for who, skill in fixed.items()
    ]
    return sorted(levels, key=lambda each: -each["rating"])


def _cursor(order: RatingOrder) -> str:
    """Return the cursor of a game in a history, of letters and digits only."""
    return "h" + order.at.translate({ord(letter): None for letter in "-:.TZ"}) + order.game_id


def _order(cursor: str) -> RatingOrder:
    """Parse a cursor in a history."""
    digits, game_id = cursor[1:-GAME_ID_LENGTH], cursor[-GAME_ID_LENGTH:]
    day, time = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}", f"{digits[8:10]}:{digits[10:12]}:{digits[12:14]}"
    return RatingOrder(f"{day}T{time}.{digits[14:]}Z", game_id)

"""Read pools, leaderboards, ratings and rating histories."""

import re

from msgspec import UNSET

from service import problems
from service.installation.clock_and_ids import GAME_ID_LENGTH, written
from service.installation.installation import Installation
from service.players import owners
from service.rating import BEGINNER, RatingOrder, Skill
from service.rating import Pool as RatingPool
from service.rating.chart import Point, draw
from service.rating.pools import anchors
from service.rating.scale import rating_of, uncertainty_of
from service.rating.skills import AI, aged, is_provisional
from service.resources.base import shown
from service.resources.ratings import (
    POOL,
    Anchor,
    HistoryQuery,
    Leaderboard,
    LeaderboardEntry,
    LeaderboardQuery,
    PlayerRatings,
    Pool,
    PoolPage,
    PoolQuery,
    PoolRating,
    RatedGame,
    RatingHistory,
)
from service.store import Profile
from service.store.ratings import RankedPlayer
from service.texts import isolated, one_line, shortened

_POOL = re.compile(POOL)
_PLAYER = re.compile(r"pl_[a-z0-9]{20}")
MOST_DRAWN = 2000
"""The maximum number of games in a chart: the latest ones."""
LONGEST_NAME = 32
"""Longest name of a player in the title of a chart."""
LOWEST = 2**31
"""An offset for ratings in cursors, which makes them positive."""


def list_pools(installation: Installation, query: PoolQuery) -> PoolPage:
    """Return a page of the pools whose rulesets are hosted, by id."""
    prefix = f"{query.ruleset}-" if query.ruleset else ""
    found = installation.store.ratings.pools(prefix, query.cursor or "", query.limit + 1)
    pools = tuple(shown(pool, Pool) for pool in found[: query.limit] if pool.ruleset in installation.rulesets)
    return PoolPage(pools, found[query.limit - 1].pool if len(found) > query.limit else UNSET)


def leaderboard(installation: Installation, pool_id: str, query: LeaderboardQuery) -> Leaderboard:
    """Return a page of a leaderboard, with the anchors; raises PoolNotFound."""
    pool, now = _pool(installation, pool_id), installation.sources.now()
    place = (int(query.cursor[1:9], 16) - LOWEST, query.cursor[9:]) if query.cursor else None
    found = installation.store.ratings.leaderboard(pool.pool, place, now.timestamp(), query.limit + 1)
    entries = (_entry(installation, pool, each, written(now)) for each in found[: query.limit])
    last = found[query.limit - 1] if len(found) > query.limit else None
    return Leaderboard(
        shown(pool, Pool),
        tuple(each for each in entries if each is not None),
        _anchors(installation, pool),
        f"b{last.rating + LOWEST:08x}{last.who}" if last else UNSET,
    )


def of_player(installation: Installation, player: str) -> PlayerRatings:
    """Return a player's ratings in all pools, by pool id; raises PlayerNotFound."""
    profile, now = profile_of(installation, player), written(installation.sources.now())
    found = (
        (installation.store.ratings.pool(pool), skill)
        for pool, skill in installation.store.ratings.of(profile.alias).items()
    )
    return shown(
        profile,
        PlayerRatings,
        player=player,
        owner=owners.owner_of(installation, profile) or UNSET,
        ratings=tuple(
            PoolRating(*_rating(skill, now), shown(pool, Pool))
            for pool, skill in found
            if pool is not None and pool.ruleset in installation.rulesets
        ),
    )


def public_ratings(installation: Installation, player: str) -> PlayerRatings:
    """Return the ratings of a player to anybody.

    Rated games are public. A private player without them is PlayerNotFound, like a player who does not exist.
    """
    found = of_player(installation, player)
    if not (found.ratings or profile_of(installation, player).public):
        raise missing()
    return found


def history(installation: Installation, pool_id: str, player: str, query: HistoryQuery) -> RatingHistory:
    """Return a page of the rated games of a player in a pool, latest first; raises PoolNotFound and PlayerNotFound."""
    pool = _pool(installation, pool_id)
    alias = _rated(installation, pool, player).alias
    order = _order(query.cursor) if query.cursor else None
    found = installation.store.ratings.history(pool.pool, alias, order, query.limit + 1)
    ratings = [*(rating_of(change.skill.mu) for _, change in found), rating_of(BEGINNER.mu)]
    games = tuple(
        RatedGame(
            place.game_id,
            place.at,
            change.rank,
            ratings[index],
            uncertainty_of(change.skill.sigma),
            ratings[index] - ratings[index + 1],
        )
        for index, (place, change) in enumerate(found[: query.limit])
    )
    more = _cursor(found[query.limit - 1][0]) if len(found) > query.limit else UNSET
    return RatingHistory(shown(pool, Pool), player, games, more)


def chart(installation: Installation, pool_id: str, player: str) -> str:
    """Return a chart of a player's rating in a pool as SVG; raises PoolNotFound and PlayerNotFound."""
    pool = _pool(installation, pool_id)
    profile = _rated(installation, pool, player)
    found = installation.store.ratings.history(pool.pool, profile.alias, None, MOST_DRAWN)
    points = [
        Point(order.at[:10], rating_of(change.skill.mu), uncertainty_of(change.skill.sigma))
        for order, change in reversed(found)
    ]
    return draw(points, f"{isolated(shortened(one_line(profile.name or player), LONGEST_NAME))} · {pool.pool}")


def _pool(installation: Installation, pool_id: str) -> RatingPool:
    """Load a pool whose ruleset is hosted; raises PoolNotFound."""
    pool = installation.store.ratings.pool(pool_id) if _POOL.fullmatch(pool_id) else None
    if pool is None or pool.ruleset not in installation.rulesets:
        raise problems.PoolNotFound("No rated game has been played in this pool yet.")
    return pool


def missing() -> problems.PlayerNotFound:
    """Return the problem of a player who does not exist, or who is private and has no public rating."""
    return problems.PlayerNotFound("There is no player with this id, or the player is private and has no rated game.")


def profile_of(installation: Installation, player: str) -> Profile:
    """Load the profile of a player; raises PlayerNotFound."""
    profile = installation.store.players.profile(player) if _PLAYER.fullmatch(player) else None
    if profile is None:
        raise missing()
    return profile


def _rated(installation: Installation, pool: RatingPool, player: str) -> Profile:
    """Load the profile of a player who is public or has a rated game in a pool; raises PlayerNotFound."""
    profile = profile_of(installation, player)
    if not (profile.public or pool.pool in installation.store.ratings.of(profile.alias)):
        raise missing()
    return profile


def _entry(installation: Installation, pool: RatingPool, ranked: RankedPlayer, now: str) -> LeaderboardEntry | None:
    """Return an entry of a leaderboard; None for a deleted player, who is removed from the list."""
    who, rating = ranked.who, _rating(ranked.skill, now)
    if who.startswith(AI):
        return LeaderboardEntry(*rating, ranked.rank, level=who.removeprefix(AI))
    player = installation.store.players.by_alias(who)
    profile = installation.store.players.profile(player) if player else None
    if profile is None:
        installation.store.ratings.unlist(pool.pool, who)
        return None
    owner = owners.owner_of(installation, profile) or UNSET
    return LeaderboardEntry(*rating, ranked.rank, player, profile.name, profile.bot, owner, who)


def _rating(skill: Skill, now: str) -> tuple[int, int, int, bool, int, str]:
    present = aged(skill, now)
    uncertainty = uncertainty_of(present.sigma)
    return rating_of(present.mu), uncertainty, present.games, is_provisional(present), len(present.met), present.at


def _anchors(installation: Installation, pool: RatingPool) -> tuple[Anchor, ...]:
    fixed = anchors(installation.rulesets[pool.ruleset], pool)
    levels = (
        Anchor(who.removeprefix(AI), rating_of(skill.mu), uncertainty_of(skill.sigma)) for who, skill in fixed.items()
    )
    return tuple(sorted(levels, key=lambda each: -each.rating))


def _cursor(order: RatingOrder) -> str:
    """Return the cursor of a game in a history, of letters and digits only."""
    return "h" + order.at.translate({ord(letter): None for letter in "-:.TZ"}) + order.game_id


def _order(cursor: str) -> RatingOrder:
    digits, game_id = cursor[1:-GAME_ID_LENGTH], cursor[-GAME_ID_LENGTH:]
    day, time = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}", f"{digits[8:10]}:{digits[10:12]}:{digits[12:14]}"
    return RatingOrder(f"{day}T{time}.{digits[14:]}Z", game_id)

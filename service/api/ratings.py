"""Show ratings, leaderboards and rating histories."""

from flask import Response

from service import problems
from service.api.advice import SVG
from service.api.authentication import installation
from service.api.operations import Resource, json_response
from service.leaderboards import leaderboards
from service.resources.ratings import (
    HistoryQuery,
    Leaderboard,
    LeaderboardQuery,
    PlayerRatings,
    PoolPage,
    PoolQuery,
    RatingHistory,
)

blueprint = Resource("ratings", __name__, description="Ratings, leaderboards and rating histories from rated games.")

UNCACHED = {"Cache-Control": "no-cache"}


@blueprint.operation(
    "GET",
    "/v1/ratings",
    "listRatingPools",
    query=PoolQuery,
    responses={200: PoolPage},
    problems=(problems.StoreUnavailable,),
)
def list_rating_pools(query: PoolQuery) -> Response:
    """List rating pools.

    Returns the pools in which rated games have been played. A pool holds games of the same ruleset, options and number
    of seats; the seating order does not matter. A game counts if it is `rated` and `public` and was finished. Its seats
    may belong to players and AI levels. See `/docs/guides/ratings`.
    """
    return json_response(leaderboards.list_pools(installation(), query), 200, UNCACHED)


@blueprint.operation(
    "GET",
    "/v1/ratings/<pool>",
    "getLeaderboard",
    query=LeaderboardQuery,
    responses={200: Leaderboard},
    problems=(problems.PoolNotFound, problems.StoreUnavailable),
)
def get_leaderboard(query: LeaderboardQuery, pool: str) -> Response:
    """Get the leaderboard of a pool.

    Returns the best players of a pool. They must have played recently, and often enough for a reliable rating. AI
    levels with a measured strength are listed on the same scale, as `anchors`.

    Ratings follow from the records of the games only. You can recompute them from `listRecords`.
    """
    return json_response(leaderboards.leaderboard(installation(), pool, query), 200, UNCACHED)


@blueprint.operation(
    "GET",
    "/v1/players/<player>/ratings",
    "listPlayerRatings",
    responses={200: PlayerRatings},
    problems=(problems.PlayerNotFound, problems.StoreUnavailable),
)
def list_player_ratings(player: str) -> Response:
    """List the ratings of a player.

    Returns the player's ratings in all pools, with provisional ones. A private player without a rated game is
    `player_not_found`, like an unknown player.
    """
    return json_response(leaderboards.public_ratings(installation(), player), 200, UNCACHED)


@blueprint.operation(
    "GET",
    "/v1/ratings/<pool>/players/<player>/history",
    "listRatingHistory",
    query=HistoryQuery,
    responses={200: RatingHistory},
    problems=(problems.PoolNotFound, problems.PlayerNotFound, problems.StoreUnavailable),
)
def list_rating_history(query: HistoryQuery, pool: str, player: str) -> Response:
    """List the rating history of a player.

    Returns the rated games of a player in a pool, latest first, with the rating after each. A late result is inserted
    at the time when its game ended, and later games are rated again. A private player without a game in the pool is
    `player_not_found`, like an unknown player.
    """
    return json_response(leaderboards.history(installation(), pool, player, query), 200, UNCACHED)


@blueprint.operation(
    "GET",
    "/v1/ratings/<pool>/players/<player>/history/image",
    "getRatingHistoryImage",
    responses={200: SVG},
    problems=(problems.PoolNotFound, problems.PlayerNotFound, problems.StoreUnavailable),
)
def get_rating_image(pool: str, player: str) -> Response:
    """Get the rating history of a player as an image.

    Returns an SVG chart: the rating after each game, with its uncertainty as a band. The SVG is self-contained, and
    follows the light or dark mode of the system.
    """
    return Response(leaderboards.chart(installation(), pool, player), 200, UNCACHED, content_type=SVG)

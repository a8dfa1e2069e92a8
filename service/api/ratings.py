"""Ratings: who plays how well, as rated games have shown."""

from typing import Any

from flask import Response

from service.api.advice import SVG
from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.ratings import (
    HistoryQuery,
    Leaderboard,
    LeaderboardQuery,
    PlayerRatings,
    PoolPage,
    PoolQuery,
    RatingHistory,
)
from service.play import leaderboards
from service.problems import PlayerNotFound, PoolNotFound, StoreUnavailable

blueprint = Resource("ratings", __name__, description="Compare: who plays how well, as rated games have shown.")

UNKEPT = {"Cache-Control": "no-cache"}


@blueprint.operation(
    "GET", "/v1/ratings", "listRatingPools", query=PoolQuery, responses={200: PoolPage}, problems=(StoreUnavailable,)
)
def list_rating_pools(query: dict[str, Any]) -> Response:
    """List what is rated.

    Names the pools in which rated games have been played. Games are compared with others of the same ruleset, the same
    options and the same number of seats; who begins is no matter. A game counts that is `rated` and `public` and has
    been played to its end, with its seats of players and of AI levels.
    """
    found = leaderboards.list_pools(bottega(), query.get("ruleset"), query.get("cursor"), query["limit"])
    return json_response(found, 200, UNKEPT)


@blueprint.operation(
    "GET",
    "/v1/ratings/<pool>",
    "getLeaderboard",
    query=LeaderboardQuery,
    responses={200: Leaderboard},
    problems=(PoolNotFound, StoreUnavailable),
)
def get_leaderboard(query: dict[str, Any], pool: str) -> Response:
    """Read a leaderboard.

    Lists the best of a pool: players who have played lately, and often enough to be sure of. The AI levels whose
    strength was measured stand beside them on the same scale, as `anchors`. What is read follows from the records of
    the games alone, and whoever exports them (`listRecords`) can work it out again.
    """
    found = leaderboards.leaderboard(bottega(), pool, query.get("cursor"), query["limit"])
    return json_response(found, 200, UNKEPT)


@blueprint.operation(
    "GET",
    "/v1/players/<player>/ratings",
    "listPlayerRatings",
    responses={200: PlayerRatings},
    problems=(PlayerNotFound, StoreUnavailable),
)
def list_player_ratings(player: str) -> Response:
    """Read how well a player plays.

    Gives the player's ratings in all pools, provisional ones too.
    """
    return json_response(leaderboards.of_player(bottega(), player), 200, UNKEPT)


@blueprint.operation(
    "GET",
    "/v1/ratings/<pool>/players/<player>/history",
    "listRatingHistory",
    query=HistoryQuery,
    responses={200: RatingHistory},
    problems=(PoolNotFound, PlayerNotFound, StoreUnavailable),
)
def list_rating_history(query: dict[str, Any], pool: str, player: str) -> Response:
    """Read how a rating came about.

    Lists the rated games of a player in a pool, latest first, and what each has made of the rating. A game whose result
    comes late takes its place by when it ended: what came after it is then rated anew.
    """
    found = leaderboards.history(bottega(), pool, player, query.get("cursor"), query["limit"])
    return json_response(found, 200, UNKEPT)


@blueprint.operation(
    "GET",
    "/v1/ratings/<pool>/players/<player>/history/image",
    "getRatingHistoryImage",
    responses={200: SVG},
    problems=(PoolNotFound, PlayerNotFound, StoreUnavailable),
)
def get_rating_picture(pool: str, player: str) -> Response:
    """Look at how a rating came about.

    Draws the history as an SVG: the rating after each game, with its uncertainty as a band around it. It needs nothing
    else, and is light or dark as the reader's system is.
    """
    return Response(leaderboards.chart(bottega(), pool, player), 200, UNKEPT, content_type=SVG)

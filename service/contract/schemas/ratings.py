"""Schemas of ratings: pools, leaderboards and rating histories."""

from marshmallow import fields
from marshmallow.validate import Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import (
    BodyInteger,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.lists import CURSOR
from service.contract.schemas.shared_fields import MOST_SEATS
from service.rating.skills import ACTIVE_DAYS, LEAST_OPPONENTS, MOST_UNCERTAINTY

MOST_POOLS = 100
MOST_ENTRIES = 100
POOL = "[a-z0-9_]+-[0-9]{1,2}-[0-9a-f]{8}"
NEXT = "Send it as `cursor` to get the next page. Omitted on the last page."
LARGEST = 2**31 - 1


def _rating() -> fields.Integer:
    """Declare a rating."""
    return BodyInteger(
        required=True,
        metadata={
            "description": "The rating in points. 1000 is the AI level `greedy`, and the initial rating of a player. "
            "A lead of 191 points means winning 75 % of two-player games."
        },
    )


def _uncertainty() -> fields.Integer:
    """Declare the uncertainty of a rating."""
    return BodyInteger(
        required=True,
        validate=Range(0, LARGEST),
        metadata={"description": "Half the width of the 95 % confidence interval of the rating, in points."},
    )


def _limit(most: int) -> fields.Integer:
    """Declare the maximum length of a page."""
    return QueryInteger(
        load_default=20, validate=Range(1, most), metadata={"description": "The maximum number of entries on a page."}
    )


def _cursor(shape: str, description: str) -> fields.String:
    """Declare a cursor of a list."""
    return fields.String(validate=Regexp(f"^{shape}$"), metadata={"description": description})


def _pool_cursor(description: str) -> fields.String:
    return _cursor(POOL, description)


def _entry_cursor(description: str) -> fields.String:
    return _cursor("b[0-9a-f]{8}[a-z0-9_]{1,67}", description)


def _history_cursor(description: str) -> fields.String:
    return _cursor("h[0-9]{20}[a-z0-9]{20}", description)


class Pool(ResponseSchema, UnionByRuleset):
    """A rating pool: games of one ruleset with equal options and the same number of seats."""

    pool = fields.String(required=True, validate=Regexp(f"^{POOL}$"), metadata={"description": "The id of the pool."})
    ruleset = RulesetName(required=True)
    options = RulesetField(
        "options_type",
        "Options",
        required=True,
        metadata={
            "description": "The options of the games that matter for ratings, with defaults filled in. The option of "
            "who starts is not included."
        },
    )
    seats = BodyInteger(
        required=True, validate=Range(2, MOST_SEATS), metadata={"description": "The number of seats of each game."}
    )


class PoolPage(ResponseSchema):
    """A page of pools. It may have fewer entries than `limit`, or none, although more pages follow."""

    pools = fields.List(
        fields.Nested(Pool), required=True, metadata={"description": "The pools in the order of their ids."}
    )
    next_cursor = _pool_cursor(NEXT)


class PoolQuery(RequestSchema):
    """Query parameters of a list of pools."""

    ruleset = RulesetName(metadata={"description": "Return only pools of this ruleset."})
    cursor = _pool_cursor(CURSOR)
    limit = _limit(MOST_POOLS)


class PresentRating(ResponseSchema):
    """The current rating of a player or AI level."""

    rating = _rating()
    uncertainty = _uncertainty()
    games = BodyInteger(
        required=True, validate=Range(1, LARGEST), metadata={"description": "The number of rated games."}
    )
    provisional = fields.Boolean(
        required=True,
        metadata={
            "description": f"Whether the rating is provisional: its uncertainty is larger than {MOST_UNCERTAINTY}."
        },
    )
    established_opponents = BodyInteger(
        required=True,
        validate=Range(0, LEAST_OPPONENTS),
        metadata={
            "description": "The number of different opponents who were established at the time of the game. "
            "Established are measured AI levels, and players whose rating was not provisional. Counted up to "
            f"{LEAST_OPPONENTS}, which the leaderboard requires."
        },
    )
    last_game_at = shared_fields.moment("When the last rated game ended, in UTC.")


class LeaderboardEntry(PresentRating):
    """An entry of the leaderboard."""

    rank = BodyInteger(
        required=True,
        validate=Range(1, LARGEST),
        metadata={"description": "The rank, from 1. Equal ratings share the better rank."},
    )
    player = shared_fields.player("The id of the player. Omitted for an AI level.", required=False)
    name = fields.String(metadata={"description": "The display name of the player. Omitted if none is set."})
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    alias = shared_fields.alias("The player in records. Omitted for an AI level.", required=False)
    level = fields.String(
        metadata={
            "description": "The AI level. Levels without a measured strength are rated by their games, like players."
        }
    )


class Anchor(ResponseSchema):
    """An AI level with a measured, fixed rating."""

    level = fields.String(required=True, metadata={"description": "The AI level."})
    rating = _rating()
    uncertainty = _uncertainty()


class Leaderboard(ResponseSchema):
    """A page of a leaderboard. It may have fewer entries than `limit`, or none, although more pages follow."""

    pool = fields.Nested(Pool, required=True, metadata={"description": "The rating pool."})
    entries = fields.List(
        fields.Nested(LeaderboardEntry),
        required=True,
        metadata={
            "description": "The entries, best first. A rating is listed if it is not provisional and its last game "
            f"is at most {ACTIVE_DAYS} days old. Its player must have met at least {LEAST_OPPONENTS} different "
            "established opponents (`established_opponents`)."
        },
    )
    anchors = fields.List(
        fields.Nested(Anchor),
        required=True,
        metadata={
            "description": "The AI levels with fixed ratings, strongest first; included in every page. Empty if none "
            "was measured."
        },
    )
    next_cursor = _entry_cursor(NEXT)


class LeaderboardQuery(RequestSchema):
    """Query parameters of a leaderboard."""

    cursor = _entry_cursor(CURSOR)
    limit = _limit(MOST_ENTRIES)


class PoolRating(PresentRating):
    """The current rating of a player in a pool."""

    pool = fields.Nested(Pool, required=True, metadata={"description": "The rating pool."})


class PlayerRatings(ResponseSchema):
    """The ratings of a player."""

    player = shared_fields.player("The id of the player.")
    name = fields.String(metadata={"description": "The display name of the player. Omitted if none is set."})
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    alias = shared_fields.alias("The player in records. Omitted for an AI level.", required=False)
    ratings = fields.List(
        fields.Nested(PoolRating),
        required=True,
        metadata={"description": "The ratings in the order of the pools' ids."},
    )


class RatedGame(ResponseSchema):
    """A rated game and the player's rating after it."""

    game_id = shared_fields.game_id()
    at = shared_fields.moment("When the game ended, in UTC.")
    rank = BodyInteger(
        required=True, validate=Range(1, MOST_SEATS), metadata={"description": "The player's rank in the game, from 1."}
    )
    rating = _rating()
    uncertainty = _uncertainty()
    change = BodyInteger(
        required=True,
        metadata={
            "description": "The change of the rating in points. For the first game, it is the change from the "
            "initial rating."
        },
    )


class RatingHistory(ResponseSchema):
    """A page of a player's rated games."""

    pool = fields.Nested(Pool, required=True, metadata={"description": "The rating pool."})
    player = shared_fields.player("The id of the player.")
    games = fields.List(fields.Nested(RatedGame), required=True, metadata={"description": "The games, latest first."})
    next_cursor = _history_cursor(NEXT)


class HistoryQuery(RequestSchema):
    """Query parameters of a rating history."""

    cursor = _history_cursor(CURSOR)
    limit = _limit(MOST_ENTRIES)

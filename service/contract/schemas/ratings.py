"""Ratings: pools, leaderboards, and what is believed of a player."""

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
            "description": "In points: 1000 is the AI level `greedy`, and what a beginner is taken for; of two, 191 "
            "more win three of four games."
        },
    )


def _uncertainty() -> fields.Integer:
    """Declare how far a rating may be off."""
    return BodyInteger(
        required=True,
        validate=Range(0, LARGEST),
        metadata={"description": "The true rating lies within so many points of it, with 95 % confidence."},
    )


def _limit(most: int) -> fields.Integer:
    """Declare how long a page may be."""
    return QueryInteger(load_default=20, validate=Range(1, most), metadata={"description": "How many at most."})


def _cursor(shape: str, description: str) -> fields.String:
    """Declare a position in a list."""
    return fields.String(validate=Regexp(f"^{shape}$"), metadata={"description": description})


def _pool_cursor(description: str) -> fields.String:
    return _cursor(POOL, description)


def _entry_cursor(description: str) -> fields.String:
    return _cursor("b[0-9a-f]{8}[a-z0-9_]{1,67}", description)


def _history_cursor(description: str) -> fields.String:
    return _cursor("h[0-9]{20}[a-z0-9]{20}", description)


class Pool(ResponseSchema, UnionByRuleset):
    """Games that are rated together: of one ruleset, with the same options, and so many seats."""

    pool = fields.String(required=True, validate=Regexp(f"^{POOL}$"), metadata={"description": "Names the pool."})
    ruleset = RulesetName(required=True)
    options = RulesetField(
        "options_type",
        "Options",
        required=True,
        metadata={"description": "All that matter, with the values that hold where nobody chose; not who begins."},
    )
    seats = BodyInteger(required=True, validate=Range(2, MOST_SEATS), metadata={"description": "Of each game."})


class PoolPage(ResponseSchema):
    """A stretch of the list of pools; it may be short, or empty, though there are more."""

    pools = fields.List(fields.Nested(Pool), required=True, metadata={"description": "In the order of their ids."})
    next_cursor = _pool_cursor(NEXT)


class PoolQuery(RequestSchema):
    """Which pools are listed."""

    ruleset = RulesetName(metadata={"description": "Pools of this ruleset only."})
    cursor = _pool_cursor(CURSOR)
    limit = _limit(MOST_POOLS)


class PresentRating(ResponseSchema):
    """What is believed of somebody at present."""

    rating = _rating()
    uncertainty = _uncertainty()
    games = BodyInteger(
        required=True, validate=Range(1, LARGEST), metadata={"description": "Rated games that it follows from."}
    )
    provisional = fields.Boolean(
        required=True,
        metadata={"description": f"Whether the uncertainty is larger than {MOST_UNCERTAINTY}: it says little."},
    )
    established_opponents = BodyInteger(
        required=True,
        validate=Range(0, LEAST_OPPONENTS),
        metadata={
            "description": "Different opponents met in these games that were established then: a measured AI level, "
            f"or a rating that was not provisional. Counted up to {LEAST_OPPONENTS}, which the leaderboard requires."
        },
    )
    last_game_at = shared_fields.moment("When the last of these games ended, UTC.")


class LeaderboardEntry(PresentRating):
    """One of those who are listed."""

    rank = BodyInteger(
        required=True,
        validate=Range(1, LARGEST),
        metadata={"description": "From 1; whoever shares a rating shares the better rank."},
    )
    player = shared_fields.player("Whose rating it is; absent of an AI level.", required=False)
    name = fields.String(metadata={"description": "What the player is called, if anything."})
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    alias = shared_fields.alias("What records know the player by; omitted of an AI level.", required=False)
    level = fields.String(
        metadata={"description": "The AI level, where its strength was not measured and it is rated as players are."}
    )


class Anchor(ResponseSchema):
    """An AI level whose strength was measured: no game changes its rating."""

    level = fields.String(required=True, metadata={"description": "The AI level."})
    rating = _rating()
    uncertainty = _uncertainty()


class Leaderboard(ResponseSchema):
    """A stretch of the leaderboard of a pool; it may be short, or empty, though there are more."""

    pool = fields.Nested(Pool, required=True, metadata={"description": "Which games are rated."})
    entries = fields.List(
        fields.Nested(LeaderboardEntry),
        required=True,
        metadata={
            "description": "The best first. Listed are ratings that are not provisional, whose last game is at most "
            f"{ACTIVE_DAYS} days old, and whose player has met at least {LEAST_OPPONENTS} different established "
            "opponents (`established_opponents`)."
        },
    )
    anchors = fields.List(
        fields.Nested(Anchor),
        required=True,
        metadata={
            "description": "On the same scale, the strongest first; on every page. Empty where none was measured."
        },
    )
    next_cursor = _entry_cursor(NEXT)


class LeaderboardQuery(RequestSchema):
    """Which stretch is read."""

    cursor = _entry_cursor(CURSOR)
    limit = _limit(MOST_ENTRIES)


class PoolRating(PresentRating):
    """What is believed of a player in one pool."""

    pool = fields.Nested(Pool, required=True, metadata={"description": "Which games are rated."})


class PlayerRatings(ResponseSchema):
    """The ratings of a player."""

    player = shared_fields.player("The player.")
    name = fields.String(metadata={"description": "What the player is called, if anything."})
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    alias = shared_fields.alias("What records know the player by; omitted of an AI level.", required=False)
    ratings = fields.List(
        fields.Nested(PoolRating), required=True, metadata={"description": "In the order of the pools' ids."}
    )


class RatedGame(ResponseSchema):
    """What a game has made of a player's rating."""

    game_id = shared_fields.game_id()
    at = shared_fields.moment("When the game ended, UTC.")
    rank = BodyInteger(
        required=True, validate=Range(1, MOST_SEATS), metadata={"description": "The player's place in it, from 1."}
    )
    rating = _rating()
    uncertainty = _uncertainty()
    change = BodyInteger(
        required=True,
        metadata={"description": "Points won by it, or lost; of the first game, from those of a beginner."},
    )


class RatingHistory(ResponseSchema):
    """A stretch of the games that a player's rating follows from."""

    pool = fields.Nested(Pool, required=True, metadata={"description": "Which games are rated."})
    player = shared_fields.player("Whose rating it is.")
    games = fields.List(fields.Nested(RatedGame), required=True, metadata={"description": "The latest first."})
    next_cursor = _history_cursor(NEXT)


class HistoryQuery(RequestSchema):
    """Which stretch is read."""

    cursor = _history_cursor(CURSOR)
    limit = _limit(MOST_ENTRIES)

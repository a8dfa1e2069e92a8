"""Rating pools, leaderboards and rating histories."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.rating.skills import ACTIVE_DAYS, LEAST_OPPONENTS, MOST_UNCERTAINTY
from service.resources.base import HostedRuleset, OfRuleset, Query, Response, UnionByRuleset
from service.resources.types import CURSOR, MOST, MOST_SEATS, NEXT_CURSOR, BotFlag, GameId, Moment, OwnerId, PlayerId

MOST_ENTRIES = 100
POOL = "[a-z0-9_]+-[0-9]{1,2}-[0-9a-f]{8}"

PoolId = Annotated[str, whole_text(f"^{POOL}$")]
EntryCursor = Annotated[str, whole_text("^b[0-9a-f]{8}[a-z0-9_]{1,67}$")]
HistoryCursor = Annotated[str, whole_text("^h[0-9]{20}[a-z0-9]{20}$")]
Limit = Annotated[int, Meta(ge=1, le=MOST_ENTRIES, description="The maximum number of entries on a page.")]
Rating = Annotated[
    int,
    Meta(
        description="The rating in points. 1000 is the AI level `greedy`, and the initial rating of a player. "
        "A lead of 191 points means winning 75 % of two-player games."
    ),
]
Uncertainty = Annotated[
    int,
    Meta(ge=0, le=MOST, description="Half the width of the 95 % confidence interval of the rating, in points."),
]
Alias = Annotated[
    str,
    whole_text(
        "^rp_[a-z0-9]{20}$",
        description="The alias of the player in records: `rp_` and 20 letters or digits, identical in all records. "
        "Omitted for an AI level.",
    ),
]


class Pool(Response, UnionByRuleset, frozen=True):
    """A rating pool: games of one ruleset with equal options and the same number of seats."""

    pool: PoolId
    """The id of the pool."""
    ruleset: Annotated[str, HostedRuleset()]
    options: Annotated[msgspec.Raw, OfRuleset("options_type", "Options")]
    """The options of the games that matter for ratings, with defaults filled in. The option that selects the first seat
    is left out."""
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    """The number of seats of each game."""


class PoolPage(Response, frozen=True):
    """A page of pools. It may have fewer entries than `limit`, or none, although more pages follow."""

    pools: tuple[Pool, ...]
    """The pools in the order of their ids."""
    next_cursor: Annotated[PoolId, NEXT_CURSOR] | UnsetType = UNSET


class PoolQuery(Query, frozen=True):
    """Query parameters of a list of pools."""

    ruleset: Annotated[str, HostedRuleset()] = ""
    """Return only pools of this ruleset."""
    cursor: Annotated[PoolId, CURSOR] | UnsetType = UNSET
    limit: Limit = 20


class PresentRating(Response, frozen=True):
    """The current rating of a player or AI level."""

    rating: Rating
    uncertainty: Uncertainty
    games: Annotated[int, Meta(ge=1, le=MOST)]
    """The number of rated games."""
    provisional: Annotated[
        bool,
        Meta(description=f"Whether the rating is provisional: its uncertainty is larger than {MOST_UNCERTAINTY}."),
    ]
    established_opponents: Annotated[
        int,
        Meta(
            ge=0,
            le=LEAST_OPPONENTS,
            description="The number of different players met in rated games whose rating was not provisional at the "
            f"end of the game. AI levels do not count. The count stops at {LEAST_OPPONENTS}, which the leaderboard "
            "requires.",
        ),
    ]
    last_game_at: Moment
    """When the last rated game ended, in UTC (RFC 3339)."""


class LeaderboardEntry(PresentRating, frozen=True):
    """An entry of the leaderboard."""

    rank: Annotated[int, Meta(ge=1, le=MOST)]
    """The rank, from 1. Equal ratings share the better rank."""
    player: PlayerId | UnsetType = UNSET
    """The id of the player. Omitted for an AI level."""
    name: str = ""
    """The display name of the player. Omitted if none is set."""
    bot: BotFlag = False
    owner: OwnerId | UnsetType = UNSET
    alias: Alias | UnsetType = UNSET
    level: str = ""
    """The AI level. Levels without a measured strength are rated by their games, like players."""


class Anchor(Response, frozen=True):
    """An AI level with a measured, fixed rating."""

    level: str
    """The AI level."""
    rating: Rating
    uncertainty: Uncertainty


class Leaderboard(Response, frozen=True):
    """A page of a leaderboard. It may have fewer entries than `limit`, or none, although more pages follow."""

    pool: Pool
    """The rating pool."""
    entries: Annotated[
        tuple[LeaderboardEntry, ...],
        Meta(
            description="The entries, best first. A rating is listed if it is not provisional and its last game is at "
            f"most {ACTIVE_DAYS} days old. Its player must have met at least {LEAST_OPPONENTS} different established "
            "opponents (`established_opponents`)."
        ),
    ]
    anchors: tuple[Anchor, ...]
    """The AI levels with fixed ratings, strongest first; included in every page. Empty if none was measured."""
    next_cursor: Annotated[EntryCursor, NEXT_CURSOR] | UnsetType = UNSET


class LeaderboardQuery(Query, frozen=True):
    """Query parameters of a leaderboard."""

    cursor: Annotated[EntryCursor, CURSOR] | UnsetType = UNSET
    limit: Limit = 20


class PoolRating(PresentRating, frozen=True):
    """The current rating of a player in a pool."""

    pool: Pool
    """The rating pool."""


class PlayerRatings(Response, frozen=True, kw_only=True):
    """The ratings of a player."""

    player: PlayerId
    """The id of the player."""
    name: str = ""
    """The display name of the player. Omitted if none is set."""
    bot: BotFlag = False
    owner: OwnerId | UnsetType = UNSET
    alias: Alias | UnsetType = UNSET
    ratings: tuple[PoolRating, ...]
    """The ratings in the order of the pools' ids."""


class RatedGame(Response, frozen=True):
    """A rated game and the player's rating after it."""

    game_id: GameId
    at: Moment
    """When the game ended, in UTC (RFC 3339)."""
    rank: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    """The player's rank in the game, from 1."""
    rating: Rating
    uncertainty: Uncertainty
    change: int
    """The change of the rating in points. For the first game, it is the change from the initial rating."""


class RatingHistory(Response, frozen=True):
    """A page of a player's rated games."""

    pool: Pool
    """The rating pool."""
    player: PlayerId
    """The id of the player."""
    games: tuple[RatedGame, ...]
    """The games, latest first."""
    next_cursor: Annotated[HistoryCursor, NEXT_CURSOR] | UnsetType = UNSET


class HistoryQuery(Query, frozen=True):
    """Query parameters of a rating history."""

    cursor: Annotated[HistoryCursor, CURSOR] | UnsetType = UNSET
    limit: Limit = 20

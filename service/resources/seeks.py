"""Seeks: requests of players for a game."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import Headers, HostedRuleset, OfRuleset, PublishedType, Query, Response, UnionByRuleset
from service.resources.creation import RequestedOptions, RequestedRulesVersion
from service.resources.game_fields import GameVisibility
from service.resources.game_terms import HINTS_TEXT, GameTerms, ShownTerms
from service.resources.spectators import GameSpectators
from service.resources.types import MOST_SEATS, MOST_WAIT_SECONDS, GameId, HintCount, Moment, RulesVersion, SeatIndex

MOST_SIZES = 16
MOST_POINTS = 100_000
MOST_KINDS = 100
"""Most kinds in the list of waiting seeks."""
DEFAULT_SECONDS = 600
SHORTEST_SECONDS = 30
LONGEST_SECONDS = 3600
"""Longest time that a seek may wait for its next renewal."""

SeatCount = Annotated[int, Meta(ge=2, le=MOST_SEATS)]
SeatCounts = Annotated[tuple[SeatCount, ...], Meta(min_length=1, max_length=MOST_SIZES)]
SeekStatus = Literal["waiting", "matched", "expired"]


class SeeksQuery(Query, frozen=True):
    """Query parameters of the list of seeks."""

    wait: Annotated[int, Meta(ge=0, le=MOST_WAIT_SECONDS)] = 0
    """How many seconds to wait for a change, with `If-None-Match`. Default: 0."""


class IfNoneMatchSeeks(Headers, frozen=True, rename={"etag": "If-None-Match"}):
    """The header of a client that has the list of seeks."""

    etag: str = ""
    """The `ETag` of an earlier response. The response has status 304 if the list has not changed."""


class RatingRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The accepted ratings of opponents, relative to the player's rating in the pool of the game."""

    below: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=MOST_POINTS,
                description="By how many points an opponent's rating may be lower. Default: no limit.",
            ),
        ]
        | UnsetType
    ) = UNSET
    above: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=MOST_POINTS,
                description="By how many points an opponent's rating may be higher. Default: no limit.",
            ),
        ]
        | UnsetType
    ) = UNSET


ANY_RATING = RatingRange()
RatingRangeType = Annotated[RatingRange, PublishedType("RatingRange")]


class SeekRequest(GameTerms, UnionByRuleset, frozen=True, kw_only=True):
    """The game that a player is looking for."""

    ruleset: Annotated[str, HostedRuleset()]
    rules_version: RequestedRulesVersion | UnsetType = UNSET
    options: RequestedOptions = UNSET
    seats: SeatCounts
    """The accepted numbers of seats. If several are possible, the largest one is chosen."""
    rating_range: RatingRangeType = ANY_RATING
    """The accepted ratings of other players, at the time of matching. Players are matched only if each accepts all
    others. Omitted: any rating."""
    expires_in: Annotated[
        int,
        Meta(
            ge=SHORTEST_SECONDS,
            le=LONGEST_SECONDS,
            description="Seconds until the seek expires, after its creation or last renewal. Default: "
            f"{DEFAULT_SECONDS}.",
        ),
    ] = DEFAULT_SECONDS


class SeekTerms(ShownTerms, UnionByRuleset, frozen=True, kw_only=True):
    """The terms that all seeks of a game share."""

    ruleset: Annotated[str, HostedRuleset()]
    rules_version: RulesVersion
    """The version of the rules."""
    options: Annotated[msgspec.Raw, OfRuleset("options_type", "Options")]
    """The options of the game."""
    hints: Annotated[HintCount, HINTS_TEXT] | UnsetType = UNSET
    visibility: GameVisibility = "public"
    spectators: GameSpectators | UnsetType = UNSET


class Seek(SeekTerms, frozen=True, kw_only=True):
    """A seek: the game that a player is looking for, and its status."""

    seek: Annotated[str, whole_text("^sk_[a-z0-9]{20}$")]
    """The id of the seek."""
    status: SeekStatus
    """The status of the seek. `waiting`: for other players. `matched`: the player has a seat in a game. `expired`: it
    was not renewed in time."""
    seats: SeatCounts
    """The accepted numbers of seats, in ascending order."""
    created_at: Moment
    """When the seek was created, in UTC (RFC 3339)."""
    rating_range: RatingRangeType | UnsetType = UNSET
    """The accepted ratings of other players. Omitted: any rating."""
    expires_at: Moment | UnsetType = UNSET
    """When the seek expires or expired, in UTC (RFC 3339). Omitted once it is matched."""
    game_id: GameId | UnsetType = UNSET
    """The id of the game; present once the seek is matched."""
    seat: SeatIndex | UnsetType = UNSET
    """The player's seat in the game; present once the seek is matched."""


class SoughtRatings(Response, frozen=True):
    """The ratings that waiting players accept, rounded to full hundreds: a rating could identify a player."""

    lowest: int | UnsetType = UNSET
    """The lowest accepted rating, rounded down. Omitted: no limit."""
    highest: int | UnsetType = UNSET
    """The highest accepted rating, rounded up. Omitted: no limit."""


class TableSize(Response, frozen=True):
    """The number of waiting players for one number of seats."""

    seats: SeatCount
    """The number of seats."""
    waiting: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    """The number of waiting players who accept this number of seats. A player counts for each accepted number."""
    ratings: SoughtRatings | UnsetType = UNSET
    """The ratings that at least one of these players accepts. Omitted: any rating."""


class WaitingSeek(SeekTerms, frozen=True, kw_only=True):
    """The number of players who wait for a game with the same terms."""

    table_sizes: tuple[TableSize, ...]
    """The waiting players by number of seats, in ascending order."""


class SeekList(Response, frozen=True, kw_only=True):
    """The player's seeks, and the seeks that wait for other players."""

    seeks: tuple[Seek, ...] | UnsetType = UNSET
    """The player's seeks, oldest first, until a day after their end. Omitted without a player key."""
    waiting_seeks: Annotated[tuple[WaitingSeek, ...], Meta(min_length=0, max_length=MOST_KINDS)]
    """The terms that players wait for, with the number of players. The terms that were renewed last are first."""

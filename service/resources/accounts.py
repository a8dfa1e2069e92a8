"""The account of a player: the export of all data."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.match_places import TournamentId
from service.resources.base import Response
from service.resources.lists import GameSummary
from service.resources.players import ListedKey, PlayerName
from service.resources.ratings import Alias, PoolId, PoolRating, RatedGame
from service.resources.seeks import Seek
from service.resources.types import MOST_SEATS, BotFlag, Moment, OwnerId, PlayerId, SeatNumber
from service.resources.webhooks import Webhook


class ExportedProfile(Response, frozen=True, kw_only=True):
    """The profile of a player."""

    player: PlayerId
    """The public id of the player."""
    name: PlayerName = ""
    bot: BotFlag = False
    owner: OwnerId = ""
    public: bool = False
    """True if other players can read the player's page. Default: false."""
    alias: Alias
    created_at: Moment
    """When the player was created, in UTC (RFC 3339)."""


class ExportedGame(Response, frozen=True):
    """A game of a player, with the player's seat and result."""

    game: GameSummary
    """The game, as in `listMyGames`."""
    seat: SeatNumber
    rank: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | UnsetType = UNSET
    """The player's rank, from 1. Omitted until the game is over, and in aborted games."""
    total: int | UnsetType = UNSET
    """The total score of the player. Omitted until the game is over, and in aborted games."""


class ExportedRatedGame(RatedGame, frozen=True, kw_only=True):
    """A rated game, its pool, and the player's rating after it."""

    pool: Annotated[PoolId, Meta(description="The id of the rating pool.")]


class PlayerExport(Response, frozen=True, kw_only=True):
    """All data of a player, as one JSON object."""

    exported_at: Moment
    """When the export began, in UTC (RFC 3339)."""
    profile: ExportedProfile
    """The profile of the player."""
    keys: tuple[ListedKey, ...]
    """The keys of the player without their secret parts, oldest first."""
    webhooks: tuple[Webhook, ...]
    """The webhooks of the player without their secrets, oldest first."""
    seeks: tuple[Seek, ...]
    """The seeks of the player, oldest first, until a day after their end."""
    tournaments: tuple[TournamentId, ...]
    """The ids of the tournaments that the player organises or has an entrant in, in the order of the ids."""
    ratings: tuple[PoolRating, ...]
    """The current ratings of the player, in the order of the pools' ids."""
    rated_games: tuple[ExportedRatedGame, ...]
    """The rated games of the player, latest first in each pool."""
    games: tuple[ExportedGame, ...]
    """All games in which the player has a seat, newest first."""

"""The account of a player: identities, and the export of all data."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.ruleset import SeatResult
from service.resources.base import Request, Response
from service.resources.blocks import BlockedPlayer
from service.resources.game_places import TournamentId
from service.resources.lists import GameSummary
from service.resources.messages import Notice
from service.resources.notifications import NotificationTarget
from service.resources.players import InvitedBy, ListedKey, PlayerName, SeatedBy
from service.resources.queues import ActionQueue
from service.resources.ratings import Alias, PoolId, PoolRating, RatedGame
from service.resources.seeks import Seek
from service.resources.types import MOST_SEATS, BotFlag, GameId, Moment, OwnerId, PlayerId, SeasonId, SeatNumber
from service.resources.webhooks import Webhook

LONGEST_IDENTITY_TOKEN = 16 * 1024


class IdentityRequest(Request, frozen=True):
    """The identity to link."""

    token: Annotated[str, Meta(min_length=1, max_length=LONGEST_IDENTITY_TOKEN)]
    """A JSON Web Token of the trusted issuer, as for `Authorization`. It proves the identity to link."""


class OtherPlayer(Request, frozen=True):
    """The other player, who becomes part of the caller."""

    credential: Annotated[str, Meta(min_length=1, max_length=LONGEST_IDENTITY_TOKEN)]
    """A player key or a signed identity of the other player, as for `Authorization`. It proves that the other player is
    yours."""


class Identity(Response, frozen=True):
    """An identity of an OpenID Connect issuer that signs in a player."""

    identity: Annotated[str, whole_text("^id_[a-z0-9]{20}$")]
    """The id of the identity, as used in URLs. It authorizes nothing."""
    issuer: str
    """The issuer of the identity: the claim `iss`."""
    subject: str
    """The subject at the issuer: the claim `sub`."""
    linked_at: Moment
    """When the identity was linked to the player, in UTC (RFC 3339)."""


class IdentityList(Response, frozen=True):
    """The identities of a player."""

    identities: tuple[Identity, ...]
    """The identities of the player, oldest first."""


class ExportedProfile(Response, frozen=True, kw_only=True):
    """The profile of a player."""

    player: PlayerId
    """The public id of the player."""
    name: PlayerName = ""
    bot: BotFlag = False
    owner: OwnerId | UnsetType = UNSET
    public: bool = False
    """True if other players can read the player's page. Default: false."""
    invited_by: InvitedBy | UnsetType = UNSET
    seated_by: SeatedBy | UnsetType = UNSET
    alias: Alias
    created_at: Moment
    """When the player was created, in UTC (RFC 3339)."""
    last_seen: Moment | UnsetType = UNSET
    """When the player last read the feed, in UTC (RFC 3339). Omitted after 30 days without a request."""


class ExportedGame(Response, frozen=True):
    """A game of a player, with the player's seat and result."""

    game: GameSummary
    """The game, as in `listMyGames`."""
    seat: SeatNumber
    rank: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | UnsetType = UNSET
    """The player's rank, from 1. Omitted until the game is over, and in aborted games."""
    total: int | UnsetType = UNSET
    """The total score of the player. Omitted until the game is over, and in aborted games."""
    queue: ActionQueue | UnsetType = UNSET
    """The action queue of the seat, as in `getActionQueue`. Omitted if the seat has none and none was dropped."""
    result: SeatResult | UnsetType = UNSET


class ExportedRatedGame(RatedGame, frozen=True, kw_only=True):
    """A rated game, its pool, and the player's rating after it."""

    pool: Annotated[PoolId, Meta(description="The id of the rating pool.")]


class ExportedClaimText(Response, frozen=True):
    """What the player wrote about a claim in a tournament."""

    tournament: TournamentId
    claim: Annotated[int, Meta(ge=1)]
    """The number of the claim in the tournament, from 1."""
    at: Moment
    """When the player wrote it, in UTC (RFC 3339)."""
    text: str
    """The text of the player."""


class PlayerExport(Response, frozen=True, kw_only=True):
    """All data of a player, as one JSON object."""

    exported_at: Moment
    """When the export began, in UTC (RFC 3339)."""
    profile: ExportedProfile
    """The profile of the player."""
    keys: tuple[ListedKey, ...]
    """The keys of the player without their secret parts, oldest first."""
    identities: tuple[Identity, ...]
    """The identities of the player, oldest first."""
    webhooks: tuple[Webhook, ...]
    """The webhooks of the player without their secrets, oldest first."""
    notification_targets: tuple[NotificationTarget, ...]
    """The notification targets of the player without their secrets, oldest first."""
    seeks: tuple[Seek, ...]
    """The seeks of the player, oldest first, until a day after their end."""
    tournaments: tuple[TournamentId, ...]
    """The ids of the tournaments that the player organises or has an entrant in, in the order of the ids."""
    claim_texts: tuple[ExportedClaimText, ...]
    """What the player wrote about claims, by tournament in the order of the ids, oldest first."""
    seasons: tuple[SeasonId, ...]
    """The ids of the seasons that the player organises, in the order of the ids."""
    ratings: tuple[PoolRating, ...]
    """The current ratings of the player, in the order of the pools' ids."""
    rated_games: tuple[ExportedRatedGame, ...]
    """The rated games of the player, latest first in each pool."""
    games: tuple[ExportedGame, ...]
    """All games in which the player has a seat, newest first."""
    created_games: tuple[GameId, ...]
    """The ids of the games that the player created, newest first."""
    blocked_players: tuple[BlockedPlayer, ...]
    """The players whom the player blocks, latest first."""
    bots: tuple[PlayerId, ...]
    """The ids of the player's bots, in the order of the ids."""
    merged_players: tuple[PlayerId, ...]
    """The former ids of the player: the players that became part of this one, in the order of the ids."""
    notices: tuple[Notice, ...]
    """The notices in the player's feed, oldest first."""

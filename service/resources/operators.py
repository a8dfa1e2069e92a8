"""What operators see of players, and what they decide about them."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.accounts import ExportedProfile, Identity
from service.resources.base import Query, Request, Response
from service.resources.game_places import TournamentId
from service.resources.lists import GameSummary
from service.resources.notifications import NotificationTarget
from service.resources.players import ListedKey, PlayerName
from service.resources.ratings import Alias, PoolRating
from service.resources.types import CURSOR, LONGEST_WORDS, NEXT_CURSOR, BotFlag, GameId, Moment, PlayerId
from service.texts import UserText

MOST_FOUND = 100
LONGEST_REASON = 500
LONGEST_SOUGHT = 255
MOST_EMAILS = 10

Reason = Annotated[str, UserText(LONGEST_REASON, 0)]
EmailAddress = Annotated[str, whole_text("^[!-?A-~]+@[!-?A-~]+$", min_length=3, max_length=254)]
Until = Annotated[Moment, Meta(description="When the ban ends, in UTC (RFC 3339). Omitted: never.")]
PlayerCursor = Annotated[PlayerId, CURSOR]
DecidedBy = Annotated[
    str,
    Meta(
        description="Who decided: the alias of the operator's player, `command:` and the user who ran the command, or "
        "`player` for the player's own deletion."
    ),
]


class PlayerSearch(Query, frozen=True):
    """Query parameters of a search for players. A player must match all of them."""

    name: Annotated[str, UserText(LONGEST_WORDS, 0)] = ""
    """A part of the name, in capital or small letters, or an id or alias of a player."""
    email: Annotated[str, UserText(254, 0)] = ""
    """An e-mail address of a notification target, or another address of its mailbox."""
    subject: Annotated[str, UserText(LONGEST_SOUGHT, 0)] = ""
    """The subject of a signed identity: the claim `sub`. With `platform`, the platform's id of a user."""
    platform: PlayerId | UnsetType = UNSET
    """The id of the platform whose user is named by `subject`."""
    game_id: GameId | UnsetType = UNSET
    """A game in which the player has a seat, or which the player created."""
    banned: bool = False
    """True: return only banned players."""
    cursor: PlayerCursor | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST_FOUND)] = 20
    """The maximum number of players on a page."""


class FoundPlayer(Response, frozen=True, kw_only=True):
    """A player whom an operator has found."""

    player: PlayerId
    """The public id of the player."""
    name: PlayerName = ""
    bot: BotFlag = False
    alias: Alias
    created_at: Moment
    """When the player was created, in UTC (RFC 3339)."""
    banned: bool = False
    """True if the player is banned. Omitted otherwise."""


class FoundPlayers(Response, frozen=True):
    """A page of the players whom an operator has found."""

    players: tuple[FoundPlayer, ...]
    """The players, in the order of the ids."""
    next_cursor: Annotated[PlayerId, NEXT_CURSOR] | UnsetType = UNSET


class BanRequest(Request, frozen=True):
    """The terms of a ban. The body may be omitted."""

    reason: Reason = ""
    """Why the player is banned, for operators only."""
    public_reason: Reason = ""
    """Why the player is banned, for the player."""
    until: Until | UnsetType = UNSET
    emails: Annotated[tuple[EmailAddress, ...], Meta(max_length=MOST_EMAILS)] = ()
    """Further e-mail addresses with which the player must not come back. Confirmed addresses of notification targets
    are banned in any case."""


class Ban(Response, frozen=True):
    """The ban of a player."""

    banned_at: Moment
    """When the player was banned, in UTC (RFC 3339)."""
    by: DecidedBy
    reason: str = ""
    """Why the player is banned, for operators. Omitted without a reason."""
    public_reason: str = ""
    """Why the player is banned, for the player. Omitted without a reason."""
    until: Until | UnsetType = UNSET


class PlayerDecision(Response, frozen=True):
    """A decision about a player."""

    decided_at: Moment
    """When, in UTC (RFC 3339)."""
    action: Literal["ban", "unban", "delete"]
    """What was decided."""
    by: DecidedBy
    reason: str = ""
    """Why, for operators. Omitted without a reason."""
    public_reason: str = ""
    """Why, for the player. Omitted without a reason."""
    until: Until | UnsetType = UNSET


class InspectedPlayer(Response, frozen=True, kw_only=True):
    """What an operator sees of a player. It contains no secrets."""

    profile: ExportedProfile
    """The profile of the player."""
    ban: Ban | UnsetType = UNSET
    """The ban of the player. Omitted if the player is not banned."""
    keys: tuple[ListedKey, ...]
    """The keys of the player without their secret parts, oldest first."""
    identities: tuple[Identity, ...]
    """The identities of the player, oldest first."""
    notification_targets: tuple[NotificationTarget, ...]
    """The notification targets of the player without their secrets, oldest first."""
    bots: tuple[PlayerId, ...]
    """The ids of the player's bots, in the order of the ids."""
    ratings: tuple[PoolRating, ...]
    """The current ratings of the player, in the order of the pools' ids."""
    tournaments: tuple[TournamentId, ...]
    """The ids of the tournaments that the player organises or has an entrant in, in the order of the ids."""
    games: tuple[GameSummary, ...]
    """The latest games of the player, newest first: 20 at most."""
    decisions: tuple[PlayerDecision, ...]
    """The decisions of operators about the player, oldest first."""


class DeletionRequest(Query, frozen=True):
    """Query parameters of a deletion."""

    reason: Reason = ""
    """Why the player is deleted, for operators only."""

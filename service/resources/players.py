"""Players, their keys, and the query of their games."""

from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Query, Request, Response
from service.resources.types import (
    CURSOR,
    MOST_GAMES,
    BotFlag,
    GameCursor,
    Moment,
    OwnerId,
    PlayerId,
    ShortText,
    Status,
)

LONGEST_KEY_SECONDS = 10 * 365 * 24 * 60 * 60

Scope = Literal["play", "create", "organise", "admin", "moderate"]
"""The scopes of keys: play at seats, create games, act for other players, admit players, ban and delete players."""
MOST_SCOPES = len(get_args(Scope))
SCOPE_TEXT = (
    "`play` takes seats and acts. `create` creates games as their creator. `organise` acts for users of a platform. "
    "`admin` creates players without an invitation. `moderate` finds, bans and deletes players."
)

Audience = Literal["everybody", "played_with", "nobody"]
InvitedBy = Annotated[
    Audience,
    Meta(
        description="Who may invite the player to a game. `played_with`: players with whom the player has finished a "
        "game. Platforms may always invite their own users, and owners their bots. Default: `everybody`."
    ),
]
SeatedBy = Annotated[
    Audience,
    Meta(
        description="Who may give the player a seat at once, without an invitation to accept. `played_with`: players "
        "with whom the player has finished a game. Platforms may always seat their own users, and owners their bots. "
        "Default: `nobody`, and `everybody` for bots."
    ),
]

KeyScopes = Annotated[
    tuple[Scope, ...],
    Meta(min_length=1, max_length=MOST_SCOPES, description=f"The scopes of the key. {SCOPE_TEXT}"),
]
KeyId = Annotated[str, Meta(description="The public id of the key. It authorizes nothing.")]
TestFlag = Annotated[
    bool,
    Meta(
        description="True for a test key, which can also create sandbox games. The operator creates test keys. Keys "
        "that a test key creates are test keys. Default: false."
    ),
]
Key = Annotated[str, Meta(description="The key, shown once. Send it as `Authorization: Bearer <key>`.")]
PlayerName = Annotated[str, Meta(description="The display name of the player. Omitted if none is set.")]


class PlayerRequest(Request, frozen=True):
    """The player to create. The body may be omitted."""

    name: ShortText = ""
    """The display name of the player, which need not be unique."""
    bot: bool = False
    """True to create a bot of the caller. Send the owner's key as the bearer token. Default: false."""
    invitation: Annotated[str, Meta(min_length=1, max_length=255)] | UnsetType = UNSET
    """The invitation code of the operator. Required if the installation accepts players by invitation only."""


class CreatedPlayer(Response, frozen=True, kw_only=True):
    """A new player with a first key."""

    player: PlayerId
    """The public id of the player."""
    name: PlayerName = ""
    bot: BotFlag = False
    owner: OwnerId | UnsetType = UNSET
    key: Key
    key_id: KeyId
    scopes: KeyScopes


CalendarChange = Literal["new", "none"]


class Me(Response, frozen=True, kw_only=True):
    """The player who sends the request."""

    player: PlayerId
    """The public id of the player."""
    name: PlayerName = ""
    bot: BotFlag = False
    owner: OwnerId | UnsetType = UNSET
    public: bool = False
    """True if other players can read the player's page with `getPlayer`. Default: false."""
    invited_by: InvitedBy | UnsetType = UNSET
    seated_by: SeatedBy | UnsetType = UNSET
    scopes: Annotated[
        tuple[Scope, ...],
        Meta(
            min_length=0,
            max_length=MOST_SCOPES,
            description=f"The scopes of the key or identity in the request. {SCOPE_TEXT}",
        ),
    ]
    organises: bool = False
    """True if the request may create tournaments: its key has scope `organise`, or the operator lets the player create
    them with scope `create`. Omitted otherwise."""
    test: TestFlag = False
    calendar_token: str | UnsetType = UNSET
    """The secret that opens calendars in the query parameter `token`, for programs that cannot send a key. It opens
    nothing else, and ends with `updateMe`. Omitted: none, or the key or identity lacks scope `play`."""


class PlayerChange(Request, frozen=True):
    """New values of the player's profile. Omitted values stay unchanged."""

    name: ShortText | UnsetType = UNSET
    """The new display name."""
    public: bool | UnsetType = UNSET
    """True: other players can read the player's page with `getPlayer`. False: the page is private."""
    invited_by: InvitedBy | UnsetType = UNSET
    seated_by: SeatedBy | UnsetType = UNSET
    calendar: CalendarChange | UnsetType = UNSET
    """`new`: create or replace `calendar_token`. `none`: remove it."""


class KeyRequest(Request, frozen=True):
    """The key to create. The body may be omitted."""

    scopes: Annotated[
        tuple[Scope, ...],
        Meta(
            min_length=1,
            max_length=MOST_SCOPES,
            description="The scopes of the new key, among those of the caller. Default: `play` and `create`, as far "
            f"as the caller has them. {SCOPE_TEXT}",
        ),
    ] = ()
    expires_in: Annotated[int, Meta(ge=1, le=LONGEST_KEY_SECONDS)] | UnsetType = UNSET
    """Seconds until the key expires. Default and maximum: the time until the key or identity that sends the request
    expires."""


class ListedKey(Response, frozen=True):
    """A key without its secret part."""

    key_id: KeyId
    scopes: KeyScopes
    created_at: Moment
    """When the key was created, in UTC (RFC 3339)."""
    expires_at: Moment | UnsetType = UNSET
    """When the key expires, in UTC (RFC 3339). Omitted if it never expires."""
    test: TestFlag = False


class CreatedKey(ListedKey, frozen=True, kw_only=True):
    """A new key."""

    key: Key


class KeyList(Response, frozen=True):
    """The keys of a player."""

    keys: tuple[ListedKey, ...]
    """The keys of the player, oldest first."""


class MyGamesQuery(Query, frozen=True):
    """Query parameters of a list of the player's games."""

    status: Status | UnsetType = UNSET
    """Return only games with this status. `over`: finished and scored."""
    waiting: bool = False
    """True: return only games in which the player must act."""
    cursor: Annotated[GameCursor, CURSOR] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 20
    """The maximum number of games on a page."""

"""Lists of games, with pagination, and the presence of players."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.ruleset import EndedBy
from service.resources.base import HostedRuleset, MetadataEntry, Query, Response
from service.resources.game_fields import RECORD_HASH, CreatedAt, FaultySince, IrreproducibleFlag, PendingUndo
from service.resources.game_places import TournamentGame
from service.resources.game_terms import ListedTerms
from service.resources.seats import ListedSeat
from service.resources.types import (
    CURSOR,
    MOST_GAMES,
    NEXT_CURSOR,
    Digits,
    GameCursor,
    GameId,
    GameRulesVersion,
    GameStatus,
    GameVersion,
    Moment,
    PlainRuleset,
    RecordCursor,
    SeatIndex,
    SeatNumber,
    ShortText,
    Status,
    Texts,
)

MOST_RECORDS = 20

AnotherGame = Annotated[str, whole_text("^[a-z0-9]{20}$")]


class SeatPresence(Response, frozen=True):
    """Whether the player of a seat is connected."""

    seat: SeatNumber
    connected: bool
    """True if the player has an open stream, feed or waiting request, or sent a request within 30 seconds."""
    last_seen: Moment | UnsetType = UNSET
    """When the player was last active, in UTC (RFC 3339), to about ten seconds. Omitted if never."""


class GamePresence(Response, frozen=True):
    """Which players of a game are connected."""

    game_id: GameId
    seats: tuple[SeatPresence, ...]
    """The human seats in turn order."""


class GameSummary(ListedTerms, frozen=True, kw_only=True):
    """The public summary of a game.

    With delayed spectators, `version` and `to_act` have the same delay. With spectators off, `version` is 0 and
    `to_act` is empty until the game is over.
    """

    ruleset: PlainRuleset
    game_id: GameId
    version: GameVersion
    rules_version: GameRulesVersion
    status: GameStatus
    to_act: tuple[SeatIndex, ...]
    """The seats with a pending decision."""
    ended_by: EndedBy | UnsetType = UNSET
    faulty_since: FaultySince | UnsetType = UNSET
    irreproducible: IrreproducibleFlag = False
    seats: tuple[ListedSeat, ...]
    """The seats in turn order."""
    created_at: CreatedAt
    name: ShortText = ""
    """The display name of the game. Omitted if it has none."""
    label: ShortText = ""
    """The label of the game, which several games may share. Omitted if it has none."""
    metadata: Texts | UnsetType = UNSET
    """The texts that the platform stores with the game. Omitted if there are none."""
    rematch: AnotherGame | UnsetType = UNSET
    """The id of the rematch. Omitted if there is none yet."""
    rematch_of: AnotherGame | UnsetType = UNSET
    """The id of the game that this game is a rematch of. Omitted otherwise."""
    tournament: TournamentGame | UnsetType = UNSET
    """The place of the game in its tournament. Omitted if it belongs to none."""
    record_hash: (
        Annotated[Digits, Meta(description=f"{RECORD_HASH}Omitted until the game has been scored.")] | UnsetType
    ) = UNSET
    undo_offer: PendingUndo | UnsetType = UNSET
    presence: tuple[SeatPresence, ...] | UnsetType = UNSET
    """Which players are connected, as in `getPresence`. Omitted in lists, and in games without `presence`."""


class GamePage(Response, frozen=True):
    """A page of games, newest first. It may have fewer entries than `limit`, or none, although more pages follow."""

    games: tuple[GameSummary, ...]
    """The games, newest first."""
    next_cursor: Annotated[GameCursor, NEXT_CURSOR] | UnsetType = UNSET
    incomplete: bool = False
    """Whether archived games are missing, because the archive cannot be read now. Retry later to list them."""


class GameQuery(Query, frozen=True):
    """Query parameters of a list of games."""

    ruleset: Annotated[str, HostedRuleset()] = ""
    """Return only games of this ruleset."""
    status: Status | UnsetType = UNSET
    """Return only games with this status. `over`: finished and scored."""
    open_seats: bool | UnsetType = UNSET
    """Return only games with an open seat that can be claimed without a code."""
    label: ShortText = ""
    """Return only games with this label."""
    metadata: Annotated[str, MetadataEntry()] = ""
    """Return only games with this metadata entry: the key, a colon, and the value."""
    waiting_for: ShortText = ""
    """Return only games in which a player with this name must act."""
    cursor: Annotated[GameCursor, CURSOR] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 20
    """The maximum number of games on a page."""


class RecordQuery(Query, frozen=True):
    """Query parameters of a list of records."""

    ruleset: Annotated[str, HostedRuleset()] = ""
    """Return only records of this ruleset."""
    cursor: Annotated[RecordCursor, CURSOR] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST_RECORDS)] = 10
    """The maximum number of records on a page."""

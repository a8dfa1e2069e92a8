"""Messages to webhooks: one for each type of notice."""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.match_places import MOST_ENTERED, MOST_GAMES, MOST_TABLE, TableNumber, TournamentId
from service.resources.base import Response
from service.resources.types import (
    MOST,
    Count,
    Digits,
    GameId,
    GameVersion,
    Moment,
    NextDecisionId,
    PlainRuleset,
    SeatIndex,
    SeatNumber,
)
from service.resources.webhooks import NoticeType

Data = TypeVar("Data", bound=Response)

Deadline = Annotated[
    Moment,
    Meta(
        description="The deadline of the seat's pending decision in UTC (RFC 3339). Omitted if the game has no clock."
    ),
]
ScoredHash = Annotated[
    Digits,
    Meta(
        description="The `hash` of the game's record: a SHA-256 in hexadecimal digits. It covers players, options, log "
        "and result. A record with another hash does not belong to this game. Present when the type is `scored`."
    ),
]
ReplacingLevel = Annotated[
    str, Meta(description="The AI level that plays the seat in place of the player. Omitted: default actions.")
]
UntilReturn = Annotated[
    bool,
    Meta(
        description="How long the AI level plays the seat; present if the type is `taken_over`. False: it makes"
        " this decision only. True: it plays until the player calls `returnToSeat` or acts."
    ),
]
LeadingSeek = Annotated[
    str,
    Meta(pattern="^sk_[a-z0-9]{20}$"),
    Meta(description="The seek that led to the seat. Omitted if the seat was not matched by a seek."),
]
TournamentEventType = Annotated[
    str,
    Meta(
        pattern="^[a-z_]+$",
        description="The event in the tournament. About an entrant: `entered`, `withdrew`, `reentered`, "
        "`disqualified`, `penalised`. About a match: `ruled` and `ruling_withdrawn` (the organiser has set or "
        "withdrawn its result). About the tournament: `started`, `postponed` (too few entrants at its start), "
        "`changed`, `opened` (the games of a round exist), `taken_back` (a round), `paused`, `resumed`, "
        "`cancelled`, `ended`. Only webhooks of the tournament and its organiser receive `game_ended`. More "
        "values may be added.",
    ),
]
EntrantNumber = Annotated[int, Meta(ge=0, le=MOST_ENTERED - 1)]


class GameEnd(Response, frozen=True):
    """The end of a game."""

    game_id: GameId
    ruleset: PlainRuleset
    version: GameVersion
    seat: SeatIndex | UnsetType = UNSET
    """The seat of the player. Omitted if the webhook covers all seats of the game."""
    record_hash: ScoredHash | UnsetType = UNSET


class SeatTaken(Response, frozen=True):
    """A seat that a player owns."""

    game_id: GameId
    ruleset: PlainRuleset
    version: GameVersion
    seat: SeatNumber


class SeatAssigned(SeatTaken, frozen=True):
    """A seat that a player has received."""

    seek: LeadingSeek | UnsetType = UNSET


class SeatReserved(Response, frozen=True):
    """An open seat that is reserved for a player."""

    game_id: GameId
    ruleset: PlainRuleset
    seat: SeatNumber


class SeatTurn(SeatTaken, frozen=True):
    """A seat with a pending decision."""

    decision: NextDecisionId
    deadline: Deadline | UnsetType = UNSET


class SeatForfeited(SeatTaken, frozen=True):
    """A seat that has lost because its deadline passed."""

    decision: Count
    """The decision whose deadline passed."""
    level: ReplacingLevel | UnsetType = UNSET


class SeatReplaced(SeatForfeited, frozen=True, kw_only=True):
    """A seat that an AI level plays because its deadline passed."""

    until_return: UntilReturn


class TournamentUpdate(Response, frozen=True, kw_only=True):
    """The data of an event in a tournament."""

    entrant: EntrantNumber | UnsetType = UNSET
    """The number of the entrant who entered, withdrew, re-entered, was disqualified or penalised. Omitted otherwise."""
    round: Annotated[int, Meta(ge=1, le=MOST)] | UnsetType = UNSET
    """The number of the round that was opened or taken back, or of the match's round. Omitted otherwise."""
    table: TableNumber | UnsetType = UNSET
    game: Annotated[int, Meta(ge=0, le=MOST_GAMES - 1)] | UnsetType = UNSET
    """The number of the game in the match that ended or was ruled, from 0. Omitted otherwise."""
    entrants: Annotated[tuple[EntrantNumber, ...], Meta(min_length=0, max_length=MOST_TABLE)] | UnsetType = UNSET
    """The entrants of the match, in the order of the table. With `ended`: the winner. Omitted otherwise."""
    ranks: (
        Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_TABLE)], ...], Meta(min_length=2, max_length=MOST_TABLE)]
        | UnsetType
    ) = UNSET
    """The ranks of `entrants` in the game or match, from 1; equal ranks are ties. Omitted otherwise."""


class TournamentNotice(TournamentUpdate, frozen=True):
    """An event in a tournament."""

    ruleset: PlainRuleset
    tournament: TournamentId
    tournament_event: TournamentEventType


class WebhookMessage(Response, Generic[Data], frozen=True, tag_field="type"):
    """A message to a webhook."""

    timestamp: Moment
    """When the event happened, in UTC (RFC 3339)."""
    data: Data
    """The event itself."""


class YourTurnMessage(WebhookMessage[SeatTurn], frozen=True, tag="your_turn"):
    """A seat has a pending decision. Submit an action for it with `submitAction`."""


class SeatedMessage(WebhookMessage[SeatAssigned], frozen=True, tag="seated"):
    """A player has received a seat."""


class OverMessage(WebhookMessage[GameEnd], frozen=True, tag="over"):
    """A game is over: no seat can act any more."""


class ScoredMessage(WebhookMessage[GameEnd], frozen=True, tag="scored"):
    """A game has been scored. `getResult` returns the score sheet."""


class AbortedMessage(WebhookMessage[GameEnd], frozen=True, tag="aborted"):
    """A game has been aborted. It accepts no actions and has no result."""


class InvitedMessage(WebhookMessage[SeatReserved], frozen=True, tag="invited"):
    """A seat is reserved for a player, who takes it with `claimSeat`. Only the invited player receives this message."""


class ClockLowMessage(WebhookMessage[SeatTurn], frozen=True, tag="clock_low"):
    """A seat has a tenth of the time for its decision left, but at least 10 seconds and at most a day."""


class TakenOverMessage(WebhookMessage[SeatReplaced], frozen=True, tag="taken_over"):
    """An AI level has taken over a seat because its deadline passed. The player returns with `returnToSeat`."""


class ForfeitedMessage(WebhookMessage[SeatForfeited], frozen=True, tag="forfeited"):
    """A seat has lost because its deadline passed."""


class TournamentMessage(WebhookMessage[TournamentNotice], frozen=True, tag="tournament"):
    """An event occurred in a tournament. The affected players and the organiser receive it."""


MESSAGES: Mapping[NoticeType, type[WebhookMessage[Any]]] = {
    cast("NoticeType", message.__struct_config__.tag): message for message in WebhookMessage.__subclasses__()
}
"""The messages by type."""


def data_type(kind: NoticeType) -> type[Response]:
    """Return the type of a message's data."""
    (data,) = (field.type for field in msgspec.structs.fields(MESSAGES[kind]) if field.name == "data")
    return cast("type[Response]", data)

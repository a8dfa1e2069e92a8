"""Notices to players in feeds, and messages to webhooks.

A subclass of `WebhookMessage` declares a type of notice, which `Notice` describes. The lists of types and the contract
follow from it. `service.playing.notices` sends the notices of games.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.ruleset import EndedBy
from service.resources.base import ExtendedBySubclasses, HostedRuleset, OfRuleset, Response, UnionByRuleset
from service.resources.types import (
    Count,
    Digits,
    GameId,
    GameVersion,
    Moment,
    NextDecisionId,
    PlainRuleset,
    Previews,
    SeatIndex,
    SeatNumber,
)

Data = TypeVar("Data", bound=Response)

NotificationEvent = Literal["your_turn", "clock_low", "invited", "game_over", "round_starts"]
"""The events of which notification targets are notified."""

DropReason = Annotated[
    Literal["illegal", "condition", "late", "answered", "undone"],
    Meta(
        description="Why the service dropped the seat's action queue. `illegal`: the rules rejected the action. "
        "`condition`: a condition did not hold. `late`: the deadline of the decision had passed. `answered`: an AI "
        "level or a default action answered the decision. `undone`: an undo went back to the version of the queue or "
        "an earlier one."
    ),
]

DeletionReason = Annotated[
    Literal["creator", "inactive", "finished"],
    Meta(
        description="Why the game was deleted. `creator`: its creator deleted it. `inactive`: no seat acted for a long "
        "time, and no deadline was pending. `finished`: the time for which the service stores finished games is over."
    ),
]
NoticeReason = Annotated[
    Literal["illegal", "condition", "late", "answered", "undone", "creator", "inactive", "finished"],
    Meta(
        description="Why the service dropped the action queue of the seat, or why the game was deleted. Present when "
        "the type is `queue_dropped` or `deleted`. The messages of webhooks describe the reasons of each type."
    ),
]

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
PauseStep = Literal["requested", "declined", "paused", "resumed"]
StepOfPause = Annotated[
    PauseStep,
    Meta(
        description="What another player did (`changeClocks`): requested a pause, declined it, agreed as the last one, "
        "or ended it. Present when the type is `pause`."
    ),
]
LeadingSeek = Annotated[
    str,
    whole_text("^sk_[a-z0-9]{20}$"),
    Meta(description="The seek that led to the seat. Omitted if the seat was not matched by a seek."),
]
NoticeId = Annotated[str, whole_text(r"^[0-9]{1,15}(-[0-9]{1,15})?$", extra={"error": "Not the id of a notice."})]
"""A notice id: the time of Redis in milliseconds, and a sequence number."""


class WholeGame(Response, frozen=True):
    """A game, reported to each of its seats."""

    game_id: GameId
    ruleset: PlainRuleset
    version: GameVersion
    seat: SeatIndex | UnsetType = UNSET
    """The seat of the player. Omitted if the webhook covers all seats of the game."""


class GameEnd(WholeGame, frozen=True):
    """The end of a game."""

    record_hash: ScoredHash | UnsetType = UNSET
    ended_by: EndedBy | UnsetType = UNSET


class GameDeleted(WholeGame, frozen=True, kw_only=True):
    """A game that no longer exists."""

    reason: DeletionReason


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


class SeatQueueDropped(SeatTaken, frozen=True):
    """A seat whose action queue was dropped."""

    reason: DropReason


class SeatPaused(SeatTaken, frozen=True):
    """A seat in a game with a pause by agreement."""

    pause: StepOfPause


class NoticeFields(Response, frozen=True, kw_only=True):
    """Fields of notices about games, as stored and as shown. Each type of notice has some of them."""

    deadline: Deadline | UnsetType = UNSET
    seek: LeadingSeek | UnsetType = UNSET
    record_hash: ScoredHash | UnsetType = UNSET
    ended_by: EndedBy | UnsetType = UNSET
    level: ReplacingLevel | UnsetType = UNSET
    until_return: UntilReturn | UnsetType = UNSET
    reason: NoticeReason | UnsetType = UNSET
    pause: StepOfPause | UnsetType = UNSET


class Turn(Response, UnionByRuleset, frozen=True):
    """A pending decision with all its legal actions."""

    ruleset: Annotated[str, HostedRuleset()]
    decision: NextDecisionId
    actions: tuple[Annotated[Any, OfRuleset("action_type", "Action")], ...]
    """The legal actions, as in `listLegalActions`."""
    previews: Previews | UnsetType = UNSET


class Notice(NoticeFields, ExtendedBySubclasses, frozen=True):
    """A notice to a player. Ignore notices with an unknown `type`: later versions may add types."""

    id: NoticeId
    """The id of the notice, for `after` and `Last-Event-ID`. Ids increase."""
    type: Annotated[str, whole_text("^[a-z_]+$")]
    """The type of the notice. `invited`: the seat is reserved for the player, who takes it with `claimSeat` and a
    player key. `seated`: the player has the seat. `your_turn`: the turn of the seat starts with a pending
    `decision`. `clock_low`: a tenth of the time for the decision is left, but at least 10 seconds and at most a
    day. It is not sent if the whole time is below 30 seconds. `taken_over`: the deadline of `decision` passed, and
    the AI `level` makes it. `forfeited`: the deadline of `decision` passed, and the seat has lost. `queue_dropped`:
    the action queue of the seat was dropped, with a `reason`. `pause`: see the field `pause`. `over`: the game has
    ended, and `ended_by` says how. `scored`: the result is available. `aborted`: the game was aborted and has no
    result. `deleted`: the game no longer exists, with a `reason`; requests for it return `game_not_found`.
    `tournament`: `tournament_event` occurred in a tournament of the player. More types may be added."""
    at: Moment
    """When the notice was sent, in UTC (RFC 3339)."""
    game_id: Annotated[str, whole_text("^[a-z0-9]{20}$")] | UnsetType = UNSET
    """The id of the game. Omitted if the notice is about no game."""
    ruleset: str | UnsetType = UNSET
    """The name of the ruleset of the game or tournament."""
    version: Count | UnsetType = UNSET
    """The version of the game at the time; for `your_turn`, the version at which the decision arose. Omitted for
    `invited`."""
    seat: SeatIndex | UnsetType = UNSET
    """The seat of the player, or the seat that is reserved for the player."""
    decision: Count | UnsetType = UNSET
    """The decision of the notice. `your_turn`, `clock_low`: the pending decision, to send with the action.
    `taken_over`, `forfeited`: the decision whose deadline passed."""
    next_decision: Turn | UnsetType = UNSET
    """The pending decision with its legal actions. Present with `include=actions`, unless an action was submitted for
    it."""


class WebhookMessage(Response, Generic[Data], frozen=True, tag_field="type"):
    """A message to a webhook."""

    rank: ClassVar[int] = 0
    """The order in which one version of a game can have notices. Stored marks contain it."""
    may_be_last: ClassVar[bool] = False
    """Whether no other notice may follow about the game."""
    is_private: ClassVar[bool] = False
    """Whether only the player of the seat gets the message, not the game or its creator."""
    notifies: ClassVar[NotificationEvent | None] = None
    """The event of notification targets that the message reports; None for no event."""

    timestamp: Moment
    """When the event happened, in UTC (RFC 3339)."""
    data: Data
    """The event itself."""

    @property
    def event(self) -> NotificationEvent | None:
        """Return the event of notification targets that this message reports, if any."""
        return self.notifies


class YourTurnMessage(WebhookMessage[SeatTurn], frozen=True, tag="your_turn"):
    """The turn of a seat starts. Submit an action for its pending decision with `submitAction`.

    Further decisions of the same turn send no message: the response to each action shows the next decision.
    """

    rank = 1
    notifies = "your_turn"


class SeatedMessage(WebhookMessage[SeatAssigned], frozen=True, tag="seated"):
    """A player has received a seat."""


class OverMessage(WebhookMessage[GameEnd], frozen=True, tag="over"):
    """A game is over: no seat can act any more."""

    rank = 5
    notifies = "game_over"


class ScoredMessage(WebhookMessage[GameEnd], frozen=True, tag="scored"):
    """A game has been scored. `getResult` returns the score sheet."""

    rank = 6
    may_be_last = True


class AbortedMessage(WebhookMessage[GameEnd], frozen=True, tag="aborted"):
    """A game has been aborted. It accepts no actions and has no result."""

    rank = 7
    may_be_last = True
    notifies = "game_over"


class DeletedMessage(WebhookMessage[GameDeleted], frozen=True, tag="deleted"):
    """A game has been deleted, with its log and record. Requests for the game return `game_not_found`."""

    rank = 8
    may_be_last = True
    notifies = "game_over"

    @property
    def event(self) -> NotificationEvent | None:
        """Return the event of notification targets; None for a game that had ended long before."""
        return None if self.data.reason == "finished" else self.notifies


class InvitedMessage(WebhookMessage[SeatReserved], frozen=True, tag="invited"):
    """A seat is reserved for a player, who takes it with `claimSeat`. Only the invited player receives this message."""

    may_be_last = True
    notifies = "invited"


class ClockLowMessage(WebhookMessage[SeatTurn], frozen=True, tag="clock_low"):
    """A seat has a tenth of the time for its decision left, but at least 10 seconds and at most a day."""

    rank = 2
    notifies = "clock_low"


class TakenOverMessage(WebhookMessage[SeatReplaced], frozen=True, tag="taken_over"):
    """An AI level has taken over a seat because its deadline passed. The player returns with `returnToSeat`."""

    rank = 3


class ForfeitedMessage(WebhookMessage[SeatForfeited], frozen=True, tag="forfeited"):
    """A seat has lost because its deadline passed."""

    rank = 4


class QueueDroppedMessage(WebhookMessage[SeatQueueDropped], frozen=True, tag="queue_dropped"):
    """The action queue of a seat was dropped. Only the player of the seat receives this message."""

    is_private = True


class PauseMessage(WebhookMessage[SeatPaused], frozen=True, tag="pause"):
    """A player has requested, declined, started or ended a pause. The others receive it."""

    notifies = "your_turn"


def type_of(message: WebhookMessage[Any] | type[WebhookMessage[Any]]) -> str:
    """Return the type of a message."""
    return str(message.__struct_config__.tag)


def message_types() -> Mapping[str, type[WebhookMessage[Any]]]:
    """Return the messages by type, with those of packages on top of the service."""
    return {type_of(message): message for message in WebhookMessage.__subclasses__()}


def data_type(kind: str) -> type[Response]:
    """Return the type of a message's data."""
    (data,) = (field.type for field in msgspec.structs.fields(message_types()[kind]) if field.name == "data")
    return cast("type[Response]", data)

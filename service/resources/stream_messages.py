"""Messages of streams, one class for each type. The contract publishes a union of them for each kind of stream."""

from typing import Annotated, Generic, Literal, TypeVar

from msgspec import UNSET, UnsetType

from service.resources.base import HostedRuleset, Response, UnionByRuleset
from service.resources.events import AbortedGame, Event, EventId, NextDecision
from service.resources.messages import Notice, NoticeId
from service.resources.surroundings import (
    CreatedRematch,
    FaultyGame,
    GameSeats,
    PendingUndoOffers,
    PlayersPresence,
    SeatQueue,
)
from service.resources.types import GameVersion

Id = TypeVar("Id")
Data = TypeVar("Data", bound=Response)


class StartedGame(Response, UnionByRuleset, frozen=True):
    """A game that has started."""

    ruleset: Annotated[str, HostedRuleset()]
    version: GameVersion


class OfferedDecision(Response, UnionByRuleset, frozen=True):
    """The pending decision of the caller's seat."""

    ruleset: Annotated[str, HostedRuleset()]
    version: GameVersion
    next_decision: NextDecision
    """The decision with all its legal actions."""


class EndedGame(Response, frozen=True):
    """A game that has ended."""

    version: GameVersion
    status: Literal["aborted"] | UnsetType = UNSET
    """`aborted`: the game was aborted. Omitted if it has a result."""


class StreamMessage(Response, Generic[Id, Data], frozen=True, tag_field="type"):
    """A message of a stream.

    In a stream of server-sent events `type`, `id` and `data` are the fields `event`, `id` and `data`. In a stream of
    lines (NDJSON) each line is the `data`.
    """

    id: Id
    """The id of the message, for `Last-Event-ID`."""
    data: Data
    """The content of the message."""


class EventStreamMessage(StreamMessage[EventId, Event], frozen=True, tag="event"):
    """An event of the game."""


class StartedStreamMessage(StreamMessage[EventId, StartedGame], frozen=True, tag="started"):
    """An open game has started."""


class NextDecisionStreamMessage(StreamMessage[EventId, OfferedDecision], frozen=True, tag="next_decision"):
    """The caller's seat must act already, and there is no event to send."""


class AbortedStreamMessage(StreamMessage[EventId, AbortedGame], frozen=True, tag="aborted"):
    """The game was aborted, after all events that the stream has sent. The message `over` follows."""


class OverStreamMessage(StreamMessage[EventId, EndedGame], frozen=True, tag="over"):
    """The game has ended. The stream ends, unless it waits for a rematch. A stream of lines has no such message."""


class SeatsStreamMessage(StreamMessage[EventId, GameSeats], frozen=True, tag="seats"):
    """Who has the seats of the game: at the start of the stream, and after each change."""


class PresenceStreamMessage(StreamMessage[EventId, PlayersPresence], frozen=True, tag="presence"):
    """Which players are connected: at the start of the stream, and after each change."""


class UndoOffersStreamMessage(StreamMessage[EventId, PendingUndoOffers], frozen=True, tag="undo_offers"):
    """The undo request that awaits consent: at the start of the stream, and after each change."""


class QueueStreamMessage(StreamMessage[EventId, SeatQueue], frozen=True, tag="queue"):
    """The action queue of the caller's seat: at the start of the stream, and after each change."""


class FaultyStreamMessage(StreamMessage[EventId, FaultyGame], frozen=True, tag="faulty"):
    """Whether the rules of the game have failed: at the start of the stream, and after each change."""


class RematchStreamMessage(StreamMessage[EventId, CreatedRematch], frozen=True, tag="rematch"):
    """The rematch has been created, and the stream ends."""


class NoticeStreamMessage(StreamMessage[NoticeId, Notice], frozen=True, tag="notice"):
    """A notice to the player."""


OF_A_GAME = (
    EventStreamMessage,
    StartedStreamMessage,
    NextDecisionStreamMessage,
    AbortedStreamMessage,
    OverStreamMessage,
    SeatsStreamMessage,
    PresenceStreamMessage,
    UndoOffersStreamMessage,
    QueueStreamMessage,
    FaultyStreamMessage,
    RematchStreamMessage,
)
OF_A_FEED = (NoticeStreamMessage,)

"""The log of a game: its events, pages, streams and read positions."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.seat_changes import SeatChange
from service.resources import clocks
from service.resources.base import (
    Headers,
    HostedRuleset,
    OfRuleset,
    PartByRuleset,
    PublishedType,
    Query,
    Response,
    UnionByRuleset,
)
from service.resources.game_fields import AbortReason
from service.resources.patches import PatchOperation
from service.resources.surroundings import Surrounding, Surroundings
from service.resources.types import (
    MOST,
    MOST_WAIT_SECONDS,
    Count,
    GameId,
    GameVersion,
    Moment,
    NextDecisionId,
    Previews,
    SeatIndex,
    SeatNumber,
    Status,
)

MOST_EVENTS = 1000
"""Most events in one response."""
MOST_PATCHED = 50
"""Most events with patches, which take one to two milliseconds each."""

EventId = Annotated[str, whole_text(r"^[0-9]{1,9}(-[0-9a-f]{8})?$", extra={"error": "Not the id of an event."})]
"""The version of the event, and a suffix that distinguishes it from a replaced event of that version."""
StateTag = Annotated[str, whole_text(r"^[0-9a-f]{32}$", extra={"error": "Not the tag of a page of events."})]
Change = Annotated[
    SeatChange,
    PublishedType("SeatChange"),
    Meta(description="The change of who plays the seat. An event has either `change`, or `decision` and `action`."),
]
By = Annotated[
    clocks.By,
    PublishedType("By"),
    Meta(description="Who decided in place of the seat's player. Omitted if the player decided."),
]
UndoneTo = Annotated[
    Count,
    Meta(
        description="The version that the game returns to: all later actions are undone. `decision` and `action` then "
        "name the seat's first undone action, and `facts` is empty. Omitted if the event is no undo."
    ),
]


class NextDecision(Response, PartByRuleset, frozen=True):
    """The pending decision of the caller's seat, with all its legal actions."""

    decision: NextDecisionId
    actions: tuple[Annotated[Any, OfRuleset("action_type", "Action")], ...]
    """The legal actions, as in `listLegalActions`."""
    previews: Previews | UnsetType = UNSET


class PendingDecision(Response, frozen=True):
    """The pending decision of a seat."""

    seat: SeatNumber
    decision: Count
    """The id of the seat's pending decision: the version at which it arose."""


class Event(Response, UnionByRuleset, frozen=True, kw_only=True):
    """An event of a game's log, as the caller may see it."""

    ruleset: Annotated[str, HostedRuleset()]
    id: EventId
    """The id of the event, for the header `Last-Event-ID`. If data loss replaces the event, the new one has another id.
    """
    version: Annotated[int, Meta(ge=1, le=MOST)]
    """The version of the game after this event, from 1."""
    seat: SeatNumber
    at: Moment
    """When the event happened, in UTC (RFC 3339)."""
    decision: Count | UnsetType = UNSET
    """The id of the decision that the action was for. Omitted if the event has `change`."""
    action: Annotated[Any, OfRuleset("observed_type", "Observed")] = UNSET
    """The action of the seat, as far as the caller may see it. Omitted if the event has `change`."""
    change: Change | UnsetType = UNSET
    facts: tuple[Annotated[Any, OfRuleset("fact_type", "Fact")], ...]
    """The consequences of the action, in order."""
    to_act: tuple[SeatIndex, ...]
    """The seats with a pending decision after the event."""
    decisions: tuple[PendingDecision, ...]
    """The pending decision of each seat in `to_act`."""
    by: By | UnsetType = UNSET
    undoes: UndoneTo | UnsetType = UNSET
    patch: tuple[Annotated[PatchOperation, PublishedType("PatchOperation")], ...] | UnsetType = UNSET
    """The changes of the event to the caller's view (`queryView`). Present with `include=patches`."""
    next_decision: NextDecision | UnsetType = UNSET
    """The pending decision of the caller's seat, in the last event of the log. Present with `include=actions` if the
    seat must act."""


class AbortedGame(Response, frozen=True, kw_only=True):
    """A game that was aborted. An abort is no event: the version stays that of the last event."""

    version: GameVersion
    status: Literal["aborted"]
    at: Moment
    """When the game was aborted, in UTC (RFC 3339)."""
    abort_reason: AbortReason | UnsetType = UNSET
    patch: tuple[Annotated[PatchOperation, PublishedType("PatchOperation")], ...] | UnsetType = UNSET
    """The changes of the abort to the caller's view (`queryView`). Present with `include=patches`."""


class EventPage(Response, frozen=True):
    """A page of a game's log. To continue, send the version of the last event as `after`.

    More events follow at once if the version of the last event is below `version`.
    """

    game_id: GameId
    version: Annotated[Count, Meta(description="The version of the game: the last event that the caller may see.")]
    status: Status
    """The status of the game. After `over` and `aborted`, no further event follows. `open`: no event follows until all
    seats are taken. `running`: more events may follow."""
    state_tag: StateTag
    """The tag of `status` and `surroundings`. Send it with the next request, which waits only while they stay the same.
    """
    events: tuple[Event, ...]
    """The events, oldest first. Empty if none follow yet."""
    aborted: AbortedGame | UnsetType = UNSET
    """The abort of the game, after its last event. Omitted if the game was not aborted, and if more events follow."""
    surroundings: Surroundings | UnsetType = UNSET
    """What changes without an event, as it is now. Present if `include` names some of it."""


class StreamQuery(Query, frozen=True):
    """Query parameters of an event stream."""

    after: Count = 0
    """Return events after this version. Default: 0, all events."""
    include: frozenset[Literal["actions", "patches", Surrounding]] = frozenset()
    """Extra parts to return, separated by commas. `actions`: the last event of the log has `next_decision`, if the
    caller's seat must act. `patches`: each event has its changes to the caller's view. The others name what changes
    without an event. `seats`: who has the seats. `presence`: which players are present. `undo_offers`, `rematch`: the
    offers and the rematch of the game. `queue`: the queued actions of the caller's seat. `faulty`: the stop of a game
    whose rules have failed."""


class TicketQuery(StreamQuery, frozen=True):
    """Query parameters of an event stream, with a ticket instead of a token."""

    ticket: Annotated[str, Meta(min_length=1, max_length=255)] | UnsetType = UNSET
    """The ticket of `createStreamTicket`, for clients that cannot send a header."""


class EventQuery(StreamQuery, frozen=True):
    """Query parameters of a page of events."""

    limit: Annotated[
        int,
        Meta(ge=1, le=MOST_EVENTS),
        Meta(description=f"The maximum number of events. With `patches`, it is at most {MOST_PATCHED}."),
    ] = 100
    patches: bool = False
    """True: each event has its changes to the caller's view, as with `include=patches`. Default: false."""
    wait: Annotated[int, Meta(ge=0, le=MOST_WAIT_SECONDS)] = 0
    """How many seconds to wait for the next event if there is none yet. Default: 0."""
    state_tag: StateTag | UnsetType = UNSET
    """The `state_tag` of the last page. If the status or the surroundings have changed since, the request does not
    wait. Without it, a request for surroundings does not wait."""


class LastEvent(Headers, frozen=True, rename={"id": "Last-Event-ID"}):
    """The header that continues an event stream."""

    id: EventId | UnsetType = UNSET
    """The `id` or the version of the last event that the client received. It overrides `after`."""

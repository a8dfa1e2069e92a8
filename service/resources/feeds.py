"""The feed of a player: its notices, pages and streams."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import (
    ExtendedBySubclasses,
    Headers,
    HostedRuleset,
    OfRuleset,
    Query,
    Response,
    UnionByRuleset,
    Words,
)
from service.resources.messages import (
    Deadline,
    DropReason,
    LeadingSeek,
    ReplacingLevel,
    ScoredHash,
    UntilReturn,
)
from service.resources.types import MOST_WAIT_SECONDS, Count, Moment, NextDecisionId, Previews, SeatIndex

MOST_NOTICES = 500
MOST_WITH_ACTIONS = 50

NoticeId = Annotated[str, Meta(pattern=r"^[0-9]{1,15}(-[0-9]{1,15})?$", extra={"error": "Not the id of a notice."})]
"""A notice id: the time of Redis in milliseconds, and a sequence number."""


class Turn(Response, UnionByRuleset, frozen=True):
    """A pending decision with all its legal actions."""

    ruleset: Annotated[str, HostedRuleset()]
    decision: NextDecisionId
    actions: tuple[Annotated[Any, OfRuleset("action_type", "Action")], ...]
    """The legal actions, as in `listLegalActions`."""
    previews: Previews | UnsetType = UNSET


class Notice(Response, ExtendedBySubclasses, frozen=True):
    """A notice to a player. Ignore notices with an unknown `type`: later versions may add types."""

    id: NoticeId
    """The id of the notice, for `after` and `Last-Event-ID`. Ids increase."""
    type: Annotated[str, Meta(pattern="^[a-z_]+$")]
    """The type of the notice. `invited`: the seat is reserved for the player, who takes it with `claimSeat` and a
    player key. `seated`: the player has the seat. `your_turn`: the seat has a pending `decision`. `clock_low`: a
    tenth of the time for the decision is left, but at least 10 seconds and at most a day. It is not sent if the
    whole time is below 30 seconds. `taken_over`: the deadline of `decision` passed, and the AI `level` makes it.
    `forfeited`: the deadline of `decision` passed, and the seat has lost. `queue_dropped`: the action queue of the
    seat was dropped, with a `reason`. `over`: the game has been played to its end. `scored`: the result is
    available. `aborted`: the game was aborted and has no result. `tournament`: `tournament_event` occurred in a
    tournament of the player. More types may be added."""
    at: Moment
    """When the notice was sent, in UTC (RFC 3339)."""
    game_id: Annotated[str, Meta(pattern="^[a-z0-9]{20}$")] | UnsetType = UNSET
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
    deadline: Deadline | UnsetType = UNSET
    seek: LeadingSeek | UnsetType = UNSET
    record_hash: ScoredHash | UnsetType = UNSET
    level: ReplacingLevel | UnsetType = UNSET
    until_return: UntilReturn | UnsetType = UNSET
    reason: DropReason | UnsetType = UNSET
    """Why the service dropped the seat's action queue; present if the type is `queue_dropped`."""
    next_decision: Turn | UnsetType = UNSET
    """The pending decision with its legal actions. Present with `include=actions`, unless an action was submitted for
    it."""


class NoticePage(Response, frozen=True):
    """A page of a player's feed."""

    events: tuple[Notice, ...]
    """The notices, oldest first."""
    after: NoticeId
    """The position after this page. Send it as `after` with the next request."""


class FeedStreamQuery(Query, frozen=True):
    """Query parameters of a feed stream."""

    after: NoticeId = "0"
    """Return notices after this `id`. Default: all stored notices."""
    include: Annotated[frozenset[Literal["actions"]], Words(("actions",))] = frozenset()
    """Extra parts to return. `actions`: a pending turn has `next_decision`, the decision with its legal actions."""


class FeedTicketQuery(FeedStreamQuery, frozen=True):
    """Query parameters of a feed stream, with a ticket instead of a key."""

    ticket: Annotated[str, Meta(min_length=1, max_length=255)] = ""
    """The ticket of `createMyStreamTicket`, for clients that cannot send a header."""


class FeedQuery(FeedStreamQuery, frozen=True):
    """Query parameters of a page of a feed."""

    limit: Annotated[
        int,
        Meta(ge=1, le=MOST_NOTICES),
        Meta(description=f"The maximum number of notices. With `actions`, it is at most {MOST_WITH_ACTIONS}."),
    ] = 100
    wait: Annotated[int, Meta(ge=0, le=MOST_WAIT_SECONDS)] = 0
    """How many seconds to wait for the next notice if there is none yet. Default: 0."""


class LastNotice(Headers, frozen=True, rename={"id": "Last-Event-ID"}):
    """The header that continues a feed stream."""

    id: NoticeId = ""
    """The `id` of the last notice that the client received. It overrides `after`."""

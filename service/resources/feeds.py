"""The feed of a player: its pages and streams."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Headers, Query, Response
from service.resources.messages import Notice, NoticeId
from service.resources.types import MOST_WAIT_SECONDS

MOST_NOTICES = 500
MOST_WITH_ACTIONS = 50


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
    include: frozenset[Literal["actions"]] = frozenset()
    """Extra parts to return. `actions`: a pending turn has `next_decision`, the decision with its legal actions."""


class FeedTicketQuery(FeedStreamQuery, frozen=True):
    """Query parameters of a feed stream, with a ticket instead of a key."""

    ticket: Annotated[str, Meta(min_length=1, max_length=255)] | UnsetType = UNSET
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

    id: NoticeId | UnsetType = UNSET
    """The `id` of the last notice that the client received. It overrides `after`."""

"""Tickets, which authorize streams without a header."""

from typing import Annotated

from msgspec import Meta

from service.resources.base import Request, Response
from service.resources.types import GameId, Moment, PlayerId, SeatNumber

SECONDS = 60
"""Validity of a ticket. Open streams continue after it."""


class TicketRequest(Request, frozen=True):
    """The lifetime of a ticket. The body may be omitted."""

    expires_in: Annotated[
        int,
        Meta(ge=1, le=SECONDS),
        Meta(description=f"The number of seconds for which the ticket is valid. Default: {SECONDS}."),
    ] = SECONDS


class StreamTicket(Response, frozen=True):
    """A ticket that authorizes streams of a game as a seat, for a short time."""

    game_id: GameId
    seat: SeatNumber
    ticket: str
    """The ticket. Send it as `ticket` to `streamEvents` or `streamEventsAsNdjson`."""
    expires_at: Moment
    """When the ticket expires, in UTC (RFC 3339)."""


class FeedTicket(Response, frozen=True):
    """A ticket that authorizes streams of a player's feed, for a short time."""

    player: PlayerId
    """The id of the player whose feed the ticket opens."""
    ticket: str
    """The ticket. Send it as `ticket` to `streamMyEvents` or `streamMyEventsAsNdjson`."""
    expires_at: Moment
    """When the ticket expires, in UTC (RFC 3339)."""

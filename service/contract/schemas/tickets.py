"""Schemas of tickets, which authorize streams without a header."""

from marshmallow import fields
from marshmallow.validate import Length

from service.contract.schemas.events import StreamQuery


class TicketQuery(StreamQuery):
    """Query parameters of an event stream, with a ticket instead of a token."""

    ticket = fields.String(
        validate=Length(1, 255),
        metadata={"description": "The ticket of `createStreamTicket`, for clients that cannot send a header."},
    )

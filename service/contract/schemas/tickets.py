"""Schemas of tickets, which authorize streams without a header."""

from marshmallow import fields
from marshmallow.validate import Length, Range

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.events import StreamQuery
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema
from service.play.tickets import SECONDS


class NewTicket(RequestSchema):
    """The lifetime of a ticket. The body may be omitted."""

    expires_in = BodyInteger(
        validate=Range(1, SECONDS),
        metadata={"description": f"The number of seconds for which the ticket is valid. Default: {SECONDS}."},
    )


class StreamTicket(ResponseSchema):
    """A ticket that authorizes streams of a game as a seat, for a short time."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    ticket = fields.String(
        required=True,
        metadata={"description": "The ticket. Send it as `ticket` to `streamEvents` or `streamEventsAsNdjson`."},
    )
    expires_at = shared_fields.moment("When the ticket expires, in UTC.")


class FeedTicket(ResponseSchema):
    """A ticket that authorizes streams of a player's feed, for a short time."""

    player = shared_fields.player("The id of the player whose feed the ticket opens.")
    ticket = fields.String(
        required=True,
        metadata={"description": "The ticket. Send it as `ticket` to `streamMyEvents` or `streamMyEventsAsNdjson`."},
    )
    expires_at = shared_fields.moment("When the ticket expires, in UTC.")


class TournamentTicket(ResponseSchema):
    """A ticket that authorizes streams of a tournament, for a short time."""

    tournament = own.tournament()
    ticket = fields.String(
        required=True, metadata={"description": "The ticket. Send it as `ticket` to `streamTournamentEvents`."}
    )
    expires_at = shared_fields.moment("When the ticket expires, in UTC.")


class TicketQuery(StreamQuery):
    """Query parameters of an event stream, with a ticket instead of a token."""

    ticket = fields.String(
        validate=Length(1, 255),
        metadata={"description": "The ticket of `createStreamTicket`, for clients that cannot send a header."},
    )

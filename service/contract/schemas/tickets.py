"""Tickets: what opens a stream where no header can be sent."""

from marshmallow import fields
from marshmallow.validate import Length, Range

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.events import StreamQuery
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema
from service.play.tickets import SECONDS


class NewTicket(RequestSchema):
    """For how long a ticket is wanted; may be left out."""

    expires_in = BodyInteger(
        validate=Range(1, SECONDS),
        metadata={"description": f"For how many seconds it opens a stream; {SECONDS} if absent."},
    )


class StreamTicket(ResponseSchema):
    """What opens streams of a game as a seat, for a moment."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    ticket = fields.String(
        required=True, metadata={"description": "Send it as `ticket` to `streamEvents` or `streamEventsAsNdjson`."}
    )
    expires_at = shared_fields.moment("Until when it opens a stream, UTC.")


class FeedTicket(ResponseSchema):
    """What opens streams of a player's feed, for a moment."""

    player = shared_fields.player("Whose feed it is.")
    ticket = fields.String(
        required=True, metadata={"description": "Send it as `ticket` to `streamMyEvents` or `streamMyEventsAsNdjson`."}
    )
    expires_at = shared_fields.moment("Until when it opens a stream, UTC.")


class TournamentTicket(ResponseSchema):
    """What opens streams of a tournament, for a moment."""

    tournament = own.tournament()
    ticket = fields.String(required=True, metadata={"description": "Send it as `ticket` to `streamTournamentEvents`."})
    expires_at = shared_fields.moment("Until when it opens a stream, UTC.")


class TicketQuery(StreamQuery):
    """Where a stream begins, and whose it is."""

    ticket = fields.String(
        validate=Length(1, 255),
        metadata={"description": "What `createStreamTicket` gave, in place of a token, where none can be sent."},
    )

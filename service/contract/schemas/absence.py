"""Schemas to abort a game and to advance a virtual clock."""

from marshmallow.validate import Range

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema

MOST_SECONDS = 366 * 24 * 60 * 60


class AbortStatus(ResponseSchema):
    """The state of a request to abort a game."""

    game_id = shared_fields.game_id()
    status = shared_fields.status()
    requested_by = shared_fields.seat_numbers("The seats that have requested to abort the game.")


class ClockAdvance(RequestSchema):
    """The time by which to advance the virtual clock."""

    seconds = BodyInteger(
        required=True,
        validate=Range(1, MOST_SECONDS),
        metadata={"description": "The number of seconds to advance the clock by."},
    )


class VirtualTime(ResponseSchema):
    """The time of a virtual clock."""

    game_id = shared_fields.game_id()
    version = shared_fields.version()
    time = shared_fields.moment("The time of the virtual clock in UTC.")

"""Aborting a game, and moving a virtual clock."""

from marshmallow.validate import Range

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema

MOST_SECONDS = 366 * 24 * 60 * 60


class AbortStatus(ResponseSchema):
    """What has become of a game that somebody would abort."""

    game_id = shared_fields.game_id()
    status = shared_fields.status()
    requested_by = shared_fields.seat_numbers("The seats that have asked for it.")


class ClockAdvance(RequestSchema):
    """How much time passes."""

    seconds = BodyInteger(
        required=True, validate=Range(1, MOST_SECONDS), metadata={"description": "By which the clock is moved on."}
    )


class VirtualTime(ResponseSchema):
    """What time it is in a game."""

    game_id = shared_fields.game_id()
    version = shared_fields.version()
    time = shared_fields.moment("By its virtual clock, UTC.")

"""The schema of the health check."""

from marshmallow import fields
from marshmallow.validate import OneOf

from service.contract.schemas.fields import ResponseSchema


class Health(ResponseSchema):
    """The health of the service."""

    status = fields.String(
        required=True,
        validate=OneOf(["ok"]),
        metadata={"description": "Always `ok`; otherwise the response is a problem."},
    )
    build = fields.String(
        required=True,
        validate=OneOf(["plain", "compiled"]),
        metadata={
            "description": "Whether the rules run as plain Python or compiled. The results are equal; the speed "
            "differs."
        },
    )

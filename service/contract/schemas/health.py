"""Whether the service is well."""

from marshmallow import fields
from marshmallow.validate import OneOf

from service.contract.schemas.fields import ResponseSchema


class Health(ResponseSchema):
    """The service is well."""

    status = fields.String(required=True, validate=OneOf(["ok"]))
    build = fields.String(
        required=True,
        validate=OneOf(["plain", "compiled"]),
        metadata={
            "description": "Whether the rules run as plain Python or compiled: the same games, at another speed."
        },
    )

"""Whether the service is well."""

from marshmallow import fields
from marshmallow.validate import OneOf

from service.contract.schemas.fields import ResponseSchema


class Health(ResponseSchema):
    """The service is well."""

    status = fields.String(required=True, validate=OneOf(["ok"]))

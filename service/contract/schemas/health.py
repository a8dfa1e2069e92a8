"""Whether the service is well."""

from marshmallow import fields
from marshmallow.validate import OneOf

from service.contract.schemas.fields import Answer


class Health(Answer):
    """The service is well."""

    status = fields.String(required=True, validate=OneOf(["ok"]))

"""Schemas of the results of batches."""

from marshmallow import fields
from marshmallow.validate import Range

from service.contract.schemas.fields import BodyBoolean, BodyInteger, ResponseSchema
from service.contract.schemas.problems import Problem
from service.contract.structs import schema_of
from service.resources.games import GameView


class BatchResult(ResponseSchema):
    """The result of an entry: the seat's new view, or a problem."""

    status = BodyInteger(
        required=True,
        validate=Range(200, 599),
        metadata={"description": "The HTTP status that `submitAction` would return."},
    )
    body = fields.Nested(
        schema_of(GameView), metadata={"description": "The seat's new view; present if the status is 200."}
    )
    problem = fields.Nested(
        Problem, metadata={"description": "Why the action was not executed; present with any other status."}
    )
    replayed = BodyBoolean(
        metadata={
            "description": "True if the response was stored by an earlier request with this key. Omitted otherwise."
        }
    )
    retry_after = BodyInteger(
        validate=Range(1, 60),
        metadata={"description": "Seconds to wait before a retry. Omitted if a retry does not help."},
    )


class BatchResponse(ResponseSchema):
    """The results of a batch."""

    results = fields.List(
        fields.Nested(BatchResult),
        required=True,
        metadata={"description": "The results of the entries, in the order of the request."},
    )

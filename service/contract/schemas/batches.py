"""Schemas of batches: actions in several games with one request."""

from typing import Any

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, Range

from domain.ruleset import IllegalAction
from service.contract.schemas import shared_fields
from service.contract.schemas.creation import IDEMPOTENCY_KEY, IdempotencyKey
from service.contract.schemas.fields import (
    ActionOfRuleset,
    BodyBoolean,
    BodyInteger,
    ListParameter,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.problems import Problem
from service.contract.schemas.shared_fields import HIGHEST_VERSION
from service.contract.structs import schema_of
from service.resources.games import GameView
from service.resources.parts import PARTS, PARTS_TEXT

MOST_BATCHED = 100
LONGEST_TOKEN = 8192


class IndependentItems(fields.Nested):
    """An entry of a batch. An invalid entry is passed on as its error, so that other entries are still executed."""

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the decoded entry, or its ValidationError."""
        try:
            return super().deserialize(value, *args, **kwargs)
        except (ValidationError, IllegalAction) as error:
            return error


class BatchedAction(RequestSchema, UnionByRuleset):
    """An action of a seat in one game."""

    game_id = shared_fields.game_id()
    token = fields.String(
        validate=Length(1, LONGEST_TOKEN),
        metadata={"description": "The token that authorizes the seat. Default: the bearer token of the request."},
    )
    ruleset = RulesetName(required=True)
    decision = shared_fields.decision("The id of the pending decision, as returned in the seat's view.")
    action = ActionOfRuleset(required=True, metadata={"description": "One of the seat's legal actions."})
    idempotency_key = fields.String(
        validate=IDEMPOTENCY_KEY,
        metadata={
            "description": "A retry of the entry with this key, in any batch, returns the stored response and "
            "changes nothing."
        },
    )
    since = BodyInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "Return events after this version, with `include=events` or `patches`. Default: the "
            "version before the action."
        },
    )


class ActionBatch(RequestSchema):
    """Actions in several games."""

    actions = fields.List(
        IndependentItems(BatchedAction),
        required=True,
        validate=Length(1, MOST_BATCHED),
        metadata={"description": "The actions, executed in order. Each succeeds or fails independently."},
    )


class BatchKey(IdempotencyKey):
    """The header that makes a batch idempotent."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=IDEMPOTENCY_KEY,
        metadata={
            "description": "The key for all entries without an `idempotency_key`. A retry of the batch with this key "
            "returns the stored responses of successful entries and executes the others again."
        },
    )


class BatchQuery(RequestSchema):
    """Query parameters of a batch."""

    include = ListParameter(PARTS, PARTS_TEXT)


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

"""Batches: actions in many games by one request, each with its own answer."""

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
from service.contract.schemas.games import PARTS, PARTS_TOLD, GameView
from service.contract.schemas.problems import Problem
from service.contract.schemas.shared_fields import HIGHEST_VERSION

MOST_BATCHED = 100
LONGEST_TOKEN = 8192


class IndependentItems(fields.Nested):
    """An entry; what does not fit is handed on as the error that it is, so that it hurts no other entry."""

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read an entry, or return what is wrong with it."""
        try:
            return super().deserialize(value, *args, **kwargs)
        except (ValidationError, IllegalAction) as error:
            return error


class BatchedAction(RequestSchema, UnionByRuleset):
    """One seat's answer to its open decision, in one game."""

    game_id = shared_fields.game_id()
    token = fields.String(
        validate=Length(1, LONGEST_TOKEN),
        metadata={"description": "What opens the seat; the bearer of the request if absent."},
    )
    ruleset = RulesetName(required=True)
    decision = shared_fields.decision("The decision that is answered, as the seat's view names it.")
    action = ActionOfRuleset(required=True, metadata={"description": "One of the seat's legal actions."})
    idempotency_key = fields.String(
        validate=IDEMPOTENCY_KEY,
        metadata={
            "description": "A repeat of the same entry with the same key, in whatever batch, gives the stored answer "
            "and changes nothing."
        },
    )
    since = BodyInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "Tell events of later versions only, if they are asked for; as of `submitAction`."},
    )


class ActionBatch(RequestSchema):
    """Actions in many games."""

    actions = fields.List(
        IndependentItems(BatchedAction),
        required=True,
        validate=Length(1, MOST_BATCHED),
        metadata={"description": "Carried out one after the other, each by itself."},
    )


class BatchKey(IdempotencyKey):
    """What makes a batch repeatable."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=IDEMPOTENCY_KEY,
        metadata={
            "description": "Makes each action repeatable that has no `idempotency_key`. A repeat of the same batch "
            "with the same key returns the stored responses of the actions that were carried out, and tries others "
            "again."
        },
    )


class BatchQuery(RequestSchema):
    """What the answers tell besides the views."""

    include = ListParameter(PARTS, PARTS_TOLD)


class BatchResult(ResponseSchema):
    """What came of one of the actions: the seat's new view, or why it was not carried out."""

    status = BodyInteger(
        required=True,
        validate=Range(200, 599),
        metadata={"description": "As `submitAction` would have answered it: 200, or that of the problem."},
    )
    body = fields.Nested(GameView, metadata={"description": "The seat's new view; present with 200."})
    problem = fields.Nested(Problem, metadata={"description": "Why nothing was done; present with any other status."})
    replayed = BodyBoolean(
        metadata={"description": "True where an earlier request with this key had been answered so; absent elsewhere."}
    )
    retry_after = BodyInteger(
        validate=Range(1, 60),
        metadata={"description": "After how many seconds to try again; present where that is of use."},
    )


class BatchResponse(ResponseSchema):
    """What came of a batch."""

    results = fields.List(
        fields.Nested(BatchResult), required=True, metadata={"description": "One for each action, in their order."}
    )

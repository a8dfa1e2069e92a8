"""How the API tells what went wrong."""

from marshmallow import fields
from marshmallow.validate import Range

from service.contract.schemas.fields import BodyInteger, ResponseSchema
from service.contract.schemas.shared_fields import HIGHEST_VERSION

MOST_ACTIONS = 1000
"""What a game of the sandbox may begin with."""


class FieldError(ResponseSchema):
    """One place where a request does not fit its schema."""

    path = fields.String(
        required=True, metadata={"description": "Where: `/seats/0/level` in the body, or a parameter's name."}
    )
    message = fields.String(required=True, metadata={"description": "What is wrong there; in English."})


class Problem(ResponseSchema):
    """Problem details (RFC 9457). Clients tell problems apart by `code`."""

    type = fields.String(
        required=True,
        metadata={
            "description": "The URL of the page about this `code`, relative to the service: `/docs/errors/game_over`."
        },
    )
    title = fields.String(
        required=True, metadata={"description": "What is wrong, in a few words of the language asked for."}
    )
    status = fields.Integer(required=True, metadata={"minimum": 400, "maximum": 599, "description": "As the answer's."})
    detail = fields.String(
        required=True, metadata={"description": "What is wrong in this case, in the language asked for."}
    )
    code = fields.String(
        required=True,
        metadata={"description": "Stable: one of the service's own codes, or a ruleset's, as `listRules` lists them."},
    )
    paragraph = fields.String(metadata={"description": "The paragraph of the rules that rejects."})
    rule = fields.String(metadata={"description": "That paragraph in short, in the language asked for."})
    parameters = fields.Raw(  # Kotlin does not compile `additionalProperties` of any type; Python needs an object
        metadata={
            "type": "object",
            "description": "An object with the facts of a rejected action, by name, for the sentence of this `code`. "
            "Ids are strings or integers, numbers are numbers, several values are an array. Empty where the rules "
            "state no facts; omitted in problems that are not about the rules of a game.",
        },
    )
    index = BodyInteger(
        validate=Range(0, MOST_ACTIONS - 1), metadata={"description": "Which of `sandbox.actions` is rejected, from 0."}
    )
    errors = fields.List(
        fields.Nested(FieldError), metadata={"description": "Where the request does not fit its schema."}
    )
    decision = fields.Integer(metadata={"description": "The seat's open decision, when another one was quoted."})
    version = fields.Integer(metadata={"description": "The game's version, when a later one was asked for."})
    after = fields.String(metadata={"description": "Where a feed begins now, when an earlier place was asked for."})
    rules_version = BodyInteger(
        validate=Range(1, HIGHEST_VERSION), metadata={"description": "The hosted one, when another was asked for."}
    )
    levels = fields.List(
        fields.String(), metadata={"description": "The AI levels that exist, when another was asked for."}
    )
    scope = fields.String(metadata={"description": "What the key would have to be made for."})
    player = fields.String(metadata={"description": "The id of a player, when nobody has it."})
    game_id = fields.String(metadata={"description": "The game that a seek has led to, when it was to be given up."})
    stage = fields.Integer(metadata={"description": "Which of a tournament's `stages` is at fault, from 0."})
    entrants = fields.List(
        fields.Integer(), metadata={"description": "The numbers of the entrants who have no place in the round."}
    )

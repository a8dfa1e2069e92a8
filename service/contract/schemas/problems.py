"""Schemas of problems."""

from marshmallow import fields
from marshmallow.validate import Range

from service.contract.schemas.fields import BodyInteger, ResponseSchema
from service.contract.schemas.shared_fields import HIGHEST_VERSION
from service.resources.types import MOST_ACTIONS

"""The maximum number of actions at the start of a sandbox game."""


class FieldError(ResponseSchema):
    """A place where the request does not match its schema."""

    path = fields.String(
        required=True,
        metadata={"description": "The path of the error: `/seats/0/level` in the body, or the name of a parameter."},
    )
    message = fields.String(required=True, metadata={"description": "What is wrong at this path, in English."})


class Problem(ResponseSchema):
    """Problem details (RFC 9457). Clients distinguish problems by `code`."""

    type = fields.String(
        required=True,
        metadata={
            "description": "The URL of the page about this `code`, relative to the service: `/docs/errors/game_over`."
        },
    )
    title = fields.String(
        required=True, metadata={"description": "A short statement of the problem, in the requested language."}
    )
    status = fields.Integer(
        required=True, metadata={"minimum": 400, "maximum": 599, "description": "The HTTP status of the response."}
    )
    detail = fields.String(
        required=True, metadata={"description": "What is wrong in this case, in the requested language."}
    )
    code = fields.String(
        required=True,
        metadata={
            "description": "The stable code of the problem: one of the service, or one of the ruleset (`listRules`)."
        },
    )
    paragraph = fields.String(
        metadata={
            "description": "The paragraph of the rules that rejects the action or the options. Omitted otherwise."
        }
    )
    rule = fields.String(
        metadata={"description": "A summary of `paragraph`, in the requested language. Omitted without `paragraph`."}
    )
    parameters = fields.Raw(  # Kotlin does not compile `additionalProperties` of any type; Python needs an object
        metadata={
            "type": "object",
            "description": "The arguments of the sentence for this `code`, by name: an object. Ids are strings or "
            "integers, and several values are an array. It is empty if the sentence has no arguments. Omitted if "
            "the problem is not a rejection by the rules.",
        },
    )
    index = BodyInteger(
        validate=Range(0, MOST_ACTIONS - 1),
        metadata={"description": "The index of the rejected action in `sandbox.actions`, from 0. Omitted otherwise."},
    )
    errors = fields.List(
        fields.Nested(FieldError),
        metadata={"description": "The places where the request does not match its schema. Omitted otherwise."},
    )
    decision = fields.Integer(
        metadata={"description": "The seat's pending decision, if the request named another one."}
    )
    version = fields.Integer(metadata={"description": "The version of the game, if the request named a later one."})
    after = fields.String(
        metadata={
            "description": "The id of the notice after which the feed now starts, if the request named an earlier one."
        }
    )
    rules_version = BodyInteger(
        validate=Range(1, HIGHEST_VERSION),
        metadata={"description": "The hosted version of the rules, if the request named another one."},
    )
    levels = fields.List(
        fields.String(), metadata={"description": "The AI levels that exist, if the request named an unknown one."}
    )
    scope = fields.String(metadata={"description": "The scope that the key lacks."})
    player = fields.String(metadata={"description": "The id in the request that belongs to no player."})
    game_id = fields.String(
        metadata={"description": "The game that the seek was matched to, if it can no longer be deleted."}
    )
    stage = fields.Integer(
        metadata={"description": "The index of the invalid entry in the tournament's `stages`, from 0."}
    )
    entrants = fields.List(
        fields.Integer(), metadata={"description": "The numbers of the entrants without a place in the round."}
    )

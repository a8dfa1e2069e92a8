"""Schemas of scenarios and rules."""

from marshmallow import fields
from marshmallow.validate import Length, Range, Regexp

from domain.paragraphs import Paragraph
from service.contract.schemas import shared_fields
from service.contract.schemas.fields import (
    ActionOfRuleset,
    BodyInteger,
    MsgspecField,
    NestedUnionByRuleset,
    ResponseSchema,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.shared_fields import MOST_SEATS

SLUG = "^[a-z][a-z0-9_]*$"


def scenario_name(description: str, *, required: bool = True) -> fields.String:
    """Declare the name of a scenario."""
    return fields.String(
        required=required, validate=[Length(1, 64), Regexp(SLUG)], metadata={"description": description}
    )


class ScenarioAttempt(ResponseSchema, NestedUnionByRuleset):
    """An action to try in a scenario: exactly one of `action` and `malformed` is present."""

    seat = shared_fields.seat_number()
    decision = shared_fields.decision("The id of the decision to send.")
    action = ActionOfRuleset(metadata={"description": "The action to send. Omitted if `malformed` is present."})
    malformed = fields.String(
        metadata={
            "description": "The action as JSON text, if it does not match the schema of actions. Omitted otherwise."
        }
    )
    code = fields.String(metadata={"description": "The code of the expected rejection. Omitted for a legal action."})


class Scenario(ResponseSchema, NestedUnionByRuleset):
    """A position at which a sandbox game can start."""

    name = scenario_name("The name of the scenario, to send as `sandbox.scenario`.")
    title = fields.String(
        required=True, metadata={"description": "What the scenario shows, in the requested language."}
    )
    seats = BodyInteger(required=True, validate=Range(1, MOST_SEATS), metadata={"description": "The number of seats."})
    options = shared_fields.options()
    version = shared_fields.version()
    to_act = fields.List(
        BodyInteger(validate=Range(0, MOST_SEATS - 1)),
        required=True,
        metadata={"description": "The seats with a pending decision."},
    )
    attempt = fields.Nested(
        ScenarioAttempt,
        required=True,
        metadata={"description": "An action to try in the scenario. Omitted if there is none."},
    )


class ScenarioList(ResponseSchema, UnionByRuleset):
    """The scenarios of a ruleset."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version("The version of the rules.")
    scenarios = fields.List(
        fields.Nested(Scenario),
        required=True,
        metadata={"description": "The scenarios: those of action types first, then those of rejections, then others."},
    )


class RuleRejection(ResponseSchema):
    """A rejection code of the rules, with an example: `scenario` or `creation`.

    The example is missing if the operator has replaced the data file of the ruleset.
    """

    code = fields.String(required=True, metadata={"description": "The stable code of the rejection."})
    paragraph = fields.String(
        required=True,
        metadata={"description": "The paragraph of the rules for the code. A single rejection may cite another one."},
    )
    title = fields.String(
        required=True, metadata={"description": "A short statement of the rejection, in the requested language."}
    )
    text = fields.String(
        required=True, metadata={"description": "A sentence about the rejection, in the requested language."}
    )
    scenario = scenario_name("The scenario that shows the rejection. Omitted if there is none.", required=False)
    creation = fields.String(
        metadata={
            "description": "The body of a `createGame` request that causes the rejection, as JSON text. It may need "
            "the sandbox. Omitted if there is none."
        }
    )


class RuleList(ResponseSchema):
    """The paragraphs of the rules, and the codes of rejections."""

    ruleset = shared_fields.ruleset()
    rules_version = shared_fields.rules_version("The version of the rules.")
    paragraphs = fields.List(
        MsgspecField(Paragraph, "Paragraph"),
        required=True,
        metadata={
            "description": "The paragraphs that rejections and score sheets cite, and all rulings. They are in the "
            "order of the rules and in the requested language."
        },
    )
    rejections = fields.List(
        fields.Nested(RuleRejection), required=True, metadata={"description": "All rejection codes of the rules."}
    )

"""Scenarios and rules: what a developer can look at and look up."""

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
    """What to try in a scenario: exactly one of `action` and `malformed` is given."""

    seat = shared_fields.seat_number()
    decision = shared_fields.decision("The decision to quote.")
    action = ActionOfRuleset(metadata={"description": "The action to submit."})
    malformed = fields.String(
        metadata={"description": "The action as JSON text, where it lies outside the schema of actions."}
    )
    code = fields.String(metadata={"description": "What it is rejected with; absent for a legal action."})


class Scenario(ResponseSchema, NestedUnionByRuleset):
    """A position worth seeing, where a game of the sandbox can begin."""

    name = scenario_name(
        "To be sent as `sandbox.scenario`: an action type, a rejection's code, or what there is to see."
    )
    title = fields.String(required=True, metadata={"description": "What it shows, in the language asked for."})
    seats = BodyInteger(required=True, validate=Range(1, MOST_SEATS), metadata={"description": "How many seats."})
    options = shared_fields.options()
    version = shared_fields.version()
    to_act = fields.List(
        BodyInteger(validate=Range(0, MOST_SEATS - 1)),
        required=True,
        metadata={"description": "The seats with an open decision."},
    )
    attempt = fields.Nested(ScenarioAttempt, required=True, metadata={"description": "What to try there."})


class ScenarioList(ResponseSchema, UnionByRuleset):
    """The scenarios of a ruleset."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version("Of which version of the rules.")
    scenarios = fields.List(
        fields.Nested(Scenario),
        required=True,
        metadata={"description": "Action types first, then rejections and others."},
    )


class RuleRejection(ResponseSchema):
    """A reason for which the rules reject, with an example: `scenario` or `creation`.

    There is none where the operator has replaced the data file of the ruleset.
    """

    code = fields.String(required=True, metadata={"description": "Stable."})
    paragraph = fields.String(
        required=True, metadata={"description": "The paragraph that rejects; a case of its own may cite another one."}
    )
    title = fields.String(required=True, metadata={"description": "In a few words of the language asked for."})
    text = fields.String(required=True, metadata={"description": "In a sentence of the language asked for."})
    scenario = scenario_name("The scenario that shows it.", required=False)
    creation = fields.String(
        metadata={"description": "The body of a `createGame` that meets it, as JSON text; it may need the sandbox."}
    )


class RuleList(ResponseSchema):
    """The paragraphs of the rules that can be cited, and the reasons for which the rules reject."""

    ruleset = shared_fields.ruleset()
    rules_version = shared_fields.rules_version("Of which version of the rules.")
    paragraphs = fields.List(
        MsgspecField(Paragraph, "Paragraph"),
        required=True,
        metadata={
            "description": "In the order of the rules and the language asked for: all that rejections and score rows "
            "cite, and all rulings."
        },
    )
    rejections = fields.List(
        fields.Nested(RuleRejection), required=True, metadata={"description": "Every code that the rules reject with."}
    )

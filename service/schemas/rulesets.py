"""Rulesets: what there is to play, and all that a front end needs to know of it beforehand."""

from marshmallow import fields
from marshmallow.validate import Range

from service.schemas import members
from service.schemas.fields import Answer, BodyInteger, ByRuleset, OfRuleset, RulesetName, Typed
from service.schemas.members import MOST_SEATS
from service.set_up import SetUpOption


class RulesetSummary(Answer):
    """A ruleset in brief."""

    ruleset = fields.String(required=True, metadata={"description": "Its name, a slug."})
    title = fields.String(required=True, metadata={"description": "What it is called in the language asked for."})
    rules_version = members.rules_version("Raised whenever a client or a stored game could notice.")
    min_seats = BodyInteger(required=True, validate=Range(1, MOST_SEATS), metadata={"description": "How few can play."})
    max_seats = BodyInteger(
        required=True, validate=Range(1, MOST_SEATS), metadata={"description": "How many can play."}
    )
    levels = fields.List(fields.String(), required=True, metadata={"description": "The AI levels, weakest first."})


class RulesetList(Answer):
    """The rulesets that are hosted."""

    rulesets = fields.List(
        fields.Nested(RulesetSummary), required=True, metadata={"description": "In alphabetical order."}
    )


class Name(Answer):
    """What a thing at the table is called, in the language asked for."""

    kind = fields.String(required=True, metadata={"description": "What sort of thing: `colour`, `card`, `action`, ..."})
    id = fields.String(
        required=True,
        metadata={"description": "As it stands in actions, views, facts and tables; a number in decimal digits."},
    )
    name = fields.String(required=True, metadata={"description": "For display."})


class Ruleset(RulesetSummary, ByRuleset):
    """A ruleset in full."""

    ruleset = RulesetName(required=True)
    action_types = fields.List(fields.String(), required=True, metadata={"description": "The tags of its actions."})
    options = fields.List(
        Typed(SetUpOption, "SetUpOption"), required=True, metadata={"description": "What a new game may choose."}
    )
    tables = OfRuleset(
        "tables", "Tables", required=True, metadata={"description": "The constants that a front end draws with."}
    )
    names = fields.List(
        fields.Nested(Name),
        required=True,
        metadata={"description": "The names of everything that has an id, kind by kind. Ids are the same everywhere."},
    )

"""Rulesets: what there is to play."""

from typing import Any

import msgspec
from flask import Response

from domain.ruleset import AnyRuleset, action_types
from service.api.operations import Resource, bottega, json_response
from service.problems import RulesetNotFound
from service.schemas import rulesets as schemas

blueprint = Resource("rulesets", __name__, description="What there is to play.")


@blueprint.operation("GET", "/v1/rulesets", "listRulesets", answers={200: schemas.RulesetList})
def list_rulesets() -> Response:
    """List the rulesets.

    Gives each board game that can be played here, in brief.
    """
    listed = [_summary(ruleset) for ruleset in bottega().rulesets.values()]
    return json_response(msgspec.json.encode({"rulesets": listed}))


@blueprint.operation(
    "GET", "/v1/rulesets/<ruleset>", "getRuleset", problems=(RulesetNotFound,), answers={200: schemas.Ruleset}
)
def get_ruleset(ruleset: str) -> Response:
    """Read all about a ruleset.

    Gives what a front end needs beforehand: seats, options, action types, AI levels, the reasons for which the rules
    refuse, rulings, and the constants of the game.
    """
    if ruleset not in bottega().rulesets:
        raise RulesetNotFound(f"The rulesets are {', '.join(bottega().rulesets)}.")
    return json_response(msgspec.json.encode(_details(bottega().rulesets[ruleset])))


def _summary(ruleset: AnyRuleset) -> dict[str, Any]:
    """Describe a ruleset in brief."""
    return {
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "rules_version": ruleset.version,
        "min_seats": ruleset.min_seats,
        "max_seats": ruleset.max_seats,
        "levels": list(ruleset.policies),
    }


def _details(ruleset: AnyRuleset) -> dict[str, Any]:
    """Describe a ruleset in full."""
    return {
        **_summary(ruleset),
        "action_types": action_types(ruleset),
        "options_schema": msgspec.json.schema(ruleset.options_type),
        "refusals": ruleset.refusals,
        "rulings": ruleset.rulings,
        "tables": ruleset.tables,
    }

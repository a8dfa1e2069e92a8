"""Rulesets: what there is to play."""

from typing import Any

import msgspec
from flask import Response

from domain.names import Language
from domain.ruleset import AnyRuleset, action_types
from service.api.operations import IN_LANGUAGE, Resource, bottega, json_response
from service.languages import asked_language, language_headers
from service.problems import RulesetNotFound
from service.schemas import rulesets as schemas
from service.set_up import set_up_options

blueprint = Resource("rulesets", __name__, description="What there is to play.")


@blueprint.operation(
    "GET", "/v1/rulesets", "listRulesets", answers={200: schemas.RulesetList}, sends={"Content-Language": IN_LANGUAGE}
)
def list_rulesets() -> Response:
    """List the rulesets.

    Gives each board game that can be played here, in brief.
    """
    language = asked_language()
    listed = [_summary(ruleset, language) for ruleset in bottega().rulesets.values()]
    return json_response(msgspec.json.encode({"rulesets": listed}), headers=language_headers(language))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>",
    "getRuleset",
    answers={200: schemas.Ruleset},
    sends={"Content-Language": IN_LANGUAGE},
    problems=(RulesetNotFound,),
)
def get_ruleset(ruleset: str) -> Response:
    """Read all about a ruleset.

    Gives what a front end needs beforehand: seats, options, action types, AI levels, the reasons for which the rules
    refuse, rulings, the constants of the game, and what all its things are called in the language asked for.
    """
    if ruleset not in bottega().rulesets:
        raise RulesetNotFound(f"The rulesets are {', '.join(bottega().rulesets)}.")
    language = asked_language()
    described = _details(bottega().rulesets[ruleset], language)
    return json_response(msgspec.json.encode(described), headers=language_headers(language))


def _summary(ruleset: AnyRuleset, language: Language) -> dict[str, Any]:
    """Describe a ruleset in brief."""
    return {
        "ruleset": ruleset.name,
        "title": ruleset.names.title.read_in(language),
        "rules_version": ruleset.version,
        "min_seats": ruleset.min_seats,
        "max_seats": ruleset.max_seats,
        "levels": list(ruleset.policies),
    }


def _details(ruleset: AnyRuleset, language: Language) -> dict[str, Any]:
    """Describe a ruleset in full."""
    return {
        **_summary(ruleset, language),
        "action_types": action_types(ruleset),
        "options": set_up_options(ruleset),
        "refusals": ruleset.refusals,
        "rulings": ruleset.rulings,
        "tables": ruleset.tables,
        "names": [{"kind": kind, "id": each, "name": name} for kind, each, name in ruleset.names.listed_in(language)],
    }

"""Show the rulesets, their rules, scenarios and icons."""

import hashlib
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Response

from domain.appearance import Appearance
from domain.levels import LEVELS
from domain.names import Language
from domain.references import references
from domain.ruleset import AnyRuleset, action_types
from domain.undo_rules import undo_modes
from service.api.caching import IMMUTABLE, REVALIDATED, confirmed
from service.api.descriptions import CACHE_HEADERS, IN_LANGUAGE
from service.api.languages import language_headers, requested_language
from service.api.operations import Resource, bottega, json_response
from service.contract.option_forms import set_up_options
from service.contract.schemas import rulesets as schemas
from service.play import scenarios
from service.play.tournaments.plans import deals_of
from service.problems import IconNotFound, RulesetNotFound
from service.resources.scenarios import RuleList, ScenarioList

SVG = "image/svg+xml"
SUFFIX = ".svg"
MARK_LENGTH = 12
"""Length of the hash that identifies an icon in its URL, in characters."""

blueprint = Resource(
    "rulesets", __name__, description="The hosted rulesets with their names, rules, scenarios and icons."
)


@blueprint.operation(
    "GET",
    "/v1/rulesets",
    "listRulesets",
    conditional=schemas.IfNoneMatch,
    responses={200: schemas.RulesetList, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
)
def list_rulesets() -> Response:
    """List the rulesets.

    Returns a short description of each board game that can be played here.
    """
    language = requested_language()
    listed = [_summary(ruleset, language) for ruleset in bottega().rulesets.values()]
    return confirmed(json_response(msgspec.json.encode({"rulesets": listed}), headers=language_headers(language)))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>",
    "getRuleset",
    conditional=schemas.IfNoneMatch,
    responses={200: schemas.Ruleset, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(RulesetNotFound,),
)
def get_ruleset(ruleset: str) -> Response:
    """Get a ruleset.

    Returns what a front end needs: seats, options, action types and the constants of the game. It includes the AI
    levels with their measured strength, and all names in the requested language. See `/docs/guides/front-end`.
    """
    language = requested_language()
    described = _details(_found(ruleset), language)
    return confirmed(json_response(msgspec.json.encode(described), headers=language_headers(language)))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/rules",
    "listRules",
    conditional=schemas.IfNoneMatch,
    responses={200: RuleList, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(RulesetNotFound,),
)
def list_rules(ruleset: str) -> Response:
    """List the rules of a ruleset.

    Returns each paragraph that rejections and score rows cite, as a short text, with rulings on open questions of the
    printed rules. It also returns each rejection code of the rules, with an example that triggers it.
    """
    language, found = requested_language(), _found(ruleset)
    return confirmed(
        json_response(msgspec.json.encode(scenarios.rules(found, language)), headers=language_headers(language))
    )


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/scenarios",
    "listScenarios",
    conditional=schemas.IfNoneMatch,
    responses={200: ScenarioList, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(RulesetNotFound,),
)
def list_scenarios(ruleset: str) -> Response:
    """List the scenarios of a ruleset.

    Returns positions for demonstrations and tests, each with an action to try. They cover what a front end must show,
    every action type, and every rejection. In the sandbox a game can start from any of them.
    """
    language = requested_language()
    listed = scenarios.catalogue(_found(ruleset), language)
    return confirmed(json_response(msgspec.json.encode(listed), headers=language_headers(language)))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/icons/<kind>/<icon>",
    "getIcon",
    query=schemas.IconQuery,
    conditional=schemas.IfNoneMatch,
    responses={200: SVG, 304: None},
    sends=CACHE_HEADERS,
    problems=(RulesetNotFound, IconNotFound),
)
def get_icon(
    query: dict[str, Any],
    ruleset: str,
    kind: str,
    icon: str,
) -> Response:
    """Get an icon of a ruleset.

    Returns an icon that `appearances` lists: a self-contained SVG of 64 by 64 units. Use the URL from `appearances`.
    Its parameter `v` identifies the drawing, so it can be cached for good: a new drawing has a new URL. Without `v`, or
    with an old `v`, caches confirm the icon at each request.
    """
    each, suffix = icon[: -len(SUFFIX)], icon[-len(SUFFIX) :]
    drawing = _found(ruleset).appearances.icons.get((kind, each)) if suffix == SUFFIX else None
    if drawing is None:
        raise IconNotFound("The icons of a ruleset are those that its `appearances` list.")
    cached = IMMUTABLE if query.get("v") == _mark(drawing) else REVALIDATED
    return confirmed(Response(drawing, content_type=SVG), cached=cached)


def _found(ruleset: str) -> AnyRuleset:
    """Return a ruleset; raises RulesetNotFound."""
    hosted = bottega().rulesets
    if ruleset not in hosted:
        raise RulesetNotFound("The rulesets are {rulesets}.", {"rulesets": ", ".join(hosted)})
    return hosted[ruleset]


def _summary(ruleset: AnyRuleset, language: Language) -> dict[str, Any]:
    """Return the short description of a ruleset."""
    return {
        "ruleset": ruleset.name,
        "title": ruleset.names.title.read_in(language),
        "rules_version": ruleset.version,
        "min_seats": ruleset.min_seats,
        "max_seats": ruleset.max_seats,
        "levels": list(LEVELS),
        "undo_modes": undo_modes(ruleset),
        "deals": deals_of(ruleset),
    }


def _details(ruleset: AnyRuleset, language: Language) -> dict[str, Any]:
    """Return the full description of a ruleset."""
    return {
        **_summary(ruleset, language),
        "action_types": action_types(ruleset),
        "options": set_up_options(ruleset, language),
        "constants": ruleset.constants,
        "ratings": ruleset.ratings,
        "names": _names(ruleset, language),
        "appearances": [
            _appearance(ruleset, kind, each, appearance) for kind, each, appearance in ruleset.appearances.listed()
        ],
        "references": references(ruleset),
        "sentences": [
            {"part": part, "id": each, "text": text} for part, each, text in ruleset.sentences.listed_in(language)
        ],
    }


def _names(ruleset: AnyRuleset, language: Language) -> list[dict[str, Any]]:
    """List the names of a ruleset, with their grammatical forms if there are any."""
    return [
        {"kind": kind, "id": each, "name": name} | ({"forms": forms} if forms else {})
        for kind, each, name, forms in ruleset.names.listed_in(language)
    ]


def _mark(icon: bytes) -> str:
    """Return the hash of a drawing, for its URL."""
    return hashlib.sha256(icon).hexdigest()[:MARK_LENGTH]


def _appearance(ruleset: AnyRuleset, kind: str, each: str, appearance: Appearance) -> dict[str, Any]:
    """Describe how a thing looks, with the URL of its icon."""
    mark = _mark(ruleset.appearances.icons[kind, each])
    icon = f"/v1/rulesets/{ruleset.name}/icons/{kind}/{quote(each)}{SUFFIX}?v={mark}"
    return {"kind": kind, "id": each, **msgspec.structs.asdict(appearance), "icon": icon}

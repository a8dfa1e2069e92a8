"""Show the rulesets, their rules, scenarios and icons."""

import hashlib
from urllib.parse import quote

import msgspec
from flask import Response
from msgspec import UNSET, UnsetType

from domain import appearance
from domain.effects import effects
from domain.introductions import NO_INTRODUCTION
from domain.levels import LEVELS
from domain.names import Language
from domain.references import references
from domain.ruleset import AnyRuleset, action_types
from domain.undo_rules import undo_modes
from domain.versions import versions_of
from service.api.authentication import bottega
from service.api.caching import IMMUTABLE, REVALIDATED, confirmed
from service.api.descriptions import CACHE_HEADERS, IN_LANGUAGE
from service.api.languages import language_headers, requested_language
from service.api.operations import Resource, json_response
from service.contract.option_forms import set_up_options
from service.game.deals import deals_of
from service.problems import IconNotFound, RulesetNotFound
from service.reading import scenarios
from service.resources.rulesets import (
    Appearance,
    GameHelp,
    HostedVersion,
    Icon,
    IconList,
    IconListQuery,
    IconQuery,
    IfNoneMatch,
    Name,
    Ruleset,
    RulesetList,
    RulesetSummary,
    Sentence,
)
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
    conditional=IfNoneMatch,
    responses={200: RulesetList, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
)
def list_rulesets() -> Response:
    """List the rulesets.

    Returns a short description of each ruleset that can be played here. A game whose versions are hosted side by side
    has one ruleset for each version. See `/docs/guides/versions`.
    """
    language = requested_language()
    listed = RulesetList(tuple(_summary(ruleset, language) for ruleset in bottega().rulesets.values()))
    return _in_language(listed, language)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>",
    "getRuleset",
    conditional=IfNoneMatch,
    responses={200: Ruleset, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(RulesetNotFound,),
)
def get_ruleset(ruleset: str) -> Response:
    """Get a ruleset.

    Returns what a front end needs: seats, options, action types and the constants of the game. It includes the AI
    levels with their measured strength, and all names in the requested language. See `/docs/guides/front-end`.
    """
    language = requested_language()
    return _in_language(_details(_found(ruleset), language), language)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/rules",
    "listRules",
    conditional=IfNoneMatch,
    responses={200: RuleList, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(RulesetNotFound,),
)
def list_rules(ruleset: str) -> Response:
    """List the rules of a ruleset.

    Returns each paragraph that rejections and score rows cite, as a short text, with rulings on open questions of the
    printed rules. It also returns each rejection code of the rules, with an example that triggers it.
    """
    language = requested_language()
    return _in_language(scenarios.rules(_found(ruleset), language), language)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/scenarios",
    "listScenarios",
    conditional=IfNoneMatch,
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
    return _in_language(scenarios.catalogue(_found(ruleset), language), language)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/icons",
    "listIcons",
    query=IconListQuery,
    conditional=IfNoneMatch,
    responses={200: IconList, 304: None},
    sends=CACHE_HEADERS,
    problems=(RulesetNotFound,),
)
def list_icons(query: IconListQuery, ruleset: str) -> Response:
    """List all icons of a ruleset.

    Returns every icon of the ruleset as an SVG document, in one response. Use the URL from `icons` of `getRuleset`. Its
    parameter `v` identifies the drawings, so the response can be cached for good. Without `v`, or with an old `v`,
    caches confirm the response at each request.
    """
    found = _found(ruleset)
    icons = found.appearances.icons
    listed = tuple(Icon(kind, each, icons[kind, each].decode()) for kind, each, _ in found.appearances.listed())
    cached = IMMUTABLE if query.v and query.v == _mark_of_all(found) else REVALIDATED
    return confirmed(json_response(IconList(found.name, listed)), cached=cached)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/icons/<kind>/<icon>",
    "getIcon",
    query=IconQuery,
    conditional=IfNoneMatch,
    responses={200: SVG, 304: None},
    sends=CACHE_HEADERS,
    problems=(RulesetNotFound, IconNotFound),
)
def get_icon(query: IconQuery, ruleset: str, kind: str, icon: str) -> Response:
    """Get an icon of a ruleset.

    Returns an icon that `appearances` lists: a self-contained SVG of 64 by 64 units. Use the URL from `appearances`.
    Its parameter `v` identifies the drawing, so it can be cached for good: a new drawing has a new URL. Without `v`, or
    with an old `v`, caches confirm the icon at each request.
    """
    each, suffix = icon[: -len(SUFFIX)], icon[-len(SUFFIX) :]
    drawing = _found(ruleset).appearances.icons.get((kind, each)) if suffix == SUFFIX else None
    if drawing is None:
        raise IconNotFound("Use an icon from the `appearances` of the ruleset.")
    cached = IMMUTABLE if query.v == _mark(drawing) else REVALIDATED
    return confirmed(Response(drawing, content_type=SVG), cached=cached)


def _found(ruleset: str) -> AnyRuleset:
    """Return a ruleset; raises RulesetNotFound."""
    hosted = bottega().rulesets
    if ruleset not in hosted:
        raise RulesetNotFound("The rulesets are {rulesets}.", {"rulesets": ", ".join(hosted)})
    return hosted[ruleset]


def _in_language(shown: msgspec.Struct, language: Language) -> Response:
    """Return a response with texts in a language, which caches confirm."""
    return confirmed(json_response(shown, headers=language_headers(language)))


def _summary(ruleset: AnyRuleset, language: Language) -> RulesetSummary:
    return RulesetSummary(
        ruleset=ruleset.name,
        title=ruleset.names.title.read_in(language),
        rules_version=ruleset.version,
        versions=tuple(map(_version, versions_of(bottega().rulesets, ruleset))),
        min_seats=ruleset.min_seats,
        max_seats=ruleset.max_seats,
        levels=tuple(LEVELS),
        undo_modes=undo_modes(ruleset),
        deals=deals_of(ruleset),
        duration=ruleset.introduction.duration or UNSET,
        complexity=ruleset.introduction.complexity or UNSET,
        picture=tuple(_icon_url(ruleset, *each) for each in ruleset.introduction.picture),
    )


def _version(ruleset: AnyRuleset) -> HostedVersion:
    return HostedVersion(ruleset.name, ruleset.version, str(ruleset.deprecated or ""), str(ruleset.sunset or ""))


def _details(ruleset: AnyRuleset, language: Language) -> Ruleset:
    return Ruleset(
        **msgspec.structs.asdict(_summary(ruleset, language)),
        action_types=tuple(action_types(ruleset)),
        options=set_up_options(ruleset, language),
        constants=ruleset.constants,
        ratings=ruleset.ratings,
        names=tuple(Name(*named) for named in ruleset.names.listed_in(language)),
        appearances=tuple(_appearance(ruleset, *drawn) for drawn in ruleset.appearances.listed()),
        icons=f"/v1/rulesets/{ruleset.name}/icons?v={_mark_of_all(ruleset)}" if ruleset.appearances.icons else "",
        references=references(ruleset),
        effects=effects(ruleset),
        sentences=tuple(Sentence(*each) for each in ruleset.sentences.listed_in(language)),
        help=_help(ruleset, language),
        lessons=ruleset.introduction.lessons,
    )


def _help(ruleset: AnyRuleset, language: Language) -> GameHelp | UnsetType:
    """Return the paragraphs for new players, in the order of the introduction."""
    introduction = ruleset.introduction
    if introduction == NO_INTRODUCTION:
        return UNSET
    known = {each.paragraph: each for each in ruleset.paragraphs}
    turn, end, scoring = (
        tuple(ruleset.translations.paragraph_in(language, known[number]) for number in numbers)
        for numbers in (introduction.turn, introduction.end, introduction.scoring)
    )
    return GameHelp(turn, end, scoring)


def _mark(icon: bytes) -> str:
    """Return the hash of a drawing, for its URL."""
    return hashlib.sha256(icon).hexdigest()[:MARK_LENGTH]


def _mark_of_all(ruleset: AnyRuleset) -> str:
    """Return the hash of all drawings of a ruleset with their kinds and ids, for their URL."""
    icons = ruleset.appearances.icons
    return _mark(b"\n".join(part for (kind, each), icon in icons.items() for part in (f"{kind}/{each}".encode(), icon)))


def _icon_url(ruleset: AnyRuleset, kind: str, each: str) -> str:
    """Return the URL path of an icon, with the hash of its drawing."""
    mark = _mark(ruleset.appearances.icons[kind, each])
    return f"/v1/rulesets/{ruleset.name}/icons/{kind}/{quote(each)}{SUFFIX}?v={mark}"


def _appearance(ruleset: AnyRuleset, kind: str, each: str, drawing: appearance.Appearance) -> Appearance:
    """Return the appearance of a component, with the URL of its icon."""
    return Appearance(kind=kind, id=each, icon=_icon_url(ruleset, kind, each), **msgspec.structs.asdict(drawing))

"""Show the rulesets, their rules, scenarios and icons."""

from collections.abc import Callable
from functools import lru_cache

import msgspec
from flask import Response

from domain.languages import Language
from domain.ruleset import AnyRuleset
from service import problems
from service.api.authentication import installation
from service.api.caching import IMMUTABLE, MOST_UNCHANGING, REVALIDATED, Unchanging, served, unchanging
from service.api.descriptions import CACHE_HEADERS, IN_LANGUAGE
from service.api.languages import language_headers, requested_language
from service.api.operations import Resource
from service.api.pages import TYPED
from service.api.ruleset_details import details, how_to_play_page, listed, picture_of
from service.api.urls import url
from service.reading import lessons, scenarios
from service.reading.boards import board_module
from service.reading.icons import SUFFIX, mark_of, mark_of_icons
from service.resources.how_to_play import HowToPlay
from service.resources.lessons import Lesson
from service.resources.rulesets import (
    Icon,
    IconList,
    IconListQuery,
    IconQuery,
    IfNoneMatch,
    Ruleset,
    RulesetList,
)
from service.resources.scenarios import RuleList, ScenarioList

SVG = "image/svg+xml"
JAVASCRIPT = "text/javascript"

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
    return _in_language(listed)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>",
    "getRuleset",
    conditional=IfNoneMatch,
    responses={200: Ruleset, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(problems.RulesetNotFound,),
)
def get_ruleset(ruleset: str) -> Response:
    """Get a ruleset.

    Returns what a front end needs: seats, options, action types and the constants of the game. It includes the AI
    levels with their measured strength, and all names in the requested language. See `/docs/guides/front-end`.
    """
    return _in_language(details, _found(ruleset))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/rules",
    "listRules",
    conditional=IfNoneMatch,
    responses={200: RuleList, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(problems.RulesetNotFound,),
)
def list_rules(ruleset: str) -> Response:
    """List the rules of a ruleset.

    Returns each paragraph that rejections and score rows cite, as a short text, with rulings on open questions of the
    printed rules. It also returns each rejection code of the rules, with an example that triggers it.
    """
    return _in_language(scenarios.rules, _found(ruleset))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/how-to-play",
    "getHowToPlay",
    conditional=IfNoneMatch,
    responses={200: HowToPlay, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(problems.RulesetNotFound,),
)
def get_how_to_play(ruleset: str) -> Response:
    """Get the page "How to play" of a ruleset.

    Returns chapters for a player who has never seen the game, with icons and boards. Each text cites the paragraphs of
    `listRules` that state its rules exactly. A ruleset without a page has no chapters.
    """
    return _in_language(how_to_play_page, _found(ruleset))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/scenarios",
    "listScenarios",
    conditional=IfNoneMatch,
    responses={200: ScenarioList, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(problems.RulesetNotFound,),
)
def list_scenarios(ruleset: str) -> Response:
    """List the scenarios of a ruleset.

    Returns positions for demonstrations and tests, each with an action to try. They cover what a front end must show,
    every action type, and every rejection. In the sandbox a game can start from any of them.
    """
    return _in_language(scenarios.catalogue, _found(ruleset))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/lesson",
    "getLesson",
    conditional=IfNoneMatch,
    responses={200: Lesson, 304: None},
    sends={"Content-Language": IN_LANGUAGE, **CACHE_HEADERS},
    problems=(problems.RulesetNotFound, problems.LessonNotFound),
)
def get_lesson(ruleset: str) -> Response:
    """Get the lesson of a ruleset.

    Returns a small game with fixed moves that teaches the rules. The learner makes some of its decisions. The response
    contains all positions and texts, so a front end needs no game and no further request. See
    `/docs/guides/front-end`.
    """
    return _in_language(lessons.lesson, _found(ruleset))


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/icons",
    "listIcons",
    query=IconListQuery,
    conditional=IfNoneMatch,
    responses={200: IconList, 304: None},
    sends=CACHE_HEADERS,
    problems=(problems.RulesetNotFound,),
)
def list_icons(query: IconListQuery, ruleset: str) -> Response:
    """List all icons of a ruleset.

    Returns every icon of the ruleset as an SVG document, in one response. Use the URL from `icons` of `getRuleset`. Its
    parameter `v` identifies the drawings, so the response can be cached for good. Without `v`, or with an old `v`,
    caches confirm the response at each request.
    """
    found = _found(ruleset)
    cached = IMMUTABLE if query.v and query.v == mark_of_icons(found) else REVALIDATED
    return served(_icons(found), "application/json", {}, cached=cached)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/icons/<kind>/<icon>",
    "getIcon",
    query=IconQuery,
    conditional=IfNoneMatch,
    responses={200: SVG, 304: None},
    sends=CACHE_HEADERS,
    problems=(problems.RulesetNotFound, problems.IconNotFound),
)
def get_icon(query: IconQuery, ruleset: str, kind: str, icon: str) -> Response:
    """Get an icon of a ruleset.

    Returns an icon that `appearances` lists: a self-contained SVG of 64 by 64 units. Use the URL from `appearances`.
    Its parameter `v` identifies the drawings of the ruleset, so it can be cached for good: a new drawing has a new URL.
    Without `v`, or with an old `v`, caches confirm the icon at each request.
    """
    found = _found(ruleset)
    each, suffix = icon[: -len(SUFFIX)], icon[-len(SUFFIX) :]
    drawing = found.appearances.icons.get((kind, each)) if suffix == SUFFIX else None
    if drawing is None:
        raise problems.IconNotFound("Use an icon from the `appearances` of the ruleset.")
    return _drawn(drawing, mark_of_icons(found), query)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/picture",
    "getPicture",
    query=IconQuery,
    conditional=IfNoneMatch,
    responses={200: SVG, 304: None},
    sends=CACHE_HEADERS,
    problems=(problems.RulesetNotFound, problems.IconNotFound),
)
def get_picture(query: IconQuery, ruleset: str) -> Response:
    """Get the picture of a ruleset.

    Returns a drawing that depicts the game: a self-contained SVG of 64 by 64 units. Use the URL from `picture` of the
    ruleset. Its parameter `v` identifies the drawing, as for icons.
    """
    drawing = picture_of(_found(ruleset))
    if not drawing:
        raise problems.IconNotFound("The ruleset has no picture.")
    return _drawn(drawing, mark_of(drawing), query)


@blueprint.operation(
    "GET",
    "/v1/rulesets/<ruleset>/board.js",
    "getBoard",
    query=IconQuery,
    conditional=IfNoneMatch,
    responses={200: JAVASCRIPT, 304: None},
    sends=CACHE_HEADERS,
    problems=(problems.RulesetNotFound, problems.BoardNotFound),
)
def get_board(query: IconQuery, ruleset: str) -> Response:
    """Get the board that a ruleset brings.

    Returns a JavaScript module that draws the game in the web client. Use the URL from `board` of the ruleset. Its
    parameter `v` identifies the module, as for icons. See `/docs/guides/boards`.
    """
    module = board_module(_found(ruleset))
    return _drawn(module, mark_of(module), query, f"{JAVASCRIPT}; charset=utf-8")


def _drawn(drawing: bytes, mark: str, query: IconQuery, content_type: str = SVG) -> Response:
    """Return a drawing. A URL with its mark identifies it and can be cached for good."""
    cached = IMMUTABLE if query.v == mark else REVALIDATED
    return served(unchanging(drawing), content_type, TYPED, cached=cached)


def _found(ruleset: str) -> AnyRuleset:
    """Return a ruleset; raises RulesetNotFound."""
    hosted = installation().rulesets
    if ruleset not in hosted:
        raise problems.RulesetNotFound("The rulesets are {rulesets}.", {"rulesets": ", ".join(hosted)})
    return hosted[ruleset]


def _in_language(show: Callable[..., msgspec.Struct], *shown: AnyRuleset) -> Response:
    """Return what `show` returns for the requested language; caches confirm it."""
    language, hosted = requested_language(), tuple(installation().rulesets.values())
    return served(_encoded(show, shown, language, hosted, url("")), "application/json", language_headers(language))


@lru_cache(MOST_UNCHANGING)
def _encoded(
    show: Callable[..., msgspec.Struct],
    shown: tuple[AnyRuleset, ...],
    language: Language,
    _hosted: tuple[AnyRuleset, ...],
    _prefix: str,
) -> Unchanging:
    """Return what `show` returns as JSON. It depends on the language, the hosted rulesets and the prefix only."""
    return unchanging(msgspec.json.encode(show(*shown, language)))


@lru_cache(MOST_UNCHANGING)
def _icons(ruleset: AnyRuleset) -> Unchanging:
    icons = ruleset.appearances.icons
    listed = tuple(Icon(kind, each, icons[kind, each].decode()) for kind, each, _ in ruleset.appearances.listed())
    return unchanging(msgspec.json.encode(IconList(ruleset.name, listed)))

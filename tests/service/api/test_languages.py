"""Test that all texts are in the requested language; ids and codes never change."""

import ast
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.languages import LANGUAGES
from domain.translations import text_in
from service import problems as errors
from service.api.languages import DETAILS, TITLES, requested_language
from service.api.limits import LIMITS
from service.app import create_app
from service.webhooks.notification_texts import TEXTS
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.service import settings
from tests.tiny import TINY

NO_REDIS = "redis://localhost:1"


def requested(service, preferred, path="/v1/rulesets"):
    """Send a request with a preferred language; None for no header."""
    return service.client.get(path, headers={} if preferred is None else {"Accept-Language": preferred})


@pytest.mark.parametrize(
    ("preferred", "given"),
    [
        (None, "en"),
        ("", "en"),
        ("en", "en"),
        ("cs", "cs"),
        ("it", "it"),
        ("ru", "ru"),
        ("cs-CZ", "cs"),
        ("RU-ru", "ru"),
        ("it-CH, it;q=0.9", "it"),
        ("cs-CZ, en;q=0.8", "cs"),
        ("en;q=0.4, cs;q=0.5", "cs"),
        ("en-GB, cs;q=0.9", "en"),
        ("ru, it", "ru"),
        ("it, ru", "it"),
        ("de, fr;q=0.9", "en"),
        ("de, ru;q=0.1", "ru"),
        ("zh-Hant-TW, cs;q=0.2", "cs"),
        ("*", "en"),
        ("*, it;q=0.3", "it"),
        ("cs;q=0", "en"),
        ("cs;q=0, ru;q=0.5", "ru"),
        ("czech", "en"),
        ("cs;q=two", "en"),
        (";;;=,q", "en"),
        ("cs_CZ", "en"),
    ],
)
def test_the_preferred_available_language_is_used_and_english_without_one(service, preferred, given):
    response = requested(service, preferred)
    assert (response.status_code, response.headers["Content-Language"]) == (200, given)
    titles = {each["ruleset"]: each["title"] for each in response.json["rulesets"]}
    assert titles == {ruleset.name: ruleset.names.title.read_in(given) for ruleset in HOSTED.values()}


@given(st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0")))
def test_no_header_is_too_strange(header):
    with APP.test_request_context(headers={"Accept-Language": header}):
        assert requested_language() in LANGUAGES


APP = create_app(settings(NO_REDIS), HOSTED)


@pytest.mark.parametrize("name", HOSTED)
def test_a_ruleset_differs_between_languages_in_its_texts_only(service, name):
    reported = {language: requested(service, language, f"/v1/rulesets/{name}").json for language in LANGUAGES}
    names = HOSTED[name].names
    for language, ruleset in reported.items():
        expected = [
            {"kind": kind, "id": each, "name": text.read_in(language)}
            | ({"forms": text.forms[language]} if language in text.forms else {})
            for kind, named in names.things.items()
            for each, text in named.items()
        ]
        assert ruleset["names"] == expected
        assert ruleset["title"] == names.title.read_in(language)
        texts = HOSTED[name].translations.texts.options
        assert ruleset["options"] == [
            option | {"description": text_in(language, texts, option["name"], option["description"])}
            for option in reported["en"]["options"]
        ]
        assert ruleset["sentences"] == [
            {"part": part, "id": each, "text": text} for part, each, text in HOSTED[name].sentences.listed_in(language)
        ]
        words = {"title": "", "names": [], "options": [], "sentences": [], "help": {}}
        assert ruleset | words == reported["en"] | words


def test_caches_keep_the_languages_apart(service):
    for path in ("/v1/rulesets", "/v1/rulesets/tiny", "/v1/rulesets/chess", "/v1/games/nogame/view"):
        assert "Accept-Language" in requested(service, "cs", path).headers["Vary"]


@pytest.mark.parametrize(
    ("language", "title", "detail"),
    [
        ("en", "The game does not exist", "There is no game with this id."),
        ("cs", "Taková hra neexistuje", "Hra s tímto id neexistuje."),
        ("it", "Partita inesistente", "Non c'è alcuna partita con questo id."),
        ("ru", "Нет такой игры", "Игры с таким id нет."),  # noqa: RUF001
    ],
)
def test_a_problem_is_in_the_requested_language(service, language, title, detail):
    response = requested(service, language, "/v1/games/nogame/view")
    assert response.headers["Content-Language"] == language
    assert response.json == {
        "type": "/docs/errors/game_not_found",
        "title": title,
        "status": 404,
        "detail": detail,
        "code": "game_not_found",
    }


def test_a_problem_of_the_web_framework_is_too(service):
    responses = {language: requested(service, language, "/nowhere") for language in LANGUAGES}
    reported = {
        language: (each.json["title"], each.headers["Content-Language"]) for language, each in responses.items()
    }
    translated = {language: (TITLES["not_found"][language], language) for language in LANGUAGES[1:]}
    assert reported == {"en": ("Not Found", "en"), **translated}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rejection_by_the_rules_is_too(game, language):
    body = {"ruleset": "tiny", "decision": 0, "action": {"type": "seal_card", "card": 1}}
    response = game.post("/actions", 0, body, {"Accept-Language": language})
    assert response.headers["Content-Language"] == language
    assert response.json == game.post("/actions", 0, body).json | {
        "title": TINY.names.rejections["wrong_decision"].read_in(language)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_facts_of_a_problem_are_in_its_detail(service, language):
    detail = requested(service, language, "/v1/rulesets/chess").json["detail"]
    english = "The rulesets are {rulesets}."
    assert detail == text_in(language, DETAILS, english, english).format(rulesets=", ".join(HOSTED))


def details(source):
    """List the English details of the problems raised in a module."""
    problems = {problem.__name__ for problem in errors.PROBLEMS.values()} | {
        "InvalidPairing",
        "InvalidStage",
        "Senseless",
        "Unchallengeable",
        "closed",
    }
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(value=ast.Name(), attr=name),
                args=[ast.Constant(value=str() as text), *_],
            ) if name in problems:
                yield text


def facts(text):
    """List the placeholders of a text, each with its format."""
    return sorted((name, written) for _, name, written, _ in Formatter().parse(text) if name is not None)


def test_the_catalogue_contains_exactly_the_details_of_the_problems():
    modules = (Path(__file__).parents[3] / "service").rglob("*.py")
    said = {text for module in modules for text in details(module.read_text(encoding="utf-8"))}
    assert said | {each.message for each in LIMITS.values()} == set(DETAILS)


@pytest.mark.parametrize("english", DETAILS)
def test_a_translated_detail_states_the_same_facts(english):
    for language in LANGUAGES[1:]:
        assert facts(DETAILS[english][language]) == facts(english)


def test_exactly_the_problems_of_the_service_have_titles_in_every_language():
    assert set(TITLES) == set(errors.PROBLEMS)
    for language in LANGUAGES[1:]:
        titles = [title[language] for title in TITLES.values()]
        assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("catalogue", [TITLES, DETAILS])
def test_each_text_of_the_service_is_in_every_language(catalogue):
    assert {each: {*text} for each, text in catalogue.items() if {*text} != {*LANGUAGES[1:]}} == {}


def test_each_text_of_notifications_is_in_every_language():
    assert {each for each, text in TEXTS.items() if {*text.words} != {*LANGUAGES}} == set()

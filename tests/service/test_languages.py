"""Names and titles come in the language asked for; ids, codes and details never change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.names import LANGUAGES
from service.api.languages import TITLES, asked_language
from service.app import create_app
from service.problems import ProblemError
from tests.service.contract import HOSTED
from tests.service.table import settings
from tests.tiny import TINY

NO_REDIS = "redis://localhost:1"


def asked(service, wanted, path="/v1/rulesets"):
    """Ask in a language; None for none at all."""
    return service.client.get(path, headers={} if wanted is None else {"Accept-Language": wanted})


@pytest.mark.parametrize(
    ("wanted", "given"),
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
def test_the_language_wanted_most_is_given_and_english_for_want_of_any(service, wanted, given):
    response = asked(service, wanted)
    assert (response.status_code, response.headers["Content-Language"]) == (200, given)
    titles = {each["ruleset"]: each["title"] for each in response.json["rulesets"]}
    assert titles == {ruleset.name: ruleset.names.title.read_in(given) for ruleset in HOSTED.values()}


@given(st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0")))
def test_no_header_is_too_strange(header):
    with APP.test_request_context(headers={"Accept-Language": header}):
        assert asked_language() in LANGUAGES


APP = create_app(settings(NO_REDIS), HOSTED)


@pytest.mark.parametrize("name", HOSTED)
def test_a_ruleset_differs_between_languages_in_its_title_and_names_alone(service, name):
    told = {language: asked(service, language, f"/v1/rulesets/{name}").json for language in LANGUAGES}
    names = HOSTED[name].names
    for language, ruleset in told.items():
        expected = [
            {"kind": kind, "id": each, "name": text.read_in(language)}
            for kind, named in names.things.items()
            for each, text in named.items()
        ]
        assert ruleset["names"] == expected
        assert ruleset["title"] == names.title.read_in(language)
        assert ruleset | {"title": "", "names": []} == told["en"] | {"title": "", "names": []}


def test_caches_keep_the_languages_apart(service):
    for path in ("/v1/rulesets", "/v1/rulesets/tiny", "/v1/rulesets/chess", "/v1/games/nogame/view"):
        assert "Accept-Language" in asked(service, "cs", path).headers["Vary"]


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "There is no such game"),
        ("cs", "Taková hra neexistuje"),
        ("it", "Partita inesistente"),
        ("ru", "Нет такой игры"),
    ],
)
def test_the_title_of_a_problem_is_in_the_language_asked_for(service, language, title):
    response = asked(service, language, "/v1/games/nogame/view")
    assert response.headers["Content-Language"] == language
    assert response.json == {
        "type": "about:blank",
        "title": title,
        "status": 404,
        "detail": asked(service, None, "/v1/games/nogame/view").json["detail"],
        "code": "game_not_found",
    }


def test_so_is_that_of_what_the_web_framework_reports(service):
    answers = {language: asked(service, language, "/nowhere") for language in LANGUAGES}
    told = {language: (each.json["title"], each.headers["Content-Language"]) for language, each in answers.items()}
    translated = {language: (getattr(TITLES["not_found"], language), language) for language in ("cs", "it", "ru")}
    assert told == {"en": ("Not Found", "en"), **translated}


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_is_that_of_a_refusal_by_the_rules(table, language):
    body = {"ruleset": "tiny", "decision": 0, "action": {"type": "seal_card", "card": 1}}
    response = table.post("/actions", 0, body, {"Accept-Language": language})
    assert response.headers["Content-Language"] == language
    assert response.json == table.post("/actions", 0, body).json | {
        "title": TINY.names.refusals["wrong_decision"].read_in(language)
    }


def test_every_problem_of_the_service_has_a_title_in_every_language_and_nothing_else_has():
    assert set(TITLES) == {problem.code for problem in ProblemError.__subclasses__()}
    for language in ("cs", "it", "ru"):
        titles = [getattr(title, language) for title in TITLES.values()]
        assert len(set(titles)) == len(titles)

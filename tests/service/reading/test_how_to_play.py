"""Test the page "How to play" over HTTP: chapters in a language, with the icons and positions that they show."""

import pytest

from domain.languages import LANGUAGES
from domain.registry import PUBLISHED, RULESETS
from tests.service.helpers.client.contract import HOSTED


def page_of(service, ruleset, language="en"):
    """Return the page of a ruleset in a language."""
    response = service.client.get(f"/v1/rulesets/{ruleset}/how-to-play", headers={"Accept-Language": language})
    assert (response.status_code, response.headers["Content-Language"]) == (200, language)
    return response.json


def blocks_of(page):
    """List the blocks of a page."""
    return [*page["lead"], *(block for chapter in page["chapters"] for block in chapter["blocks"])]


def icons_in(value):
    """Yield the kind and id of each icon in a part of a page."""
    if isinstance(value, dict):
        if "icon" in value:
            yield value["icon"]["kind"], value["icon"]["id"]
        value = list(value.values())
    for each in value if isinstance(value, list) else []:
        yield from icons_in(each)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_page_has_a_title_and_chapters_in_each_language(service, name):
    for language in LANGUAGES:
        page, written = page_of(service, name, language), RULESETS[name].how_to_play.pages[language]
        assert page["title"] == written.title
        assert [(each["id"], each["title"]) for each in page["chapters"]] == [
            (each.id, each.title) for each in written.chapters
        ]
        assert len(blocks_of(page)) == len(written.lead) + sum(len(each.blocks) for each in written.chapters)


@pytest.mark.parametrize("name", PUBLISHED)
def test_each_icon_of_a_page_has_a_url_that_returns_it(service, name):
    page = page_of(service, name)
    listed = {(each["kind"], each["id"]): each["icon"] for each in page["icons"]}
    assert {*icons_in(page["lead"]), *icons_in(page["chapters"])} == {*listed}
    for each, url in listed.items():
        assert service.client.get(url).data == RULESETS[name].appearances.icons[each]


@pytest.mark.parametrize("name", PUBLISHED)
def test_each_position_of_a_page_has_the_view_of_its_scenario(sandbox, name):
    page = page_of(sandbox, name)
    shown = [block["scenario"] for block in blocks_of(page) if block["type"] == "position"]
    assert [each["scenario"] for each in page["positions"]] == shown
    for each in page["positions"]:
        seats = [{"kind": "human"}] * each["seats"]
        created = sandbox.client.post(
            "/v1/games", json={"ruleset": name, "seats": seats, "sandbox": {"scenario": each["scenario"]}}
        )
        game = sandbox.opened(created)
        view, legal = game.view(each["seat"]), game.get("/actions", each["seat"]).json["actions"]
        assert (each["version"], each["to_act"], each["view"]) == (view["version"], view["to_act"], view["view"])
        assert each["action"] in legal


def test_a_text_consists_of_words_icons_and_citations(service):
    drafting = next(each for each in page_of(service, "azul")["chapters"] if each["id"] == "draft")
    assert drafting["blocks"][1] == {
        "type": "list",
        "numbered": False,
        "items": [
            [
                {"text": "If there are wild tiles as well, you must also take "},
                {"text": "one", "strong": True},
                {"text": " of them "},
                {"paragraphs": ["5.2.2"]},
                {"text": "."},
            ],
            [
                {"text": "You can choose the wild colour only if nothing else lies there. You get one tile "},
                {"paragraphs": ["5.2.3"]},
                {"text": "."},
            ],
            [
                {"text": "The tiles that you leave on a factory go to the middle of the table "},
                {"paragraphs": ["5.2.4"]},
                {"text": "."},
            ],
        ],
    }


def test_a_ruleset_without_a_page_has_no_chapters(service):
    assert page_of(service, "tiny", "it") == {
        "ruleset": "tiny",
        "rules_version": HOSTED["tiny"].version,
        "chapters": [],
        "icons": [],
        "positions": [],
    }

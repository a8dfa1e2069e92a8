"""Requests about what an installation hosts: rulesets, icons, and its own health."""

from dataclasses import replace

import pytest

from domain.appearance import Appearances
from domain.boards import parse_board
from domain.registry import PUBLISHED
from tests.service.examples.games import rules
from tests.service.helpers.client.running import lasting


def unchanged(service, path):
    """Read a resource again with the ETag of the first response."""
    known = service.client.get(path).headers["ETag"]
    return service.client.get(path, headers={"If-None-Match": known}).status_code == 304


@pytest.mark.example("listRulesets", "The hosted rulesets.")
def test_a_client_lists_the_hosted_rulesets(service):
    assert [each["ruleset"] for each in service.client.get("/v1/rulesets").json["rulesets"]] == [*PUBLISHED]


@pytest.mark.example("listRulesets", "The hosted rulesets, in Italian.", called="italian")
def test_a_client_lists_the_rulesets_in_italian(service):
    listed = service.client.get("/v1/rulesets", headers={"Accept-Language": "it, en;q=0.5"})
    assert listed.headers["Content-Language"] == "it"


@pytest.mark.example("listRulesets", "The resource has not changed since the response with this `ETag`.", status=304)
def test_unchanged_rulesets_are_not_sent_again(service):
    assert unchanged(service, "/v1/rulesets")


@pytest.mark.example("getRuleset", "The static data of a ruleset for a front end.")
def test_a_client_reads_a_ruleset(service):
    assert service.client.get(f"/v1/rulesets/{rules().name}").json["ruleset"] == rules().name


@pytest.mark.example("getRuleset", "The resource has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_ruleset_is_not_sent_again(service):
    assert unchanged(service, f"/v1/rulesets/{rules().name}")


@pytest.mark.example("listRules", "The rules paragraphs that rejections and score rows cite.")
def test_a_client_lists_the_paragraphs_of_the_rules(service):
    assert service.client.get(f"/v1/rulesets/{rules().name}/rules").status_code == 200


@pytest.mark.example("listRules", "The resource has not changed since the response with this `ETag`.", status=304)
def test_unchanged_paragraphs_are_not_sent_again(service):
    assert unchanged(service, f"/v1/rulesets/{rules().name}/rules")


@pytest.mark.example("getHowToPlay", "Chapters for a player who has never seen the game.")
def test_a_client_reads_how_to_play(service):
    assert service.client.get(f"/v1/rulesets/{rules().name}/how-to-play").status_code == 200


@pytest.mark.example("getHowToPlay", "The resource has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_page_how_to_play_is_not_sent_again(service):
    assert unchanged(service, f"/v1/rulesets/{rules().name}/how-to-play")


@pytest.mark.example("listScenarios", "Positions worth seeing.")
def test_a_client_lists_scenarios(service):
    assert service.client.get(f"/v1/rulesets/{rules().name}/scenarios").status_code == 200


@pytest.mark.example("listScenarios", "The resource has not changed since the response with this `ETag`.", status=304)
def test_unchanged_scenarios_are_not_sent_again(service):
    assert unchanged(service, f"/v1/rulesets/{rules().name}/scenarios")


@pytest.mark.example("getLesson", "A small game that teaches the rules.")
def test_a_client_reads_a_lesson(service):
    assert service.client.get(f"/v1/rulesets/{rules().name}/lesson").status_code == 200


@pytest.mark.example("getLesson", "The resource has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_lesson_is_not_sent_again(service):
    assert unchanged(service, f"/v1/rulesets/{rules().name}/lesson")


def with_two_icons(ruleset):
    """Return the appearances of a ruleset with its first two icons only."""
    first = [*ruleset.appearances.listed()][:2]
    things = {kind: {each: drawn for other, each, drawn in first if other == kind} for kind, _, _ in first}
    icons = {(kind, each): ruleset.appearances.icons[kind, each] for kind, each, _ in first}
    return replace(ruleset, appearances=Appearances(things, icons))


SPARSE = lasting({name: with_two_icons(each) for name, each in PUBLISHED.items()})


@pytest.mark.example("listIcons", "All icons of a ruleset.")
def test_a_client_lists_icons(start):
    assert len(start(rulesets=SPARSE).client.get(f"/v1/rulesets/{rules().name}/icons").json["icons"]) == 2


@pytest.mark.example("listIcons", "The resource has not changed since the response with this `ETag`.", status=304)
def test_unchanged_icons_are_not_sent_again(start):
    assert unchanged(start(rulesets=SPARSE), f"/v1/rulesets/{rules().name}/icons")


def icon():
    """Return the URL of the first icon of a ruleset that has icons."""
    drawn = next(each for each in (rules(), *PUBLISHED.values()) if each.appearances.icons)
    kind, each, _ = next(drawn.appearances.listed())
    return f"/v1/rulesets/{drawn.name}/icons/{kind}/{each}.svg"


@pytest.mark.example("getIcon", "The icon of an item.")
def test_a_client_reads_an_icon(service):
    assert service.client.get(icon()).mimetype == "image/svg+xml"


@pytest.mark.example("getIcon", "The icon has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_icon_is_not_sent_again(service):
    assert unchanged(service, icon())


def picture():
    """Return the URL of the picture of a ruleset that has one."""
    drawn = next(each for each in (rules(), *PUBLISHED.values()) if each.introduction.picture)
    return f"/v1/rulesets/{drawn.name}/picture"


@pytest.mark.example("getPicture", "The picture of a game.")
def test_a_client_reads_a_picture(service):
    assert service.client.get(picture()).mimetype == "image/svg+xml"


@pytest.mark.example("getPicture", "The picture has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_picture_is_not_sent_again(service):
    assert unchanged(service, picture())


BOARD = b'import { h } from "bottega/kit-1";\nexport const Board = () => h("svg", { viewBox: "0 0 7 6" });\n'
DRAWN = lasting({name: replace(each, board=parse_board(BOARD)) for name, each in PUBLISHED.items()})


@pytest.mark.example("getBoard", "The module that draws a game.")
def test_a_client_reads_a_board(start):
    assert start(rulesets=DRAWN).client.get(f"/v1/rulesets/{rules().name}/board.js").mimetype == "text/javascript"


@pytest.mark.example("getBoard", "The module has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_board_is_not_sent_again(start):
    assert unchanged(start(rulesets=DRAWN), f"/v1/rulesets/{rules().name}/board.js")


@pytest.mark.example("checkHealth", "The process answers.")
def test_a_process_is_healthy(service):
    assert service.client.get("/healthz").status_code == 200


@pytest.mark.example("checkReadiness", "The process and Redis respond.")
def test_a_process_is_ready(service):
    assert service.client.get("/readyz").status_code == 200

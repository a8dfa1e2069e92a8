"""Test that previews accompany legal actions in every response."""

import pytest

from service.resources.events import NextDecision
from tests.service.helpers.client.service import HUMANS, RemoteGame
from tests.service.helpers.players.notices import OPEN, page
from tests.service.helpers.players.player import player


@pytest.fixture
def azul(service):
    created = service.client.post("/v1/games", json={"ruleset": "azul", "seats": list(HUMANS)})
    tokens = {each["seat"]: each["token"] for each in created.json["tokens"]}
    return RemoteGame(service, created.json["game_id"], tokens, "azul")


def first(azul):
    """Return the seat that must act."""
    return azul.view()["to_act"][0]


def test_each_legal_action_has_its_preview(azul):
    listed = azul.get("/actions", first(azul)).json
    assert len(listed["previews"]) == len(listed["actions"])
    view = azul.view()["view"]
    tiles = {each["source"]: each["tiles"] for each in view["factories"]}
    for action, preview in zip(listed["actions"], listed["previews"], strict=True):
        source = tiles[action["source"]]
        assert preview["number"] == (source[action["colour"]] if action["colour"] != view["wild"] else 1)
        assert preview.get("wilds", 0) == (action["colour"] != view["wild"] and view["wild"] in source)


def test_views_and_events_contain_the_previews_with_the_actions(azul):
    seat = first(azul)
    listed = azul.get("/actions", seat).json
    assert azul.get("/view?include=actions", seat).json["previews"] == listed["previews"]
    assert "previews" not in azul.view(seat)
    azul.act(seat)
    (event,) = azul.get("/events?include=actions", 1 - seat).json["events"]
    listed = azul.get("/actions", 1 - seat).json
    assert event["next_decision"] == {name: listed[name] for name in NextDecision.__struct_fields__}


def test_a_turn_in_a_feed_contains_the_previews_with_the_actions(service):
    ada = player(service, "Ada")
    body = {"ruleset": "azul", "options": {"start_seat": 0}, "seats": list(OPEN)}
    game_id = service.client.post("/v1/games", json=body).json["game_id"]
    assert ada.claim(game_id, 0).status_code == player(service, "Ben").claim(game_id, 1).status_code == 201
    (turn,) = [each["next_decision"] for each in page(ada, "?include=actions")["events"] if "next_decision" in each]
    assert len(turn["previews"]) == len(turn["actions"])


def test_a_seat_without_a_decision_has_no_previews(azul):
    assert "previews" not in azul.get("/actions", 1 - first(azul)).json


def test_a_ruleset_without_previews_shows_none(game):
    assert "previews" not in game.get("/actions", 0).json

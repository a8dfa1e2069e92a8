"""A tournament has texts of its organiser: a description, rules of the house, a label and metadata."""

import pytest

from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import entries, found, organiser, plan

TEXTS = {
    "description": "Our Friday evening.",
    "house_rules": ["Phones stay silent.", "No help from others."],
    "label": "fridays",
    "metadata": {"season": "2030"},
}


def names(reader, query):
    return [each["name"] for each in reader.get(f"/tournaments?{query}").json["tournaments"]]


def test_a_tournament_shows_the_texts_of_its_organiser(service):
    assert organiser(service).post("/tournaments", plan(texts=TEXTS)).json["texts"] == TEXTS


def test_a_tournament_without_texts_omits_them(service):
    assert "texts" not in organiser(service).post("/tournaments", plan()).json


def test_the_organiser_replaces_the_texts_and_the_log_shows_it(service):
    who = organiser(service)
    address = found(who, texts=TEXTS)
    new = {"house_rules": ["Be kind."], "label": "saturdays"}
    assert who.send("PATCH", address, {"texts": new}).json["texts"] == new
    assert entries(who, address)[-1]["change"] == {"texts": new}
    assert names(who, "label=saturdays") == ["Cup"]
    assert names(who, "label=fridays") == []


def test_a_text_with_invisible_characters_is_rejected(service):
    for texts in ({"description": "a\u202eb"}, {"house_rules": ["a\nb"]}, {"label": "\u2800"}):
        reports(organiser(service).post("/tournaments", plan(texts=texts)), "invalid_request")


@pytest.mark.example("listTournaments", "Tournaments that the caller organises, by label.", called="mine")
def test_an_organiser_finds_own_tournaments_by_label(service):
    who, other = organiser(service), organiser(service)
    found(who, texts={"label": "fridays"}, name="First")
    found(who, texts={"label": "fridays"}, name="Second", visibility="unlisted", rated=False)
    found(who, name="Third")
    found(other, texts={"label": "fridays"}, name="Fourth")
    assert names(who, "mine=true&label=fridays") == ["Second", "First"]
    assert names(who, "mine=true") == ["Third", "Second", "First"]
    assert names(who, "label=fridays") == ["Fourth", "First"]
    assert names(player(service, "Eve"), "mine=true") == []


@pytest.mark.problem("token_required", "A list of own tournaments needs a player key.", "listTournaments")
def test_a_list_of_own_tournaments_needs_a_key(service):
    reports(service.client.get("/v1/tournaments?mine=true"), "token_required")

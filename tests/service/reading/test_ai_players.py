"""Test that AI levels play as characters with names, and that their level stands beside the name."""

import json

from domain.ai_players import NAMES
from domain.languages import LANGUAGES
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import work

AI = {"kind": "ai", "level": "random"}


def shown(service, *seats):
    """Return the characters in the view, in the list of seats and in the summary of a game."""
    game = service.new_game(list(seats))
    lists = (
        game.view()["seats"],
        game.get("/seats").json["seats"],
        service.client.get(f"/v1/games/{game.game_id}").json["seats"],
    )
    return [[each.get("ai_player") for each in listed] for listed in lists]


def test_each_ai_seat_has_a_character_of_its_own_and_its_level(service):
    assert shown(service, AI, HUMANS[0], AI) == [["ginevra", None, "fiammetta"]] * 3
    (seat, _) = service.new_game([AI, AI]).view()["seats"]
    assert seat == {"seat": 0, "kind": "ai", "level": "random", "ai_player": "ginevra"}


def test_no_character_has_the_name_of_a_player(service):
    assert shown(service, {"kind": "human", "name": "lapo"}, AI) == [[None, "fiammetta"]] * 3
    assert shown(service, {"kind": "human", "name": "Лапо"}, AI) == [[None, "fiammetta"]] * 3


def test_an_ai_seat_with_a_name_has_no_character(service):
    assert shown(service, HUMANS[0], {**AI, "name": "Deep Stakes"}) == [[None, None]] * 3


def test_the_names_of_the_characters_are_listed_in_each_language(service):
    for language in LANGUAGES:
        names = service.client.get("/v1/rulesets/azul", headers={"Accept-Language": language}).json["names"]
        found = {each["id"]: each["name"] for each in names if each["kind"] == "ai_player"}
        assert found == {each: name.read_in(language) for each, name in NAMES.items()}


def test_a_record_names_the_level_only(service):
    game = service.new_game([AI, AI])
    work(service, game)
    record = json.loads(game.get("/record").data)
    assert record["seats"] == [{"seat": seat, "kind": "ai", "level": "random"} for seat in range(2)]

"""Test the public page of a player: it needs the player's consent, and shows only public results."""

import pytest

from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import Player, player, rejected


@pytest.fixture
def ann(service):
    return public(player(service, "Ann"))


@pytest.fixture
def bea(service):
    return player(service, "Bea")


def public(who: Player, *, shows: bool = True) -> Player:
    assert who.send("PATCH", "/me", {"public": shows}).json.get("public", False) is shows
    return who


def seats(*players):
    return [{"kind": "human", "player": each.id} for each in players]


def played(first, second, **terms):
    """Play a game of two players to its end; return its id, and the rank of each."""
    game_id = first.create(seats(first, second), **terms).json["game_id"]
    finish_and_score(first.service, game_id)
    result = first.get(f"/games/{game_id}/result").json
    return game_id, [each["rank"] for each in result["seats"]]


def page(who, reader=None):
    path = f"/players/{who.id}"
    return reader.get(path) if reader else who.service.client.get(f"/v1{path}")


def test_a_page_is_private_by_default_and_looks_like_an_unknown_player(service, ann, bea):
    unknown = service.client.get("/v1/players/pl_" + "x" * 20)
    assert rejected(page(bea)) == rejected(page(bea, ann)) == rejected(unknown) == (404, "player_not_found")
    assert "page is private" in page(bea).json["detail"]
    assert page(bea).json["detail"] == unknown.json["detail"]
    assert page(bea, bea).json == {"player": bea.id, "name": "Bea", "alias": page(bea, bea).json["alias"]} | {
        "ratings": [],
        "results": [],
        "games": [],
    }


def test_a_player_makes_the_page_public_and_private_again(ann):
    assert page(ann).json["name"] == "Ann"
    public(ann, shows=False)
    assert page(ann).status_code == 404


def test_an_update_changes_only_the_fields_that_were_sent(ann):
    assert ann.send("PATCH", "/me", {"name": "Anna"}).json["public"] is True
    assert ann.send("PATCH", "/me", {}).json == ann.get("/me").json


def test_the_entity_tag_of_a_player_covers_the_consent(ann):
    tag = ann.get("/me").headers["ETag"]
    public(ann, shows=False)
    assert rejected(ann.send("PATCH", "/me", {"public": True}, **{"If-Match": tag})) == (412, "precondition_failed")


def test_a_page_shows_results_ratings_and_games(ann, bea):
    ended = [played(ann, bea, rated=True), played(bea, ann)]
    running = ann.create(seats(ann, bea)).json["game_id"]
    shown = page(ann).json
    shared = sum(ranks == [1, 1] for _, ranks in ended)
    wins = [ranks[seat] for seat, (_, ranks) in enumerate(ended)].count(1) - shared
    assert shown["results"] == [{"ruleset": "tiny", "games": 2, "wins": wins, "shared_wins": shared}]
    assert [each["games"] for each in shown["ratings"]] == [1]
    assert [each["game_id"] for each in shown["games"]] == [running, ended[1][0], ended[0][0]]
    assert "head_to_head" not in shown


def test_the_caller_gets_the_results_against_the_player(ann, bea):
    ended = [played(ann, bea), played(bea, ann), played(ann, bea, visibility="unlisted")]
    leads = [ranks[own] - ranks[1 - own] for (_, ranks), own in zip(ended, (0, 1, 0), strict=True)]
    won, drawn, lost = (sum(found) for found in zip(*((each > 0, each == 0, each < 0) for each in leads), strict=True))
    expected = {"ruleset": "tiny", "games": 3, "wins": won, "draws": drawn, "losses": lost}
    assert page(ann, bea).json["head_to_head"] == [expected]
    assert page(ann, public(player(ann.service))).json["head_to_head"] == []
    assert "head_to_head" not in page(ann, ann).json


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_games_that_are_not_public_are_on_no_page(ann, bea, visibility):
    played(ann, bea, visibility=visibility)
    ann.create(seats(ann, bea), visibility=visibility)
    shown = page(ann, player(ann.service)).json
    assert (shown["results"], shown["games"], shown["head_to_head"]) == ([], [], [])


def test_a_page_shows_no_more_of_a_running_game_than_spectators_see(ann, bea):
    ann.create(seats(ann, bea), spectators={"kind": "off"})
    (shown,) = page(ann, bea).json["games"]
    assert (shown["version"], shown["to_act"]) == (0, [])


def test_a_deleted_player_has_no_page(ann):
    assert ann.send("DELETE", "/me").status_code == 204
    assert page(ann).status_code == 404

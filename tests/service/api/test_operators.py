"""Test the operations of operators: find, inspect, ban, unban, export and delete players."""

import re

import pytest

from tests.service.examples.games import is_overtaken
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.issuer import AUDIENCE, issuing
from tests.service.helpers.players.operators import ban, operator
from tests.service.helpers.players.player import Player, player, rejected

UNKNOWN = f"pl_{'x' * 20}"


def found(who, query=""):
    response = who.get(f"/operator/players{query}")
    assert response.status_code == 200, response.text
    return [each["player"] for each in response.json["players"]]


@pytest.mark.example("findPlayers", "Find players by a part of the name.")
def test_players_are_found_by_a_part_of_the_name(service):
    olga, ann = operator(service), player(service, "Ann")
    player(ann.service, "Bea")
    assert found(olga, "?name=an") == [ann.id]


@pytest.mark.example("inspectPlayer", "Inspect a player.")
def test_an_operator_sees_what_a_player_has_and_no_secrets(service):
    olga, ann = operator(service), player(service, "Ann")
    game_id = ann.create([{"kind": "human", "player": ann.id}, {"kind": "human"}]).json["game_id"]
    ban(ann, reason="Report 17", public_reason="No.")
    response = olga.get(f"/operator/players/{ann.id}")
    shown = response.json
    assert (shown["profile"]["name"], shown["ban"]["reason"], shown["ban"]["public_reason"]) == (
        "Ann",
        "Report 17",
        "No.",
    )
    assert [each["game_id"] for each in shown["games"]] == [game_id]
    assert [each["action"] for each in shown["decisions"]] == ["ban"]
    assert ann.key not in response.text


@pytest.mark.example("banPlayer", "Ban a player for two years, with a reason that the player may read.")
def test_a_player_is_banned(service):
    olga, ann = operator(service), player(service, "Ann")
    terms = {
        "reason": "Report 17: uses a program.",
        "public_reason": "You used a program.",
        "until": "2028-11-21T18:30:00.000000Z",
    }
    assert olga.send("PUT", f"/operator/players/{ann.id}/ban", terms).status_code == 204
    assert rejected(ann.get("/me")) == (403, "player_is_banned")


@pytest.mark.example("unbanPlayer", "Unban a player.")
def test_a_player_is_unbanned(service):
    olga, ann = operator(service), player(service, "Ann")
    ban(ann)
    for _ in range(2):
        assert olga.send("DELETE", f"/operator/players/{ann.id}/ban").status_code == 204
    assert "ban" not in olga.get(f"/operator/players/{ann.id}").json


@pytest.mark.example("exportPlayer", "Export all data of a player.")
def test_an_operator_exports_what_the_player_would(service):
    olga, ann = operator(service), player(service, "Ann")
    own = ann.get("/me/export").json
    exported = olga.get(f"/operator/players/{ann.id}/export")
    assert {**exported.json, "exported_at": ""} == {**own, "exported_at": ""}


@pytest.mark.example("deletePlayer", "Delete a player.")
def test_an_operator_deletes_a_player(service):
    olga, ann = operator(service), player(service, "Ann")
    assert olga.send("DELETE", f"/operator/players/{ann.id}?reason=Erasure").status_code == 204
    assert rejected(ann.get("/me")) == (401, "invalid_token")
    (decision,) = ann.service.installation.store.decisions.all()
    assert (decision.action, decision.reason) == ("delete", "Erasure")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the player's game.", "banPlayer")
def test_a_player_of_a_game_that_is_always_overtaken_is_not_banned(service):
    olga, ann = operator(service), player(service, "Ann")
    is_overtaken(service, ann.create([{"kind": "human", "player": ann.id}, {"kind": "human"}]).json["game_id"])
    reports(olga.send("PUT", f"/operator/players/{ann.id}/ban", {"reason": "Report 17"}), "game_busy")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the player's game.", "deletePlayer")
def test_a_player_of_a_game_that_is_always_overtaken_is_not_deleted(service):
    olga, ann = operator(service), player(service, "Ann")
    is_overtaken(service, ann.create([{"kind": "human", "player": ann.id}, {"kind": "human"}]).json["game_id"])
    reports(olga.send("DELETE", f"/operator/players/{ann.id}"), "game_busy")


@pytest.mark.problem(
    "player_not_found",
    "No player has this id.",
    *("inspectPlayer", "banPlayer", "unbanPlayer", "exportPlayer", "deletePlayer"),
)
def test_an_unknown_player_is_reported(valid, operation):
    request = valid(operation)
    unknown = request.to(path=re.sub("pl_[a-z0-9]{20}", UNKNOWN, request.path))
    reports(unknown.send(), "player_not_found")


@pytest.fixture
def olga(service):
    return operator(service)


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("GET", "/{}"), ("PUT", "/{}/ban"), ("DELETE", "/{}/ban"), ("GET", "/{}/export"), ("DELETE", "/{}")],
)
def test_each_operation_needs_the_scope(service, ann, method, path):
    strong = ann.with_scopes("play", "create", "organise", "admin")
    response = strong.send(method, f"/operator/players{path.format(ann.id)}", {} if method == "PUT" else None)
    assert (rejected(response), response.json["scope"]) == ((403, "insufficient_scope"), "moderate")


def test_a_player_is_found_by_id_alias_and_game(olga, ann):
    game_id = ann.create([{"kind": "human", "player": ann.id}, {"kind": "human"}]).json["game_id"]
    alias = olga.get(f"/operator/players/{ann.id}").json["profile"]["alias"]
    for query in (f"name={ann.id}", f"name={alias}", f"game_id={game_id}"):
        assert found(olga, f"?{query}") == [ann.id]
    assert found(olga, f"?game_id={game_id}&name=Bea") == []


def test_players_are_found_page_by_page(olga, ann):
    everybody = sorted([ann.id, olga.id, player(ann.service).id])
    first = olga.get("/operator/players?limit=2").json
    assert [each["player"] for each in first["players"]] == everybody[:2]
    assert found(olga, f"?limit=2&cursor={first['next_cursor']}") == everybody[2:]


def test_banned_players_are_found(olga, ann):
    assert found(olga, "?banned=true") == []
    ban(ann)
    assert found(olga, "?banned=true") == [ann.id]


def test_a_player_is_found_by_the_address_of_a_target(start):
    service = start(smtp_url="mailto://localhost", public_url="https://example.org", anonymous_mail=True)
    olga, ann = operator(service), player(service, "Ann")
    assert ann.post("/me/notification-targets", {"email": "ann@example.org"}).status_code == 201
    assert found(olga, "?email=Ann%2Bother@example.org") == [ann.id]
    assert found(olga, "?email=bea@example.org") == []


def test_a_player_is_found_by_identity_and_by_the_user_of_a_platform(start):
    with issuing() as issuer:
        service = start(oidc_issuer=issuer.address, oidc_audience=AUDIENCE)
        olga, ann = operator(service), player(service, "Ann")
        ann.post("/me/identities", {"token": issuer.sign("work")})
        signed = Player(service, "", issuer.sign("home")).get("/me").json["player"]
        platform = player(service, "Platform").with_scopes("organise", "play")
        user = platform.acting_for("user 7")
        assert found(olga, "?subject=work") == [ann.id]
        assert found(olga, "?subject=home") == [signed]
        assert found(olga, "?subject=nobody") == []
        assert found(olga, f"?subject=user%207&platform={platform.id}") == [user.id]

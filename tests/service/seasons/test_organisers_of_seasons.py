"""Seasons belong to their organiser: changes, deletion, merge and export."""

import json

from service.accounts.export import export
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import found, new_players, organiser
from tests.service.seasons.leagues import division, evening, season, tables


def exported(service, who):
    return json.loads(b"".join(export(service.installation, who.id)))["seasons"]


def names_of(who, query=""):
    return [each["name"] for each in who.get(f"/seasons{query}").json["seasons"]]


def test_a_new_season_has_one_division_with_its_name(service):
    olga = organiser(service)
    shown = olga.get(season(olga)).json
    assert shown["divisions"] == [{"name": "Spring league", "tournaments": [], "standings": []}]
    assert (shown["status"], shown["visibility"], shown["risers"]) == ("running", "public", 0)


def test_an_organiser_changes_the_settings_of_a_season(service):
    olga = organiser(service)
    address = season(olga, description="Each Friday.")
    changes = {"name": "Autumn league", "description": "", "visibility": "unlisted", "risers": 2}
    changed = olga.send("PATCH", address, changes).json
    assert (changed["name"], changed["visibility"], changed["risers"]) == ("Autumn league", "unlisted", 2)
    assert "description" not in changed
    assert olga.send("PATCH", address, {}).json == changed


def test_public_seasons_are_listed_newest_first(service):
    olga, eve = organiser(service), player(service, "Eve")
    season(olga, name="First")
    season(olga, name="Hidden", visibility="unlisted")
    season(olga, name="Second")
    assert names_of(eve) == ["Second", "First"]
    assert names_of(eve, "?limit=1") == ["Second"]
    assert names_of(eve, "?mine=true") == []
    assert names_of(olga, "?mine=true") == ["Second", "Hidden", "First"]
    reports(service.client.get("/v1/seasons?mine=true"), "token_required")


def test_a_removed_tournament_no_longer_names_the_season(service):
    olga, (ann, bea) = organiser(service), new_players(service, 2)
    first, second = (evening(service, olga, ann, bea) for _ in range(2))
    address = season(olga, division(first))
    assert olga.send("PATCH", address, {"divisions": [division(second)]}).status_code == 200
    assert [names_of(ann, f"?tournament={each}") for each in (first, second)] == [[], ["Spring league"]]
    assert olga.send("DELETE", address).status_code == 204
    assert names_of(ann, f"?tournament={second}") == []
    assert ann.get(f"/tournaments/{second}").status_code == 200


def test_a_tournament_is_in_a_season_once(service):
    olga = organiser(service)
    name = found(olga).rpartition("/")[2]
    body = {"name": "Spring league", "divisions": [division(name), division(name)]}
    reports(olga.post("/seasons", body), "invalid_request")


def test_a_confirmation_does_not_come_with_other_divisions(service):
    olga = organiser(service)
    reports(olga.send("PATCH", season(olga), {"confirmation": {}, "risers": 1}), "invalid_request")


def test_a_change_names_an_entrant_and_a_division_of_the_season(service):
    olga, (ann, bea) = organiser(service), new_players(service, 2)
    name = evening(service, olga, ann, bea)
    address = season(olga, division(name))
    for entrant, to in ((7, 0), (0, 1)):
        changes = [{"tournament": name, "entrant": entrant, "division": to}]
        response = olga.send("PATCH", address, {"confirmation": {"changes": changes}})
        reports(response, "invalid_request")
        assert response.json["errors"][0]["path"] == "/confirmation/changes/0"
    assert olga.get(address).json["status"] == "over"


def test_new_divisions_remove_the_confirmation(service):
    olga, (ann, bea) = organiser(service), new_players(service, 2)
    address = season(olga, division(evening(service, olga, ann, bea)))
    assert olga.send("PATCH", address, {"confirmation": {}}).json["status"] == "confirmed"
    assert olga.send("PATCH", address, {"name": "Autumn league"}).json["status"] == "confirmed"
    assert olga.send("PATCH", address, {"risers": 1}).json["status"] == "over"


def test_the_confirmed_entrants_enter_a_tournament_of_the_next_season(service):
    olga, (ann, bea) = organiser(service), new_players(service, 2)
    address = found(olga, {"format": "swiss", "table_size": 2, "rounds": 1}, entrants=[{"player": bea.id}])
    entrants = [{"name": "Zoe"}, {"level": "random"}]
    assert olga.post(f"{address}/entrants:batch", {"entrants": entrants}).status_code == 200
    gone = player(service, "Gino")
    assert olga.post(f"{address}/entrants", {"player": gone.id}).status_code == 201
    assert olga.post(f"{address}/entrants", {"player": ann.id}).status_code == 201
    assert olga.post(f"{address}/start").status_code == 200
    for table in olga.get(f"{address}/rounds/1").json["tables"]:
        result = {"ranks": [1, 2], "reason": "As on the sheet."}
        olga.send("PUT", f"{address}/rounds/1/tables/{table['table']}/result", result)
    league = season(olga, division(address.rpartition("/")[2]))
    assert gone.send("DELETE", "/me").status_code == 204
    confirmed = olga.send("PATCH", league, {"confirmation": {}}).json["divisions"][0]["next_entrants"]
    assert sorted(each["name"] for each in confirmed) == ["Ann", "Bea", "Zoe", "random"]
    body = {"entrants": confirmed}
    lines = olga.post(f"{found(olga)}/entrants:batch", body).json["lines"]
    assert [each["status"] for each in lines] == [201] * 4
    assert [each["entrant"].get("guest", False) for each in lines].count(True) == 1


def test_the_seasons_of_a_deleted_organiser_are_deleted_and_their_tournaments_stay(service):
    olga, (ann, bea) = organiser(service), new_players(service, 2)
    name = evening(service, olga, ann, bea)
    address = season(olga, division(name))
    assert olga.send("DELETE", "/me").status_code == 204
    reports(ann.get(address), "season_not_found")
    assert names_of(ann) == names_of(ann, f"?tournament={name}") == []
    assert ann.get(f"/tournaments/{name}").status_code == 200


def test_a_merged_organiser_keeps_the_seasons(service):
    olga, phone = organiser(service), organiser(service)
    address = season(phone)
    assert exported(service, phone) == [address.rpartition("/")[2]]
    assert olga.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert olga.get(address).json["organiser"] == olga.id
    assert olga.send("PATCH", address, {"risers": 1}).status_code == 200
    assert exported(service, olga) == [address.rpartition("/")[2]]


def test_a_key_needs_the_scope_of_an_organiser(service):
    olga = organiser(service)
    address = season(olga)
    narrow = olga.with_scopes("play")
    reports(narrow.send("PATCH", address, {"risers": 1}), "insufficient_scope")
    reports(narrow.post("/seasons", {"name": "Autumn league"}), "insufficient_scope")
    reports(player(service, "Eve").send("PATCH", address, {"risers": 1}), "not_organiser")
    assert tables(olga, address) == [[]]

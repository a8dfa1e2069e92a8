"""Test who can enter a tournament, when, and under which name."""

import pytest

from service.tournaments import log
from service.tournaments.rules.events import StageBegan, Started
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import (
    LEVEL,
    found,
    has_started,
    new_players,
    organiser,
)


def test_players_of_one_name_get_a_number_and_no_entrant_takes_the_name_of_another(service):
    who = organiser(service)
    address = found(who, registration="open", entrants=[{"level": LEVEL}])
    annas = [player(service, name) for name in ("Anna", "ANNA", "\uff21nna", LEVEL)]
    names = [each.post(f"{address}/entrants", {}).json["name"] for each in annas]
    assert names == ["Anna", "ANNA 2", "\uff21nna 3", f"{LEVEL} 2"]
    impostor = player(service, "Bea").post(f"{address}/entrants", {"name": "anna"})
    assert rejected(impostor) == (409, "already_entered")
    assert rejected(who.post(f"{address}/entrants", {"level": LEVEL, "name": "Anna"})) == (409, "already_entered")


def test_only_the_organiser_gets_the_code_and_it_lets_players_in(service):
    who, ann = organiser(service), player(service, "Ann")
    address = found(who, registration="code")
    code = who.get(address).json["code"]
    assert "code" not in ann.get(address).json
    assert "code" not in service.client.get(f"/v1{address}").json
    assert rejected(ann.post(f"{address}/entrants", {"code": code + "x"})) == (403, "wrong_code")
    assert rejected(ann.post(f"{address}/entrants", {})) == (403, "wrong_code")
    assert ann.post(f"{address}/entrants", {"code": code}).json["player"] == ann.id


def test_a_player_enters_once_and_no_other_player(service):
    who, (ann, bea) = organiser(service), new_players(service, 2)
    address = found(who, registration="open")
    first, again = (ann.post(f"{address}/entrants", {}) for _ in range(2))
    assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")
    assert rejected(ann.post(f"{address}/entrants", {"player": bea.id})) == (403, "not_organiser")
    assert [each["name"] for each in who.get(f"{address}/entrants").json["entrants"]] == ["Ann"]


def test_late_entries_start_with_the_stated_points(service):
    who, address = has_started(service, late_entries=True, late_points=3)
    late = [who.post(f"{address}/entrants", {"level": LEVEL, **given}).json for given in ({}, {"points": 5})]
    assert [each["points"] for each in late] == [3.0, 5.0]


@pytest.mark.parametrize(("registration", "enters"), [("open", 201), ("code", 201), ("organiser", 403)])
def test_players_enter_late_as_registration_permits(service, registration, enters):
    who, address = has_started(service, late_entries=True, late_points=3, registration=registration)
    code = {"code": who.get(address).json["code"]} if registration == "code" else {}
    eve = player(service, "Eve")
    response = eve.post(f"{address}/entrants", {**code, "points": 50})
    assert response.status_code == enters
    if enters == 201:
        assert (response.json["player"], response.json["points"]) == (eve.id, 3.0)


@pytest.mark.parametrize("terms", [{"late_entries": False}, {"late_entries": True}])
def test_no_player_enters_late_without_permission_or_during_a_pause(service, terms):
    who, address = has_started(service, registration="open", **terms)
    assert who.post(f"{address}/pause", {}).status_code == 200
    eve = player(service, "Eve")
    assert rejected(eve.post(f"{address}/entrants", {})) == (409, "registration_closed")
    added = who.post(f"{address}/entrants", {"player": eve.id}).status_code
    assert added == (201 if terms["late_entries"] else 409)


@pytest.mark.problem("too_few_entrants", "One of two entrants has checked in.", "startTournament")
def test_a_tournament_has_no_entrants_at_first_and_starts_with_two(service):
    who, (ann, bea) = organiser(service), new_players(service, 2)
    address = found(who, check_in=True, entrants=[{"player": ann.id}, {"player": bea.id}])
    ann.post(f"{address}/entrants/0/check-in")
    assert rejected(who.post(f"{address}/start")) == (409, "too_few_entrants")
    assert who.get(f"{address}/standings").json["standings"] == []
    bea.post(f"{address}/entrants/1/check-in")
    assert who.post(f"{address}/start").json["status"] == "running"
    running = log.load(service.installation, address.rpartition("/")[2])
    assert [type(each) for each in running.log[4:6]] == [Started, StageBegan]

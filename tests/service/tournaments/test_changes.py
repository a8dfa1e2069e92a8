"""Test changes of a tournament after its creation: entrants, start time, and remaining rounds."""

from datetime import timedelta

import pytest

from service.tournaments import progress
from service.tournaments.rules.verification import verify
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import (
    LEVEL,
    entries,
    found,
    has_started,
    new_players,
    organiser,
    play_round,
    rounds,
)

SOON = "2099-01-01T18:00:00.000000Z"


def types(who, address):
    return [each["type"] for each in entries(who, address)]


def enter_all(service, address, players):
    return [each.post(f"{address}/entrants", {}).status_code for each in players]


def test_a_withdrawal_during_registration_frees_the_place_for_another(service):
    who = organiser(service)
    ann, bea, cid = new_players(service, 3)
    address = found(who, max_entrants=2, registration="open")
    assert enter_all(service, address, [ann, bea]) == [201, 201]
    assert rejected(cid.post(f"{address}/entrants", {})) == (409, "tournament_full")
    bea.post(f"{address}/entrants/1/withdraw", {})
    assert cid.post(f"{address}/entrants", {}).json["entrant"] == 2
    assert rejected(bea.post(f"{address}/entrants", {})) == (409, "tournament_full")


def test_a_withdrawn_entrant_enters_again_under_the_same_number(service):
    who = organiser(service)
    ann, bea = new_players(service, 2)
    address = found(who, registration="open")
    enter_all(service, address, [ann, bea])
    ann.post(f"{address}/entrants/0/withdraw", {})
    back = ann.post(f"{address}/entrants", {})
    assert (back.status_code, back.json["entrant"], back.json["withdrawn"]) == (201, 0, False)
    assert ann.post(f"{address}/entrants/0/reenter", {}).json == back.json
    assert types(who, address) == ["entered", "entered", "withdrew", "reentered"]
    assert who.get(address).json["entrants"] == 2


def test_whom_the_organiser_has_withdrawn_the_organiser_lets_in_again(service):
    who = organiser(service)
    ann = player(service, "Ann")
    address = found(who, registration="open")
    ann.post(f"{address}/entrants", {})
    who.post(f"{address}/entrants/0/withdraw", {"reason": "A ban."})
    for path in ("/entrants", "/entrants/0/reenter"):
        assert rejected(ann.post(address + path, {})) == (403, "not_organiser")
    assert who.post(f"{address}/entrants/0/reenter", {"reason": "It is over."}).json["withdrawn"] is False


def test_the_organiser_lets_an_entrant_back_into_a_running_swiss(service):
    who, address = has_started(service)
    who.post(f"{address}/entrants/0/withdraw", {})
    assert who.post(f"{address}/entrants/0/reenter", {}).status_code == 200
    play_round(service, who, address)
    seated = {each["entrant"] for table in rounds(who, address)[-1]["tables"] for each in table["entrants"]}
    assert seated == {0, 1, 2, 3}


def test_no_entrant_returns_to_a_knockout_that_has_advanced(service):
    who, address = has_started(service, {"format": "knockout"})
    for table in rounds(who, address)[0]["tables"]:
        gone = table["entrants"][1]["entrant"]
        who.post(f"{address}/entrants/{gone}/withdraw", {})
        result = {"ranks": [1, 2], "reason": "The player left."}
        who.send("PUT", f"{address}/rounds/1/tables/{table['table']}/result", result)
    assert len(rounds(who, address)) == 2
    assert rejected(who.post(f"{address}/entrants/{gone}/reenter", {})) == (409, "reentry_closed")


def test_an_organiser_changes_name_times_limit_rounds_and_clock(service):
    who, address = has_started(service)
    clock = {"kind": "per_decision", "seconds": 30}
    body = {"name": "Autumn Cup", "max_entrants": 8, "stages": [{"stage": 0, "rounds": 3}], "clock": clock}
    changed = who.send("PATCH", address, {**body, "reason": "More time."})
    assert changed.status_code == 200, changed.text
    shown = who.get(address).json
    assert (shown["name"], shown["max_entrants"], shown["stages"][0]["rounds"]) == ("Autumn Cup", 8, 3)
    assert shown["clock"] == clock
    listed = who.get("/tournaments").json["tournaments"]
    assert [each["name"] for each in listed if each["tournament"] == shown["tournament"]] == ["Autumn Cup"]
    last = entries(who, address)[-1]
    assert (last["type"], last["reason"], last["change"]) == ("changed", "More time.", body)
    for _ in range(3):
        play_round(service, who, address)
    game = rounds(who, address)[2]["tables"][0]["games"][0]["game_id"]
    assert who.get(f"/games/{game}").json["clock"] == clock
    assert who.get(address).json["status"] == "over"
    verify(who.get(f"{address}/record").data)
    assert rejected(who.send("PATCH", address, {"name": "Late"})) == (409, "tournament_not_running")


def test_a_change_to_the_present_value_changes_nothing(service):
    who, address = has_started(service)
    before = who.get(address).json
    assert who.send("PATCH", address, {"name": "Cup"}).json == before
    assert who.send("PATCH", address, {}).json == before


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"max_entrants": 3}, (409, "invalid_change")),
        ({"starts_at": SOON}, (409, "invalid_change")),
        ({"stages": [{"stage": 1, "rounds": 3}]}, (409, "invalid_change")),
        ({"round_times": ["2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z"]}, (409, "invalid_change")),
        ({"round_times": ["2099-01-02T00:00:00Z", "2099-01-01T00:00:00Z"]}, (409, "invalid_change")),
        ({"stages": [{"stage": 0, "minutes": 3}]}, (409, "invalid_change")),
        ({"absence": {"on_timeout": "level", "level": "grandmaster"}}, (409, "unknown_level")),
        ({"starts_at": "soon"}, (422, "invalid_request")),
        ({"games": 3}, (422, "invalid_request")),
    ],
)
def test_an_impossible_change_is_rejected_and_changes_nothing(service, body, problem):
    who, address = has_started(service)
    before = who.get(address).json
    assert rejected(who.send("PATCH", address, body)) == problem
    assert who.get(address).json == before


def test_times_of_rounds_that_exist_may_lie_in_the_past_in_a_change(service):
    who, address = has_started(service)
    times = ["2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"]
    assert who.send("PATCH", address, {"round_times": times}).status_code == 200


def test_a_change_to_a_start_in_the_past_or_to_late_entries_without_an_open_stage_is_rejected(service):
    who = organiser(service)
    address = found(who, {"format": "knockout"}, starts_at="2099-01-01T00:00:00Z")
    for body in ({"starts_at": "2020-01-01T00:00:00Z"}, {"late_entries": True}):
        assert rejected(who.send("PATCH", address, body)) == (409, "invalid_change")


def test_a_tournament_with_too_few_entrants_at_its_time_waits_for_more(service):
    who = organiser(service)
    ann, bea = new_players(service, 2)
    at = service.installation.sources.now() + timedelta(minutes=5)
    address = found(who, registration="open", starts_at=at.strftime("%Y-%m-%dT%H:%M:%SZ"))
    ann.post(f"{address}/entrants", {})
    name = address.rpartition("/")[2]
    service.pass_time(minutes=10)
    for _ in range(2):
        assert progress.drive(service.installation, name) is not None
    assert (who.get(address).json["status"], types(who, address)) == ("registration", ["entered", "postponed"])
    bea.post(f"{address}/entrants", {})
    progress.drive(service.installation, name)
    assert (who.get(address).json["status"], len(rounds(who, address))) == ("running", 1)


def test_a_start_is_put_off_by_another_time(service):
    who = organiser(service)
    address = found(
        who, starts_at="2099-01-01T00:00:00Z", entrants=[{"player": each.id} for each in new_players(service)]
    )
    assert who.send("PATCH", address, {"starts_at": SOON, "reason": "Snow."}).json["starts_at"] == SOON
    progress.drive(service.installation, address.rpartition("/")[2])
    assert who.get(address).json["status"] == "registration"
    assert "starts_at" not in who.send("PATCH", address, {"starts_at": ""}).json


def test_a_pause_during_registration_delays_the_start_and_the_seed(service):
    who = organiser(service)
    ann = player(service, "Ann")
    address = found(
        who,
        registration="open",
        starts_at="2099-01-01T00:00:00Z",
        entrants=[{"player": each.id} for each in new_players(service)],
    )
    paused = who.post(f"{address}/pause", {"reason": "Not yet."})
    assert (paused.status_code, paused.json["status"], "seed" in paused.json) == (200, "paused", False)
    now = service.installation.sources.now()
    assert who.send("PATCH", address, {"starts_at": f"{now:%Y-%m-%dT%H:%M:%SZ}"}).status_code == 200
    progress.drive(service.installation, address.rpartition("/")[2])
    assert who.get(address).json["status"] == "paused"
    assert rejected(ann.post(f"{address}/entrants", {})) == (409, "registration_closed")
    assert rejected(who.post(f"{address}/start", {})) == (409, "tournament_started")
    assert who.post(f"{address}/entrants", {"level": LEVEL}).status_code == 201
    who.post(f"{address}/resume", {})
    assert who.get(address).json["status"] == "running"

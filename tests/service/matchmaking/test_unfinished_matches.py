"""Test matches whose game was not created: a renewal, a retry or the sweeper creates it once."""

from dataclasses import replace

import pytest

from service.lobby import creation
from service.matchmaking import matchmaking, seeks
from service.matchmaking.store import seeks_in
from service.matchmaking.subject import SEEKS
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.lists import ids
from tests.service.helpers.players.notices import FUTURE, reported
from tests.service.helpers.players.player import rejected
from tests.service.helpers.players.seeks import due, look, new_seek, seated_in, seek
from tests.service.matchmaking.seekers import broken_off, new_players, renew
from workers.processes.sweeper import sweep, sweep_of

POINTS = [(matchmaking, "seat"), (creation, "create_game"), (creation, "store_game"), (matchmaking, "_note_game")]
"""Points where the matching process may be killed: before the game exists, or before all players have notices."""


@pytest.mark.parametrize(("where", "name"), POINTS)
def test_a_game_that_was_matched_and_not_created_is_created_by_the_sweeper(service, monkeypatch, where, name):
    (ann, first), (bea, second) = broken_off(service, monkeypatch, where, name)
    sweep_of(SEEKS.due)(service.installation, FUTURE)
    sweep(service.installation, FUTURE)
    (game_id,) = ids(service)
    assert due(service) == []
    assert look(ann, first)["game_id"] == look(bea, second)["game_id"] == game_id
    assert set(seated_in(service, game_id).values()) == {ann.id, bea.id}
    assert [reported(service, who.id)[0][0] for who in (ann, bea)] == ["seated", "seated"]


def test_a_process_without_the_secret_creates_a_matched_game(service, monkeypatch):
    (ann, first), (bea, second) = broken_off(service, monkeypatch, matchmaking, "seat")
    without = replace(service.installation, settings=replace(service.installation.settings, secrets=()))
    sweep_of(SEEKS.due)(without, FUTURE)
    (game_id,) = ids(service)
    assert due(service) == []
    assert look(ann, first)["game_id"] == look(bea, second)["game_id"] == game_id
    assert set(seated_in(service, game_id).values()) == {ann.id, bea.id}


@pytest.mark.parametrize(("where", "name"), POINTS)
def test_a_renewal_creates_a_game_that_was_matched_but_not_created(service, monkeypatch, where, name):
    (ann, first), (bea, second) = broken_off(service, monkeypatch, where, name)
    found = at_once([lambda: renew(ann, first), lambda: renew(bea, second)] * 8)
    assert [each["game_id"] for each in found] == ids(service) * 16
    sweep_of(SEEKS.due)(service.installation, FUTURE)
    assert (len(ids(service)), due(service)) == (1, [])


def test_a_retry_of_a_failed_request_leads_to_one_game(service, monkeypatch):
    _, (bea, second) = broken_off(service, monkeypatch, creation, "store_game")
    assert seek(bea)["seek"] == second["seek"]
    assert len(ids(service)) == 1


def test_a_failed_match_cannot_be_withdrawn(service, monkeypatch):
    (ann, first), _ = broken_off(service, monkeypatch, creation, "store_game")
    assert rejected(ann.send("DELETE", f"/seeks/{first['seek']}")) == (409, "seek_matched")


def test_a_seek_known_to_its_player_only_waits_once_it_is_renewed(service, monkeypatch):
    ann, bea = new_players(service)
    with monkeypatch.context() as patch:
        patch.setattr(seeks, "_enter", lambda *_: 1 // 0)
        assert ann.post("/seeks", new_seek()).status_code == 500
    (sought,) = ann.get("/seeks").json["seeks"]
    assert renew(ann, sought)["status"] == "waiting"
    assert seek(bea)["status"] == "matched"


def test_a_repeat_with_its_key_enters_a_seek_known_to_its_player_only(service, monkeypatch):
    ann, bea = new_players(service)
    with monkeypatch.context() as patch:
        patch.setattr(seeks, "_enter", lambda *_: 1 // 0)
        assert ann.post("/seeks", new_seek(), **{"Idempotency-Key": "a seek"}).status_code == 500
    assert ann.post("/seeks", new_seek(), **{"Idempotency-Key": "a seek"}).json["status"] == "waiting"
    assert seek(bea)["status"] == "matched"


def test_a_repeat_with_its_key_creates_a_game_that_was_matched_but_not_created(service, monkeypatch):
    ann, bea = new_players(service)
    seek(ann)
    with monkeypatch.context() as patch:
        patch.setattr(matchmaking, "seat", lambda *_: 1 // 0)
        assert bea.post("/seeks", new_seek(), **{"Idempotency-Key": "a seek"}).json["status"] == "waiting"
    again = bea.post("/seeks", new_seek(), **{"Idempotency-Key": "a seek"}).json
    assert [again["game_id"]] == ids(service)


def test_a_player_deleted_between_match_and_game_leaves_a_seat_without_a_holder(service, monkeypatch):
    (ann, _), (bea, second) = broken_off(service, monkeypatch, matchmaking, "seat")
    assert ann.send("DELETE", "/me").status_code == 204
    found = renew(bea, second)
    assert seated_in(service, found["game_id"])[found["seat"]] == bea.id
    assert ann.id not in bea.get(f"/games/{found['game_id']}").text


def test_a_match_under_rules_that_are_no_longer_hosted_is_dropped(service, monkeypatch):
    (ann, first), _ = broken_off(service, monkeypatch, matchmaking, "seat")
    newer = {**HOSTED, "tiny": replace(HOSTED["tiny"], version=HOSTED["tiny"].version + 1)}
    sweep_of(SEEKS.due)(replace(service.installation, rulesets=newer), FUTURE)
    assert (ids(service), due(service)) == ([], [])
    assert rejected(ann.post(f"/seeks/{first['seek']}/renew")) == (404, "seek_not_found")


def test_a_sweep_without_matches_removes_due_entries_from_the_list(service, monkeypatch):
    ann, _ = new_players(service)
    with monkeypatch.context() as patch:
        patch.setattr(type(seeks_in(service.installation.store).due), "settle", lambda *_: None)
        seek(ann)
    assert len(due(service)) == 1
    sweep_of(SEEKS.due)(service.installation, FUTURE)
    assert due(service) == []

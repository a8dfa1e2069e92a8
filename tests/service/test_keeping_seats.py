"""Test guests who become players: the seat token and the player key together move the seat."""

import pytest

from tests.service.players import player, rejected
from tests.service.races import at_once


def keep(who, table, seat, **body):
    return who.claim(table.game_id, seat, {"token": table.tokens[seat], **body})


def held(table):
    return {seat: holder.player for seat, holder in table.service.bottega.store.seats.all(table.game_id).items()}


def test_a_guest_keeps_the_seat_after_signing_up(service, table):
    table.act(0)
    ann = player(service, "Ann")
    response = keep(ann, table, 0)
    assert (response.status_code, response.json) == (201, {"game_id": table.game_id, "seat": 0, "player": ann.id})
    assert ann.get(f"/games/{table.game_id}/view").json["seat"] == 0
    assert ann.games() == [table.game_id]
    assert rejected(table.get("/actions", 0)) == (401, "invalid_token")
    assert ann.get("/me/events").json["events"][0]["type"] == "seated"


def test_a_seat_claimed_by_a_token_keeps_its_name(service):
    table = service.table([{"kind": "human"}, {"kind": "open"}])
    table.tokens[1] = table.post("/seats/1/claim", body={"name": "Guest"}).json["token"]
    ann = player(service, "Ann")
    assert keep(ann, table, 1).status_code == 201
    seat = table.get("/seats").json["seats"][1]
    assert (seat["name"], seat["player"]) == ("Guest", ann.id)


def test_a_repeat_says_the_same(service, table):
    ann = player(service)
    first, again = keep(ann, table, 0), keep(ann, table, 0)
    assert (again.status_code, again.json) == (201, first.json)
    assert (first.headers.get("Idempotent-Replayed"), again.headers.get("Idempotent-Replayed")) == (None, "true")


def test_a_player_keeps_one_seat_of_a_game(service, table):
    ann = player(service)
    assert keep(ann, table, 0).status_code == 201
    assert rejected(keep(ann, table, 1)) == (409, "already_seated")


def test_a_player_who_moves_two_seats_at_once_to_the_account_gets_one(service, table):
    ann = player(service)
    responses = at_once([lambda: keep(ann, table, 0).status_code, lambda: keep(ann, table, 1).status_code])
    assert sorted(responses) == [201, 409]
    assert [*held(table).values()].count(ann.id) == 1


@pytest.mark.parametrize("other", ["seat", "game", "nonsense"])
def test_another_token_moves_no_seat(service, table, other):
    token = {"seat": table.tokens[1], "game": service.table().tokens[0], "nonsense": "x.0.y"}[other]
    response = player(service).claim(table.game_id, 0, {"token": token})
    assert response.json["code"] in ("token_mismatch", "invalid_token")
    assert table.get("/actions", 0).status_code == 200


def test_a_token_without_a_key_moves_no_seat(table):
    response = table.post("/seats/0/claim", body={"token": table.tokens[0]})
    assert rejected(response) == (401, "token_required")


def test_the_seats_of_a_rated_game_do_not_change_after_its_start(service):
    body = {"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}, {"kind": "human"}], "rated": True}
    table = service.opened(service.client.post("/v1/games", json=body))
    assert rejected(keep(player(service), table, 0)) == (409, "game_started")
    assert set(held(table).values()) == {""}


def test_a_guest_keeps_the_seat_of_a_rated_game_until_it_starts(service):
    body = {
        "ruleset": "tiny",
        "options": {},
        "seats": [{"kind": "human"}, {"kind": "open"}],
        "rated": True,
        "starts": "when_seated",
    }
    table = service.opened(service.client.post("/v1/games", json=body))
    ann = player(service)
    assert keep(ann, table, 0).status_code == 201
    assert held(table)[0] == ann.id

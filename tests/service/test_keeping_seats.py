"""Test guests who become players: the seat token and the player key together move the seat."""

import pytest

from service.lobby import guest_seats
from service.playing import games
from service.resources.seats import Claim
from tests.service.archiving import Killed, ended, held, kill, move, move_again
from tests.service.lists import finish, finish_and_score
from tests.service.players import player, rejected
from tests.service.races import at_once

RATED = {"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}, {"kind": "human"}], "rated": True}


def keep(who, table, seat, **body):
    return who.claim(table.game_id, seat, {"token": table.tokens[seat], **body})


def players_of(table):
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


def test_another_player_gets_no_seat_by_a_token_that_has_moved_it(service, table):
    ada, bea = player(service, "Ada"), player(service, "Bea")
    token = table.tokens[0]
    assert ada.claim(table.game_id, 0, {"token": token}).status_code == 201
    assert rejected(bea.claim(table.game_id, 0, {"token": token})) == (401, "invalid_token")
    assert service.bottega.store.seats.holder(table.game_id, 0).player == ada.id


def test_a_player_keeps_one_seat_of_a_game(service, table):
    ann = player(service)
    assert keep(ann, table, 0).status_code == 201
    assert rejected(keep(ann, table, 1)) == (409, "already_seated")


def test_a_player_who_moves_two_seats_at_once_to_the_account_gets_one(service, table):
    ann = player(service)
    responses = at_once([lambda: keep(ann, table, 0).status_code, lambda: keep(ann, table, 1).status_code])
    assert sorted(responses) == [201, 409]
    assert [*players_of(table).values()].count(ann.id) == 1


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
    table = service.opened(service.client.post("/v1/games", json=RATED))
    assert rejected(keep(player(service), table, 0)) == (409, "game_started")
    assert set(players_of(table).values()) == {""}


def test_a_guest_keeps_the_seat_of_a_rated_game_until_it_starts(service):
    body = RATED | {"seats": [{"kind": "human"}, {"kind": "open"}], "starts": "when_seated"}
    table = service.opened(service.client.post("/v1/games", json=body))
    ann = player(service)
    assert keep(ann, table, 0).status_code == 201
    assert players_of(table)[0] == ann.id


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
@pytest.mark.parametrize("scored", [False, True])
def test_a_guest_keeps_a_finished_game_in_the_list_of_the_player(service, visibility, scored):
    table = service.opened(service.client.post("/v1/games", json=RATED | {"rated": False, "visibility": visibility}))
    finish(service, table.game_id)
    if scored:
        games.score(service.bottega, table.game_id)
    ann = player(service, "Ann")
    assert keep(ann, table, 0).status_code == 201
    assert ann.games() == ann.games("?status=over") == [table.game_id]
    assert ann.games("?status=running") == []


def test_a_game_that_ends_while_its_seat_is_moved_is_listed_as_finished(service, table, monkeypatch):
    ann, hold = player(service), service.bottega.store.seats.hold

    def ends_before(*arguments):
        finish_and_score(service, table.game_id)
        return hold(*arguments)

    monkeypatch.setattr(service.bottega.store.seats, "hold", ends_before)
    assert keep(ann, table, 0).status_code == 201
    assert ann.games("?status=over") == ann.games() == [table.game_id]


def test_an_aborted_game_is_kept(service, table):
    for seat in (0, 1):
        table.post("/abort", seat)
    ann = player(service)
    assert keep(ann, table, 0).status_code == 201
    assert ann.games("?status=aborted") == [table.game_id]


def test_a_seat_of_an_archived_game_is_kept(archival):
    table, ann = ended(archival), player(archival)
    move(table)
    assert keep(ann, table, 0).status_code == 201
    assert (ann.games("?status=over"), players_of(table)[0]) == ([table.game_id], ann.id)
    move_again(table)
    assert (held(table), ann.games()) == ({"archived"}, [table.game_id])


def test_a_game_that_has_left_the_lists_is_kept(service, table):
    finish_and_score(service, table.game_id)
    header = service.bottega.store.header(table.game_id)
    service.bottega.store.lists.unlist(header)
    ann = player(service)
    assert keep(ann, table, 0).status_code == 201
    assert ann.games() == ann.games("?status=over") == [table.game_id]
    assert service.client.get("/v1/games").json["games"] == []


def test_a_seat_of_a_finished_rated_game_moves_without_effect_on_ratings(service):
    ann, bea, guest = (player(service) for _ in range(3))
    seats = [{"kind": "human", "player": ann.id}, {"kind": "human", "player": bea.id}, {"kind": "human"}]
    table = service.opened(ann.create(seats, rated=True))
    finish_and_score(service, table.game_id)
    record = table.get("/record").data
    rated = ann.get(f"/players/{ann.id}/ratings").json["ratings"]
    assert len(rated) == 1
    assert keep(guest, table, 2).status_code == 201
    games.score(service.bottega, table.game_id)
    assert guest.games("?status=over") == [table.game_id]
    assert guest.get(f"/players/{guest.id}").json["ratings"] == []
    assert (table.get("/record").data, ann.get(f"/players/{ann.id}/ratings").json["ratings"]) == (record, rated)


@pytest.mark.parametrize("step", [("write_before", 1), ("write", 1), ("write_before", 2)])
@pytest.mark.parametrize("done", [False, True])
def test_a_retry_completes_a_move_that_was_killed(service, table, monkeypatch, step, done):
    finish_and_score(service, table.game_id)
    ann = player(service, "Ann")
    with monkeypatch.context() as patch:
        kill(patch, service.bottega.store.servers, *step, done=done)
        with pytest.raises(Killed):
            guest_seats.keep_seat(service.bottega, table.game_id, 0, Claim(token=table.tokens[0]), ann.caller)
    assert keep(ann, table, 0).status_code == 201
    assert (ann.games("?status=over"), players_of(table)) == ([table.game_id], {0: ann.id, 1: ""})

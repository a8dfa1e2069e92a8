"""Test guests who become players: the seat token and the player key together move the seat."""

import pytest

from service.lobby import guest_seats
from service.playing import games
from service.resources.seats import Claim
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.archiving import Killed, ended, held, kill, move, move_again
from tests.service.helpers.games.lists import finish, finish_and_score
from tests.service.helpers.players.player import player, rejected

RATED = {"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}, {"kind": "human"}], "rated": True}


def keep(who, game, seat, **body):
    return who.claim(game.game_id, seat, {"token": game.tokens[seat], **body})


def players_of(game):
    return {seat: holder.player for seat, holder in game.service.installation.store.seats.all(game.game_id).items()}


def test_a_guest_keeps_the_seat_after_signing_up(service, game):
    game.act(0)
    ann = player(service, "Ann")
    response = keep(ann, game, 0)
    assert (response.status_code, response.json) == (201, {"game_id": game.game_id, "seat": 0, "player": ann.id})
    assert ann.get(f"/games/{game.game_id}/view").json["seat"] == 0
    assert ann.games() == [game.game_id]
    assert rejected(game.get("/actions", 0)) == (401, "invalid_token")
    assert ann.get("/me/events").json["events"][0]["type"] == "seated"


def test_a_seat_claimed_by_a_token_keeps_its_name(service):
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    game.tokens[1] = game.post("/seats/1/claim", body={"name": "Guest"}).json["token"]
    ann = player(service, "Ann")
    assert keep(ann, game, 1).status_code == 201
    seat = game.get("/seats").json["seats"][1]
    assert (seat["name"], seat["player"]) == ("Guest", ann.id)


def test_a_repeat_says_the_same(service, game):
    ann = player(service)
    first, again = keep(ann, game, 0), keep(ann, game, 0)
    assert (again.status_code, again.json) == (201, first.json)
    assert (first.headers.get("Idempotent-Replayed"), again.headers.get("Idempotent-Replayed")) == (None, "true")


def test_another_player_gets_no_seat_by_a_token_that_has_moved_it(service, game):
    ada, bea = player(service, "Ada"), player(service, "Bea")
    token = game.tokens[0]
    assert ada.claim(game.game_id, 0, {"token": token}).status_code == 201
    assert rejected(bea.claim(game.game_id, 0, {"token": token})) == (401, "invalid_token")
    assert service.installation.store.seats.holder(game.game_id, 0).player == ada.id


def test_a_player_keeps_one_seat_of_a_game(service, game):
    ann = player(service)
    assert keep(ann, game, 0).status_code == 201
    assert rejected(keep(ann, game, 1)) == (409, "already_seated")


def test_a_player_who_moves_two_seats_at_once_to_the_account_gets_one(service, game):
    ann = player(service)
    responses = at_once([lambda: keep(ann, game, 0).status_code, lambda: keep(ann, game, 1).status_code])
    assert sorted(responses) == [201, 409]
    assert [*players_of(game).values()].count(ann.id) == 1


@pytest.mark.parametrize("other", ["seat", "game", "nonsense"])
def test_another_token_moves_no_seat(service, game, other):
    token = {"seat": game.tokens[1], "game": service.new_game().tokens[0], "nonsense": "x.0.y"}[other]
    response = player(service).claim(game.game_id, 0, {"token": token})
    assert response.json["code"] in ("token_mismatch", "invalid_token")
    assert game.get("/actions", 0).status_code == 200


def test_a_token_without_a_key_moves_no_seat(game):
    response = game.post("/seats/0/claim", body={"token": game.tokens[0]})
    assert rejected(response) == (401, "token_required")


def test_the_seats_of_a_rated_game_do_not_change_after_its_start(service):
    game = service.opened(service.client.post("/v1/games", json=RATED))
    assert rejected(keep(player(service), game, 0)) == (409, "game_started")
    assert set(players_of(game).values()) == {""}


def test_a_guest_keeps_the_seat_of_a_rated_game_until_it_starts(service):
    body = RATED | {"seats": [{"kind": "human"}, {"kind": "open"}], "starts": "when_seated"}
    game = service.opened(service.client.post("/v1/games", json=body))
    ann = player(service)
    assert keep(ann, game, 0).status_code == 201
    assert players_of(game)[0] == ann.id


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
@pytest.mark.parametrize("scored", [False, True])
def test_a_guest_keeps_a_finished_game_in_the_list_of_the_player(service, visibility, scored):
    game = service.opened(service.client.post("/v1/games", json=RATED | {"rated": False, "visibility": visibility}))
    finish(service, game.game_id)
    if scored:
        games.score(service.installation, game.game_id)
    ann = player(service, "Ann")
    assert keep(ann, game, 0).status_code == 201
    assert ann.games() == ann.games("?status=over") == [game.game_id]
    assert ann.games("?status=running") == []


def test_a_game_that_ends_while_its_seat_is_moved_is_listed_as_finished(service, game, monkeypatch):
    ann, hold = player(service), service.installation.store.seats.hold

    def ends_before(*arguments):
        finish_and_score(service, game.game_id)
        return hold(*arguments)

    monkeypatch.setattr(service.installation.store.seats, "hold", ends_before)
    assert keep(ann, game, 0).status_code == 201
    assert ann.games("?status=over") == ann.games() == [game.game_id]


def test_an_aborted_game_stays(service, game):
    for seat in (0, 1):
        game.post("/abort", seat)
    ann = player(service)
    assert keep(ann, game, 0).status_code == 201
    assert ann.games("?status=aborted") == [game.game_id]


def test_a_seat_of_an_archived_game_stays(archival):
    game, ann = ended(archival), player(archival)
    move(game)
    assert keep(ann, game, 0).status_code == 201
    assert (ann.games("?status=over"), players_of(game)[0]) == ([game.game_id], ann.id)
    move_again(game)
    assert (held(game), ann.games()) == ({"archived"}, [game.game_id])


def test_a_game_that_has_left_the_lists_stays(service, game):
    finish_and_score(service, game.game_id)
    header = service.installation.store.header(game.game_id)
    service.installation.store.lists.unlist(header)
    ann = player(service)
    assert keep(ann, game, 0).status_code == 201
    assert ann.games() == ann.games("?status=over") == [game.game_id]
    assert service.client.get("/v1/games").json["games"] == []


def test_a_seat_of_a_finished_rated_game_moves_without_effect_on_ratings(service):
    ann, bea, guest = (player(service) for _ in range(3))
    seats = [{"kind": "human", "player": ann.id}, {"kind": "human", "player": bea.id}, {"kind": "human"}]
    game = service.opened(ann.create(seats, rated=True))
    finish_and_score(service, game.game_id)
    record = game.get("/record").data
    rated = ann.get(f"/players/{ann.id}/ratings").json["ratings"]
    assert len(rated) == 1
    assert keep(guest, game, 2).status_code == 201
    games.score(service.installation, game.game_id)
    assert guest.games("?status=over") == [game.game_id]
    assert guest.get(f"/players/{guest.id}").json["ratings"] == []
    assert (game.get("/record").data, ann.get(f"/players/{ann.id}/ratings").json["ratings"]) == (record, rated)


@pytest.mark.parametrize("step", [("write_before", 1), ("write", 1), ("write_before", 2)])
@pytest.mark.parametrize("done", [False, True])
def test_a_retry_completes_a_move_that_was_killed(service, game, monkeypatch, step, done):
    finish_and_score(service, game.game_id)
    ann = player(service, "Ann")
    with monkeypatch.context() as patch:
        kill(patch, service.installation.store.servers, *step, done=done)
        with pytest.raises(Killed):
            guest_seats.keep_seat(service.installation, game.game_id, 0, Claim(token=game.tokens[0]), ann.caller)
    assert keep(ann, game, 0).status_code == 201
    assert (ann.games("?status=over"), players_of(game)) == ([game.game_id], {0: ann.id, 1: ""})

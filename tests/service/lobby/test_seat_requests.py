"""Requests about the seats of a game: claims, invitations, tokens, the start and the rematch."""

import pytest

from tests.service.examples.games import ADA, BRUNO, LEAGUE, OPEN, WAITING, game, rules
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import player


def with_open_seat(service):
    """Let a player create a waiting game with a seat for the player and an open seat; return its URL."""
    ada = player(service, "Ada")
    seats = [{"kind": "human", "player": ada.id}, *[OPEN] * (rules().min_seats - 1)]
    created = ada.post("/games", {"ruleset": rules().name, "seats": seats, **WAITING})
    return ada, f"/games/{created.json['game_id']}"


@pytest.mark.example("getGame", "A game as any client sees it.")
def test_any_client_sees_a_public_game(service):
    assert game(service, ADA, OPEN, **LEAGUE).send_request("GET").json["label"] == "league-7"


@pytest.mark.example("listSeats", "The seats of a game, one of them claimed.")
def test_a_claimed_seat_is_listed_with_its_name(service):
    lobby = game(service, ADA, OPEN)
    lobby.claim(1, "Bruno")
    assert lobby.game.get("/seats").json["seats"][1]["name"] == "Bruno"


@pytest.mark.example("claimSeat", "A client claims the open seat with a name.")
def test_a_client_claims_an_open_seat_with_a_name(service):
    key = {"Idempotency-Key": "b7e2c95d-30f8-4a16-8c4e-f19d6a02573b"}
    claimed = game(service, ADA, OPEN).claim(1, "Bruno", **key)
    assert (claimed.status_code, claimed.json["seat"]) == (201, 1)


@pytest.mark.example("claimSeat", "A player claims the seat and needs no token.", called="player")
def test_a_player_claims_a_seat_without_a_token(service):
    claimed = player(service, "Bruno").claim(game(service, ADA, OPEN).game_id, 1)
    assert (claimed.status_code, "token" in claimed.json) == (201, False)


@pytest.mark.example("claimSeat", "An invited player claims the seat with the code.", called="invited")
def test_an_invited_player_claims_a_seat_with_the_code(service):
    lobby = game(service, ADA, OPEN)
    code = lobby.host("POST", "/seats/1/invitation", {}).json["code"]
    assert lobby.claim(1, "Bruno", code).status_code == 201


@pytest.mark.example("claimSeat", "A guest who has become a player keeps the seat.", called="kept")
def test_a_guest_keeps_a_seat_as_a_player(service):
    lobby = game(service, ADA, OPEN)
    response = player(service, "Ada").claim(lobby.game_id, 0, {"token": lobby.game.tokens[0]})
    assert (response.status_code, response.json["seat"]) == (201, 0)


@pytest.mark.example("getSeatToken", "The creator reads a seat token again.")
def test_the_creator_reads_a_seat_token(service):
    lobby = game(service)
    assert lobby.host("GET", "/seats/1/token").json["token"] == lobby.game.tokens[1]


@pytest.mark.example("rotateSeatToken", "The creator replaces the seat token.")
def test_the_creator_replaces_a_seat_token(service):
    lobby = game(service)
    assert lobby.host("POST", "/seats/1/token").json["token"] != lobby.game.tokens[1]


@pytest.mark.example("getPresence", "Ada was connected a moment ago. Bruno has never connected.")
def test_presence_shows_when_each_seat_was_connected(service, recording):
    lobby = game(service, ADA, BRUNO, presence=True)
    service.installation.store.presence.note({(lobby.game_id, "0"): recording.now.timestamp()})
    assert lobby.game.get("/presence").status_code == 200


@pytest.mark.example("updateGame", "The creator sets a name and a label.")
def test_the_creator_renames_a_game(service):
    changed = game(service, ADA, BRUNO).host("PATCH", "", {"name": "The final", "label": "league-7"})
    assert (changed.status_code, changed.json["name"]) == (200, "The final")


@pytest.mark.example("startGame", "An AI level takes the unclaimed seat.")
def test_the_creator_starts_a_game_with_an_ai_level(service):
    started = game(service, ADA, OPEN, **WAITING).host("POST", "/start", {"level": "normal"})
    assert (started.status_code, started.json["status"]) == (200, "running")


@pytest.mark.example("leaveSeat", "Ada leaves her seat before the game starts.")
def test_a_seat_is_left_before_the_start(service):
    lobby = game(service, ADA, OPEN, **WAITING)
    assert lobby.leave(0, lobby.game.tokens[0]).status_code == 204


@pytest.mark.example("createInvitation", "Create an invitation code for a seat. It replaces an earlier code.")
def test_the_creator_replaces_an_invitation_code(service):
    assert game(service, ADA, OPEN).host("POST", "/seats/1/invitation", {"renew": True}).status_code == 201


@pytest.mark.example("createInvitation", "Reserve a seat for a player. The player receives a notice.", called="player")
def test_the_creator_reserves_a_seat_for_a_player(service):
    ada, path = with_open_seat(service)
    bruno = player(service, "Bruno")
    assert ada.post(f"{path}/seats/1/invitation", {"player": bruno.id}).status_code == 201


@pytest.mark.example("createRematch", "Ada requests a rematch and plays last.")
def test_a_rematch_has_the_seats_in_another_order(service):
    lobby = game(service, ADA, BRUNO)
    finish(service, lobby.game_id)
    assert lobby.game.post("/rematch", 0).status_code == 201

"""Each operation of seats reports the problems of seats: they are taken, reserved, or another player's."""

import pytest

from domain.registry import PUBLISHED
from service.retention import lifetimes
from tests.service.examples.games import ADA, LOST, OPEN, WAITING, game, rules
from tests.service.helpers.client.responses import reports
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import player

CLAIM = "/seats/1/claim"
INVITATION = "/seats/1/invitation"
DECLINED = "Ada has blocked the player, or accepts no invitations."


def with_open_seat(who, **terms):
    """Let a player create a waiting game with a seat for the player and an open seat; return its URL."""
    seats = [{"kind": "human", "player": who.id}, *[OPEN] * (rules().min_seats - 1)]
    created = who.post("/games", {"ruleset": rules().name, "seats": seats, **terms})
    assert created.status_code == 201, created.text
    return f"/games/{created.json['game_id']}"


def with_bot(service):
    """Create a player and a bot."""
    ada = player(service, "Ada")
    created = ada.post("/players", {"name": "Adabot", "bot": True}).json
    return ada, type(ada)(service, created["player"], created["key"])


def with_players(valid, *named):
    """Return a request that creates a game with seats for players."""
    request = valid("createGame")
    reserved = [{"kind": "human", "player": each} for each in named]
    return request.with_fields(seats=[*reserved, *request.body["seats"][len(named) :]])


@pytest.mark.problem("token_required", "Seating players requires a player key.", "createGame")
def test_a_caller_without_a_key_seats_no_player(valid, service):
    reports(with_players(valid, player(service).id).send(), "token_required")


@pytest.mark.problem("unknown_player", "No player has this id.", "createGame")
def test_an_unknown_player_is_not_seated(valid, service):
    ada = player(service, "Ada")
    reports(with_players(valid, f"pl_{LOST}").with_headers(**ada.authorization).send(), "unknown_player")


@pytest.mark.problem("already_seated", "The request seats a player twice.", "createGame")
def test_a_player_is_not_seated_twice(valid, service):
    ada = player(service, "Ada")
    reports(with_players(valid, ada.id, ada.id).with_headers(**ada.authorization).send(), "already_seated")


@pytest.mark.problem("already_seated", "The player already has a seat in this game.", "claimSeat")
def test_a_player_claims_no_second_seat(service):
    ada = player(service, "Ada")
    reports(ada.post(f"{with_open_seat(ada)}{CLAIM}", {}), "already_seated")


@pytest.mark.problem("already_seated", "The player already has a seat in this game.", "createInvitation")
def test_a_player_with_a_seat_is_not_invited(service):
    ada = player(service, "Ada")
    reports(ada.post(f"{with_open_seat(ada, **WAITING)}{INVITATION}", {"player": ada.id}), "already_seated")


@pytest.mark.problem("unknown_player", "No player has this id.", "createInvitation")
def test_an_unknown_player_is_not_invited(service):
    ada = player(service, "Ada")
    reports(ada.post(f"{with_open_seat(ada, **WAITING)}{INVITATION}", {"player": f"pl_{LOST}"}), "unknown_player")


@pytest.mark.problem("unknown_colour", "The ruleset has no such colour.", "createGame")
def test_a_seat_in_an_unknown_colour_is_rejected(valid):
    request = valid("createGame")
    seats = [{"kind": "human", "colour": "mauve"}, *request.body["seats"][1:]]
    reports(request.with_fields(seats=seats).send(), "unknown_colour")


def coloured():
    """Return a ruleset whose players can choose colours, and its first colour."""
    found = next(each for each in PUBLISHED.values() if each.seat_colours)
    return found.name, found.seat_colours[0]


@pytest.mark.problem("colour_taken", "Two seats request the same colour.", "createGame")
def test_two_seats_do_not_get_the_same_colour(valid):
    name, colour = coloured()
    body = {"ruleset": name, "seats": [{"kind": "human", "colour": colour}] * 2}
    reports(valid("createGame").to(body=body).send(), "colour_taken")


@pytest.mark.problem("same_owner", "The request seats a bot and its owner in one rated game.", "createGame")
def test_a_bot_does_not_play_a_rated_game_with_its_owner(valid, service):
    ada, bot = with_bot(service)
    request = with_players(valid, ada.id, bot.id).with_headers(**ada.authorization)
    reports(request.with_fields(rated=True).send(), "same_owner")


@pytest.mark.problem("same_owner", "The owner of the bot already has a seat in the rated game.", "claimSeat")
def test_a_bot_claims_no_seat_beside_its_owner(service):
    ada, bot = with_bot(service)
    reports(bot.post(f"{with_open_seat(ada, rated=True)}{CLAIM}", {}), "same_owner")


@pytest.mark.problem("same_owner", "The owner of the bot already has a seat in the rated game.", "createInvitation")
def test_an_owner_does_not_invite_the_bot_to_a_rated_game(service):
    ada, bot = with_bot(service)
    path = with_open_seat(ada, rated=True, **WAITING)
    reports(ada.post(f"{path}{INVITATION}", {"player": bot.id}), "same_owner")


@pytest.mark.problem("no_seat_token", "The seat belongs to a player.")
def test_the_seat_of_a_player_has_no_token(valid, service, operation):
    ada = player(service, "Ada")
    method = valid(operation).method
    reports(ada.send(method, f"{with_open_seat(ada)}/seats/0/token"), "no_seat_token")


def is_changing(request, stored):
    """Store seats in another way than the service does, so that each change of a seat finds it changed."""
    for key in request.redis.keys("*:seats"):
        request.redis.hset(key, "1", stored)


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the seat.", "claimSeat")
def test_a_claim_that_is_always_overtaken_is_rejected(valid):
    request = valid("claimSeat")
    is_changing(request, "\n\n\n01")
    reports(request.send(), "game_busy")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the seat.", "rotateSeatToken")
def test_a_new_token_that_is_always_overtaken_is_rejected(valid):
    request = valid("rotateSeatToken")
    is_changing(request, f"{'0' * 64}\n\n\n01")
    reports(request.send(), "game_busy")


@pytest.mark.problem("seat_not_found", "The game has two seats, 0 and 1.")
def test_a_seat_that_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    reports(request.to(path=request.path.replace("/seats/1", "/seats/2")).send(), "seat_not_found")


@pytest.mark.problem("seat_taken", "Somebody was faster.", "claimSeat")
def test_a_claimed_seat_is_taken(valid):
    request = valid("claimSeat")
    request.without("Idempotency-Key").send()
    reports(request.send(), "seat_taken")


@pytest.mark.problem("seat_taken", "Another player has claimed the seat.", "createInvitation")
def test_nobody_is_invited_to_a_claimed_seat(valid):
    request = valid("createInvitation")
    request.without("Authorization").to(path=request.path.replace("invitation", "claim"), body={}).send()
    reports(request.send(), "seat_taken")


@pytest.mark.problem("seat_by_invitation", "The seat requires an invitation code, and none was sent.", "claimSeat")
def test_a_seat_by_invitation_requires_its_code(service):
    lobby = game(service, ADA, {"kind": "open", "invited": True})
    reports(lobby.claim(1, "Bruno"), "seat_by_invitation")


def claimed(request, service):
    """Return a player who has claimed the seat of a request."""
    bruno = player(service, "Bruno")
    assert bruno.claim(request.owner, 1).status_code == 201
    return bruno


@pytest.mark.problem("seat_resigned", "The player of the seat has been deleted.", "claimSeat", "createInvitation")
def test_the_seat_of_a_deleted_player_is_not_free(valid, service, operation):
    request = valid(operation)
    claimed(request, service).send("DELETE", "/me")
    reports(request.send(), "seat_resigned")


@pytest.mark.problem("game_over", "The game has finished.", "claimSeat", "createInvitation")
def test_a_seat_of_a_finished_game_is_not_free(valid, service, operation):
    request = valid(operation)
    bruno = claimed(request, service)
    finish(service, request.owner)
    bruno.send("DELETE", "/me")
    reports(request.send(), "game_over")


@pytest.mark.problem("game_started", "A guest cannot keep a seat of a running rated game.", "claimSeat")
def test_a_guest_does_not_keep_a_seat_of_a_running_rated_game(service):
    lobby = game(service, rated=True)
    response = player(service, "Ada").claim(lobby.game_id, 0, {"token": lobby.game.tokens[0]})
    reports(response, "game_started")


@pytest.mark.problem("token_mismatch", "The token belongs to another seat.", "claimSeat")
def test_a_guest_does_not_keep_another_seat(service):
    lobby = game(service)
    response = player(service, "Ada").claim(lobby.game_id, 0, {"token": lobby.game.tokens[1]})
    reports(response, "token_mismatch")


@pytest.mark.problem("token_required", "A guest needs a player key to keep a seat.", "claimSeat")
def test_a_guest_without_a_key_keeps_no_seat(service):
    lobby = game(service)
    reports(lobby.game.post("/seats/0/claim", None, {"token": lobby.game.tokens[0]}), "token_required")


@pytest.mark.problem("game_started", "The game has already started.", "startGame")
def test_a_game_starts_only_once(valid):
    request = valid("startGame")
    request.send()
    reports(request.send(), "game_started")


@pytest.mark.problem("game_started", "The game has already started.", "leaveSeat")
def test_a_seat_is_not_left_after_the_start(service):
    reports(game(service).game.post("/seats/0/leave", 0), "game_started")


@pytest.mark.problem("rematch_unavailable", "The rematch was deleted.", "createRematch")
def test_a_deleted_rematch_is_not_created_again(valid):
    request = valid("createRematch")
    lifetimes.delete_game(request.installation, request.send().json["game_id"])
    reports(request.send(), "rematch_unavailable")


def blocking(service):
    """Let Ada block Bruno; return both."""
    ada, bruno = player(service, "Ada"), player(service, "Bruno")
    ada.send("PUT", f"/me/blocked-players/{bruno.id}")
    return ada, bruno


@pytest.mark.problem("invitation_declined", DECLINED, "createGame")
def test_a_blocked_player_does_not_seat_the_other(service):
    ada, bruno = blocking(service)
    seats = [{"kind": "human", "player": ada.id}, *[OPEN] * (rules().min_seats - 1)]
    reports(bruno.post("/games", {"ruleset": rules().name, "seats": seats}), "invitation_declined")


@pytest.mark.problem("invitation_declined", DECLINED, "createInvitation")
def test_a_blocked_player_does_not_invite_the_other(service):
    ada, bruno = blocking(service)
    path = with_open_seat(bruno, **WAITING)
    reports(bruno.post(f"{path}{INVITATION}", {"player": ada.id}), "invitation_declined")


@pytest.mark.problem("invitation_declined", DECLINED, "createRematch")
def test_a_blocked_player_gets_no_rematch(service):
    ada, bruno = blocking(service)
    seats = [OPEN, *[{"kind": "ai", "level": "random"}] * (rules().min_seats - 1)]
    game_id = bruno.post("/games", {"ruleset": rules().name, "seats": seats}).json["game_id"]
    assert ada.claim(game_id, 0).status_code == 201
    finish(service, game_id)
    reports(bruno.post(f"/games/{game_id}/rematch"), "invitation_declined")

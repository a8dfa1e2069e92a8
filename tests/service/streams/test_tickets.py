"""Test stream tickets: each opens streams of one game as one seat, for a minute, and nothing else."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from service.players.credentials import Credential
from service.resources.tickets import TicketRequest
from service.streams.tickets import GAME, issue
from tests.service.helpers.client.service import SECRET
from tests.service.helpers.client.streams import FORMS, NEWER, past, ticket_of


def rejected(response):
    return response.status_code, response.json["code"]


@pytest.mark.parametrize("form", FORMS)
def test_a_ticket_opens_the_stream_of_its_seat_and_of_no_other(game, form):
    game.play_to_the_end()
    streams = [game.get(f"/events/{form}", seat).data for seat in (0, 1)]
    assert streams[0] != streams[1]
    for seat in (0, 1):
        assert game.get(f"/events/{form}?ticket={ticket_of(game, seat)}").data == streams[seat]


def test_a_stream_opened_by_a_ticket_continues_from_any_position(game):
    game.play_to_the_end()
    ticket = ticket_of(game, 1)
    by_token = game.get("/events/ndjson?after=2", 1).data
    assert game.get(f"/events/ndjson?after=2&ticket={ticket}").data == by_token
    assert game.get(f"/events/ndjson?ticket={ticket}", **{"Last-Event-ID": "2"}).data == by_token


def test_a_ticket_names_its_seat_and_the_end_of_its_validity(game):
    reported = game.post("/stream-ticket", 1, {}).json
    left = datetime.fromisoformat(reported.pop("expires_at")) - datetime.now(UTC)
    assert timedelta(seconds=50) < left <= timedelta(seconds=60)
    assert game.tokens[1] not in json.dumps(reported)
    assert reported == {"game_id": game.game_id, "seat": 1, "ticket": reported["ticket"]}


def test_a_ticket_can_be_requested_that_lasts_a_moment_only(game):
    reported = game.post("/stream-ticket", 1, {"expires_in": 5}).json
    assert datetime.fromisoformat(reported["expires_at"]) - datetime.now(UTC) <= timedelta(seconds=5)
    assert rejected(game.post("/stream-ticket", 1, {"expires_in": 61})) == (422, "invalid_request")


@pytest.mark.parametrize("form", FORMS)
def test_a_ticket_opens_no_stream_after_a_minute(game, form):
    path = f"/events/{form}?ticket="
    credential = Credential(None, game.game_id, 0)
    fresh = issue(past(game.service, seconds=50), GAME, game.game_id, credential, TicketRequest())[0]
    game.get(path + fresh).close()
    stale = issue(past(game.service, seconds=61), GAME, game.game_id, credential, TicketRequest())[0]
    assert rejected(game.get(path + stale)) == (401, "ticket_expired")


def test_a_ticket_opens_no_stream_of_another_game(service, game):
    response = game.get(f"/events/ndjson?ticket={ticket_of(service.new_game(), 0)}")
    assert rejected(response) == (403, "ticket_mismatch")


def test_a_token_is_no_ticket_and_a_ticket_is_no_token(game):
    ticket, token = ticket_of(game, 0), game.tokens[0]
    assert rejected(game.get(f"/events/ndjson?ticket={token}")) == (401, "invalid_ticket")
    for path in ("/view", "/events", "/events/ndjson", "/actions"):
        assert rejected(game.get(path, Authorization=f"Bearer {ticket}")) == (401, "invalid_token")


def test_a_ticket_is_valid_for_streams_only(game):
    ticket = ticket_of(game, 0)
    for path in ("/view", "/events", "/actions"):
        assert rejected(game.get(f"{path}?ticket={ticket}", 0)) == (422, "invalid_request")


def test_a_changed_ticket_is_rejected(game):
    game_id, _seat, *player, expires, signature = ticket_of(game, 0).split(".")
    assert player == ["", "", ""]
    forged = (
        f"{game_id}.1....{expires}.{signature}",
        f"{game_id}.0....{int(expires) + 1}.{signature}",
        f"{game_id}.0.{signature}",
        "ticket",
    )
    for each in forged:
        assert rejected(game.get(f"/events/ndjson?ticket={each}")) == (401, "invalid_ticket")


def test_only_the_holder_of_a_seat_gets_a_ticket_for_it(service, game):
    assert rejected(game.post("/stream-ticket", body={})) == (401, "token_required")
    other = service.new_game()
    stranger = {"Authorization": f"Bearer {other.tokens[0]}"}
    assert rejected(game.post("/stream-ticket", body={}, headers=stranger)) == (403, "token_mismatch")


def test_a_ticket_is_issued_without_a_body(service, game):
    path = f"/v1/games/{game.game_id}/stream-ticket"
    assert service.client.post(path, headers=game.authorization(0)).status_code == 201


def test_a_page_cannot_request_a_ticket_with_a_simple_request(game):
    response = game.post("/stream-ticket", 0, headers={"Content-Type": "text/plain"})
    assert rejected(response) == (415, "unsupported_media_type")


def test_a_ticket_is_neither_cached_nor_compressed_on_the_way(game):
    response = game.post("/stream-ticket", 0, {}, headers={"Accept-Encoding": "gzip"})
    assert response.headers["Cache-Control"] == "no-store, no-transform"
    assert "Content-Encoding" not in response.headers


def opening(service, game, ticket):
    with service.client.get(f"/v1/games/{game.game_id}/events/ndjson?ticket={ticket}") as response:
        return response.status_code


def test_a_ticket_outlives_a_new_secret_as_a_token_does(start):
    before = start(secrets=(SECRET,))
    game = before.new_game()
    ticket = ticket_of(game, 0)
    assert opening(start(secrets=(SECRET, NEWER)), game, ticket) == 200
    assert opening(start(secrets=(NEWER,)), game, ticket) == 401


def test_new_tickets_are_of_the_newer_secret(start):
    game = start(secrets=(SECRET, NEWER)).new_game()
    ticket = ticket_of(game, 0)
    assert opening(start(secrets=(NEWER,)), game, ticket) == 200

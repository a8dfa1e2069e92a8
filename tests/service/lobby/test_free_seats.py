"""Test which free seats can get a new player: none without a decision to make, and none of a deleted player."""

import pytest

from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import player, rejected

OPEN = {"kind": "open"}


@pytest.fixture
def ann(service):
    return player(service, "Ann")


def left(service, ann, *, rated=False, others=1, is_over=False):
    """Create a game whose second seat belonged to a player who has been deleted; return its id."""
    bea = player(service, "Bea")
    seats = [{"kind": "human", "player": ann.id}, *[OPEN] * (1 + others)]
    game_id = ann.create(seats, starts="when_seated", rated=rated).json["game_id"]
    for seat, who in enumerate([bea, *(player(service) for _ in range(others))], 1):
        assert who.claim(game_id, seat).status_code == 201
    if is_over:
        finish_and_score(service, game_id)
    assert bea.send("DELETE", "/me").status_code == 204
    return game_id


def attempts(service, ann, game_id):
    """Let a player and a guest claim the second seat, and its creator invite to it; return what they get."""
    who = player(service, "Stranger")
    invited = ann.post(f"/games/{game_id}/seats/1/invitation", {"player": who.id})
    guest = service.client.post(f"/v1/games/{game_id}/seats/1/claim", json={})
    found = {rejected(each) for each in (who.claim(game_id, 1), guest, invited)}
    assert (who.games(), who.get("/me/events").json["events"]) == ([], [])
    return found


@pytest.mark.parametrize("rated", [False, True])
@pytest.mark.parametrize("others", [0, 1])
def test_no_one_gets_the_resigned_seat_of_a_deleted_player(service, ann, rated, others):
    game_id = left(service, ann, rated=rated, others=others)
    assert attempts(service, ann, game_id) == {(409, "seat_resigned")}


def test_no_one_gets_the_seat_of_a_deleted_player_in_a_finished_game(service, ann):
    game_id = left(service, ann, is_over=True)
    assert attempts(service, ann, game_id) == {(409, "game_over")}
    assert rejected(ann.post(f"/games/{game_id}/rematch")) == (409, "rematch_unavailable")


def test_no_one_gets_a_seat_of_an_aborted_game(service, ann):
    game_id = ann.create([{"kind": "human", "player": ann.id}, OPEN]).json["game_id"]
    assert ann.post(f"/games/{game_id}/abort").status_code == 200
    assert attempts(service, ann, game_id) == {(409, "game_aborted")}


def test_a_claim_is_repeated_after_the_game_has_ended(service, ann):
    game_id = ann.create([{"kind": "human", "player": ann.id}, OPEN]).json["game_id"]
    path, key = f"/v1/games/{game_id}/seats/1/claim", {"Idempotency-Key": "5c1d0f9e-7b42-4c1a-9d53-e8a1f2b3c4d5"}
    first = service.client.post(path, json={}, headers=key)
    assert ann.post(f"/games/{game_id}/abort").status_code == 200
    again = service.client.post(path, json={}, headers=key)
    assert (again.status_code, again.json) == (201, first.json)

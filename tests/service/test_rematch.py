"""Test a rematch: the same players, another first seat, and a single game after repeated requests."""

import pytest

from service.lobby import creation, rematch
from service.playing import games
from service.resources.types import HINTS
from tests.service.lists import finish_and_score, ids
from tests.service.lobby import AI, HUMAN, INVITED, OPEN, Lobby, queued
from tests.service.races import at_once, replayed
from tests.service.rejecting import check_problem
from tests.service.table import HUMANS


def over(service, *seats, **terms):
    """Return a game that has been played to its end."""
    lobby = Lobby(service, *seats, **terms)
    finish_and_score(service, lobby.game_id)
    return lobby


def again(lobby, token):
    return lobby.ask("POST", "/rematch", token)


def view(service, wanted, index=0):
    """Return the view of a rematch for one of its tokens."""
    headers = {"Authorization": f"Bearer {wanted.json['tokens'][index]['token']}"}
    return service.client.get(f"/v1/games/{wanted.json['game_id']}/view", headers=headers).json


def test_each_seat_gets_its_own_token_one_seat_earlier(service):
    lobby = over(service, HUMAN, {"kind": "human", "name": "Bea"}, {"kind": "human"})
    wanted = {seat: again(lobby, token) for seat, token in lobby.table.tokens.items()}
    assert len({response.json["game_id"] for response in wanted.values()}) == 1
    assert {seat: view(service, response)["seat"] for seat, response in wanted.items()} == {0: 2, 1: 0, 2: 1}
    assert [seat.get("name") for seat in view(service, wanted[0])["seats"]] == ["Bea", None, "Ada"]
    assert all(
        len(response.json["tokens"]) == 1 and "creator_token" not in response.json for response in wanted.values()
    )


def test_the_creator_gets_the_creator_token_and_the_seat_tokens_of_the_first_game(service):
    lobby = Lobby(service, HUMAN, OPEN, AI)
    token = lobby.claim(1, "Bea").json["token"]
    finish_and_score(service, lobby.game_id)
    wanted, by_bea = again(lobby, lobby.creator), again(lobby, token)
    assert [each["seat"] for each in wanted.json["tokens"]] == [2]
    assert [each["seat"] for each in by_bea.json["tokens"]] == [0]
    address = f"/v1/games/{wanted.json['game_id']}"
    auth = {"Authorization": f"Bearer {wanted.json['creator_token']}"}
    shown = service.client.get(address, headers=auth).json
    assert shown["seats"] == [
        {"seat": 0, "kind": "human", "name": "Bea"},
        {"seat": 1, "kind": "ai", "level": "greedy"},
        {"seat": 2, "kind": "human", "name": "Ada"},
    ]
    assert service.client.delete(address, headers=auth).status_code == 204


def test_the_terms_are_the_same_and_the_dice_are_not(service):
    kept = {"name": "Final", "label": "league", "metadata": {"round": "3"}}
    lobby = over(service, *HUMANS, rated=True, spectators={"kind": "delayed", "events": 3}, **kept)
    wanted = again(lobby, lobby.table.tokens[0])
    store = service.bottega.store
    old, new = store.header(lobby.game_id), store.header(wanted.json["game_id"])
    assert (new.rated, new.hints, new.options, new.spectators) == (True, 0, old.options, old.spectators)
    assert new.seed != old.seed
    auth = {"Authorization": f"Bearer {wanted.json['tokens'][0]['token']}"}
    shown = service.client.get(f"/v1/games/{new.game_id}", headers=auth).json
    assert {name: shown[name] for name in kept} == kept
    assert shown["rematch_of"] == lobby.game_id
    assert lobby.shown()["rematch"] == new.game_id


def test_the_old_game_names_no_rematch_before_one_is_requested(service):
    lobby = over(service, *HUMANS)
    assert not {"rematch", "rematch_of"} & set(lobby.shown())


def test_many_simultaneous_requests_create_one_rematch(service):
    for _ in range(3):
        lobby = over(service, *HUMANS, AI)
        before = len(ids(service))
        tokens = [lobby.creator, *lobby.table.tokens.values()]
        responses = at_once([lambda token=token: again(lobby, token) for token in tokens * 12])  # noqa: B023
        assert {response.status_code for response in responses} == {201}
        assert len({response.json["game_id"] for response in responses}) == 1
        assert [len({response.data for response in responses[index::3]}) for index in range(3)] == [1, 1, 1]
        assert sum("Idempotent-Replayed" not in response.headers for response in responses) == 1
        assert len(ids(service)) == before + 1
        game = service.opened(responses[0])
        assert replayed(service, game) == service.bottega.store.load(game.game_id).snapshot


def test_ai_seats_play_once_more(service):
    lobby = over(service, HUMAN, AI)
    before = queued(service)
    wanted = again(lobby, lobby.table.tokens[0])
    assert view(service, wanted)["seats"][0] == {"seat": 0, "kind": "ai", "level": "greedy"}
    assert (view(service, wanted)["status"], queued(service)) == ("running", before + 1)


def test_ai_that_its_host_called_in_plays_once_more(service):
    lobby = Lobby(service, HUMAN, INVITED, starts="when_seated")
    lobby.host("POST", "/start", {"level": "greedy"})
    finish_and_score(service, lobby.game_id)
    wanted = again(lobby, lobby.table.tokens[0])
    assert view(service, wanted)["seats"][0] == {"seat": 0, "kind": "ai", "level": "greedy"}
    assert view(service, wanted)["status"] == "running"


def test_players_who_waited_for_others_need_not_wait_again(service):
    lobby = Lobby(service, HUMAN, OPEN, starts="when_seated")
    token = lobby.claim(1, "Bea").json["token"]
    finish_and_score(service, lobby.game_id)
    assert view(service, again(lobby, token))["status"] == "running"


def test_a_rematch_has_a_rematch_in_turn(service):
    lobby = over(service, HUMAN, {"kind": "human", "name": "Bea"})
    second = service.opened(again(lobby, lobby.creator))
    finish_and_score(service, second.game_id)
    third = second.post("/rematch", 0)
    assert [seat["name"] for seat in view(service, third)["seats"]] == ["Ada", "Bea"]
    assert third.json["game_id"] not in (lobby.game_id, second.game_id)


def test_the_next_request_creates_a_rematch_whose_creation_failed(service, monkeypatch):
    lobby = over(service, *HUMANS)
    with monkeypatch.context() as patch:
        patch.setattr(creation, "store_game", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            rematch.create_rematch(service.bottega, lobby.game_id, 0)
    reserved = lobby.shown()["rematch"]
    wanted = again(lobby, lobby.table.tokens[0])
    assert (wanted.status_code, wanted.json["game_id"]) == (201, reserved)
    assert view(service, wanted)["status"] == "running"


def test_there_is_none_before_the_end_and_none_for_others(service):
    lobby, other = Lobby(service, *HUMANS), Lobby(service, *HUMANS)
    check_problem(again(lobby, lobby.table.tokens[0]), 409, "game_not_over")
    finish_and_score(service, lobby.game_id)
    check_problem(again(lobby, None), 401, "token_required")
    check_problem(again(lobby, "nonsense"), 401, "invalid_token")
    for token in (other.creator, other.table.tokens[0]):
        check_problem(again(lobby, token), 403, "token_mismatch")


def test_a_game_of_the_sandbox_is_played_again_with_drawn_dice(sandbox):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "sandbox": {"seed": "5eed" * 16}, "hints": HINTS}
    table = sandbox.opened(sandbox.client.post("/v1/games", json=body))
    table.play_to_the_end()
    games.score(sandbox.bottega, table.game_id)
    new = view(sandbox, table.post("/rematch", 0))
    assert "sandbox" not in new
    assert new["commitment"] != table.view()["commitment"]

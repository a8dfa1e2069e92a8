"""Test a rematch: the same players, another first seat, and a single game after repeated requests."""

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from service.lobby import creation, rematch
from service.playing import games
from service.resources.creation import GameRequest
from service.resources.game_terms import GameTerms
from service.resources.types import HINTS
from service.store import GameOrigin
from tests.service.helpers.client.responses import at_once, check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import TimedGame
from tests.service.helpers.games.lists import finish_and_score, ids
from tests.service.helpers.games.lobby import AI, HUMAN, INVITED, OPEN, Lobby, queued
from tests.service.helpers.games.stored import replayed
from tests.service.helpers.players.player import agree, player
from tests.service.helpers.tournaments import games_of, started_with_keys


def over(service, *seats, **terms):
    """Return a game that has been played to its end."""
    lobby = Lobby(service, *seats, **terms)
    finish_and_score(service, lobby.game_id)
    return lobby


def again(lobby, token):
    return lobby.send_request("POST", "/rematch", token)


def view(service, requested, index=0):
    """Return the view of a rematch for one of its tokens."""
    headers = {"Authorization": f"Bearer {requested.json['tokens'][index]['token']}"}
    return service.client.get(f"/v1/games/{requested.json['game_id']}/view", headers=headers).json


def test_each_seat_gets_its_own_token_one_seat_earlier(service):
    lobby = over(service, HUMAN, {"kind": "human", "name": "Bea"}, {"kind": "human"})
    requested = {seat: again(lobby, token) for seat, token in lobby.game.tokens.items()}
    assert len({response.json["game_id"] for response in requested.values()}) == 1
    assert {seat: view(service, response)["seat"] for seat, response in requested.items()} == {0: 2, 1: 0, 2: 1}
    assert [seat.get("name") for seat in view(service, requested[0])["seats"]] == ["Bea", None, "Ada"]
    assert all(
        len(response.json["tokens"]) == 1 and "creator_token" not in response.json for response in requested.values()
    )


def test_the_creator_gets_the_creator_token_and_the_seat_tokens_of_the_first_game(service):
    lobby = Lobby(service, HUMAN, OPEN, AI)
    token = lobby.claim(1, "Bea").json["token"]
    finish_and_score(service, lobby.game_id)
    requested, by_bea = again(lobby, lobby.creator), again(lobby, token)
    assert [each["seat"] for each in requested.json["tokens"]] == [2]
    assert [each["seat"] for each in by_bea.json["tokens"]] == [0]
    address = f"/v1/games/{requested.json['game_id']}"
    auth = {"Authorization": f"Bearer {requested.json['creator_token']}"}
    shown = service.client.get(address, headers=auth).json
    assert shown["seats"] == [
        {"seat": 0, "kind": "human", "name": "Bea"},
        {"seat": 1, "kind": "ai", "level": "greedy", "ai_player": "lapo"},
        {"seat": 2, "kind": "human", "name": "Ada"},
    ]
    assert service.client.delete(address, headers=auth).status_code == 204


def test_the_terms_are_the_same_and_the_dice_are_not(service):
    same = {"name": "Final", "label": "league", "metadata": {"round": "3"}}
    lobby = over(service, *HUMANS, rated=True, spectators={"kind": "delayed", "events": 3}, **same)
    requested = again(lobby, lobby.game.tokens[0])
    store = service.installation.store
    old, new = store.header(lobby.game_id), store.header(requested.json["game_id"])
    assert (new.rated, new.hints, new.options, new.spectators) == (True, 0, old.options, old.spectators)
    assert new.seed != old.seed
    auth = {"Authorization": f"Bearer {requested.json['tokens'][0]['token']}"}
    shown = service.client.get(f"/v1/games/{new.game_id}", headers=auth).json
    assert {name: shown[name] for name in same} == same
    assert shown["rematch_of"] == lobby.game_id
    assert lobby.shown()["rematch"] == new.game_id


def test_the_old_game_names_no_rematch_before_one_is_requested(service):
    lobby = over(service, *HUMANS)
    assert not {"rematch", "rematch_of"} & set(lobby.shown())


def test_many_simultaneous_requests_create_one_rematch(service):
    for _ in range(3):
        lobby = over(service, *HUMANS, AI)
        before = len(ids(service))
        tokens = [lobby.creator, *lobby.game.tokens.values()]
        responses = at_once([lambda token=token: again(lobby, token) for token in tokens * 12])  # noqa: B023
        assert {response.status_code for response in responses} == {201}
        assert len({response.json["game_id"] for response in responses}) == 1
        assert [len({response.data for response in responses[index::3]}) for index in range(3)] == [1, 1, 1]
        assert sum("Idempotent-Replayed" not in response.headers for response in responses) == 1
        assert len(ids(service)) == before + 1
        game = service.opened(responses[0])
        assert replayed(service, game) == service.installation.store.load(game.game_id).snapshot


def test_ai_seats_play_once_more(service):
    lobby = over(service, HUMAN, AI)
    before = queued(service)
    requested = again(lobby, lobby.game.tokens[0])
    assert view(service, requested)["seats"][0] == {"seat": 0, "kind": "ai", "level": "greedy", "ai_player": "ginevra"}
    assert (view(service, requested)["status"], queued(service)) == ("running", before + 1)


def test_ai_that_its_creator_called_in_plays_once_more(service):
    lobby = Lobby(service, HUMAN, INVITED, starts="when_seated")
    lobby.host("POST", "/start", {"level": "greedy"})
    finish_and_score(service, lobby.game_id)
    requested = again(lobby, lobby.game.tokens[0])
    assert view(service, requested)["seats"][0] == {"seat": 0, "kind": "ai", "level": "greedy", "ai_player": "ginevra"}
    assert view(service, requested)["status"] == "running"


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
            rematch.create_rematch(service.installation, lobby.game_id, 0)
    reserved = lobby.shown()["rematch"]
    requested = again(lobby, lobby.game.tokens[0])
    assert (requested.status_code, requested.json["game_id"]) == (201, reserved)
    assert view(service, requested)["status"] == "running"


def test_there_is_none_before_the_end_and_none_for_others(service):
    lobby, other = Lobby(service, *HUMANS), Lobby(service, *HUMANS)
    check_problem(again(lobby, lobby.game.tokens[0]), 409, "game_not_over")
    finish_and_score(service, lobby.game_id)
    check_problem(again(lobby, None), 401, "token_required")
    check_problem(again(lobby, "nonsense"), 401, "invalid_token")
    for token in (other.creator, other.game.tokens[0]):
        check_problem(again(lobby, token), 403, "token_mismatch")


def test_a_game_of_the_sandbox_is_played_again_with_drawn_dice(sandbox):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "sandbox": {"seed": "5eed" * 16}, "hints": HINTS}
    game = sandbox.opened(sandbox.client.post("/v1/games", json=body))
    game.play_to_the_end()
    games.score(sandbox.installation, game.game_id)
    new = view(sandbox, game.post("/rematch", 0))
    assert "sandbox" not in new
    assert new["commitment"] != game.view()["commitment"]


CHOSEN = {
    "rated": True,
    "hints": 7,
    "undo": "consent",
    "clock": {"kind": "days", "days": 3, "pause": {"from": "22:00", "to": "07:00"}},
    "absence": {"on_timeout": "level_once", "level": "random"},
    "visibility": "unlisted",
    "spectators": {"kind": "delayed", "events": 3},
    "presence": True,
    "queued_actions": False,
}
"""Another value than the default for each term of a game."""
NOT_TERMS = {"ruleset", "rules_version", "options", "seats", "sandbox", "starts", "name", "label", "metadata"}


def test_each_term_of_a_game_has_a_chosen_value():
    assert {*GameRequest.__struct_fields__} - NOT_TERMS == {*CHOSEN}
    assert {*GameTerms.__struct_fields__} <= {*CHOSEN}


@pytest.mark.parametrize("term", CHOSEN)
def test_a_rematch_has_each_term_of_its_game(service, term):
    lobby = over(service, *HUMANS, **{term: CHOSEN[term]})
    requested = again(lobby, lobby.game.tokens[0])
    old, new = (service.installation.store.header(each) for each in (lobby.game_id, requested.json["game_id"]))
    terms = {each: getattr(new, each) for each in GameOrigin.__struct_fields__}
    same = {each: getattr(old, each) for each in GameOrigin.__struct_fields__}
    assert terms | {"rematch_of": ""} == same
    default = Lobby(service, *HUMANS)
    usual = service.installation.store.header(default.game_id)
    assert [new.queues, *(terms[each] for each in terms)] != [
        usual.queues,
        *(getattr(usual, each) for each in terms if each != "rematch_of"),
    ]


def test_a_rematch_of_a_game_with_a_virtual_clock_has_one(sandbox):
    game = TimedGame(sandbox)
    while to_act := game.view()["to_act"]:
        game.act(to_act[0])
    finish_and_score(sandbox, game.game_id)
    requested = game.creator("/rematch").json
    new = sandbox.installation.store.header(requested["game_id"])
    assert (new.virtual, new.sandbox, new.sandbox_actions) == (True, True, 0)
    headers = {"Authorization": f"Bearer {requested['creator_token']}"}
    moved = sandbox.client.post(f"/v1/games/{new.game_id}/clock", json={"seconds": 5}, headers=headers)
    assert moved.status_code == 200


def test_a_rematch_of_a_tournament_game_is_no_game_of_the_tournament(service):
    who, address, keys = started_with_keys(service)
    game_id = games_of(who, address)[0]
    finish_and_score(service, game_id)
    player_id = next(iter(service.installation.store.claims(game_id).values())).player
    headers = {"Authorization": f"Bearer {keys[player_id]}"}
    requested = service.client.post(f"/v1/games/{game_id}/rematch", headers=headers).json
    assert service.installation.store.header(game_id).tournament is not UNSET
    assert service.installation.store.header(requested["game_id"]).tournament is UNSET


def unavailable(response, detail):
    check_problem(response, 409, "rematch_unavailable")
    assert response.json["detail"] == f"Create a new game. {detail}"


def test_a_game_whose_rematch_was_deleted_has_no_other(service):
    lobby = over(service, *HUMANS)
    first = again(lobby, lobby.creator).json
    headers = {"Authorization": f"Bearer {first['creator_token']}"}
    assert service.client.delete(f"/v1/games/{first['game_id']}", headers=headers).status_code == 204
    for _ in range(2):
        for token in (lobby.creator, *lobby.game.tokens.values()):
            unavailable(again(lobby, token), "The rematch of this game has been deleted.")
        service.installation.store.servers.client.delete(
            f"bottega:{{{first['game_id']}}}:deleted"
        )  # as its expiry does
    assert service.installation.store.header(first["game_id"]) is None


def test_a_rematch_that_an_older_service_created_and_that_was_deleted_is_not_created_again(service):
    lobby = over(service, *HUMANS)
    first = again(lobby, lobby.creator).json["game_id"]
    store = service.installation.store
    store.remove(store.header(first))
    info = store.info(lobby.game_id)
    assert store.replace_info(lobby.game_id, info, replace(info, rematch_created=False))
    unavailable(again(lobby, lobby.creator), "The rematch of this game has been deleted.")


@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("kind", ["human", "open"])
def test_a_game_of_a_deleted_player_has_no_rematch(service, rated, kind):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    agree(service, bea.id)
    second = {"kind": "human", "player": bea.id} if kind == "human" else {"kind": "open"}
    game_id = ann.create([{"kind": "human", "player": ann.id}, second], rated=rated).json["game_id"]
    if kind == "open":
        assert bea.claim(game_id, 1).status_code == 201
    finish_and_score(service, game_id)
    bea.send("DELETE", "/me")
    before = ids(service)
    unavailable(ann.post(f"/games/{game_id}/rematch"), "A player of this game has been deleted.")
    assert ids(service) == before


def test_players_who_have_not_acted_are_not_seated_again(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    agree(service, bea.id)
    game_id = ann.create([{"kind": "human", "player": each.id} for each in (ann, bea)]).json["game_id"]
    assert ann.post(f"/games/{game_id}/resign").status_code == 200
    games.score(service.installation, game_id)
    for each in (ann, bea):
        unavailable(each.post(f"/games/{game_id}/rematch"), "A player has not acted in this game.")
    assert bea.games() == [game_id]


def test_a_rematch_that_was_created_before_a_player_was_deleted_stays(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    agree(service, bea.id)
    game_id = ann.create([{"kind": "human", "player": each.id} for each in (ann, bea)]).json["game_id"]
    finish_and_score(service, game_id)
    first = ann.post(f"/games/{game_id}/rematch").json["game_id"]
    bea.send("DELETE", "/me")
    assert ann.post(f"/games/{game_id}/rematch").json["game_id"] == first


def test_a_game_with_terms_that_are_no_longer_allowed_has_no_rematch(service):
    lobby = over(service, *HUMANS, undo="own")
    client, name = service.installation.store.servers.client, f"bottega:{{{lobby.game_id}}}:header"
    client.set(name, msgspec.json.encode(replace(service.installation.store.header(lobby.game_id), rated=True)))
    unavailable(again(lobby, lobby.creator), "No new game can have the terms of this game.")

"""Test players before a game starts: they claim seats, leave, get notices, and request a rematch."""

from service.lobby import starts
from tests.service.helpers.games.lists import finish_and_score, ids
from tests.service.helpers.games.lobby import OPEN, WAITING, Lobby, waiting
from tests.service.helpers.players.notices import FUTURE, reported
from tests.service.helpers.players.player import player, rejected
from workers.processes.sweeper import sweep


def gathering(service, *seats, **terms):
    """Let a player create a game that waits for players; return the creator, two other players and the game's id."""
    host, ann, bea = (player(service, name) for name in ("Host", "Ann", "Bea"))
    created = host.create(seats or (OPEN, OPEN), **WAITING, **terms)
    return host, ann, bea, created.json["game_id"]


def shown(reader, game_id):
    return reader.get(f"/games/{game_id}").json


def test_players_are_notified_of_their_seats_at_once_and_of_a_turn_when_the_game_starts(service):
    _, ann, bea, game_id = gathering(service)
    assert ann.claim(game_id, 0).status_code == 201
    assert reported(service, ann.id) == [("seated", 0, 0)]
    assert bea.claim(game_id, 1).status_code == 201
    assert reported(service, ann.id) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]
    assert reported(service, bea.id) == [("seated", 0, 1)]


def test_the_sweeper_sends_the_missing_notice_of_a_start(service, monkeypatch):
    _, ann, _, game_id = gathering(service)
    ann.claim(game_id, 0)
    monkeypatch.setattr(starts, "announce", lambda *_: None)
    assert service.client.post(f"/v1/games/{game_id}/seats/1/claim", json={}).status_code == 201
    sweep(service.installation, FUTURE)
    assert reported(service, ann.id) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_a_player_is_notified_of_a_turn_when_the_creator_starts_the_game(service):
    host, ann, _, game_id = gathering(service)
    ann.claim(game_id, 0)
    started = host.post(f"/games/{game_id}/start", {"level": "greedy"})
    assert [seat["kind"] for seat in started.json["seats"]] == ["open", "ai"]
    assert reported(service, ann.id)[-1] == ("your_turn", 0, 0, 0)


def test_a_player_leaves_their_seat_and_claims_it_again(service):
    _, ann, bea, game_id = gathering(service)
    ann.claim(game_id, 0)
    assert rejected(bea.post(f"/games/{game_id}/seats/0/leave")) == (403, "token_mismatch")
    assert ann.post(f"/games/{game_id}/seats/0/leave").status_code == 204
    assert shown(ann, game_id)["seats"][0] == {"seat": 0, "kind": "open", "claimed": False}
    assert ann.games() == []
    assert rejected(ann.post(f"/games/{game_id}/seats/0/leave")) == (403, "token_mismatch")
    assert ann.claim(game_id, 0).status_code == 201
    assert ann.games() == [game_id]
    assert reported(service, ann.id) == [("seated", 0, 0), ("seated", 0, 0)]


def test_seats_that_players_have_left_do_not_count_as_filled(service):
    _, ann, bea, game_id = gathering(service)
    ann.claim(game_id, 0)
    ann.post(f"/games/{game_id}/seats/0/leave")
    bea.claim(game_id, 1)
    assert shown(bea, game_id)["status"] == "open"
    ann.claim(game_id, 0)
    assert shown(bea, game_id)["status"] == "running"


def test_the_tokens_of_left_and_rotated_seats_never_become_valid_again(service):
    lobby = waiting(service, OPEN, OPEN)
    given = []
    for _ in range(2):
        given.append(lobby.claim(0).json["token"])
        lobby.leave(0, given[-1])
        given.append(lobby.claim(0).json["token"])
        given.append(lobby.host("POST", "/seats/0/token").json["token"])
        lobby.leave(0, given[-1])
    assert len(set(given)) == len(given)
    assert {lobby.send_request("GET", "/view", token).status_code for token in given} == {401}


def test_the_creator_gets_no_token_of_a_seat_that_waits_for_a_claim(service):
    lobby = waiting(service, {"kind": "human"}, OPEN)
    lobby.leave(0, lobby.game.tokens[0])
    assert rejected(lobby.host("POST", "/seats/0/token")) == (409, "no_seat_token")
    assert rejected(lobby.host("GET", "/seats/0/token")) == (409, "no_seat_token")


def test_the_seat_of_a_deleted_player_is_open_while_the_game_waits(service):
    host, ann, bea, _ = gathering(service)
    game_id = host.create(({"kind": "human", "player": ann.id}, OPEN), **WAITING).json["game_id"]
    assert ann.send("DELETE", "/me").status_code == 204
    assert shown(bea, game_id)["seats"][0] == {"seat": 0, "kind": "open", "claimed": False}
    bea.claim(game_id, 0)
    host.claim(game_id, 1)
    assert shown(bea, game_id)["status"] == "running"


def test_a_private_game_shows_itself_to_its_players_and_its_creator(service):
    host, ann, bea, game_id = gathering(service, visibility="private")
    assert ann.claim(game_id, 0).status_code == 201
    for path in ("", "/seats", "/view", "/events"):
        assert ann.get(f"/games/{game_id}{path}").status_code == 200
        assert rejected(bea.get(f"/games/{game_id}{path}")) == (403, "private_game")
    assert shown(host, game_id)["visibility"] == "private"


def test_an_unlisted_game_is_listed_to_its_players_until_it_is_removed(service):
    host, ann, bea, _ = gathering(service)
    for visibility in ("unlisted", "private"):
        created = host.create(({"kind": "human", "player": ann.id}, OPEN), visibility=visibility)
        game_id = created.json["game_id"]
        bea.claim(game_id, 1)
        assert ann.games() == ann.games("?waiting=true") == bea.games("?status=running") == [game_id]
        finish_and_score(service, game_id)
        assert ann.games("?status=over") == bea.games("?status=over") == [game_id]
        assert (ann.games("?status=running"), game_id in ids(service)) == ([], False)
        service.installation.store.remove(service.installation.store.header(game_id))
        assert ann.games() == bea.games() == []


def test_a_player_lists_their_waiting_games(service):
    _, ann, bea, game_id = gathering(service)
    ann.claim(game_id, 0)
    assert ann.games("?status=open") == [game_id]
    bea.claim(game_id, 1)
    assert (ann.games("?status=open"), ann.games("?status=running")) == ([], [game_id])


def test_the_key_of_the_creator_replaces_the_creator_token(service):
    host, ann, _, game_id = gathering(service)
    for who, status in ((ann, 403), (host, 200)):
        assert who.send("PATCH", f"/games/{game_id}", {"name": "Final"}).status_code == status
    code = host.post(f"/games/{game_id}/seats/0/invitation", {}).json["code"]
    assert rejected(ann.claim(game_id, 0)) == (403, "seat_by_invitation")
    assert ann.claim(game_id, 0, {"code": code}).json["player"] == ann.id


def test_players_and_creator_are_the_same_in_a_rematch(service):
    host, ann, bea, game_id = gathering(service, OPEN, OPEN, {"kind": "human", "name": "Cid"})
    ann.claim(game_id, 0)
    bea.claim(game_id, 1, {"name": "B."})
    finish_and_score(service, game_id)
    by_ann, by_creator = ann.post(f"/games/{game_id}/rematch"), host.post(f"/games/{game_id}/rematch")
    new = by_ann.json["game_id"]
    assert (by_ann.json["tokens"], "creator_token" in by_ann.json) == ([], False)
    assert [each["seat"] for each in by_creator.json["tokens"]] == [1]
    assert shown(ann, new)["seats"] == [
        {"seat": 0, "kind": "human", "name": "B.", "player": bea.id},
        {"seat": 1, "kind": "human", "name": "Cid"},
        {"seat": 2, "kind": "human", "name": "Ann", "player": ann.id},
    ]
    assert (ann.games()[0], bea.games("?waiting=true")) == (new, [new])
    assert reported(service, bea.id)[-2:] == [("seated", 0, 0), ("your_turn", 0, 0, 0)]
    assert service.installation.store.header(new).creator == host.id
    stranger = player(service)
    assert rejected(stranger.post(f"/games/{game_id}/rematch")) == (403, "token_mismatch")


def test_a_rematch_returns_no_token_that_has_been_rotated_since(service):
    lobby = Lobby(service, {"kind": "human"}, {"kind": "human"})
    finish_and_score(service, lobby.game_id)
    requested = lobby.send_request("POST", "/rematch", lobby.game.tokens[0]).json
    new, creator = requested["game_id"], lobby.send_request("POST", "/rematch", lobby.creator).json["creator_token"]
    auth = {"Authorization": f"Bearer {creator}"}
    rotated = service.client.post(f"/v1/games/{new}/seats/1/token", headers=auth).json["token"]
    assert lobby.send_request("POST", "/rematch", lobby.game.tokens[0]).json == requested
    assert requested["tokens"][0]["token"] != rotated


def test_a_ticket_is_void_once_the_seat_has_another_holder(service):
    lobby = Lobby(service, {"kind": "human"}, {"kind": "human"})
    ticket = lobby.send_request("POST", "/stream-ticket", lobby.game.tokens[0], {}).json["ticket"]
    lobby.host("POST", "/seats/0/token")
    assert rejected(lobby.send_request("GET", f"/events/ndjson?ticket={ticket}")) == (401, "invalid_ticket")


def test_no_positions_are_sampled_before_the_game_starts(service):
    _, ann, _, game_id = gathering(service)
    ann.claim(game_id, 0)
    assert rejected(ann.post(f"/games/{game_id}/position-samples", {"count": 1})) == (409, "game_not_started")

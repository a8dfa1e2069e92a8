"""Test the lobby: games wait for players, who join, leave and are invited; games have labels and can be found."""

from dataclasses import replace
from time import time

import pytest

from service.lobby import starts
from service.playing.pending_jobs import pending_job
from tests.service.helpers.client.responses import at_once, check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.lists import finish_and_score, ids
from tests.service.helpers.games.lobby import AI, HUMAN, INVITED, OPEN, Lobby, queued, waiting
from workers.processes.sweeper import sweep


def due(lobby):
    return [game_id for game_id, _ in lobby.service.installation.store.due.before(time() + 10_000, 100)]


def test_a_game_is_shown_as_lists_show_it(service):
    lobby = Lobby(service, HUMAN, OPEN)
    assert lobby.shown() == service.client.get("/v1/games").json["games"][0]


def test_a_game_that_does_not_exist_cannot_be_shown(service):
    for game_id in ("0" * 20, "nogame"):
        check_problem(service.client.get(f"/v1/games/{game_id}"), 404, "game_not_found")


def test_a_game_that_waits_for_players_is_open_and_no_seat_must_act(service):
    lobby = waiting(service, HUMAN, OPEN)
    for shown in (lobby.shown(), lobby.game.view(), lobby.game.view(0)):
        assert (shown["status"], shown["version"], shown["to_act"]) == ("open", 0, [])
    assert lobby.game.get("/events").json["status"] == "open"
    assert lobby.game.get("/actions", 0).json["actions"] == []


@pytest.mark.parametrize("part", ["record", "result", "analysis"])
def test_a_waiting_game_is_not_finished(service, part):
    check_problem(waiting(service, HUMAN, OPEN).game.get(f"/{part}"), 409, "game_not_over")


def test_an_action_before_the_start_is_rejected(service):
    lobby = waiting(service, HUMAN, OPEN)
    body = {"ruleset": "tiny", "decision": 0, "action": {"type": "set_stake", "stake": 1}}
    for path in ("/actions", "/actions?dry_run=true"):
        check_problem(lobby.game.post(path, 0, body), 409, "game_not_started")
    assert lobby.game.events() == []


def test_no_seat_sees_its_cards_before_the_start(service):
    lobby = waiting(service, HUMAN, OPEN)
    spectator, own = lobby.game.view(), lobby.game.view(0)
    assert own == spectator | {"seat": 0}
    lobby.claim(1)
    assert "hand" in lobby.game.view(0)["view"]


def test_a_game_without_open_seats_waits_for_no_players(service):
    assert waiting(service, *HUMANS).shown()["status"] == "running"


def test_the_last_claimed_seat_starts_the_game(service):
    lobby = waiting(service, HUMAN, OPEN, OPEN)
    assert lobby.claim(1).status_code == 201
    assert lobby.shown()["status"] == "open"
    tag = lobby.game.get("/view", 0).headers["ETag"]
    assert lobby.claim(2).status_code == 201
    assert (lobby.shown()["status"], lobby.shown()["to_act"]) == ("running", [0])
    assert lobby.game.get("/view", 0).headers["ETag"] != tag
    assert lobby.game.act(0).status_code == 200


def test_ai_seats_wait_too_and_are_notified_of_the_start(service):
    lobby = waiting(service, AI, OPEN)
    assert (queued(service), pending_job(service.installation, lobby.game_id), due(lobby)) == (0, None, [])
    lobby.claim(1)
    assert (queued(service), due(lobby)) == (1, [lobby.game_id])
    assert pending_job(service.installation, lobby.game_id).id.startswith("ai")


def test_a_game_that_starts_while_its_process_is_killed_still_gets_its_first_job(service, monkeypatch):
    lobby = waiting(service, AI, OPEN)
    monkeypatch.setattr(starts, "announce", lambda *_: None)
    lobby.claim(1)
    assert (queued(service), due(lobby)) == (0, [lobby.game_id])
    sweep(service.installation, time() + service.installation.settings.lease_seconds + 1)
    assert queued(service) == 1


def test_a_waiting_game_leaves_the_due_list(service):
    lobby = waiting(service, AI, OPEN, OPEN)
    lobby.claim(1)
    ((game_id, seen),) = service.installation.store.due.before(time() + 10_000, 100)
    sweep.check(service.installation, game_id, seen, time())
    assert (due(lobby), queued(service)) == ([], 0)


def test_four_of_64_strangers_are_seated_and_the_game_starts_once(service):
    for _ in range(3):
        lobby = waiting(service, OPEN, OPEN, OPEN, OPEN)
        responses = at_once([lambda seat=number % 4, lobby=lobby: lobby.claim(seat) for number in range(64)])
        assert sorted(response.status_code for response in responses) == [201] * 4 + [409] * 60
        assert {response.json["code"] for response in responses if response.status_code == 409} == {"seat_taken"}
        assert lobby.shown()["status"] == "running"
        assert len({response.json["token"] for response in responses if response.status_code == 201}) == 4


def test_a_game_starts_once_while_many_claim_start_and_leave(service):
    for _ in range(6):
        lobby = waiting(service, OPEN, OPEN, AI)
        first = lobby.claim(0).json["token"]
        calls = [lambda: lobby.claim(1), lambda: lobby.host("POST", "/start", {"level": "greedy"})]  # noqa: B023
        calls += [lambda: lobby.leave(0, first)]  # noqa: B023
        responses = [response.status_code for response in at_once(calls)]
        if lobby.shown()["status"] == "open":
            assert responses == [201, 409, 204]
        else:
            sat = {seat["seat"]: seat["kind"] for seat in lobby.shown()["seats"] if seat.get("claimed", True)}
            assert sorted(sat) == [0, 1, 2]
            assert (sat[0] == "ai") == (responses[2] == 204)
            assert (sat[1] == "ai") == (responses[0] == 409)


def test_leaving_a_game_frees_the_seat_and_revokes_the_token(service):
    lobby = waiting(service, HUMAN, OPEN, OPEN)
    token = lobby.claim(1, "Bea").json["token"]
    assert lobby.leave(1, token).status_code == 204
    check_problem(lobby.send_request("GET", "/view", token), 401, "invalid_token")
    check_problem(lobby.leave(1, token), 401, "invalid_token")
    assert lobby.shown()["seats"][1] == {"seat": 1, "kind": "open", "claimed": False}
    another = lobby.claim(1, "Cid").json["token"]
    assert another != token
    check_problem(lobby.send_request("GET", "/view", token), 401, "invalid_token")
    assert lobby.send_request("GET", "/view", another).json["seat"] == 1


def test_the_seat_of_a_player_who_left_is_open_whatever_it_was(service):
    lobby = waiting(service, HUMAN, OPEN)
    before = lobby.game.get("/view").headers["ETag"]
    assert lobby.leave(0, lobby.game.tokens[0]).status_code == 204
    assert lobby.shown()["seats"][0] == {"seat": 0, "kind": "open", "claimed": False}
    assert lobby.game.get("/view").headers["ETag"] != before
    assert lobby.claim(0, "Cid").status_code == 201
    assert lobby.claim(1).status_code == 201
    assert lobby.shown()["seats"][0] == {"seat": 0, "kind": "open", "claimed": True, "name": "Cid"}
    assert lobby.shown()["status"] == "running"


def test_a_player_can_leave_neither_the_seat_of_another_nor_a_started_game(service):
    lobby = waiting(service, HUMAN, OPEN)
    check_problem(lobby.leave(1, lobby.game.tokens[0]), 403, "token_mismatch")
    check_problem(lobby.leave(0, None), 401, "token_required")
    lobby.claim(1)
    check_problem(lobby.leave(0, lobby.game.tokens[0]), 409, "game_started")


def test_a_claim_is_not_replayed_once_the_seat_has_been_left(service):
    lobby = waiting(service, HUMAN, OPEN, OPEN)
    key = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}
    first, again = lobby.claim(1, **key), lobby.claim(1, **key)
    assert (first.json, again.headers["Idempotent-Replayed"]) == (again.json, "true")
    lobby.leave(1, first.json["token"])
    assert lobby.claim(1).status_code == 201
    check_problem(lobby.claim(1, **key), 409, "idempotency_key_reused")


def test_its_creator_starts_a_game_with_ai_in_the_rest(service):
    lobby = waiting(service, OPEN, HUMAN, {"kind": "open", "name": "for Bea"})
    lobby.claim(0, "Cid")
    check_problem(
        lobby.send_request("POST", "/start", lobby.game.tokens[1], {"level": "greedy"}), 403, "token_mismatch"
    )
    check_problem(lobby.host("POST", "/start", {"level": "grandmaster"}), 409, "unknown_level")
    started = lobby.host("POST", "/start", {"level": "greedy"})
    assert (started.status_code, started.json["status"]) == (200, "running")
    assert started.json["seats"][2] == {"seat": 2, "kind": "ai", "level": "greedy", "ai_player": "fiammetta"}
    assert lobby.game.view()["seats"][2] == {"seat": 2, "kind": "ai", "level": "greedy", "ai_player": "fiammetta"}
    check_problem(lobby.host("POST", "/start", {"level": "greedy"}), 409, "game_started")
    check_problem(lobby.claim(2), 409, "seat_taken")


def test_an_ai_that_took_a_seat_at_the_start_plays_and_is_in_the_record(service):
    lobby = waiting(service, OPEN, HUMAN)
    lobby.host("POST", "/start", {"level": "greedy"})
    assert (queued(service), due(lobby)) == (1, [lobby.game_id])
    finish_and_score(service, lobby.game_id)
    assert lobby.game.get("/record").json["seats"][0] == {"seat": 0, "kind": "ai", "level": "greedy"}


def test_a_waiting_rated_game_may_be_deleted(service):
    lobby = waiting(service, HUMAN, OPEN, rated=True)
    assert lobby.host("DELETE").status_code == 204
    has_started = waiting(service, HUMAN, OPEN, rated=True)
    has_started.claim(1)
    check_problem(has_started.host("DELETE"), 409, "rated_game_protected")


def test_games_that_wait_are_listed_apart(service):
    running, open_game = Lobby(service, HUMAN, OPEN), waiting(service, HUMAN, OPEN)
    assert ids(service, status="open") == ids(service, status="open", ruleset="tiny") == [open_game.game_id]
    assert ids(service, status="running") == [running.game_id]
    assert ids(service) == [open_game.game_id, running.game_id]
    open_game.claim(1)
    assert ids(service, status="open") == []
    assert ids(service, status="running") == [open_game.game_id, running.game_id]
    finish_and_score(service, open_game.game_id)
    assert ids(service, status="over") == [open_game.game_id]


def test_games_with_a_free_seat_are_found(service):
    free, waits, by_code = Lobby(service, HUMAN, OPEN), waiting(service, OPEN, OPEN), Lobby(service, HUMAN, INVITED)
    assert ids(service, open_seats="true") == [waits.game_id, free.game_id]
    free.claim(1)
    assert ids(service, open_seats="true") == [waits.game_id]
    assert ids(service, open_seats="false") == [by_code.game_id, waits.game_id, free.game_id]


def test_a_seat_by_invitation_is_claimed_with_its_code(service):
    lobby = Lobby(service, HUMAN, INVITED)
    assert lobby.shown()["seats"][1] == {"seat": 1, "kind": "open", "claimed": False, "invited": True}
    code = lobby.host("POST", "/seats/1/invitation", {}).json["code"]
    assert lobby.host("POST", "/seats/1/invitation", {}).json["code"] == code
    check_problem(lobby.claim(1), 403, "seat_by_invitation")
    check_problem(lobby.claim(1, code=code[:-1]), 403, "seat_by_invitation")
    assert lobby.claim(1, "Bea", code).status_code == 201
    check_problem(lobby.claim(1, "Cid", code), 409, "seat_taken")
    check_problem(lobby.host("POST", "/seats/1/invitation", {}), 409, "seat_taken")


def test_a_code_opens_its_own_seat_only_until_it_is_renewed_or_used(service):
    lobby = waiting(service, INVITED, INVITED)
    code, other = (lobby.host("POST", f"/seats/{seat}/invitation", {}).json["code"] for seat in (0, 1))
    check_problem(lobby.claim(0, code=other), 403, "seat_by_invitation")
    renewed = lobby.host("POST", "/seats/0/invitation", {"renew": True}).json["code"]
    check_problem(lobby.claim(0, code=code), 403, "seat_by_invitation")
    token = lobby.claim(0, code=renewed).json["token"]
    lobby.leave(0, token)
    check_problem(lobby.claim(0, code=renewed), 403, "seat_by_invitation")
    again = lobby.host("POST", "/seats/0/invitation", {}).json["code"]
    assert lobby.claim(0, code=again).status_code == 201


def test_any_open_seat_may_be_made_one_by_invitation(service):
    lobby = Lobby(service, HUMAN, OPEN)
    check_problem(lobby.send_request("POST", "/seats/1/invitation", lobby.game.tokens[0], {}), 403, "token_mismatch")
    check_problem(lobby.host("POST", "/seats/0/invitation", {}), 409, "seat_taken")
    check_problem(lobby.host("POST", "/seats/2/invitation", {}), 404, "seat_not_found")
    code = lobby.host("POST", "/seats/1/invitation", {}).json["code"]
    check_problem(lobby.claim(1), 403, "seat_by_invitation")
    assert lobby.claim(1, code=code).status_code == 201


def test_a_code_outlives_the_secret_that_signed_it_as_long_as_that_is_known(service):
    lobby = Lobby(service, HUMAN, INVITED)
    code = lobby.host("POST", "/seats/1/invitation", {}).json["code"]
    installation = service.installation
    secrets = (*installation.settings.secrets, b"a newer secret, 32 bytes long or so")
    service.app.extensions["bottega"] = replace(installation, settings=replace(installation.settings, secrets=secrets))
    assert lobby.claim(1, code=code).status_code == 201


STORED = {"name": "Friday's final", "label": "league-7", "metadata": {"round": "3", "note": "with: a colon"}}


def test_the_data_of_the_platform_is_shown_where_games_are_listed(service):
    lobby = Lobby(service, *HUMANS, **STORED)
    assert {name: lobby.shown()[name] for name in STORED} == STORED
    assert service.client.get("/v1/games").json["games"] == [lobby.shown()]
    assert not set(STORED) & set(lobby.game.view())


def test_a_game_is_found_by_its_label_and_by_each_pair_of_its_metadata(service):
    lobby, other = Lobby(service, *HUMANS, **STORED), Lobby(service, *HUMANS, label="round:3", metadata={"round": "4"})
    assert ids(service, label="league-7") == ids(service, metadata="note:with: a colon") == [lobby.game_id]
    assert ids(service, metadata="round:3") == [lobby.game_id]
    assert ids(service, metadata="round:4") == ids(service, label="round:3") == [other.game_id]
    assert ids(service, label="league-7", metadata="round:4") == ids(service, label="league-7", status="over") == []
    finish_and_score(service, lobby.game_id)
    assert ids(service, label="league-7", status="over") == [lobby.game_id]


def test_its_creator_changes_the_name_and_the_label_of_a_game(service):
    lobby = Lobby(service, *HUMANS, **STORED)
    changed = lobby.host("PATCH", "", {"name": "The final", "metadata": {"round": "4"}})
    assert changed.json == lobby.shown()
    assert {name: changed.json[name] for name in STORED} == STORED | {"name": "The final", "metadata": {"round": "4"}}
    assert (ids(service, metadata="round:3"), ids(service, metadata="round:4")) == ([], [lobby.game_id])
    lobby.host("PATCH", "", {"name": "", "label": "", "metadata": {}})
    assert not set(STORED) & set(lobby.shown())
    assert ids(service, label="league-7") == []
    check_problem(lobby.send_request("PATCH", "", lobby.game.tokens[0], {"name": "mine"}), 403, "token_mismatch")


@pytest.mark.parametrize(
    "stored",
    [
        {"name": ""},
        {"label": "x" * 65},
        {"metadata": {"a b": "c"}},
        {"metadata": {"key": "x" * 257}},
        {"metadata": {str(number): "" for number in range(17)}},
        {"metadata": {"key": 7}},
        {"starts": "later"},
        {"visibility": "secret"},
        {"spectators": {"kind": "delayed"}},
        {"spectators": {"kind": "delayed", "events": 0}},
        {"spectators": {"kind": "off", "events": 3}},
    ],
)
def test_data_that_is_too_long_or_invalid_is_rejected(service, stored):
    body = {"ruleset": "tiny", "seats": list(HUMANS), **stored}
    check_problem(service.client.post("/v1/games", json=body), 422, "invalid_request")


def test_nothing_is_lost_when_names_are_changed_while_seats_are_claimed(service):
    lobby = waiting(service, OPEN, OPEN, OPEN, OPEN)
    calls = [lambda seat=seat: lobby.claim(seat) for seat in range(4)]
    calls += [lambda number=number: lobby.host("PATCH", "", {"label": f"l{number}"}) for number in range(12)]
    assert {response.status_code for response in at_once(calls)} == {200, 201}
    shown = lobby.shown()
    assert shown["status"] == "running"
    assert ids(service, label=shown["label"]) == [lobby.game_id]
    assert [ids(service, label=f"l{number}") for number in range(12)].count([]) == 11


def test_nothing_remains_of_a_removed_game_with_a_label(service):
    lobby = waiting(service, *HUMANS, OPEN, **STORED)
    lobby.host("DELETE")
    left = [key for key in service.installation.store.servers.client.keys("bottega:*") if not key.endswith(b":deleted")]
    assert not [key for key in left if b"tag" in key or b"open" in key or lobby.game_id.encode() in key]


def test_a_stream_announces_the_start_and_the_first_decision(service):
    lobby = waiting(service, HUMAN, OPEN)
    response = lobby.game.get("/events/ndjson?include=actions", 0)
    lines = response.iter_encoded()
    assert [next(lines), next(lines)] == [b"\n", b"\n"]
    lobby.claim(1)
    assert next(lines) == b'{"ruleset":"tiny","version":0}\n'
    assert b'"next_decision":{"decision":0' in next(lines)
    response.close()


def test_a_player_who_left_a_seat_no_longer_follows_the_game_from_it(service):
    lobby = waiting(service, OPEN, OPEN)
    token = lobby.claim(0).json["token"]
    response = lobby.send_request("GET", "/events/ndjson?include=actions", token)
    lines = response.iter_encoded()
    assert [next(lines), next(lines)] == [b"\n", b"\n"]
    ticket = lobby.send_request("POST", "/stream-ticket", token, {}).json["ticket"]
    lobby.leave(0, token)
    check_problem(lobby.send_request("GET", f"/events/ndjson?ticket={ticket}"), 401, "invalid_ticket")
    another = lobby.claim(0).json["token"]
    check_problem(lobby.send_request("GET", f"/events/ndjson?ticket={ticket}"), 401, "invalid_ticket")
    lobby.claim(1)
    assert list(lines) == []
    own = lobby.send_request("POST", "/stream-ticket", another, {}).json["ticket"]
    followed = lobby.send_request("GET", f"/events/ndjson?include=actions&ticket={own}")
    assert b'"next_decision"' in next(line for line in followed.iter_encoded() if line != b"\n")
    followed.close()


def test_a_long_poll_returns_when_the_game_starts(service):
    lobby = waiting(service, HUMAN, OPEN)
    page, _ = at_once([lambda: lobby.game.get("/events?wait=30").json, lambda: lobby.claim(1)])
    assert (page["status"], page["events"]) == ("running", [])

"""Test retries: by key, by ETag, as a dry run, and after a lost reply."""

import dataclasses

import msgspec
import pytest

from service.store import Commit, ConflictingWrite, Event

KEY = "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"


@pytest.fixture
def keyed():
    return {"Idempotency-Key": KEY}


def test_a_repeated_action_returns_the_stored_response_byte_for_byte_and_changes_nothing(game, keyed):
    body = game.action_body(0)
    first = game.post("/actions", 0, body, keyed)
    before = game.stored
    again = game.post("/actions", 0, body, keyed)
    assert (again.status_code, again.data) == (200, first.data)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert game.stored == before


def test_a_retry_returns_the_old_response_even_after_later_actions(game, keyed):
    body = game.action_body(0)
    first = game.post("/actions", 0, body, keyed)
    for seat in (0, 1, 1):
        game.act(seat)
    assert game.post("/actions", 0, body, keyed).data == first.data


def test_a_key_is_not_good_for_another_body(game, keyed):
    body = game.action_body(0)
    game.post("/actions", 0, body, keyed)
    response = game.post("/actions", 0, body | {"action": {"type": "set_stake", "stake": 2}}, keyed)
    assert (response.status_code, response.json["code"]) == (409, "idempotency_key_reused")
    assert len(game.events()) == 1


def test_the_keys_of_two_seats_do_not_collide(game, keyed):
    game.act(0)
    assert [game.post("/actions", seat, game.action_body(seat), keyed).status_code for seat in (0, 1)] == [200, 200]
    assert game.view()["version"] == 3


def test_the_keys_of_two_games_do_not_collide(service, keyed):
    for game in (service.new_game(), service.new_game()):
        assert game.post("/actions", 0, game.action_body(0), keyed).status_code == 200


def test_a_rejected_action_does_not_use_up_its_key(game, keyed):
    wrong = game.action_body(0, {"type": "seal_card", "card": 1})
    assert game.post("/actions", 0, wrong, keyed).status_code == 409
    assert game.post("/actions", 0, game.action_body(0), keyed).status_code == 200


def test_a_stored_response_expires(game, keyed):
    game.post("/actions", 0, game.action_body(0), keyed)
    client = game.service.installation.store.servers.client
    (key,) = client.keys("*:responses")
    assert 0 < client.ttl(key) <= 24 * 60 * 60


def test_the_key_itself_is_not_stored(game, keyed):
    game.post("/actions", 0, game.action_body(0), keyed)
    assert not any(KEY.encode() in name for name in game.stored)


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there"])
def test_a_key_outside_its_bounds_is_rejected(game, key):
    response = game.post("/actions", 0, game.action_body(0), {"Idempotency-Key": key})
    assert (response.status_code, response.json["errors"][0]["path"]) == (422, "Idempotency-Key")


def test_a_repeated_creation_shows_the_same_game_with_the_same_tokens(service, keyed):
    first, again = service.create(**keyed), service.create(**keyed)
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len(service.installation.store.servers.client.keys("*:header")) == 1


def test_a_key_is_not_good_for_another_creation(service, keyed):
    service.create(**keyed)
    response = service.create(options={"hand": 5}, **keyed)
    assert (response.status_code, response.json["code"]) == (409, "idempotency_key_reused")


def test_a_creation_that_stopped_half_way_is_completed_by_its_repeat(service, keyed):
    first = service.create(**keyed)
    client = service.installation.store.servers.client
    for part in ("header", "state", "seats"):
        client.delete(*client.keys(f"*:{part}"))
    again = service.create(**keyed)
    assert again.json["game_id"] == first.json["game_id"]
    assert "Idempotent-Replayed" not in again.headers
    assert service.client.get(again.headers["Location"]).status_code == 200


def test_a_key_that_others_might_guess_makes_no_game(service):
    response = service.create(**{"Idempotency-Key": "1"})
    assert (response.status_code, response.json["code"]) == (422, "invalid_request")


def test_a_repeated_claim_shows_the_same_token(service, keyed):
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    first, again = (game.post("/seats/1/claim", headers=keyed) for _ in range(2))
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert game.post("/seats/1/claim").json["code"] == "seat_taken"
    assert game.post("/seats/1/claim", headers={"Idempotency-Key": KEY[::-1]}).json["code"] == "seat_taken"


def test_a_key_that_others_might_guess_gets_no_seat(service):
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    response = game.post("/seats/1/claim", headers={"Idempotency-Key": "claim-1"})
    assert (response.status_code, response.json["errors"][0]["path"]) == (422, "Idempotency-Key")
    assert game.get("/seats").json["seats"][1]["claimed"] is False


def test_a_key_is_not_good_for_a_claim_under_another_name(service, keyed):
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    game.post("/seats/1/claim", body={"name": "Bea"}, headers=keyed)
    response = game.post("/seats/1/claim", body={"name": "Cleo"}, headers=keyed)
    assert (response.status_code, response.json["code"]) == (409, "idempotency_key_reused")
    assert game.get("/seats").json["seats"][1]["name"] == "Bea"


def test_a_dry_run_checks_and_changes_nothing(game):
    before = game.stored
    response = game.post("/actions?dry_run=true", 0, game.action_body(0))
    rejected = game.post("/actions?dry_run=true", 0, game.action_body(0, {"type": "seal_card", "card": 1}))
    assert (response.status_code, response.json) == (200, game.view(0))
    assert (rejected.status_code, rejected.json["code"]) == (409, "wrong_decision")
    assert game.stored == before


def test_a_dry_run_neither_reads_nor_uses_up_a_key(game, keyed):
    assert game.post("/actions?dry_run=true", 0, game.action_body(0), keyed).json["version"] == 0
    assert game.post("/actions?dry_run=false", 0, game.action_body(0), keyed).json["version"] == 1


@pytest.mark.parametrize("word", ["1", "yes", "True", ""])
def test_a_dry_run_is_requested_with_one_word_only(game, word):
    assert game.post(f"/actions?dry_run={word}", 0, game.action_body(0)).status_code == 422
    assert game.view()["version"] == 0


def test_a_view_that_has_not_changed_is_not_sent_again(game):
    first = game.get("/view", 0)
    again = game.get("/view", 0, **{"If-None-Match": first.headers["ETag"]})
    assert first.headers["ETag"] == '"v0-s0"'
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]


def test_a_view_that_has_changed_is_sent(game):
    known = game.get("/view", 0).headers["ETag"]
    game.act(0)
    assert game.get("/view", 0, **{"If-None-Match": known}).json["version"] == 1


def test_each_seat_and_spectators_have_etags_of_their_own(game):
    assert [game.get("/view", viewer).headers["ETag"] for viewer in (0, 1, None)] == [
        '"v0-s0"',
        '"v0-s1"',
        '"v0-spectator"',
    ]


def test_views_may_be_cached_by_their_client_only(game):
    headers = game.get("/view", 0).headers
    assert (headers["Cache-Control"], headers["Vary"]) == ("private, no-cache", "Authorization, Accept-Encoding")


def test_a_commit_that_is_repeated_after_a_lost_reply_finds_its_own_event(game):
    store = game.service.installation.store
    stake = msgspec.Raw(b'{"type":"set_stake","stake":1}')
    event = Event(1, 0, 0, stake, (), "2026-01-01T00:00:00.000000Z", attempt="00000001")
    before = store.load(game.game_id)
    change = Commit(before=before, events=[event], snapshot=before.snapshot, info=before.info)
    for _ in range(2):
        store.commit(change)
    with pytest.raises(ConflictingWrite):
        store.commit(dataclasses.replace(change, events=[msgspec.structs.replace(event, seat=1)]))
    assert store.events(game.game_id, 0, 10) == (1, [event])

"""Test players: keys, their permissions, and that revoked keys have none."""

from dataclasses import replace

import pytest

from service.players import tokens
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import SECRET, settings
from tests.service.helpers.players.player import Player, player, rejected

KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}
NEWER = b"another secret of at least 32 characters"


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.fixture
def organiser(service):
    return player(service, "Platform").with_scopes("play", "create", "organise")


@pytest.fixture
def invited(redis_url):
    with running(settings(redis_url, players="invitation")) as service:
        yield service


@pytest.fixture
def closed(redis_url):
    with running(settings(redis_url, players="closed")) as service:
        yield service


def all_that_is_stored(service):
    """Return every byte in Redis, decompressed, to find text inside compressed values."""
    client = service.installation.store.servers.client
    client.config_set("rdbcompression", "no")
    return b"".join(key + client.dump(key) for key in client.keys("*"))


def test_a_new_player_is_shown_an_id_and_a_first_key(service):
    created = service.client.post("/v1/players", json={"name": "Ann"})
    reported = created.json
    assert created.status_code == 201
    assert created.headers["Cache-Control"] == "no-store, no-transform"
    assert reported == {
        "player": reported["player"],
        "name": "Ann",
        "key": reported["key"],
        "key_id": reported["key"].split("_")[1],
        "scopes": ["play", "create"],
    }
    assert reported["key_id"].startswith(reported["player"].removeprefix("pl_"))


def test_a_player_needs_no_name(service):
    created = service.client.post("/v1/players", json={}).json
    assert "name" not in created
    assert Player(service, created["player"], created["key"]).get("/me").json == {
        "player": created["player"],
        "scopes": ["play", "create"],
    }


def test_a_player_reads_their_id_and_sets_another_name(ann):
    assert ann.get("/me").json == {"player": ann.id, "name": "Ann", "scopes": ["play", "create"]}
    assert ann.send("PATCH", "/me", {"name": "Anna"}).json["name"] == "Anna"
    assert ann.get("/me").json["name"] == "Anna"


def test_no_stored_data_reveals_a_key(service, ann):
    further = ann.post("/me/keys", {}).json["key"]
    stored = all_that_is_stored(service)
    for key in (ann.key, further):
        assert key.split("_", 2)[2].encode() not in stored
        assert key.encode() not in stored
    assert tokens.digest(ann.key).encode() in stored


def test_a_repeated_request_gets_the_same_player_and_the_same_key(service):
    first, second = (service.client.post("/v1/players", json={"name": "Ann"}, headers=KEY) for _ in range(2))
    assert first.json == second.json
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    other = service.client.post("/v1/players", json={"name": "Bea"}, headers=KEY)
    assert rejected(other) == (409, "idempotency_key_reused")


def test_identical_simultaneous_requests_create_one_player(service):
    responses = at_once([lambda: service.client.post("/v1/players", json={}, headers=KEY)] * 16)
    assert len({response.data for response in responses}) == 1
    assert len(service.installation.store.servers.client.keys("*:profile")) == 1


def test_a_retry_after_a_new_secret_gets_the_issued_key_which_stays_valid(start):
    created = start(secrets=(SECRET,)).client.post("/v1/players", json={}, headers=KEY).json
    rotated = start(secrets=(SECRET, NEWER))
    assert rotated.client.post("/v1/players", json={}, headers=KEY).json == created
    assert Player(start(secrets=(NEWER,)), created["player"], created["key"]).get("/me").status_code == 200


def test_a_retry_does_not_restore_a_deleted_player(service):
    created = service.client.post("/v1/players", json={}, headers=KEY).json
    gone = Player(service, created["player"], created["key"])
    assert gone.send("DELETE", "/me").status_code == 204
    assert service.client.post("/v1/players", json={}, headers=KEY).json == created
    assert rejected(gone.get("/me")) == (401, "invalid_token")


def test_a_wrong_key_is_rejected(service, ann):
    end = "AAAA" if ann.key[-4:] != "AAAA" else "BBBB"
    for wrong in ("bk_", "bk_x_y", ann.key[:-4] + end, ann.key + "x", ann.key.upper(), ann.key.replace("bk_", "bk_}:")):
        stranger = Player(service, "", wrong)
        assert rejected(stranger.get("/me")) == (401, "invalid_token")


def test_a_wrong_key_is_rejected_where_none_is_required(service, ann):
    stranger = Player(service, "", f"{ann.key}x")
    assert rejected(stranger.post("/players", {})) == (401, "invalid_token")
    assert rejected(stranger.create()) == (401, "invalid_token")
    assert rejected(stranger.claim(service.new_game([{"kind": "human"}, {"kind": "open"}]).game_id, 1)) == (
        401,
        "invalid_token",
    )


def test_a_request_without_a_key_has_no_player(service, game):
    assert rejected(service.client.get("/v1/me")) == (401, "token_required")
    assert rejected(Player(service, "", game.tokens[0]).get("/me")) == (403, "token_mismatch")
    assert rejected(service.client.get("/v1/me", headers={"Authorization": "Basic YTpi"})) == (401, "invalid_token")


def test_a_further_key_has_no_more_scopes_than_the_key_that_creates_it(service, ann):
    made = ann.post("/me/keys", {"scopes": ["play"]})
    assert made.status_code == 201
    narrow = Player(service, ann.id, made.json["key"])
    assert narrow.get("/me").json["scopes"] == ["play"]
    assert rejected(narrow.post("/me/keys", {"scopes": ["play", "create"]})) == (403, "insufficient_scope")
    assert rejected(ann.post("/me/keys", {"scopes": ["organise"]})) == (403, "insufficient_scope")
    assert narrow.post("/me/keys", {}).json["scopes"] == ["play"]


def test_keys_are_listed_without_secrets(ann):
    further = ann.post("/me/keys", {"scopes": ["play"], "expires_in": 60}).json
    listed = ann.get("/me/keys")
    assert [(key["key_id"], key["scopes"]) for key in listed.json["keys"]] == [
        (ann.key.split("_")[1], ["play", "create"]),
        (further["key_id"], ["play"]),
    ]
    assert [sorted(key) for key in listed.json["keys"]] == [
        ["created_at", "key_id", "scopes"],
        ["created_at", "expires_at", "key_id", "scopes"],
    ]
    assert ann.key not in listed.text
    assert further["key"] not in listed.text


def test_a_key_is_exchanged_with_an_overlap(service, ann):
    newer = Player(service, ann.id, ann.post("/me/keys", {}).json["key"])
    assert (ann.get("/me").status_code, newer.get("/me").status_code) == (200, 200)
    assert newer.send("DELETE", f"/me/keys/{ann.key.split('_')[1]}").status_code == 204
    assert rejected(ann.get("/me")) == (401, "invalid_token")
    assert newer.get("/me").status_code == 200


def test_a_revoked_key_is_rejected_in_every_process_from_then_on(service, ann, redis_url):
    with running(settings(redis_url)) as other:
        elsewhere = Player(other, ann.id, ann.key)
        assert elsewhere.get("/me").status_code == 200
        ann.send("DELETE", f"/me/keys/{ann.key.split('_')[1]}")
        assert rejected(elsewhere.get("/me")) == (401, "invalid_token")


def test_no_repeated_request_brings_a_revoked_key_back(service, ann):
    made = ann.post("/me/keys", {}, **KEY).json
    assert ann.post("/me/keys", {}, **KEY).json == made
    ann.send("DELETE", f"/me/keys/{made['key_id']}")
    assert ann.post("/me/keys", {}, **KEY).status_code == 201
    assert rejected(Player(service, ann.id, made["key"]).get("/me")) == (401, "invalid_token")


def test_a_key_revokes_none_that_may_do_more(service, ann):
    narrow = Player(service, ann.id, ann.post("/me/keys", {"scopes": ["play"]}).json["key"])
    assert rejected(narrow.send("DELETE", f"/me/keys/{ann.key.split('_')[1]}")) == (403, "insufficient_scope")
    assert rejected(narrow.send("DELETE", "/me")) == (403, "insufficient_scope")


@pytest.mark.problem("key_not_found", "The player has no such key.", "deleteKey")
def test_a_player_revokes_no_key_of_another(service, ann):
    bea = player(service, "Bea")
    assert rejected(ann.send("DELETE", f"/me/keys/{bea.key.split('_')[1]}")) == (404, "key_not_found")
    assert rejected(ann.send("DELETE", "/me/keys/unheard-of")) == (404, "key_not_found")
    assert bea.get("/me").status_code == 200


def test_an_expired_key_is_rejected_and_no_longer_listed(service, ann):
    brief = Player(service, ann.id, ann.post("/me/keys", {"expires_in": 60}).json["key"])
    assert brief.get("/me").status_code == 200
    service.pass_time(seconds=61)
    assert rejected(brief.get("/me")) == (401, "invalid_token")
    assert len(ann.get("/me/keys").json["keys"]) == 1


@pytest.mark.problem("too_many_keys", "The player has 100 keys, the maximum.", "createKey")
def test_the_number_of_keys_of_a_player_is_limited(ann):
    responses = [ann.post("/me/keys", {}) for _ in range(100)]
    assert [response.status_code for response in responses] == [201] * 99 + [409]
    assert responses[-1].json["code"] == "too_many_keys"


def test_where_players_are_invited_an_invitation_makes_one_player(invited):
    assert rejected(invited.client.post("/v1/players", json={})) == (403, "invitation_required")
    invited.installation.store.players.invite(tokens.digest("a code"), 60)
    calls = [lambda: invited.client.post("/v1/players", json={"invitation": "a code"})] * 16
    assert sorted(response.status_code for response in at_once(calls)) == [201] + [403] * 15
    assert rejected(invited.client.post("/v1/players", json={"invitation": "guessed"})) == (403, "invitation_required")


def test_where_players_are_invited_a_repeated_request_uses_the_invitation_once(invited):
    invited.installation.store.players.invite(tokens.digest("a code"), 60)
    responses = [invited.client.post("/v1/players", json={"invitation": "a code"}, headers=KEY) for _ in range(2)]
    assert responses[0].json == responses[1].json
    assert responses[1].status_code == 201


def test_an_admin_creates_players_where_they_need_an_invitation(service, invited):
    ann = player(service, "Ann")
    admin = replace(ann.with_scopes("admin"), service=invited)
    assert admin.post("/players", {}).status_code == 201
    assert rejected(replace(ann, service=invited).post("/players", {})) == (403, "invitation_required")


def test_an_admin_is_rejected_too_where_no_players_are_accepted(service, closed):
    admin = player(service, "Ann").with_scopes("admin")
    assert rejected(closed.client.post("/v1/players", json={})) == (403, "sign_up_disabled")
    assert rejected(replace(admin, service=closed).post("/players", {})) == (403, "sign_up_disabled")


def test_an_ip_address_may_create_a_number_of_players_in_a_minute(redis_url):
    with running(settings(redis_url, players_per_minute=3)) as service:
        statuses = [service.client.post("/v1/players", json={}).status_code for _ in range(4)]
        assert statuses == [201] * 3 + [429]


def test_posts_with_wrong_keys_are_counted_as_rejected(redis_url):
    with running(settings(redis_url, rejections_per_minute=3)) as service:
        wrong = Player(service, "", f"bk_{'a' * 28}_{'b' * 43}")
        assert [wrong.post("/me/keys", {}).status_code for _ in range(5)] == [401] * 4 + [429]  # one finds it used up


def test_a_platform_acts_for_its_users_who_are_the_same_each_time(service, organiser):
    first, again, other = (organiser.acting_for(user) for user in ("user 1", "user 1", "user 2"))
    assert first.id == again.id
    assert len({organiser.id, first.id, other.id}) == 3
    assert first.get("/me").json == {"player": first.id, "scopes": ["play", "create"]}
    elsewhere = player(service, "Another").with_scopes("organise").acting_for("user 1")
    assert elsewhere.id != first.id


def test_acting_for_others_requires_the_scope(ann):
    assert rejected(replace(ann, user="user 1").get("/me")) == (403, "insufficient_scope")


@pytest.mark.parametrize("user", [" ", "x" * 129, "a\tb", "\xe9"])
def test_a_user_is_named_by_a_few_printable_characters(organiser, user):
    assert rejected(replace(organiser, user=user).get("/me")) == (422, "invalid_request")


def test_an_invalid_user_id_is_rejected_even_where_it_is_not_used(game):
    assert rejected(game.get("/view", 0, **{"Bottega-Player": " "})) == (422, "invalid_request")


def test_users_of_a_platform_play_each_a_seat_of_one_game(organiser):
    ann, bea = organiser.acting_for("ann"), organiser.acting_for("bea")
    seats = [{"kind": "human", "player": ann.id}, {"kind": "human", "player": bea.id}]
    game_id = organiser.create(seats).json["game_id"]
    assert ann.get(f"/games/{game_id}/view").json["seat"] == 0
    assert bea.get(f"/games/{game_id}/view").json["seat"] == 1
    assert "seat" not in organiser.get(f"/games/{game_id}/view").json

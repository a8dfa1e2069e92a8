"""Test test keys: they use the sandbox on a service where other keys cannot."""

import pytest

from tests.service.helpers.players.player import Player, player, rejected

SANDBOX = {"sandbox": {"seed": "5e" * 32, "clock": "virtual"}}


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.fixture
def test_key(ann):
    return ann.with_scopes("play", "create", test=True)


def test_only_a_test_key_creates_sandbox_games(service, ann, test_key):
    assert test_key.create(**SANDBOX).json["sandbox"] is True
    assert rejected(ann.create(**SANDBOX)) == (409, "sandbox_disabled")
    assert rejected(service.create_in_sandbox()) == (409, "sandbox_disabled")


def test_a_test_key_advances_the_clock_of_its_game(test_key):
    game_id = test_key.create(**SANDBOX).json["game_id"]
    assert test_key.post(f"/games/{game_id}/clock", {"seconds": 5}).status_code == 200


def test_a_test_key_creates_live_games_too(test_key):
    created = test_key.create()
    assert (created.status_code, created.json.get("sandbox")) == (201, None)
    assert rejected(test_key.create(rated=True, **SANDBOX)) == (409, "sandbox_unrated")


def test_keys_show_whether_they_are_test_keys(ann, test_key):
    assert ("test" in ann.get("/me").json, test_key.get("/me").json["test"]) == (False, True)
    assert [each.get("test", False) for each in ann.get("/me/keys").json["keys"]].count(True) == 1


def test_a_key_that_a_test_key_creates_is_a_test_key(service, ann, test_key):
    made = test_key.post("/me/keys", {}).json
    assert made["test"] is True
    assert Player(service, ann.id, made["key"]).create(**SANDBOX).status_code == 201
    live = ann.post("/me/keys", {}).json
    assert "test" not in live
    assert rejected(Player(service, ann.id, live["key"]).create(**SANDBOX)) == (409, "sandbox_disabled")


def test_a_platform_with_a_test_key_creates_sandbox_games_for_its_users(ann):
    platform = ann.with_scopes("organise", "play", "create", test=True)
    assert platform.acting_for("user-1").create(**SANDBOX).status_code == 201

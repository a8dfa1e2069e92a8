"""Test that games created under an older version of the rules continue under a version that supports them."""

from contextlib import closing
from dataclasses import replace

import pytest

from domain.verification import verify
from service.app import create_app
from service.playing import games
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import RemoteGame, Service, settings
from tests.service.helpers.games.played import Client
from tests.tiny import TINY

OLDER = replace(TINY, version=2)
NEWER = replace(TINY, version=3, plays_since=2)


@pytest.fixture
def upgraded(redis_url):
    """Run the service with the newer rules."""
    with running(settings(redis_url), {**HOSTED, "tiny": NEWER}) as service:
        yield service


@pytest.fixture
def older(redis_url, upgraded):
    """Create a game under the older rules and play half of it; return it as the newer service loads it."""
    return created_under(OLDER, redis_url, upgraded)


def created_under(ruleset, redis_url, service):
    """Create a game under a version of the rules and play a few actions; return it as another service loads it."""
    with closing(Service(create_app(settings(redis_url), {**HOSTED, "tiny": ruleset}))) as before:
        client = Client(before, "tiny", {}, 2)
        for _ in range(3):
            client.act(client.get("/view").json["to_act"][0])
    client.http = service.client
    return client


def test_an_older_game_is_played_to_its_end_and_its_record_verifies(upgraded, older):
    assert older.play()["rules_version"] == OLDER.version
    games.score(upgraded.installation, older.game_id)
    record = older.get("/record")
    assert (record.json["rules_version"], older.get("/result").status_code) == (OLDER.version, 200)
    assert verify(record.data, {"tiny": NEWER})["rules_version"] == OLDER.version


def test_an_older_game_is_shown_with_its_own_version(older):
    for path in ("/view", "/view?at=2"):
        assert older.get(path).json["rules_version"] == OLDER.version
    assert older.get("/events?limit=5").status_code == older.get("/events?limit=5&patches=true").status_code == 200


def test_an_older_game_is_listed_and_its_record_exported(upgraded, older):
    (listed,) = upgraded.client.get("/v1/games?status=running").json["games"]
    assert (listed["game_id"], listed["rules_version"]) == (older.game_id, OLDER.version)
    older.play()
    games.score(upgraded.installation, older.game_id)
    page = upgraded.client.get("/v1/records?ruleset=tiny").json
    assert [each["rules_version"] for each in page["records"]] == [OLDER.version]


def test_a_new_game_has_the_version_hosted(upgraded):
    body = {"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}] * 2}
    assert upgraded.client.post("/v1/games", json=body).json["rules_version"] == NEWER.version
    rejected = upgraded.client.post("/v1/games", json=body | {"rules_version": OLDER.version})
    assert (rejected.status_code, rejected.json["code"]) == (409, "rules_version_not_hosted")
    assert rejected.json["rules_version"] == NEWER.version


def test_a_game_older_than_the_playable_versions_is_not_played(redis_url, upgraded):
    client = created_under(TINY, redis_url, upgraded)
    assert client.get("/view").json["code"] == "rules_not_hosted"


def unhosted(redis_url, service, spectators):
    """Play three actions of a game under rules that a service does not host; return it and its summary then."""
    body = {"ruleset": "tiny", "seats": [{"kind": "human"}] * 2, "spectators": spectators}
    with closing(Service(create_app(settings(redis_url), {**HOSTED, "tiny": TINY}))) as before:
        created = before.client.post("/v1/games", json=body).json
        tokens = {each["seat"]: each["token"] for each in created["tokens"]}
        game = RemoteGame(before, created["game_id"], tokens, "tiny")
        for _ in range(3):
            game.act(game.view(0)["to_act"][0])
        known = game.get("", 0).json
    return replace(game, service=service), known


def test_a_game_whose_rules_are_not_hosted_is_shown_without_seats_to_act(redis_url, upgraded):
    game, known = unhosted(redis_url, upgraded, {"kind": "open"})
    shown = game.get("")
    assert (shown.status_code, shown.json) == (200, {**known, "to_act": []})
    action = {"ruleset": "tiny", "decision": 0, "action": {"type": "set_stake", "stake": 1}}
    assert game.post("/actions", known["to_act"][0], action).json["code"] == "rules_not_hosted"


@pytest.mark.parametrize(("spectators", "version"), [({"kind": "off"}, 0), ({"kind": "delayed", "events": 2}, 1)])
def test_spectators_learn_no_more_of_a_game_whose_rules_are_not_hosted(redis_url, upgraded, spectators, version):
    game, known = unhosted(redis_url, upgraded, spectators)
    shown = game.get("").json
    assert (shown["version"], shown["status"], shown["to_act"]) == (version, "running", [])
    assert game.get("", 0).json == {**known, "to_act": []}

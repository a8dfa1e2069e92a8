"""Test that games created under an older version of the rules continue under a version that supports them."""

from contextlib import closing
from dataclasses import replace

import pytest

from domain.verification import verify
from service.app import create_app
from service.playing import games
from tests.service.contract import HOSTED
from tests.service.running import running
from tests.service.table import Service, settings
from tests.service.whole_games import Client
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
    games.score(upgraded.bottega, older.game_id)
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
    games.score(upgraded.bottega, older.game_id)
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

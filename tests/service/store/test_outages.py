"""Test outages of Redis, and lost replies."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from service.installation import jobs
from tests.service.helpers.client.proxy import Proxy
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings

KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}

NOWHERE = "unix:///nowhere/redis.sock"
AI = {"kind": "ai", "level": "greedy"}
GAME = "/v1/games/aaaaaaaaaaaaaaaaaaaa"


@pytest.fixture
def cut_off():
    """Return a service without a reachable Redis."""
    with running(settings(NOWHERE)) as service:
        yield service


@pytest.mark.parametrize(
    "path",
    ["/readyz", f"{GAME}/view", f"{GAME}/events", f"{GAME}/events?wait=9", f"{GAME}/events/stream", f"{GAME}/result"],
)
def test_without_redis_a_response_requests_a_retry(cut_off, path):
    response = cut_off.client.get(path)
    assert (response.status_code, response.json["code"]) == (503, "store_unavailable")
    assert response.content_type == "application/problem+json"
    assert response.headers["Retry-After"] == "1"
    assert "nowhere" not in response.text


def test_without_redis_no_game_is_created(cut_off):
    assert cut_off.create().json["code"] == "store_unavailable"


def test_without_redis_the_process_is_healthy_and_describes_its_rulesets(cut_off):
    assert cut_off.client.get("/healthz").status_code == 200
    assert cut_off.client.get("/v1/rulesets/tiny").status_code == 200


def test_without_its_queues_the_service_accepts_games_which_stay_due(redis_url, caplog):
    with running(settings(redis_url, lease_seconds=0)) as service:
        service.app.extensions["bottega"] = replace(service.installation, queues=jobs.open_queues(NOWHERE))
        response = service.create([AI, AI])
        assert response.status_code == 201
        assert [game_id for game_id, _ in service.installation.store.due.before(2**40, 10)] == [
            response.json["game_id"]
        ]
        assert f"the step job for ai-{response.json['game_id']}-0 is done later" in caplog.text


@pytest.fixture
def wire(redis_url):
    """Return a proxy to Redis that can lose a reply."""
    with tempfile.TemporaryDirectory(prefix="bottega-") as directory:
        proxy = Proxy(Path(directory) / "wire", redis_url)
        yield proxy
        proxy.close()


@pytest.fixture
def wired(wire):
    """Return a service that uses the proxy."""
    with running(settings(wire.url)) as service:
        yield service


def test_an_action_whose_commit_lost_its_reply_gets_a_response_and_counts_once(wired, wire):
    game = wired.new_game()
    body = game.action_body(0)
    wire.lose(b"RPUSH")
    response = game.post("/actions", 0, body)
    assert (response.status_code, response.json["version"]) == (200, 1)
    assert (wire.lost, len(game.events())) == (1, 1)


def test_with_a_key_too(wired, wire):
    game = wired.new_game()
    body = game.action_body(0)
    wire.lose(b"RPUSH")
    response = game.post("/actions", 0, body, {"Idempotency-Key": "k"})
    assert (response.status_code, response.json["version"]) == (200, 1)
    assert (wire.lost, len(game.events())) == (1, 1)


def test_a_creation_that_lost_its_reply_makes_one_game(wired, wire):
    wire.lose(b"HSET")
    response = wired.create()
    assert response.status_code == 201
    assert len(wired.installation.store.servers.client.keys("*:header")) == wire.lost == 1


def test_the_retry_of_a_claim_that_lost_its_reply_succeeds(wired, wire):
    game = wired.new_game([{"kind": "human"}, {"kind": "open"}])
    wire.lose(b"HVALS")
    first, again = (game.post("/seats/1/claim", headers=KEY) for _ in range(2))
    assert (first.status_code, again.status_code) == (503, 201)
    assert wire.lost == 1


def test_a_game_with_a_damaged_log_rejects_actions_without_endless_retries(redis_url):
    with running(settings(redis_url)) as service:
        game = service.new_game()
        game.act(0)
        seat = game.view()["to_act"][0]
        body = game.action_body(seat)
        service.installation.store.servers.client.delete(f"bottega:{{{game.game_id}}}:log")
        response = game.post("/actions", seat, body)
        assert (response.status_code, response.json["code"]) == (500, "internal_error")

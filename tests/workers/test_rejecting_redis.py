"""Test a Redis that rejects writes: reads succeed, writes return a retry, and the service recovers automatically."""

import os
import signal

import pytest
import redis

from domain.registry import RULESETS
from tests.workers.rejecting_redis import call, is_ready
from tests.workers.running import PROCESSES, command_line, gone, serving
from tests.workers.waiting import is_running, until

RULESET = next(iter(RULESETS.values()))
AI = {"kind": "ai", "level": "random"}
THINKING = {"kind": "ai", "level": "normal"}
PERSON = {"kind": "human"}

REJECTIONS = {
    "full": (["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"]),
    "without replicas": (
        ["CONFIG", "SET", "min-replicas-to-write", "1"],
        ["CONFIG", "SET", "min-replicas-to-write", "0"],
    ),
    "read-only": (["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"]),
    "forbidden": (["ACL", "SETUSER", "default", "-@write"], ["ACL", "SETUSER", "default", "+@write"]),
}


def create(address, *seats):
    return call(address, "/v1/games", {"ruleset": RULESET.name, "options": {}, "seats": seats})


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("rejecting"), BOTTEGA_LEASE_SECONDS="1") as served:
        yield served


@pytest.mark.parametrize("how", REJECTIONS)
def test_while_redis_rejects_writes_reads_continue_and_then_all_recovers(served, how):
    address, (reject, heal) = served.address, REJECTIONS[how]
    until(lambda: len(served.below()) == PROCESSES, "all processes run")
    stored = create(address, PERSON, PERSON)[2]["game_id"]
    played = create(address, THINKING, AI)[2]["game_id"]
    watched, before = served.below(), len(served.errors.read_text())

    def output():
        return served.errors.read_text()[before:]

    with redis.Redis.from_url(f"unix://{served.errors.parent}/data/redis.sock") as server:
        server.execute_command(*reject)
        until(lambda: call(address, "/readyz")[0] == 503, "it is not ready")
        status, headers, problem = create(address, PERSON, PERSON)
        assert (status, headers["Retry-After"], problem["code"]) == (503, "1", "store_unavailable")
        assert headers["Content-Type"] == "application/problem+json"
        assert call(address, f"/v1/games/{stored}/view")[0] == 200
        assert call(address, "/healthz")[0] == 200
        until(lambda: "waiting for Redis" in served.errors.read_text(), "a worker says that it waits")
        assert all(map(is_running, watched))
        server.execute_command(*heal)
    until(lambda: is_ready(address), "it is ready")
    until(lambda: call(address, f"/v1/games/{played}/result")[0] == 200, "the game goes on and is scored")
    assert "Traceback" not in output()
    assert len(output().splitlines()) <= len(watched) + 2, output()


def test_a_committed_action_is_a_success_even_if_the_queues_reject_its_job(tmp_path, redis_url):
    with serving(tmp_path, BOTTEGA_RQ_URL=redis_url, BOTTEGA_LEASE_SECONDS="1") as served:
        with redis.Redis.from_url(redis_url) as queues:
            queues.execute_command("CONFIG", "SET", "min-replicas-to-write", "1")
            try:
                status, _, created = create(served.address, AI, AI)
                assert status == 201
            finally:
                queues.execute_command("CONFIG", "SET", "min-replicas-to-write", "0")
        result = f"/v1/games/{created['game_id']}/result"
        until(lambda: call(served.address, result)[0] == 200, "the game goes on once the queues take jobs")


def test_redis_is_restarted_after_it_was_killed_and_nothing_is_lost_and_a_part_may_be_killed_repeatedly(served):
    game = create(served.address, PERSON, PERSON)[2]["game_id"]
    (process,) = [each for each in served.below() if "redis.sock" in str(command_line(each))]
    os.kill(process, signal.SIGKILL)
    gone([process])
    until(lambda: is_ready(served.address), "it is ready again")
    assert call(served.address, f"/v1/games/{game}/view")[0] == 200
    assert create(served.address, PERSON, PERSON)[0] == 201
    for _ in range(4):
        (process,) = until(lambda: served.named("sweeper"), "a sweeper runs")
        os.kill(process, signal.SIGKILL)
        gone([process])
    until(lambda: served.named("sweeper"), "a sweeper runs again")
    assert call(served.address, "/readyz")[0] == 200

"""Test the levels of acknowledgement: in memory, on the disk, or on a replica too."""

import subprocess
from contextlib import ExitStack

import pytest
import redis

from service.runtime.redis_server import find_binary, redis_server
from tests.processes import Process
from tests.service.helpers.client.service import HUMANS
from tests.workers.running import free_port
from tests.workers.waiting import until

KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a server at a port, and ends it after the test."""
    with ExitStack() as stack:

        def run(*options):
            port = free_port()
            directory = tmp_path / str(port)
            directory.mkdir()
            command = [find_binary(), "--port", str(port), "--dir", directory, "--save", "", *options]
            process = stack.enter_context(Process(command, stdout=subprocess.DEVNULL))
            stack.callback(process.kill)
            client = stack.enter_context(redis.Redis(port=port, retry=None))
            until(lambda: _responses(client), "the server answers")
            return process, client, port

        yield run


def _responses(client):
    try:
        return client.ping()
    except redis.ConnectionError:
        return False


def create(service):
    body = {"ruleset": "tiny", "options": {}, "seats": HUMANS}
    return service.client.post("/v1/games", json=body, headers=KEY)


def test_acknowledged_writes_are_in_the_file_of_a_server_that_flushes_late(tmp_path, start):
    with redis_server(tmp_path / "data", "everysec") as server:
        service = start(redis_url=server.url, durability="disk")
        game_id = create(service).json["game_id"]
        written = b"".join(file.read_bytes() for file in (tmp_path / "data" / "appendonlydir").glob("*.incr.aof"))
        assert game_id.encode() in written


def test_a_durable_write_without_a_replica_is_retried_and_carried_out_once(run, start):
    _, client, port = run()
    service = start(redis_url=f"redis://127.0.0.1:{port}", durability="replica")
    response = create(service)
    assert (response.status_code, response.json["code"]) == (503, "store_unavailable")
    _, replica, _ = run("--replicaof", f"127.0.0.1 {port}", "--repl-diskless-sync-delay", "0")
    until(lambda: replica.info("replication")["master_link_status"] == "up", "the replica follows")
    created = create(service)
    assert created.status_code == 201
    assert len(client.keys("*:header")) == len(replica.keys("*:header")) == 1


def test_replicated_writes_survive_the_end_of_the_leader(run, start):
    process, _, port = run("--repl-diskless-sync-delay", "0")
    _, replica, other = run("--replicaof", f"127.0.0.1 {port}")
    until(lambda: replica.info("replication")["master_link_status"] == "up", "the replica follows")
    game_id = create(start(redis_url=f"redis://127.0.0.1:{port}", durability="replica")).json["game_id"]
    process.kill()
    replica.replicaof("NO", "ONE")
    assert start(redis_url=f"redis://127.0.0.1:{other}").client.get(f"/v1/games/{game_id}/view").status_code == 200

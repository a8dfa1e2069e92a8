"""Test the whole service on a Redis Cluster, with its queues behind Sentinel, as `deploy/STORAGE.md` promises."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from random import Random

import pytest

from domain.registry import RULESETS
from service.store import connect
from tests.chaos import bots
from tests.chaos.audit import faults
from tests.chaos.load import OPPONENT, PERSON, played, tables
from tests.chaos.tables import Table
from tests.cluster.seeks import wanted
from tests.cluster.servers import MASTERS, behind_sentinels, cluster
from tests.cluster.several_servers import installed
from tests.streams.reader import FORMS, Reader
from tests.workers.client import Client
from tests.workers.waiting import until

TABLES = 6


def check(table, store):
    """Wait for the score sheet and let the auditor check the game."""
    until(lambda: table.send("GET", f"/v1/games/{table.game_id}/result")[0] == 200, "the game is scored")
    assert faults(table, store) == []
    table.close()


def test_whole_games_of_every_ruleset_with_streams_lists_advice_and_records_on_a_cluster(tmp_path):
    with installed(tmp_path, cluster) as installation:
        playing = tables(installation.served.address, TABLES, seed=1)
        for table in playing:
            table.create()
        assert len({installation.several.holder(table.game_id).port for table in playing}) > 1
        logs = follow_all(playing)
        for table, read in zip(playing, logs, strict=True):
            assert read == [event["version"] for event in table.log(None)]
            check(table, installation.store)
        check_lists(installation.served.address, {table.game_id for table in playing})
        check_repeats(installation.served.address)
        check_advice(installation.served.address)
        check_sweeper(installation)


def test_bots_get_the_notices_of_all_their_games_on_a_cluster(tmp_path):
    with installed(tmp_path, cluster) as installation:
        outcome = bots.played(installation.served.address, games=TABLES, seed=5)
    assert outcome.faults == []


def follow_all(playing):
    """Play all games while a stream follows each; return the versions that the streams sent."""
    with ExitStack() as stack:
        readers = [
            Reader(table.address, table.game_id, FORMS[number % len(FORMS)]) for number, table in enumerate(playing)
        ]
        pool = stack.enter_context(ThreadPoolExecutor(2 * len(playing)))
        following = [pool.submit(reader.follow) for reader in readers]
        for done in [pool.submit(table.play) for table in playing]:
            done.result()
        return [[*range(1, len(each.result()) + 1)] for each in following]


def check_lists(address, game_ids):
    """Check that every finished game is listed, whichever node stores it."""
    with closing(Client(address)) as client:
        assert {each["game_id"] for each in client.get("/v1/games?status=over&limit=100")["games"]} == game_ids
        assert client.get("/v1/games?status=running")["games"] == []
        for ruleset in RULESETS:
            own = client.get(f"/v1/records?ruleset={ruleset}")["records"]
            assert len(own) == TABLES // len(RULESETS)
            for each in own:
                assert client.get(f"/v1/games/{each['game_id']}/record") == each
        assert len(client.get("/v1/records")["records"]) == TABLES


def check_repeats(address):
    """Repeat requests whose responses are stored on all nodes."""
    with closing(Client(address)) as client:
        created = client.post("/v1/games", {"ruleset": "riddle", "seats": [PERSON] * 2})
    path = f"/v1/games/{created['game_id']}"
    for number in range(4 * MASTERS):
        headers = {"Authorization": f"Bearer {created['creator_token']}", "Idempotency-Key": f"repeat {number}"}
        first, again = (wanted(address, "PATCH", path, {"label": f"label {number}"}, **headers) for _ in range(2))
        assert first == again


def check_advice(address):
    """Request a hint in a game, play the game to the end, and request the analysis."""
    table = Table(address, "azul", [PERSON, OPPONENT], Random(2))
    table.create()
    path, token = f"/v1/games/{table.game_id}", table.tokens[0]
    until(lambda: "decision" in table.get("/actions", token), "the human player must act")
    decision = table.get("/actions", token)["decision"]
    with closing(Client(address)) as client:
        hint = client.post(f"{path}/hints", {"decision": decision}, token)
        assert client.post(f"{path}/hints", {"decision": decision}, token) == hint
        client.close()  # for the server does not keep it as long as a game may take
        table.play()
        analysis = until(lambda: client.get(f"{path}/analysis"), "the analysis is complete")
    table.close()
    assert {each["seat"] for each in analysis["decisions"]} == {0, 1}


def check_sweeper(installation):
    """Delete every queued job: the sweeper enqueues each again."""
    table = Table(installation.served.address, "riddle", [PERSON, *[OPPONENT] * 3], Random(3))
    (worker,) = installation.served.named("thinking")
    with closing(connect(installation.queues.url)) as queues:
        os.kill(worker, signal.SIGSTOP)
        table.create()
        queues.flushall()
        os.kill(worker, signal.SIGCONT)
    table.play()
    check(table, installation.store)


def kill(victim):
    """Kill a server; return a function that restarts it."""
    victim.kill()
    return victim.start


def pause(victim):
    """Suspend a server; return a function that resumes it."""
    victim.pause()
    return victim.go_on


@pytest.mark.parametrize("make", [cluster, behind_sentinels])
@pytest.mark.parametrize("strike", [kill, pause])
def test_a_failover_loses_nothing_that_was_acknowledged(tmp_path, make, strike):
    with installed(tmp_path, make) as installation:
        several, playing = installation.several, tables(installation.served.address, TABLES, seed=4)
        with played(playing):
            until(lambda: all(table.acknowledged for table in playing), "all tables play")
            masters = several.masters()
            latest = min(playing, key=lambda table: len(table.acknowledged))
            victim = several.holder(latest.game_id) if make is cluster else masters[0]
            bring_back = strike(victim)
            others = [server for server in several.servers if server is not victim]
            until(lambda: sum(server.role() == "master" for server in others) == len(masters), "another one leads")
            bring_back()
        for table in playing:
            check(table, installation.store)
        assert any(table.repeated for table in playing)

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
from tests.chaos.games import ClientGame
from tests.chaos.load import OPPONENT, PERSON, games, played
from tests.cluster.seeks import requested
from tests.cluster.servers import MASTERS, behind_sentinels, cluster
from tests.cluster.several_servers import installed
from tests.streams.reader import FORMS, Reader
from tests.workers.client import Client
from tests.workers.waiting import until

TABLES = 6


def check(game, store):
    """Wait for the score sheet and let the auditor check the game."""
    until(lambda: game.send("GET", f"/v1/games/{game.game_id}/result")[0] == 200, "the game is scored")
    assert faults(game, store) == []
    game.close()


def test_whole_games_of_every_ruleset_with_streams_lists_advice_and_records_on_a_cluster(tmp_path):
    with installed(tmp_path, cluster) as installation:
        playing = games(installation.served.address, TABLES, seed=1)
        for game in playing:
            game.create()
        assert len({installation.several.holder(game.game_id).port for game in playing}) > 1
        logs = follow_all(playing)
        for game, read in zip(playing, logs, strict=True):
            assert read == [event["version"] for event in game.log(None)]
            check(game, installation.store)
        check_lists(installation.served.address, {game.game_id for game in playing})
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
            Reader(game.address, game.game_id, FORMS[number % len(FORMS)]) for number, game in enumerate(playing)
        ]
        pool = stack.enter_context(ThreadPoolExecutor(2 * len(playing)))
        following = [pool.submit(reader.follow) for reader in readers]
        for done in [pool.submit(game.play) for game in playing]:
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
        first, again = (requested(address, "PATCH", path, {"label": f"label {number}"}, **headers) for _ in range(2))
        assert first == again


def check_advice(address):
    """Request a hint in a game, play the game to the end, and request the analysis."""
    game = ClientGame(address, "azul", [PERSON, OPPONENT], Random(2))
    game.create()
    path, token = f"/v1/games/{game.game_id}", game.tokens[0]
    until(lambda: "decision" in game.get("/actions", token), "the human player must act")
    decision = game.get("/actions", token)["decision"]
    with closing(Client(address)) as client:
        hint = client.post(f"{path}/hints", {"decision": decision}, token)
        assert client.post(f"{path}/hints", {"decision": decision}, token) == hint
        client.close()  # for the server does not keep it as long as a game may take
        game.play()
        analysis = until(lambda: client.get(f"{path}/analysis"), "the analysis is complete")
    game.close()
    assert {each["seat"] for each in analysis["decisions"]} == {0, 1}


def check_sweeper(installation):
    """Delete every queued job: the sweeper enqueues each again."""
    game = ClientGame(installation.served.address, "riddle", [PERSON, *[OPPONENT] * 3], Random(3))
    (worker,) = installation.served.named("thinking")
    with closing(connect(installation.queues.url)) as queues:
        os.kill(worker, signal.SIGSTOP)
        game.create()
        queues.flushall()
        os.kill(worker, signal.SIGCONT)
    game.play()
    check(game, installation.store)


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
        several, playing = installation.several, games(installation.served.address, TABLES, seed=4)
        with played(playing):
            until(lambda: all(game.acknowledged for game in playing), "all games play")
            masters = several.masters()
            latest = min(playing, key=lambda game: len(game.acknowledged))
            victim = several.holder(latest.game_id) if make is cluster else masters[0]
            bring_back = strike(victim)
            others = [server for server in several.servers if server is not victim]
            until(lambda: sum(server.role() == "master" for server in others) == len(masters), "another one leads")
            bring_back()
        for game in playing:
            check(game, installation.store)
        assert any(game.repeated for game in playing)

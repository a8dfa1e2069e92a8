"""Test that each process has its own Redis user, with exactly the necessary permissions."""

import re
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
import redis

from service.runtime.redis_server import find_binary
from tests.chaos.games import ClientGame
from tests.chaos.load import OPPONENT, PERSON
from tests.processes import Process
from tests.service.helpers.players.notifications import Browser
from tests.workers.client import Client, UnexpectedResponse
from tests.workers.receivers import BROKEN, NOTHING, receiving
from tests.workers.running import BOTTEGA, environ_for, free_port, run
from tests.workers.waiting import until

USERS = Path(__file__).parents[2] / "deploy" / "users.acl"
WORKERS = {kind: ["worker", kind] for kind in ("scoring", "thinking", "webhooks")}
PARTS = {"api": ["api"], **WORKERS, "sweeper": ["sweeper"]}


@pytest.fixture
def server(tmp_path):
    """Run a Redis with these users; return its port, and a client with all permissions."""
    passwords = re.sub(r">([A-Z]+)_PASSWORD", lambda found: f">{found[1].lower()}", USERS.read_text())
    (tmp_path / "users.acl").write_text(passwords + "user operator on >operator ~* &* +@all\n")
    port = free_port()
    command = [find_binary(), "--port", str(port), "--aclfile", str(tmp_path / "users.acl"), "--dir", str(tmp_path)]
    with Process([*command, "--appendonly", "yes", "--appendfsync", "always"]) as process:
        client = redis.Redis(port=port, username="operator", password="operator", retry=None)
        until(lambda: responses(client), "the server answers")
        yield port, client
        client.close()
        process.kill()


def responses(client):
    try:
        return client.ping()
    except redis.ConnectionError:
        return False


def test_with_its_own_user_each_process_works_and_tries_no_forbidden_command(server, tmp_path):
    port, operator = server
    http, health = free_port(), free_port()
    with ExitStack() as stack:
        for part, command in PARTS.items():
            url = f"redis://{part}:{part}@127.0.0.1:{port}"
            changes = {"BOTTEGA_REDIS_URL": url, "BOTTEGA_PORT": str(http), "BOTTEGA_ANALYSIS_ITERATIONS": "2"}
            changes |= {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.2/32"}
            changes |= {"BOTTEGA_HEALTH_PORT": str(health), "BOTTEGA_LEASE_SECONDS": "1"}
            changes |= {"BOTTEGA_ARCHIVE_URL": f"sqlite://{tmp_path}/archive.sqlite"}
            changes |= {"BOTTEGA_ARCHIVE_SECONDS": "1", "BOTTEGA_IDEMPOTENCY_SECONDS": "1"}
            changes |= {"BOTTEGA_REQUESTS_PER_MINUTE": "60000", "BOTTEGA_HEARTBEAT": str(tmp_path / f"{part}.pulse")}
            environ = environ_for(tmp_path / "data", **changes)
            process = stack.enter_context(Process([*BOTTEGA, *command], env=environ))
            stack.callback(process.terminate)
        client = stack.enter_context(closing(Client(f"http://127.0.0.1:{http}")))
        until(lambda: is_ready(client), "the service is ready")
        with receiving(lambda _sent, times: NOTHING if times else BROKEN) as receiver:
            path = play_everything(client, receiver)
        reported = read_all(client, path)
        until(lambda: is_archived(operator, path), "the sweeper moves the game")
        assert read_all(client, path) == reported
        take_back_and_remove(client, operator)
        assert b"bottega_redis_up 1.0" in stack.enter_context(urlopen(f"http://127.0.0.1:{health}/metrics")).read()
        assert {path.stem for path in tmp_path.glob("*.pulse")} >= {*WORKERS, "sweeper"}
    assert [(each["username"], each["object"]) for each in operator.acl_log()] == []


def test_the_user_of_backups_makes_and_restores_one_and_tries_no_forbidden_command(server, tmp_path):
    port, operator = server
    secret = "a secret of backups in tests, 12345678"
    url = f"redis://backup:backup@127.0.0.1:{port}"
    environ = environ_for(tmp_path / "data", BOTTEGA_REDIS_URL=url, BOTTEGA_SECRET=secret)
    operator.hset("bottega:{x}:seats", "0", "digest")
    made = run("backup", str(tmp_path / "backup"), environ=environ)
    assert (made.returncode, made.stderr) == (0, "")
    operator.flushall()
    restored = run("restore", str(tmp_path / "backup"), environ=environ)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert operator.hgetall("bottega:{x}:seats") == {b"0": b"digest"}
    assert [(each["username"], each["object"]) for each in operator.acl_log()] == []


def is_ready(client):
    try:
        return client.get("/readyz")
    except UnexpectedResponse:
        client.close()
        return None


def play_everything(client, receiver):
    """Use lists, claims, hints, streams, results, records, an analysis, a webhook, a notification and a deletion."""
    body = {"ruleset": "azul", "seats": [PERSON, {"kind": "open"}]}
    open_one = client.post("/v1/games", body)
    client.post(f"/v1/games/{open_one['game_id']}/seats/1/claim", {"name": "Ada"})
    game = ClientGame(client.address, "azul", [PERSON, {**OPPONENT, "level": "normal"}], Random(1))
    game.create()
    path, token = f"/v1/games/{game.game_id}", game.tokens[0]
    until(lambda: "decision" in game.get("/actions", token), "the human player must act")
    client.post(f"{path}/hints", {"decision": game.get("/actions", token)["decision"]}, token)
    client.close()  # for the server does not keep it as long as a game may take
    game.play()
    until(lambda: client.get(f"{path}/result"), "the game is scored")
    until(lambda: client.get(f"{path}/analysis"), "the analysis is complete")
    assert len(client.get("/v1/records")["records"]) == 1
    assert len(client.get("/v1/games")["games"]) == 2
    hooks = f"/v1/games/{open_one['game_id']}/webhooks"
    client.post(hooks, {"url": receiver.url}, open_one["creator_token"])
    until(lambda: receiver.ids().most_common(1)[0][1] > 1 if receiver.got else False, "the turn is sent again")
    player, targets = client.post("/v1/players", {}), "/v1/me/notification-targets"
    target = client.post(targets, {"web_push": Browser(receiver.url).subscription}, player["key"])["target_id"]
    client.post(f"{targets}/{target}/test", {}, player["key"])
    until(
        lambda: client.get(f"{targets}/{target}", player["key"])["last_delivery"]["status"] == "delivered",
        "the player is notified",
    )
    status, _ = game.send("DELETE", f"/v1/games/{open_one['game_id']}", token=open_one["creator_token"])
    assert status == 204
    game.close()
    return path


def read_all(client, path):
    """Send every read request about a finished game."""
    client.close()
    own = ("", "/view", "/view?at=3", "/events?limit=500", "/result", "/record", "/analysis", "/analysis/image")
    found = {}
    for each in (*(f"{path}{part}" for part in own), "/v1/records", "/v1/games?status=over"):
        with urlopen(client.address + each) as response:
            found[each] = response.read()
    return found


def is_archived(operator, path):
    """Whether only the archive has a game; otherwise let the sweeper check the game now."""
    game_id = path.rpartition("/")[2]
    operator.delete(f"bottega:{{{game_id}}}:restored")
    operator.zadd("bottega:{lists}:checks", {game_id: 0}, xx=True)
    return not operator.exists(f"bottega:{{{game_id}}}:header")


def take_back_and_remove(client, operator):
    """Archive an aborted game, change it, archive it again, and delete it."""
    created = client.post("/v1/games", {"ruleset": "azul", "seats": [PERSON, PERSON]})
    path, creator = f"/v1/games/{created['game_id']}", created["creator_token"]
    for each in created["tokens"]:
        client.post(f"{path}/abort", {}, each["token"])
    client.close()
    game = ClientGame(client.address, "azul", [PERSON, PERSON], Random(2))
    until(lambda: is_archived(operator, path), "the sweeper moves the aborted game")
    assert game.send("PATCH", path, {"label": "late"}, creator)[0] == 200
    until(lambda: is_archived(operator, path), "the sweeper moves the changed game")
    assert game.send("GET", path, token=creator)[1]["label"] == "late"
    assert game.send("DELETE", path, token=creator)[0] == 204
    left = {key.decode().rpartition(":")[2] for key in operator.keys(f"bottega:{{{created['game_id']}}}:*")}
    assert left <= {"check", "deleted"}
    game.close()


FORBIDDEN: dict[str, list[tuple[str, ...]]] = {
    "api": [
        ("FLUSHALL",),
        ("CONFIG", "GET", "*"),
        ("KEYS", "*"),
        ("SET", "other", "1"),
        ("HSET", "rq:workers:x", "a", "b"),
    ],
    "scoring": [("FLUSHALL",), ("GET", "bottega:creation:x"), ("GET", "bottega:limits/x"), ("ACL", "LIST")],
    "thinking": [("SHUTDOWN",), ("GET", "bottega:creation:x"), ("ACL", "LIST"), ("PUBLISH", "other", "1")],
    "webhooks": [
        ("GET", "bottega:{g}:state"),
        ("HGETALL", "bottega:{g}:seats"),
        ("GET", "bottega:due"),
        ("ACL", "LIST"),
    ],
    "sweeper": [("FLUSHDB",), ("GET", "bottega:creation:x"), ("MODULE", "LIST"), ("SET", "other", "1")],
    "health": [("GET", "bottega:due"), ("INFO",)],
}


@pytest.mark.parametrize("user", FORBIDDEN)
def test_no_user_may_run_commands_that_its_process_does_not_need(server, user):
    port, _ = server
    password = None if user == "health" else user
    with redis.Redis(port=port, username=user, password=password, retry=None) as client:
        for command in FORBIDDEN[user]:
            with pytest.raises(redis.exceptions.NoPermissionError):
                client.execute_command(*command)


def test_a_connection_without_a_user_has_no_rights(server):
    port, _ = server
    with redis.Redis(port=port, retry=None) as client, pytest.raises(redis.AuthenticationError):
        client.ping()

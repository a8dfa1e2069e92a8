"""Test games deleted while AI levels, clocks and players act: no data remains, and no error occurs."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
import redis

from service.runtime.redis_server import redis_server
from tests.races.deleting import _left_over
from tests.workers.running import serving
from tests.workers.waiting import until

GAMES = 160
AT_ONCE = 8
HOOK = {"url": "https://hooks.invalid/bottega"}
RETRIES = b"bottega:{webhooks}:due"
"""Names webhooks of deleted games until the retries of their last message end; their other keys expire."""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    directory = tmp_path_factory.mktemp("deleting")
    own = {"BOTTEGA_LEASE_SECONDS": "1", "BOTTEGA_AI_WORKERS": "2"}
    with (
        redis_server(directory / "redis") as server,
        serving(directory, BOTTEGA_REDIS_URL=server.url, **own) as served,
    ):
        yield served, server.url


class Client:
    """Sends requests, which may be rejected because games are deleted."""

    def __init__(self, address):
        self.parts = urlsplit(address)

    def send_request(self, method, path, token=None, body=None):
        auth = {} if token is None else {"Authorization": f"Bearer {token}"}
        sent = None if body is None else json.dumps(body)
        with closing(HTTPConnection(self.parts.hostname, self.parts.port, timeout=30)) as connection:
            connection.request(method, f"/v1{path}", sent, {"Content-Type": "application/json"} | auth)
            response = connection.getresponse()
            content = response.read()
        assert response.status < 500, (method, path, content)
        return response.status, json.loads(content) if content else None


def _short_life(address, key, number):
    """Create a game, use it, and delete it from another client at the same moment; return its id."""
    rng, client = random.Random(number), Client(address)
    body = {
        "ruleset": rng.choice(["azul", "riddle"]),
        "seats": rng.choice([[{"kind": "human"}, {"kind": "ai", "level": "greedy"}], [{"kind": "open"}] * 2]),
        "label": f"label {number}",
        "metadata": {"number": str(number)},
    }
    body |= {"clock": {"kind": "per_decision", "seconds": 1}} if rng.random() < 0.5 else {}
    owner = rng.choice([None, key])
    status, created = client.send_request("POST", "/games", owner, body)
    assert status == 201, created
    game_id, creator = created["game_id"], owner or created["creator_token"]
    with ThreadPoolExecutor(2) as pool:
        doing = pool.submit(_do_something, address, rng, created, creator, key)
        for _ in range(rng.randrange(6)):
            client.send_request("GET", f"/games/{game_id}/view")
        assert client.send_request("DELETE", f"/games/{game_id}", creator)[0] == 204
        doing.result()
    return game_id


def _do_something(address, rng, created, creator, key):
    """Send a request that writes data of a game."""
    client, path = Client(address), f"/games/{created['game_id']}"
    token = next((each["token"] for each in created["tokens"]), None)
    kinds = [
        lambda: client.send_request("POST", f"{path}/webhooks", creator, HOOK),
        lambda: client.send_request("PATCH", path, creator, {"label": "another", "metadata": {"late": "yes"}}),
        lambda: client.send_request("POST", f"{path}/seats/1/claim", rng.choice([None, key]), {}),
        lambda: client.send_request("POST", f"{path}/seats/0/claim", None, {"name": "Guest"}),
        lambda: client.send_request("POST", f"{path}/start", creator, {"level": "greedy"}),
        lambda: client.send_request("POST", f"{path}/abort", creator, {}),
        lambda: _act(client, path, token, created),
        lambda: _act(client, path, token, created),
    ]
    for each in rng.choices(kinds, k=3):
        each()


def _act(client, path, token, created):
    """Take the first legal action, if the seat must act."""
    if token is None:
        return
    status, offered = client.send_request("GET", f"{path}/actions", token)
    if status == 200 and "decision" in offered and offered["actions"]:
        act = {"ruleset": created["ruleset"], "decision": offered["decision"], "action": offered["actions"][0]}
        client.send_request("POST", f"{path}/actions", token, act)


def test_no_data_remains_of_games_that_are_deleted_while_others_act_in_them(served):
    service, url = served
    client = Client(service.address)
    _, player = client.send_request("POST", "/players", None, {"name": "Host"})
    with ThreadPoolExecutor(AT_ONCE) as pool:
        lives = pool.map(lambda number: _short_life(service.address, player["key"], number), range(GAMES))
        games = [each.encode() for each in lives]
    with redis.Redis.from_url(url, retry=None) as store:
        seen = [set()]

        def is_clean():
            seen[0] = {(name, game) for name, game in _left_over(store, games) if name != RETRIES}
            return not seen[0]

        try:
            until(is_clean, "nothing names them", 40)
        except AssertionError:
            assert seen[0] == set()
    reported = service.errors.read_text()
    assert [line for line in reported.splitlines() if "ERROR" in line or "Traceback" in line] == []

"""Test an upgrade of the rules while games are played: real processes of two versions on one Redis."""

import time
from random import Random

import pytest
import redis

from domain.record import write
from domain.verification import verify
from service.runtime.redis_server import redis_server
from service.store.keys import CLOCKS, DUE
from tests.chaos.games import ClientGame
from tests.chaos.hosting import hosted, start
from tests.service.helpers.client.service import SECRET
from tests.workers.running import environ_for
from tests.workers.waiting import until

OLD, NEW = 1, 2
PERSON, QUICK = {"kind": "human"}, {"kind": "ai", "level": "random"}
MINUTE = {"kind": "per_decision", "seconds": 60}
READS = ("/view", "/actions", "/events", "/record")


class Fleet:
    """Processes of any version on one Redis; none may exit unrequested, or log a traceback."""

    def __init__(self, environ):
        self.environ, self.running = environ, {}

    def start(self, kind, version, since):
        process = start(self.environ, version, since, kind)
        self.running[kind, version] = process
        return f"http://127.0.0.1:{int(process.stdout.readline())}" if kind == "api" else None

    def start_all(self, version, since):
        """Start one process of each kind, the API last; return the URL of the API."""
        return [self.start(kind, version, since) for kind in ("scoring", "sweeper", "api")][-1]

    def end(self, kind, version):
        process = self.running.pop((kind, version))
        lived = process.poll() is None
        process.terminate()
        errors = process.communicate(timeout=30)[1]
        assert (lived, "Traceback" in errors) == (True, False), errors

    def end_all(self):
        for each in [*self.running]:
            self.end(*each)


@pytest.fixture
def redis_url(tmp_path):
    with redis_server(tmp_path / "redis") as server:
        yield server.url


@pytest.fixture
def client(redis_url):
    with redis.Redis.from_url(redis_url) as connected:
        yield connected


@pytest.fixture
def fleet(tmp_path, redis_url):
    own = {"BOTTEGA_REDIS_URL": redis_url, "BOTTEGA_SECRET": SECRET.decode(), "BOTTEGA_SANDBOX": "on"}
    running = Fleet(environ_for(tmp_path / "data", **own, BOTTEGA_LEASE_SECONDS="1"))
    yield running
    running.end_all()


def begin(address, *seats, **body):
    """Create a game in which every player takes the first legal action."""
    game = ClientGame(address, "tiny", seats, Random(0))
    sent = {
        "ruleset": "tiny",
        "options": {},
        "seats": [*seats],
        "sandbox": {"seed": "07" * 32, "salt": "08" * 32},
        **body,
    }
    status, created = game.send("POST", "/v1/games", sent)
    assert status == 201, created
    game.game_id, game.tokens = created["game_id"], {each["seat"]: each["token"] for each in created["tokens"]}
    return game


def act(game):
    """Take the first legal action for the first human player who must act, or wait for the others; return the view."""
    view = game.get("/view")
    seats = [seat for seat in view["to_act"] if seat in game.tokens]
    if not seats:
        game.get(f"/events?after={view['version']}&wait=5")
        return game.get("/view")
    legal = game.get("/actions", game.tokens[seats[0]])
    body = {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]}
    status, view = game.send("POST", f"/v1/games/{game.game_id}/actions", body, game.tokens[seats[0]])
    assert status == 200, view
    return view


def finish(game):
    """Play a game to its end; return its record."""
    while act(game)["status"] != "over":
        pass
    return until(lambda: scored(game), "it is scored") and game.get("/record")


def scored(game):
    return game.send("GET", f"/v1/games/{game.game_id}/result")[0] == 200


def timeless(record):
    """Return the parts of a record that do not depend on the game's id and times."""
    moves = [{name: each[name] for name in ("seat", "decision", "action", "facts")} for each in record["events"]]
    return record["rules_version"], record["options"], record["setup"]["facts"], moves, record["result"]


def stored(client, game):
    """Return all stored data of a game."""
    return {key: client.dump(key) for key in client.keys(f"bottega:{{{game.game_id}}}:*")}


def rejections(game):
    """Return the responses to all reads that need the rules of a game, and to an action."""
    path, token = f"/v1/games/{game.game_id}", game.tokens[0]
    action = {"ruleset": "tiny", "decision": 0, "action": {"type": "set_stake", "stake": 1}}
    responses = [game.send("GET", path + each, token=token) for each in READS]
    responses.append(game.send("POST", f"{path}/actions", action, token))
    return {(status, body.get("code")) for status, body in responses}


def test_games_continue_under_newer_rules_that_leave_them_unchanged(fleet):
    old = fleet.start_all(OLD, OLD)
    whole, carried, waiting = begin(old, PERSON, PERSON), begin(old, PERSON, PERSON), begin(old, QUICK, PERSON)
    before = finish(whole)
    for _ in range(4):
        act(carried)
    new = fleet.start_all(NEW, OLD)
    for kind in ("scoring", "sweeper"):
        fleet.end(kind, OLD)
    newer = begin(new, PERSON, PERSON)
    newer.address = old
    newer.close()
    assert rejections(newer) == {(409, "rules_not_hosted")}
    assert newer.get("")["rules_version"] == NEW
    fleet.end("api", OLD)
    for game in (whole, carried, waiting, newer):
        game.address = new
        game.close()
    after = finish(carried)
    assert timeless(after) == timeless(before)
    assert whole.get("/record") == before
    assert [finish(each)["rules_version"] for each in (waiting, newer)] == [OLD, NEW]
    for rulesets in (hosted(OLD, OLD), hosted(NEW, OLD)):
        assert verify(write(after), rulesets)["rules_version"] == OLD


def test_turns_of_newer_games_wait_for_workers_with_their_rules(fleet, client):
    fleet.start("scoring", OLD, OLD)
    game = begin(fleet.start("api", NEW, OLD), QUICK, PERSON)
    started, due = stored(client, game), client.zscore(DUE, game.game_id)
    until(lambda: not client.keys("rq:job:*"), "the old worker has left the turn")
    fleet.start("sweeper", OLD, OLD)
    until(lambda: client.zscore(DUE, game.game_id) > due, "the old sweeper has looked without success")
    assert stored(client, game) == started
    fleet.start("scoring", NEW, OLD)
    fleet.end("scoring", OLD)
    fleet.start("sweeper", NEW, OLD)
    until(lambda: game.get("/view")["version"] > 0, "the new worker takes the turn")


def test_games_that_newer_rules_do_not_play_are_unchanged(fleet, client):
    old = fleet.start_all(OLD, OLD)
    ended, waiting = begin(old, PERSON, PERSON), begin(old, PERSON, PERSON, clock=MINUTE)
    finish(ended)
    result = ended.get("/result")
    for kind in ("scoring", "sweeper"):
        fleet.end(kind, OLD)
    started = stored(client, waiting)
    new = fleet.start_all(NEW, NEW)
    for game in (ended, waiting):
        game.address = new
        game.close()
    assert rejections(waiting) == rejections(ended) == {(409, "rules_not_hosted")}
    assert [each.get("")["status"] for each in (waiting, ended)] == ["running", "over"]
    assert ended.get("/result") == result
    assert [each["kind"] for each in waiting.get("/seats")["seats"]] == ["human", "human"]
    status, page = ended.send("GET", "/v1/records?ruleset=tiny")
    assert (status, page["records"], page["skipped"]) == (200, [], [ended.game_id])
    (clock,) = [each for each in client.zrange(CLOCKS, 0, -1) if not each.endswith(b":low")]
    client.zadd(CLOCKS, {clock: 1.0})
    until(lambda: client.zscore(CLOCKS, clock) > time.time() + 30, "the clock is put off for long")
    assert stored(client, waiting) == started

"""Test the telemetry of a whole service: metrics, log lines and request ids, without secrets."""

import json
import os
import signal
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from random import Random
from urllib.parse import urlsplit

import pytest
from prometheus_client.parser import text_string_to_metric_families

from domain.registry import RULESETS
from service.runtime.redis_server import redis_server
from service.store import open_store
from tests.chaos.games import ClientGame
from tests.deploy.monitoring import alerts, named, shown
from tests.workers.receivers import NOTHING, receiving
from tests.workers.running import lasting_port, serving
from tests.workers.waiting import until

PERSON, OPPONENT = {"kind": "human"}, {"kind": "ai", "level": "easy"}
OWN_ID = "mine-1.of_2"
PARTS = {"api": 2, "scoring": 1, "thinking": 1, "webhooks": 1, "sweeper": 1}


@dataclass
class Played:
    """The requests to a service, and its telemetry."""

    games: list[ClientGame]
    versions: dict[str, int]
    """The length of the game of each ruleset."""
    secrets: dict[str, str]
    headers: dict[str, str | None]
    """The request id in some responses, by request."""
    metrics: str
    public: tuple[int, str]
    """The response of the API port to a request for metrics."""
    log: list[dict]

    def samples(self, name):
        """Return a metric, by the values of its labels."""
        families = text_string_to_metric_families(self.metrics)
        found = (sample for family in families for sample in family.samples if sample.name == name)
        return {tuple(each.labels.values()): each.value for each in found}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Let a service host a whole game of each ruleset, while one of its web servers is killed, and return its log."""
    directory, port = tmp_path_factory.mktemp("service"), lasting_port()
    chosen = {"BOTTEGA_HEALTH_PORT": str(port), "BOTTEGA_LOG_FORMAT": "json", "BOTTEGA_LOG_LEVEL": "debug"}
    chosen |= {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.2/32", "BOTTEGA_ARCHIVE_URL": f"file://{directory}/archive"}
    with redis_server(directory / "redis") as redis:
        with serving(directory, BOTTEGA_REDIS_URL=redis.url, **chosen) as served:
            with receiving(lambda _sent, _times: NOTHING) as receiver:
                games, secrets, running = play(served, receiver)
            headers = ids(served.address)
            versions = {game.ruleset: game.get("/view")["version"] for game in games}
            for game in games:
                game.close()
            with streaming(served.address, running) as headers["stream"]:
                scrape = partial(send_request, f"http://127.0.0.1:{port}", "GET", "/metrics")
                metrics = until(lambda: is_counted(text := scrape()[1]) and text, "stream and new process are counted")
            public = send_request(served.address, "GET", "/metrics")[:2]
        secrets |= hidden(redis.url, games) | {"secret": (directory / "data" / "secret").read_text()}
    log = [json.loads(line) for line in served.errors.read_text().splitlines()]
    return Played(games, versions, secrets, headers, metrics, public, log)


def is_counted(text):
    """Whether metrics include the stream, and the process that replaced the killed one."""
    return "bottega_spectators 1.0" in text and f'bottega_processes{{part="api"}} {PARTS["api"]}.0' in text


def send_request(address, method, path, body=None, **headers):
    """Send a request; return status, body and the request id of the response."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json", **headers})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text, response.headers["X-Request-Id"]


def post(address, path, body, token=None, **headers):
    """Post a body that must be accepted, and return the response."""
    auth = {"Authorization": f"Bearer {token}"} if token else {}
    status, text, _ = send_request(address, "POST", path, body, **auth, **headers)
    assert status < 300, text
    return json.loads(text)


def play(served, receiver):
    """Use every feature with a secret, then play; return the games and the secrets."""
    address, reported = served.address, {}
    reported["player's key"] = post(address, "/v1/players", {"name": "Ada"})["key"]
    body = {"ruleset": next(iter(RULESETS)), "seats": [PERSON, {"kind": "open"}]}
    opened = post(address, "/v1/games", body, reported["player's key"])
    path, creator = f"/v1/games/{opened['game_id']}", reported["player's key"]
    reported["code"] = post(address, f"{path}/seats/1/invitation", {}, creator)["code"]
    reported["claimed"] = post(address, f"{path}/seats/1/claim", {"name": "Bo", "code": reported["code"]})["token"]
    reported["ticket"] = post(address, f"{path}/stream-ticket", {}, reported["claimed"])["ticket"]
    reported["webhook"] = post(address, f"{path}/webhooks", {"url": receiver.url}, creator)["secret"]
    assert send_request(address, "GET", f"{path}/events/stream?ticket=x{reported['ticket']}")[0] in (401, 403)
    assert send_request(address, "GET", f"{path}/view", Authorization=f"Bearer x{reported['claimed']}")[0] == 401
    for misplaced in reported.values():
        for path in ("games/{}/view", "games/{}/events/stream", "games/{}/seats/0/claim", "tournaments/{}", "{}"):
            send_request(address, "GET", f"/v1/{path.format(misplaced)}", **{"X-Request-Id": misplaced})
    games = []
    for name in RULESETS:
        game = ClientGame(address, name, [PERSON, PERSON, OPPONENT], Random(name))
        games.append(game)
        game.create()
        reported |= {f"{name} {seat}": token for seat, token in game.tokens.items()}
        act_out_of_turn(game)
        game.play()
        until(lambda: send_request(address, "GET", f"/v1/games/{game.game_id}/result")[0] == 200, "it is scored")  # noqa: B023
    os.kill(served.web_workers()[0], signal.SIGKILL)
    return games, reported, opened["game_id"]


def act_out_of_turn(game):
    """Submit an action that the rules reject, unless all human players must act."""
    until(lambda: set(game.get("/view")["to_act"]) & set(game.tokens), "human players must act")
    acting = game.get("/view")["to_act"]
    seat = next((seat for seat in game.tokens if seat not in acting), None)
    if seat is not None:
        action = game.get("/actions", game.tokens[acting[0]])["actions"][0]
        response = {"ruleset": game.ruleset, "decision": 1000, "action": action}
        assert game.send("POST", f"/v1/games/{game.game_id}/actions", response, game.tokens[seat])[0] == 409


def ids(address):
    """Send a few requests, and return the ids of the responses."""
    return {
        "sent": send_request(address, "GET", "/v1/rulesets", **{"X-Request-Id": OWN_ID})[2],
        "of no form": send_request(address, "GET", "/v1/rulesets", **{"X-Request-Id": "a b"})[2],
        "none": send_request(address, "GET", "/v1/rulesets")[2],
        "nowhere": send_request(address, "GET", "/nowhere", **{"X-Request-Id": OWN_ID})[2],
        "unreadable": send_request(address, "GET", "/" + "x" * 9000)[2],
    }


@contextmanager
def streaming(address, game_id):
    """Stream a running game during a block; yield the request id of the response."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request("GET", f"/v1/games/{game_id}/events/stream", headers={"X-Request-Id": OWN_ID})
    with connection.getresponse() as response:
        yield response.headers["X-Request-Id"]
    connection.close()


def hidden(url, games):
    """Return the seeds of some games, and all facts that only some of their seats saw."""
    store = open_store(url)
    found = {}
    for game in games:
        secret = store.header(game.game_id).dice_seed.secret
        found |= {f"{game.ruleset} seed {form}": text for form, text in (("hex", secret.hex()), ("repr", repr(secret)))}
        _, events = store.events(game.game_id, 0, 10_000)
        facts = {bytes(fact).decode() for event in events for fact, audience in event.facts if audience is not None}
        found |= {f"{game.ruleset} {fact}": fact for fact in facts}
    store.close()
    return found


def test_every_response_has_the_id_of_its_request_or_a_new_one(played):
    sent = {name: request_id for name, request_id in played.headers.items() if request_id == OWN_ID}
    assert set(sent) == {"sent", "nowhere", "stream"}
    new = set(played.headers.values()) - {OWN_ID}
    assert len(new) == 3
    assert all(len(each) == 16 for each in new)


def test_the_port_of_the_api_serves_no_metrics(played):
    status, body = played.public
    assert (status, json.loads(body)["code"]) == (404, "not_found")


def test_each_metric_is_on_the_dashboard_and_the_dashboard_and_the_alerts_name_no_other(played):
    reported = {family.name for family in text_string_to_metric_families(played.metrics)}
    reported = {f"{name}_total" if f"{name}_total" in played.metrics else name for name in reported}
    assert named(shown()) == reported
    assert named(alert["expr"] for alert in alerts()) <= reported | {"up"}


def test_the_work_of_all_processes_is_counted_once_even_if_one_was_killed(played):
    versions = {(ruleset,): version for ruleset, version in played.versions.items()}
    taken = sum(len(game.acknowledged) for game in played.games)
    assert played.samples("bottega_commits_total") == versions
    assert played.samples("bottega_games_finished_total") == dict.fromkeys(versions, 1)
    assert played.samples("bottega_requests_total")["submitAction", "2xx"] == taken
    assert played.samples("bottega_request_seconds_count")["submitAction",] >= taken
    assert played.samples("bottega_processes") == {(part,): number for part, number in PARTS.items()}


def test_memory_and_disks_are_measured(played):
    for used, limit in (("redis_memory", "redis_memory_limit"), ("disk_free", "disk")):
        whole = played.samples(f"bottega_{limit}_bytes")
        assert all(0 < each < whole[labels] for labels, each in played.samples(f"bottega_{used}_bytes").items())
    assert set(played.samples("bottega_disk_bytes")) == {("archive",)}
    assert set(played.samples("bottega_redis_memory_bytes")) == {("0",)}


def test_figures_are_those_of_the_whole_installation(played):
    games = played.samples("bottega_games")
    assert {name: number for name, number in games.items() if number} == {
        (next(iter(RULESETS)), "running"): 1,
        **{(name, "over"): 1 for name in RULESETS},
    }
    assert played.samples("bottega_games_stored") == {(): 1 + len(RULESETS)}
    assert set(played.samples("bottega_queue_jobs").values()) == {0}
    assert set(played.samples("bottega_overdue").values()) == {0}
    assert played.samples("bottega_redis_up") == {(): 1}


def test_thoughts_and_jobs_are_timed_and_none_failed(played):
    thought = played.samples("bottega_think_seconds_count")
    assert set(thought) == {("easy", name) for name in RULESETS}
    jobs = played.samples("bottega_jobs_total")
    assert {outcome for (_, outcome), number in jobs.items() if number} == {"done"}
    assert jobs["score_game", "done"] == len(RULESETS)


def test_each_line_is_an_object_that_names_its_context(played):
    lines = [line for line in played.log if line.get("operation") == "submitAction" and line.get("status") == 200]
    assert len(lines) == sum(len(game.acknowledged) for game in played.games)
    common = {"time", "level", "part", "process", "logger", "message"}
    expected = {"request_id", "operation", "game_id", "status", "ms"}
    assert {frozenset(line) for line in lines} == {frozenset(common | expected)}


def test_a_job_names_the_request_that_it_follows_from(played):
    requests = {line["request_id"] for line in played.log if line.get("operation") == "submitAction"}
    turns = [line for line in played.log if line.get("kind") == "play_turns" and "outcome" in line]
    assert {frozenset(line) & {"job_id", "game_id", "request_id"} for line in turns} == {
        frozenset({"job_id", "game_id", "request_id"})
    }
    assert requests & {line["request_id"] for line in turns}


def test_no_process_logs_a_token_key_seed_or_hidden_fact_even_if_it_was_sent_in_the_wrong_place(played):
    assert {line["part"] for line in played.log} >= {"api", "thinking worker", "scoring worker", "webhooks worker"}
    text = "\n".join(json.dumps(line) + str(line.get("message")) + str(line.get("error")) for line in played.log)
    assert [name for name, secret in played.secrets.items() if secret.strip() in text] == []
    assert len(played.secrets) > 20

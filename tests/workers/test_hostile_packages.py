"""Test that packages whose rules fail in every way stop their own games only, in a real service with many games."""

import json
import re
import threading
from contextlib import closing, suppress
from functools import partial
from itertools import cycle
from urllib.request import urlopen

import pytest

from domain.registry import RULESETS
from tests.hostile import STAKES, UNSEEN
from tests.hostile.functions import FUNCTIONS, POLICIES
from tests.workers.client import Client, UnexpectedResponse
from tests.workers.packages import install
from tests.workers.running import ROOT, environ_for, lasting_port, run, serving
from tests.workers.waiting import until
from workers.command import new_ruleset

IN_EACH_WAY = """from dataclasses import replace

from tests import hostile

INTERFACE = 1
RULESET = replace(hostile.RULESET, name="hostile", package=__name__)
"""
IN_EACH_FUNCTION = """from tests.hostile import functions

INTERFACE = 1
RULESET = functions.ruleset("broken", __name__)
"""
SOURCES = {
    "hostile": IN_EACH_WAY,
    "broken": IN_EACH_FUNCTION,
    "ending": "import os\nos._exit(3)\n",
    "growing": "TABLES = bytearray(1 << 30)\n",
    "printing": IN_EACH_WAY.replace('"hostile"', '"printing"') + "print('A new game!')\n",
}
"""The module of each package. The last three fail when they are imported."""
LEFT_OUT = {
    "bottega-ending 0.1.0 is left out: it ends its process when it is imported (status 3)",
    "bottega-growing 0.1.0 is left out: it needs too much memory when it is imported",
    "bottega-printing 0.1.0 is left out: it writes to the standard output when it is imported",
}
HUMANS = [{"kind": "human"}, {"kind": "human"}]
AGAINST_AI = [{"kind": "human"}, {"kind": "ai", "level": "normal"}]
OTHERS = 50
"""Games of others that run in the meantime."""
AT_ONCE = 2
"""Programs that play them."""
AT_CREATION = ("reject_setup", "setup")
"""Functions that fail before there is a game."""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    directory = tmp_path_factory.mktemp("packages")
    for name, source in SOURCES.items():
        facts = new_ruleset.write_project(directory / name, name)
        new_ruleset.write(directory / name / facts["package"] / "__init__.py", source)
    install([directory / name for name in SOURCES], directory / "installed")
    return directory / "installed"


@pytest.fixture(scope="module")
def environ(library):
    """Return the settings of a service that can import the packages."""
    return {
        "PYTHONPATH": f"{library}:{ROOT}",
        "BOTTEGA_RULE_SECONDS": "1",
        "BOTTEGA_RULE_MEGABYTES": "256",
        "BOTTEGA_JOB_TRIES": "1",
        "BOTTEGA_LEASE_SECONDS": "1",
        "BOTTEGA_HEALTH_PORT": str(lasting_port()),
    }


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def service(environ, directory):
    with serving(directory, **environ) as served:
        yield served


@pytest.fixture
def client(service):
    with closing(Client(service.address)) as client:
        yield client


class OtherGames:
    """Games of built-in rulesets, which programs play until the end of the test."""

    def __init__(self, address):
        self._address, self._stop = address, threading.Event()
        self.faults, self.played = [], set()
        """What went wrong, and the games that were played."""
        self._threads = [threading.Thread(target=self._play, args=(each,)) for each in range(AT_ONCE)]

    def __enter__(self):
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *_error):
        self._stop.set()
        for each in self._threads:
            each.join()

    def _play(self, first):
        """Play a share of the games in turn. The client fails for a response that is no success."""
        names = [name for name, rules in RULESETS.items() if rules.min_seats <= len(HUMANS)]
        rulesets = cycle(names)
        try:
            with closing(Client(self._address)) as client:
                games = [create(client, next(rulesets)) for _ in range(first, OTHERS, AT_ONCE)]
                while not self._stop.is_set() or len(self.played) < OTHERS:
                    for number, game in enumerate(games):
                        if not self._act(client, *game):
                            games[number] = create(client, next(rulesets))
        except UnexpectedResponse as fault:
            self.faults.append(str(fault))

    def _act(self, client, game, tokens):
        """Submit a legal action; return whether there was one."""
        seen = client.get(f"/v1/games/{game}/view")
        if seen["to_act"]:
            take_first(client, game, tokens[seen["to_act"][0]]["token"], seen["ruleset"])
            self.played.add(game)
        return bool(seen["to_act"])


def create(client, ruleset, seats=HUMANS, **terms):
    """Create a game; return its id and its seat tokens."""
    created = client.post("/v1/games", {"ruleset": ruleset, "seats": seats, **terms})
    return created["game_id"], created["tokens"]


def take_first(client, game, token, ruleset):
    legal = client.get(f"/v1/games/{game}/actions", token)
    action = {"ruleset": ruleset, "decision": legal["decision"], "action": legal["actions"][0]}
    client.post(f"/v1/games/{game}/actions", action, token)


def stake(client, game, token, amount, ruleset="hostile"):
    action = {"ruleset": ruleset, "decision": 0, "action": {"type": "set_stake", "stake": amount}}
    client.post(f"/v1/games/{game}/actions", action, token)


def is_faulty(client, game):
    return "faulty_since" in client.get(f"/v1/games/{game}")


def has_acted(client, game, seat):
    return seat not in client.get(f"/v1/games/{game}/view")["to_act"]


def use(client, function):
    """Create a game in which a function fails, and use the game in every way until it does; return the game."""
    clock = {"clock": {"kind": "per_decision", "seconds": 1}} if function == "default_action" else {}
    game, tokens = create(client, "broken", options={"failing": function}, undo="own", **clock)
    token, path = tokens[0]["token"], f"/v1/games/{game}"
    with suppress(UnexpectedResponse):
        stake(client, game, token, UNSEEN if function == "observe" else 1, "broken")
    if function == "default_action":
        until(lambda: is_faulty(client, game), "the clock has run out")
    requests = (
        lambda: client.get(f"{path}/view", token),
        lambda: client.get(f"{path}/actions", token),
        lambda: client.get(f"{path}/events?include=all"),
        lambda: client.get(f"{path}/events"),
        lambda: client.post(f"{path}/position-samples", {"count": 1}, token),
        lambda: take_first(client, game, token, "broken"),
        lambda: client.post(f"{path}/undo", {"to": 0}, token),
        lambda: client.post(f"{path}/resign", {}, tokens[1]["token"]),
        lambda: client.get(f"{path}/result"),
    )
    for request in requests:
        if is_faulty(client, game):
            break
        with suppress(UnexpectedResponse):
            request()
    return game


def fail_in_each_way(client):
    """Let the rules of a game fail in each way; return the games by their ways."""
    games = {}
    for way, amount in STAKES.items():
        games[way], tokens = create(client, "hostile")
        with pytest.raises(UnexpectedResponse, match=r": 409 .*game_faulty"):
            stake(client, games[way], tokens[0]["token"], amount)
    return games


def fail_in_each_function(client):
    """Let each function fail in a game of its own; return the games by their functions."""
    for function in AT_CREATION:
        with pytest.raises(UnexpectedResponse, match=r": 500 .*internal_error"):
            create(client, "broken", options={"failing": function})
    return {function: use(client, function) for function in FUNCTIONS if function not in AT_CREATION}


def fail_in_each_policy(client):
    """Let each function of the heuristics fail in a game against an AI player; return the games by their functions."""
    games = {}
    for policy in (*POLICIES, f"endless {POLICIES[0]}"):
        games[policy], tokens = create(client, "broken", AGAINST_AI, options={"failing": policy})
        stake(client, games[policy], tokens[0]["token"], 1, "broken")
    return games


def findings(check, environ, directory):
    """Return what the doctor finds in one of its checks."""
    found = json.loads(run("doctor", "--json", environ=environ_for(directory / "data", **environ)).stdout)
    return [each["found"] for each in found if each["check"] == check]


def test_no_other_game_notices_packages_that_fail_in_every_way_and_the_doctor_names_each_fault(
    service, client, environ, directory
):
    before = service.web_workers()
    with OtherGames(service.address) as others:
        ways, functions = fail_in_each_way(client), fail_in_each_function(client)
        policies = fail_in_each_policy(client)
        for game in policies.values():
            until(partial(has_acted, client, game, 1), "the AI seat has acted")
    assert others.faults == []
    assert len(others.played) >= OTHERS
    assert {*before} <= {*service.web_workers()}  # further processes run rules
    faulty = {**ways, **functions}
    assert [name for name, game in faulty.items() if not is_faulty(client, game)] == []
    assert [name for name, game in policies.items() if is_faulty(client, game)] == []
    rules, jobs = (findings(check, environ, directory) for check in ("faulty rules", "failed jobs"))
    for name, game in ways.items():
        assert any(each.startswith("`apply` of hostile: ") and game in each for each in rules), name
    for name in FUNCTIONS:
        subject = functions.get(name, f"broken.{name}")
        assert any(each.startswith(f"`{name}` of broken: LookupError in ") and subject in each for each in rules), name
    (failed,) = jobs
    for name, game in policies.items():
        error = "TakesTooLong" if name.startswith("endless") else "LookupError"
        assert f" of {game}: {error} in tests/hostile/functions.py:" in failed, name
    shown = run("games", "inspect", functions["view"], environ=environ_for(directory / "data", **environ)).stdout
    assert "have failed in `view`: LookupError in " in shown
    with urlopen(f"http://127.0.0.1:{environ['BOTTEGA_HEALTH_PORT']}/metrics", timeout=100) as response:
        metrics = response.read().decode()
    (stopped,) = re.findall(r'^bottega_jobs_stopped_total{kind="rules"} (.+)$', metrics, re.MULTILINE)
    assert float(stopped) >= len(faulty) + len(AT_CREATION)


def test_packages_that_fail_when_they_are_imported_are_left_out_with_a_line_each(service, environ, directory):
    listed = json.loads(service.get("/v1/rulesets")[1])["rulesets"]
    assert {each["ruleset"] for each in listed} == {*RULESETS, "hostile", "broken"}
    lines = [line for line in service.errors.read_text().splitlines() if " is left out: " in line]
    assert {each.partition("bottega-")[1] + each.partition("bottega-")[2] for each in lines} == LEFT_OUT
    (found,) = findings("rulesets", environ, directory)
    assert set(found.split("; ")) == LEFT_OUT

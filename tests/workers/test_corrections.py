"""Test a correction with `force` in a whole service whose workers play and whose processes are killed."""

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from urllib.request import Request, urlopen

import pytest

from domain.registry import RULESETS
from service.tournaments.rules.verification import verify
from tests.workers.running import environ_for, serving
from tests.workers.waiting import until
from workers.command import keys

REASON = "The score sheet was wrong."
LEVELS = [{"level": "random", "name": name} for name in ("Ada", "Bruno", "Carla", "Dario")]
PLAN = {"name": "Cup", "ruleset": "riddle", "stages": [{"format": "knockout"}], "entrants": LEVELS}
TRIES = 100


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Return a service of its own, whose processes the test kills."""
    with serving(tmp_path_factory.mktemp("killed")) as served:
        yield served


class Organiser:
    """An organiser with a key, who sends each request again until it has a response."""

    def __init__(self, service):
        self.service = service
        environ = environ_for(service.errors.parent / "data")
        self.key = keys.create(environ, None, "Olga", ("play", "create", "organise"), None)["key"]

    def text(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        for _ in range(TRIES):
            with suppress(OSError, HTTPException):
                request = Request(f"{self.service.address}/v1{path}", data=data, headers=headers, method=method)
                with urlopen(request, timeout=100) as response:
                    return response.read()
        raise AssertionError(path)

    def send(self, path, body=None, method=None):
        return json.loads(self.text(path, body, method))


def kill(processes):
    for each in processes:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


def test_a_semi_final_is_corrected_once_though_all_processes_are_killed_meanwhile(killed):
    who = Organiser(killed)
    path = f"/tournaments/{who.send('/tournaments', PLAN)['tournament']}"
    who.send(f"{path}/start", {})
    until(lambda: len(who.send(f"{path}/rounds")["rounds"]) == 2, "the final is paired")
    semi_final, other, final = shown(who, path)
    wrong = next(each for each in semi_final if each in final)
    ranks = [2 if each == wrong else 1 for each in semi_final]
    correction = {"ranks": ranks, "force": True, "reason": REASON}
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(who.send, f"{path}/rounds/1/tables/1/result", correction, "PUT")
        kill(killed.web_workers())
        sent.result()
    kill([each for name in ("scoring", "thinking", "sweeper") for each in killed.named(name)])
    until(lambda: who.send(path)["status"] == "over", "the tournament is over")
    (right,) = {*semi_final} - {wrong}
    assert {*shown(who, path)[2]} == {right, *({*final} & {*other})}
    log = who.send(f"{path}/events?limit=500")["events"]
    types = [each["type"] for each in log]
    assert [types.count(each) for each in ("taken_back", "ruled", "opened")] == [1, 1, 3]
    assert [each["reason"] for each in log if each["type"] == "taken_back"] == [REASON]
    ended = [each["game_id"] for each in log if each["type"] == "finished"]
    records = {each: who.text(f"/games/{each}/record") for each in ended}
    assert verify(who.text(f"{path}/record"), records, RULESETS)["hash"]


def shown(who, path):
    """Return the entrants of the semi-finals, and of the final."""
    rounds = who.send(f"{path}/rounds")["rounds"]
    return [[each["entrant"] for each in table["entrants"]] for played in rounds for table in played["tables"]]

"""Test that a request whose rules never end holds its web server process for a limited time only."""

import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.client import HTTPConnection

import orjson
import pytest

from tests.tiny import TINY
from tests.workers.rejecting_redis import is_ready
from tests.workers.running import lasting_port
from tests.workers.waiting import children, until
from workers.processes.supervisor import GUNICORN_CONFIGURATION, HOME

PROCESSES = 2


class WebServer:
    """A web server of two processes, whose rules loop."""

    def __init__(self, process, port, errors):
        self.process, self.port, self.errors = process, port, errors
        self.address = f"http://127.0.0.1:{port}"

    def send(self, method, path, body=None, token=None):
        """Send a request on a connection of its own; return the status and the body, or None if the process ended."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=100)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            connection.request(method, path, orjson.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            return response.status, orjson.loads(response.read())
        except (ConnectionError, OSError):
            return None
        finally:
            connection.close()

    def stake(self):
        """Create a game, and set the stake at which the rules loop; return the game and the response."""
        body = {"ruleset": TINY.name, "options": {}, "seats": [{"kind": "human"}] * 2}
        _, created = self.send("POST", "/v1/games", body)
        game, token = created["game_id"], created["tokens"][0]["token"]
        action = {"ruleset": TINY.name, "decision": 0, "action": {"type": "set_stake", "stake": 2}}
        return game, self.send("POST", f"/v1/games/{game}/actions", action, token)

    def both_processes(self):
        """Return the processes that serve requests; empty unless there are two."""
        found = set(children(self.process.pid))
        return found if len(found) == PROCESSES else set()

    def log(self):
        return self.errors.read_text()


@contextmanager
def web_server(tmp_path, environ, kind):
    """Run the web server during a block."""
    port, errors = lasting_port(), tmp_path / "errors"
    own = {"LOOP": kind, "BOTTEGA_REQUEST_SECONDS": "1", "BOTTEGA_API_WORKERS": str(PROCESSES)}
    command = [sys.executable, "-m", "gunicorn", "--config", str(GUNICORN_CONFIGURATION), "tests.workers.looping:app"]
    with errors.open("wb") as stderr:
        process = subprocess.Popen(command, env=environ | own | {"BOTTEGA_PORT": str(port)}, cwd=HOME, stderr=stderr)
    server = WebServer(process, port, errors)
    try:
        until(lambda: is_ready(server.address), "the web server is ready")
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


@pytest.mark.parametrize("kind", ["in_python", "in_a_pattern"])
def test_a_request_whose_rules_loop_gets_a_problem_and_its_process_continues(tmp_path, environ, kind):
    with web_server(tmp_path, environ, kind) as server:
        processes = until(server.both_processes, "two run")
        game, (status, problem) = server.stake()
        after = server.send("GET", f"/v1/games/{game}/view")
        assert server.both_processes() == processes
    log = server.log()
    assert (status, problem["code"]) == (500, "computation_too_long")
    assert problem["detail"] == "The request was ended after 1 s of processor time. This has been logged."
    assert (after[0], after[1]["version"]) == (200, 0)
    assert f"ERROR POST /v1/games/<game_id>/actions computed for too long and was ended; game {game}" in log
    assert f"ruleset {TINY.name}" in log
    assert f"in {kind}" in log


def test_other_requests_are_served_while_the_rules_of_one_loop(tmp_path, environ):
    with web_server(tmp_path, environ, "in_python") as server:
        looping = threading.Thread(target=server.stake)
        looping.start()
        served = 0
        while looping.is_alive():
            status, _ = server.send("GET", "/v1/rulesets")
            served += status == 200
            assert status == 200
        assert served > 0


def test_a_process_whose_rules_loop_in_c_is_killed_and_replaced_and_the_log_shows_where(tmp_path, environ):
    with web_server(tmp_path, environ, "in_c") as server:
        processes = until(server.both_processes, "two run")
        _, response = server.stake()
        assert response is None
        until(lambda: is_ready(server.address), "it is ready")
        until(lambda: len(set(children(server.process.pid)) - processes) == 1, "a new process runs")
    log = server.log()
    assert re.search(r"web server process \d+ sends no heartbeat although it used \d+ s of processor time", log)
    assert re.search(r'looping.py", line \d+ in in_c', log)


def test_a_web_server_process_that_is_suspended_is_killed_and_replaced(tmp_path, environ):
    with web_server(tmp_path, environ | {"BOTTEGA_SILENT_SECONDS": "2"}, "in_python") as server:
        processes = until(server.both_processes, "two run")
        stopped = processes.pop()
        os.kill(stopped, signal.SIGSTOP)
        until(lambda: stopped not in children(server.process.pid), "it is killed")
        until(server.both_processes, "another one runs")
    assert "sends no heartbeat and uses no processor time for 2 s; killing it" in server.log()

"""Test that the systemd units start existing programs, and that the watchdog is notified."""

import os
import re
import secrets
import shlex
import socket
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.workers.running import BOTTEGA, environ_for, free_port
from workers.command import cli
from workers.processes.pace import LONGEST_WAIT_SECONDS

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
API, SOCKET = UNITS / "bottega-api@.service", UNITS / "bottega-api.socket"
HAND_ON = (
    *(sys.executable, "-ISc"),
    """import fcntl, os, sys
files = [fcntl.fcntl(int(file), fcntl.F_DUPFD, 100) for file in os.environ["LISTENERS"].split(",")]
for number, file in enumerate(files):
    os.dup2(file, 3 + number)
os.environ |= {"LISTEN_FDS": str(len(files)), "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[1], sys.argv[1:])""",
)
"""Passes sockets to a process as systemd does: from file descriptor 3 on."""
COMMON = UNITS / "bottega-.service.d" / "common.conf"


def values(path, key):
    """Return all values of a key in a unit."""
    return [line.partition("=")[2] for line in path.read_text().splitlines() if line.startswith(f"{key}=")]


def value(path, key):
    """Return the single value of a key in a unit."""
    (found,) = values(path, key)
    return found


def test_each_unit_runs_a_command_of_bottega_and_together_they_are_the_service():
    commands = [shlex.split(value(path, "ExecStart")) for path in sorted(UNITS.glob("*.service"))]
    assert all(cli._parser().parse_args(command[1:]) for command in commands)
    assert [command[1:] for command in commands] == [
        ["api"],
        ["worker", "scoring"],
        ["sweeper"],
        ["worker", "thinking"],
        ["worker", "webhooks"],
    ]


def test_the_target_starts_every_unit():
    lines = (UNITS / "bottega.target").read_text().splitlines()
    started = {unit for line in lines if line.startswith("Wants=") for unit in line.removeprefix("Wants=").split()}
    assert {unit.replace("@1", "@").replace("@2", "@") for unit in started} == {
        path.name for path in UNITS.iterdir() if path.suffix in (".service", ".socket")
    }
    assert {"bottega-api@1.service", "bottega-api@2.service"} <= started


def test_the_web_servers_inherit_one_socket_and_end_before_they_are_killed():
    assert value(API, "Sockets") == SOCKET.name
    assert value(SOCKET, "Service") == "bottega-api@1.service"
    health = next(line for line in API.read_text().splitlines() if "BOTTEGA_HEALTH_PORT" in line).rpartition("=")[2]
    assert values(SOCKET, "ListenStream") == ["127.0.0.1:8000", f"127.0.0.1:{health}"]
    drain = re.search(r"BOTTEGA_DRAIN_SECONDS=(\d+)", API.read_text())[1]
    assert int(drain) + 5 < int(value(COMMON, "TimeoutStopSec"))


def test_one_of_two_web_servers_on_the_sockets_of_systemd_responds_while_the_other_restarts(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as clients, socket.create_server(("127.0.0.1", 0)) as health:
        port, health_port = (str(each.getsockname()[1]) for each in (clients, health))
        environ = environ_for(tmp_path, BOTTEGA_REDIS_URL="unix:///nowhere", BOTTEGA_HEALTH_PORT=health_port)
        first, second = (started(environ, clients, health) for _ in range(2))
        for server in (first, second):
            server.terminate()
            assert server.wait(60) == 0
            assert (status(port, "/v1/rulesets"), status(health_port, "/healthz")) == (200, 200)
            if server is first:
                first = started(environ, clients, health)
        first.terminate()
        assert first.wait(60) == 0


def started(environ, *listeners):
    """Start a web server as systemd does, and wait until it notifies that it is ready."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reported:
        reported.bind(f"\0bottega-{secrets.token_hex(8)}")
        reported.settimeout(60)
        files = [each.fileno() for each in listeners]
        own = {
            "NOTIFY_SOCKET": reported.getsockname().decode().replace("\0", "@"),
            "LISTENERS": ",".join(map(str, files)),
        }
        process = subprocess.Popen(
            [*HAND_ON, *BOTTEGA, "api"], env={**environ, **own}, pass_fds=files, stderr=subprocess.DEVNULL
        )
        assert reported.recv(1024).startswith(b"READY=1")
    return process


def status(port, path):
    with closing(HTTPConnection("127.0.0.1", int(port), timeout=60)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


def test_the_watchdog_waits_longer_than_any_process_is_silent():
    assert int(value(COMMON, "WatchdogSec")) > 2 * LONGEST_WAIT_SECONDS


@pytest.mark.parametrize(("command", "name"), [("api", "{}/notify"), ("sweeper", "@{}/notify")])
def test_a_process_notifies_systemd_that_it_is_alive(tmp_path, command, name):
    address = name.format(tmp_path)
    environ = environ_for(tmp_path, BOTTEGA_REDIS_URL="unix:///nowhere", BOTTEGA_PORT=str(free_port()))
    environ |= {"BOTTEGA_HEARTBEAT": "systemd", "NOTIFY_SOCKET": address}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(address.replace("@", "\0", 1))
        listener.settimeout(60)
        process = subprocess.Popen([*BOTTEGA, command], env={**os.environ, **environ}, stderr=subprocess.DEVNULL)
        try:
            assert b"WATCHDOG=1" in [listener.recv(100) for _ in range(2)]  # beside it gunicorn says that it is ready
        finally:
            process.terminate()
            process.wait()

"""The units of systemd start what there is, and the watchdog hears of it."""

import os
import shlex
import socket
import subprocess
from pathlib import Path

import pytest

from tests.workers.running import BOTTEGA, environ_for, free_port
from workers.command import cli
from workers.processes.sweeper import LONGEST_WAIT_SECONDS

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
COMMON = UNITS / "bottega-.service.d" / "common.conf"


def value(path, key):
    """Return what a unit says of a key."""
    (found,) = [line for line in path.read_text().splitlines() if line.startswith(f"{key}=")]
    return found.partition("=")[2]


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
        path.name for path in UNITS.glob("*.service")
    }


def test_the_watchdog_waits_longer_than_any_process_is_silent():
    assert int(value(COMMON, "WatchdogSec")) > 2 * LONGEST_WAIT_SECONDS


@pytest.mark.parametrize(("command", "name"), [("api", "{}/notify"), ("sweeper", "@{}/notify")])
def test_a_process_tells_systemd_that_it_lives(tmp_path, command, name):
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

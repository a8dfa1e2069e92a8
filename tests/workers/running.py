"""The `bottega serve` command as a real process, for tests that need the whole service."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

from tests.service.helpers.client.service import UNLIMITED_ENVIRON
from tests.workers.waiting import children, is_running, until

ROOT = Path(__file__).parents[2]
BOTTEGA = (sys.executable, "-P", "-m", "workers.command.entry")
"""The command `bottega`; nothing is imported from the current directory."""
PROCESSES = 9
"""The number of processes: Redis, gunicorn with two workers, and the group of scoring, AI and webhook worker and
sweeper."""
PORTS = (10_000, 32_000)
END_SECONDS = 100
"""Longer than the service allows its components and then its Redis to end, on a machine busy with other tests."""


def environ_for(directory, **changes):
    """Return the environment of a separate installation on a free port."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
    own = {"BOTTEGA_DATA": str(directory), "BOTTEGA_PORT": "0", "BOTTEGA_AI_WORKERS": "1"}
    if {"BOTTEGA_HEALTH_PORT", "BOTTEGA_METRICS_PORT"} & {*changes}:
        own["BOTTEGA_METRICS"] = str(Path(directory) / "metrics")  # the default directory would outlive the test
    return inherited | UNLIMITED_ENVIRON | own | changes


def run(*arguments, environ):
    """Run a `bottega` command to its end."""
    return subprocess.run([*BOTTEGA, *arguments], env=environ, capture_output=True, text=True, timeout=100, check=False)


class Served:
    """A started service."""

    def __init__(self, environ, errors):
        self.errors = errors
        with errors.open("wb") as stderr:
            self.process = subprocess.Popen(
                [*BOTTEGA, "serve"], env=environ, stdout=subprocess.PIPE, stderr=stderr, text=True
            )
        self.announcement = "".join(iter(self._line, ""))
        self.address = re.search(r"http://[\d.]+:\d+", self.announcement).group()

    def _line(self):
        """Read a line of the start-up output; empty after its last."""
        line = self.process.stdout.readline()
        if not line:
            self.process.communicate(timeout=END_SECONDS)
            raise AssertionError(self.errors.read_text())
        return "" if line.strip().startswith("Ctrl-C") else line

    def get(self, path):
        """Return the body of a GET request."""
        with urlopen(self.address + path, timeout=100) as response:
            return response.status, response.read()

    def below(self):
        """List the child processes of the service."""
        return children(self.process.pid)

    def named(self, part):
        """List the processes of the service with this name: `scoring`, `thinking`, `webhooks` or `sweeper`."""
        return [process for process in self.below() if name_of(process) == part]

    def web_workers(self):
        """List the processes that serve requests: gunicorn's first process starts the others."""
        first = [process for process in self.below() if "gunicorn" in command_line(process)]
        return children(first[0]) if first else []

    def end(self, number=signal.SIGINT):
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(END_SECONDS)
        self.process.stdout.close()
        return code


def name_of(process):
    """Return the short name of a process; None if it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
    return None


def command_line(process):
    """Return the command line of a process; empty if it has ended."""
    path = Path(f"/proc/{process}/cmdline")
    try:
        return path.read_text(encoding="utf-8").split("\0")[:-1]
    except (FileNotFoundError, ProcessLookupError):
        return []


@contextmanager
def serving(directory, **changes):
    """Run a service during a block; ends it if the block has not."""
    served = Served(environ_for(directory / "data", **changes), directory / "errors")
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.end()


def free_port():
    """Find a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def lasting_port():
    """Find a free port outside the range that the system uses for outgoing connections.

    The port is still free when its server restarts.
    """
    while True:
        port = random.randrange(*PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def gone(processes):
    """Wait until none of these processes runs any more."""
    until(lambda: not any(map(is_running, processes)), "the processes end")

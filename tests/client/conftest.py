"""Fixtures: the service, and a function that runs a module of this folder with Node.js."""

import json
import socket
import subprocess

import pytest

from tests.client.cutting import Cutter
from tests.client.typescript_modules import NODE
from tests.tools.operations import PACKAGE
from tests.workers.running import ROOT, serving

PROGRAMS = ROOT / "tests" / "client"
LONGEST_SECONDS = 240


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("client"), BOTTEGA_SANDBOX="on") as served:
        yield served


@pytest.fixture
def cutter(service):
    """A proxy of the service that can cut connections."""
    proxy = Cutter(service.address)
    yield proxy
    proxy.close()


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a module with the package installed, and returns its last line as JSON."""
    scope = tmp_path / "node_modules" / "@bottega"
    scope.mkdir(parents=True)
    (scope / "client").symlink_to(PACKAGE)

    def ran(text, *arguments):
        (tmp_path / "program.mjs").write_text(text)
        done = subprocess.run(
            [str(NODE), "--experimental-eventsource", "--no-warnings", "program.mjs", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=LONGEST_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return ran


@pytest.fixture
def unused_address():
    """A URL at which nothing listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # it does not listen, so each connection is refused
        yield "http://{}:{}".format(*unused.getsockname())

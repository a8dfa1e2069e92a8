"""Test that a worker that runs alone serves its metrics at its own port."""

from contextlib import suppress
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.processes import Process
from tests.workers.running import BOTTEGA, environ_for, lasting_port, run
from tests.workers.waiting import until


@pytest.fixture
def environ(redis_url, tmp_path):
    """Return the environment of a process that serves its metrics at a free port."""
    return environ_for(tmp_path, BOTTEGA_REDIS_URL=redis_url, BOTTEGA_METRICS_PORT=str(lasting_port()))


def read(port):
    """Read the metrics at a port; empty while no server listens."""
    with suppress(URLError), urlopen(f"http://127.0.0.1:{port}/metrics", timeout=100) as response:
        return response.read().decode()
    return ""


def test_the_sweeper_serves_its_metrics_and_reports_a_port_in_use(environ):
    port = environ["BOTTEGA_METRICS_PORT"]
    with Process([*BOTTEGA, "sweeper"], env=environ) as sweeper:
        reported = until(lambda: read(port), "it tells its metrics")
        other = run("worker", "scoring", environ=environ)
        sweeper.terminate()
    assert 'bottega_processes{part="sweeper"} 1.0' in reported
    assert "bottega_games_stored" not in reported
    assert other.returncode == 1
    assert f"\nbottega: cannot listen on 127.0.0.1 port {port} (BOTTEGA_HOST, BOTTEGA_METRICS_PORT)" in other.stderr

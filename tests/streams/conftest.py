"""Fixture: one service for all tests of streams and slow clients."""

import signal

import pytest

from tests.streams.slow_clients import MANY
from tests.workers.running import serving


@pytest.fixture(scope="package")
def served(tmp_path_factory):
    """Run a service with one web server process. Streams that tests leave open do not delay its end."""
    directory = tmp_path_factory.mktemp("streams")
    with serving(directory, BOTTEGA_API_WORKERS="1", BOTTEGA_SPECTATORS=str(MANY)) as served:
        yield served
        assert served.end(signal.SIGTERM) == 0
        assert [line for line in served.errors.read_text().splitlines() if "invalid request" not in line] == []

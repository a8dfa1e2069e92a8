"""Fixtures: one running service for all tests, and an installation for each test on one real Redis."""

import os
import subprocess
import sys

import pytest
import redis

from service.assembly import open_installation
from service.runtime.redis_server import redis_server
from service.settings import read_settings
from tests.workers.rulesets import with_slow_level
from tests.workers.running import serving
from workers.jobs import context

LEASE_SECONDS = 5


@pytest.fixture(scope="package")
def service(tmp_path_factory):
    """Return a whole service for the tests that leave it running and need no settings of their own."""
    with serving(tmp_path_factory.mktemp("served"), BOTTEGA_SANDBOX="on", BOTTEGA_ANALYSIS_ITERATIONS="20") as served:
        yield served


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory):
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.fixture
def environ(redis_url, tmp_path):
    with redis.Redis.from_url(redis_url, retry=None) as client:
        client.flushall()
    own = {
        "BOTTEGA_REDIS_URL": redis_url,
        "BOTTEGA_DATA": str(tmp_path / "data"),
        "BOTTEGA_LEASE_SECONDS": str(LEASE_SECONDS),
    }
    return {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")} | own


@pytest.fixture
def installation(environ, tmp_path):
    opened = open_installation(read_settings(environ), with_slow_level(tmp_path))
    context.use(opened)
    yield opened
    opened.store.close()
    for queue in opened.queues.values():
        queue.connection.close()


@pytest.fixture
def start_worker(environ, tmp_path):
    """Return a function that starts real worker processes; all are ended after the test."""
    started = []

    def start(kind="thinking"):
        command = [sys.executable, "-m", "tests.workers.slow_worker", str(tmp_path), kind]
        started.append(subprocess.Popen(command, env=environ))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()

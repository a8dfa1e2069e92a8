"""Fixtures that all tests share: a real Redis for each test process."""

import gc
import os
import shutil
from pathlib import Path

import pytest
import redis
from hypothesis import settings

from service.runtime.redis_server import redis_server

IN_MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 4 * 1024**3

if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ENOUGH_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))  # each write to Redis waits for its disk

settings.register_profile("busy machines", deadline=None)  # a test that is slow on a busy machine does not fail
settings.load_profile("busy machines")


def pytest_collection_finish() -> None:
    """Exclude modules and collected tests from garbage collection, which took an eighth of the time of the tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def _redis(tmp_path_factory):
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.fixture
def redis_url(_redis):
    """Return the URL of an empty Redis."""
    with redis.Redis.from_url(_redis, retry=None) as client:
        client.flushall()
    return _redis

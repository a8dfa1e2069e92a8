"""Fixtures that all tests share: a real Redis for each test process."""

import pytest
import redis

from service.runtime.redis_server import redis_server


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

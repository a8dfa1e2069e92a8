"""Fixtures of the service's tests."""

from contextlib import ExitStack

import pytest

from tests.service.running import running
from tests.service.table import settings


@pytest.fixture
def service(redis_url):
    """Run the application with the real rulesets and the tiny one; responses are checked against the contract."""
    with running(settings(redis_url)) as service:
        yield service


@pytest.fixture
def sandbox(redis_url):
    """Return the application where game creators may choose seeds and first actions."""
    with running(settings(redis_url, sandbox=True)) as service:
        yield service


@pytest.fixture
def table(service):
    """Return a new game of two human players."""
    return service.table()


@pytest.fixture
def start(redis_url):
    """Return a function that starts a service with given settings, by default on the Redis of the test."""
    with ExitStack() as stack:
        yield lambda redis_url=redis_url, **changes: stack.enter_context(running(settings(redis_url, **changes)))


@pytest.fixture
def archival(redis_url, tmp_path):
    """Run the application with an archive."""
    url = f"sqlite://{tmp_path}/archive.sqlite"
    with running(settings(redis_url, archive_url=url, analysis_iterations=2)) as service:
        yield service

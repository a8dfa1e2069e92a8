"""Fixtures of the service's tests."""

from contextlib import ExitStack

import pytest

from tests.service.examples.plugin import (  # noqa: F401  # hooks and fixtures of marked tests
    pytest_addoption,
    pytest_configure,
    pytest_generate_tests,
    pytest_ignore_collect,
    pytest_runtest_call,
    recording,
    valid,
)
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.players import issuer


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
def game(service):
    """Return a new game of two human players."""
    return service.new_game()


@pytest.fixture
def start(redis_url):
    """Return a function that starts a service with given settings, by default on the Redis of the test."""
    with ExitStack() as stack:
        yield lambda redis_url=redis_url, rulesets=None, **changes: stack.enter_context(
            running(settings(redis_url, **changes), rulesets)
        )


@pytest.fixture
def archival(redis_url, tmp_path):
    """Run the application with an archive."""
    url = f"sqlite://{tmp_path}/archive.sqlite"
    with running(settings(redis_url, archive_url=url, analysis_iterations=2)) as service:
        yield service


@pytest.fixture
def trusting(start):
    """Run the application that trusts an issuer, whose identities `signing` signs."""
    with issuer.issuing() as server:
        server.keys = {"example": issuer.KEY}
        yield start(oidc_issuer=issuer.NAME, oidc_audience=issuer.AUDIENCE, oidc_keys=f"{server.address}/keys")

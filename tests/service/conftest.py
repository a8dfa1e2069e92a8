"""Fixtures of the service's tests."""

import pytest

from service.app import create_app
from tests.service.contract import HOSTED, faults_of
from tests.service.table import Service, settings


@pytest.fixture
def service(redis_url):
    """Run the application with the real rulesets and the tiny one; responses are checked against the contract."""
    yield from watched(settings(redis_url))


@pytest.fixture
def sandbox(redis_url):
    """Return the application where game creators may choose seeds and first actions."""
    yield from watched(settings(redis_url, sandbox=True))


def watched(chosen, rulesets=HOSTED):
    """Run the application with these settings, and check each response against the contract."""
    service = Service(create_app(chosen, rulesets))
    faults = faults_of(service.app)
    yield service
    service.close()
    assert faults == []


@pytest.fixture
def table(service):
    """Return a new game of two human players."""
    return service.table()


@pytest.fixture
def start(redis_url):
    """Return a function that starts a service with some secrets on the same Redis."""
    running = []

    def serve(*secrets):
        service = Service(create_app(settings(redis_url, secrets=secrets), HOSTED))
        running.append((service, faults_of(service.app)))
        return service

    yield serve
    for service, faults in running:
        service.close()
        assert faults == []

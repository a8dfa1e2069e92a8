"""Fixtures of the service's tests."""

import pytest

from service.app import create_app
from tests.service.contract import HOSTED, faults_of
from tests.service.table import Service, settings


@pytest.fixture
def service(redis_url):
    """Give the application with the tiny ruleset beside the real ones; each of its answers is held to the contract."""
    service = Service(create_app(settings(redis_url), HOSTED))
    faults = faults_of(service.app)
    yield service
    service.close()
    assert faults == []


@pytest.fixture
def table(service):
    """Give a new game of two people."""
    return service.table()

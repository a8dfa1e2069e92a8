"""Fixtures for the tests of legal actions."""

import pytest

from service.app import create_app
from tests.service.table import Service, settings


@pytest.fixture
def hosted(redis_url):
    """Return the application, with a sandbox, on an empty Redis."""
    service = Service(create_app(settings(redis_url, sandbox=True)))
    yield service
    service.close()

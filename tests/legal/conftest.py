"""Fixtures for the tests of legal actions."""

import pytest

from domain.registry import RULESETS
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings


@pytest.fixture
def hosted(redis_url):
    """Return the application, with a sandbox, on an empty Redis."""
    with running(settings(redis_url, sandbox=True), RULESETS) as service:
        yield service

"""Fixtures of the service's tests."""

import pytest

from domain.registry import RULESETS
from service.app import create_app
from tests.service.table import Service, settings
from tests.tiny import TINY


@pytest.fixture
def service(redis_url):
    """Give the application with the tiny ruleset beside the real ones, on an empty Redis."""
    return Service(create_app(settings(redis_url), {**RULESETS, TINY.name: TINY}))


@pytest.fixture
def table(service):
    """Give a new game of two people."""
    return service.table()

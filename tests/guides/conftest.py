"""Fixture: the service for the programs of the guides."""

import pytest

from tests.workers.running import serving


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("guides"), BOTTEGA_SANDBOX="on") as served:
        yield served

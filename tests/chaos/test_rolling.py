"""Test a rolling restart: no request is rejected, and no event is missed or sent twice."""

import signal

import pytest

from service.runtime.redis_server import redis_server
from service.store import open_store
from tests.chaos.instances import balanced, sharing_a_socket
from tests.chaos.visitors import visited
from tests.workers.running import PROCESSES, Served, environ_for, gone, run
from tests.workers.waiting import until

VISITORS = 6
DRAIN_SECONDS = 2
RENEWAL_SECONDS = 120
"""Longer than the start of five processes, one after the other, on a busy machine."""


@pytest.fixture
def redis_url(tmp_path):
    with redis_server(tmp_path / "redis") as server:
        yield server.url


@pytest.fixture
def store(redis_url):
    opened = open_store(redis_url)
    yield opened
    opened.close()


@pytest.fixture
def environ(tmp_path, redis_url):
    own = {"BOTTEGA_REDIS_URL": redis_url, "BOTTEGA_DRAIN_SECONDS": str(DRAIN_SECONDS)}
    return environ_for(tmp_path / "data", **own, BOTTEGA_API_WORKERS="1")


@pytest.fixture
def served(environ, tmp_path):
    service = Served(environ, tmp_path / "errors")
    yield service
    assert service.end(signal.SIGTERM) == 0


def renew(served, environ):
    """Renew every process, and wait until all are ready."""
    before, reported = served.below(), served.errors.read_text().count("renewed")
    assert run("reload", environ=environ).returncode == 0
    until(lambda: served.errors.read_text().count("renewed") > reported, "all processes are renewed", RENEWAL_SECONDS)
    gone(before)


def test_all_processes_are_renewed_twice_and_no_request_is_rejected(served, store, environ):
    with visited(served.address, store, VISITORS, seed=1) as visit:
        renew(served, environ)
        renew(served, environ)
    assert visit.faults == []
    assert visit.reconnected >= 2
    assert len(served.below()) == PROCESSES - 2  # one web worker, and a Redis that is none of its own


@pytest.mark.parametrize("fronted", [balanced, sharing_a_socket])
def test_instances_are_restarted_one_after_the_other_and_no_request_is_rejected(served, store, environ, fronted):
    with fronted(environ) as (address, instances), visited(address, store, VISITORS, seed=2) as visit:
        for each in instances:
            each.end()
            each.start()
    assert visit.faults == []
    assert visit.requests

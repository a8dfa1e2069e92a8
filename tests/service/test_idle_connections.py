"""Test that the shutdown of a web server process ends idle connections, and never a request."""

from types import SimpleNamespace

import gevent
import pytest
from gevent import socket
from gevent.event import Event

from service.runtime.web_worker import Idle

MANY = 64


@pytest.fixture
def worker():
    """Return what an idle connection knows of its web server process."""
    return SimpleNamespace(idle=set(), closed=False, cfg=SimpleNamespace(keepalive=60))


def connection(worker, client, done):
    """Wait for a request, then serve it; return what happened."""
    gevent.getcurrent().has_asked = True  # only a new connection may still send its first request
    request = b""
    with Idle(worker):
        request = client.recv(1)
    if not request:
        return "closed"
    done.wait()
    return "served"


@pytest.fixture
def opened(worker):
    """Open many idle connections; return their other ends, what they do, and the event that completes requests."""
    pairs, done = [socket.socketpair() for _ in range(MANY)], Event()
    serving = [gevent.spawn(connection, worker, ours, done) for ours, _ in pairs]
    gevent.idle()
    assert len(worker.idle) == MANY
    yield [theirs for _, theirs in pairs], serving, done
    for pair in pairs:
        for each in pair:
            each.close()


def end_all(worker):
    """End the wait of all connections, as the shutdown does."""
    for idle in list(worker.idle):
        idle.end()


def test_a_request_that_arrives_as_connections_are_ended_is_served(worker, opened):
    clients, serving, done = opened
    end_all(worker)
    for client in clients:
        client.send(b"x")
    gevent.idle()
    done.set()
    assert {each.get(timeout=5) for each in serving} <= {"served", "closed"}


def test_idle_connections_are_ended(worker, opened):
    _, serving, _ = opened
    end_all(worker)
    assert {each.get(timeout=5) for each in serving} == {"closed"}
    assert worker.idle == set()

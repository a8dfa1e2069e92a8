"""Test that the shutdown ends idle connections and never a request, and that the head of a response comes first."""

from types import SimpleNamespace

import gevent
import pytest
from gevent import socket
from gevent.event import Event

from service.runtime.departures import Departures
from service.runtime.web_worker import Idle, Joined

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
    assert {each.get(timeout=100) for each in serving} <= {"served", "closed"}


def test_idle_connections_are_ended(worker, opened):
    _, serving, _ = opened
    end_all(worker)
    assert {each.get(timeout=100) for each in serving} == {"closed"}
    assert worker.idle == set()


@pytest.mark.parametrize("send", ["sendall", "send"])
def test_the_head_of_a_response_comes_before_its_body_in_every_way_of_sending(send):
    server, client = socket.socketpair()
    with server, client:
        joined = Joined(server, Departures())
        joined.sendall(b"head ")
        getattr(joined, send)(b"body")
        joined.flush()
        server.shutdown(socket.SHUT_WR)
        assert client.makefile("rb").read() == b"head body"


def test_the_head_of_a_response_is_sent_with_the_start_of_its_body():
    server, client = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with server, client:
        joined = Joined(server, Departures())
        joined.sendall(b"head ")
        joined.sendall(b"body")
        joined.sendall(b"more")
        assert [client.recv(100) for _ in range(2)] == [b"head body", b"more"]


def test_a_connection_that_its_client_closes_is_noticed_without_a_write():
    departures, left = Departures(), Event()
    server, client = socket.socketpair()
    with server:
        departures.watch(server, left.set)
        client.close()
        assert left.wait(timeout=100)


def test_an_ended_watch_and_a_connection_with_data_call_nothing():
    departures, lefts = Departures(), [Event() for _ in range(3)]
    pairs = [socket.socketpair() for _ in lefts]
    ends = [departures.watch(server, left.set) for (server, _), left in zip(pairs, lefts, strict=True)]
    ends[0]()
    pairs[0][1].close()
    pairs[1][1].sendall(b"the next request")
    pairs[2][1].close()
    assert lefts[2].wait(timeout=100)
    assert [left.is_set() for left in lefts] == [False, False, True]
    for end in ends:
        end()
    for server, client in pairs:
        server.close()
        client.close()

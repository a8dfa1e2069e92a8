"""Test that one IP address cannot take all connections, and that health checks always get one."""

from contextlib import ExitStack, closing
from ipaddress import ip_network
from socket import create_connection
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from service.runtime.client_addresses import Connections, TooManyFromAddress, origin
from tests.streams.slow_clients import reported
from tests.workers.running import free_port, serving

MOST = 20


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
    ],
)
def test_an_ip_address_is_counted_by_the_range_of_one_customer(address, counted):
    assert origin(address) == counted


def test_connections_are_counted_while_they_last():
    connections = Connections(2, ())
    with connections.one_more("203.0.113.9"), connections.one_more("::ffff:203.0.113.9"):
        with pytest.raises(TooManyFromAddress), connections.one_more("203.0.113.9"):
            pass
        with connections.one_more("203.0.113.10"):
            pass
    with connections.one_more("203.0.113.9"):
        pass


@pytest.mark.parametrize("address", ["10.1.2.3", "2001:db8:1:2::4"])
def test_a_trusted_proxy_may_have_any_number(address):
    connections = Connections(1, (ip_network("10.0.0.0/8"), ip_network("2001:db8::/32")))
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connections.one_more(address))


def test_one_ip_address_too_many_is_rejected_while_health_checks_still_respond(tmp_path):
    port = free_port()
    changes = {"BOTTEGA_CONNECTIONS_PER_ADDRESS": str(MOST), "BOTTEGA_HEALTH_PORT": str(port)}
    with serving(tmp_path, BOTTEGA_API_WORKERS="1", **changes) as served, ExitStack() as stack:
        address = urlsplit(served.address)

        def connect():
            return stack.enter_context(closing(create_connection((address.hostname, address.port), timeout=100)))

        for _ in range(MOST):
            connect().sendall(b"POST /v1/games HTTP/1.1\r\n")
        assert reported(connect()) == (429, "too_many_connections")
        for path in ("/healthz", "/readyz"):
            with urlopen(f"http://127.0.0.1:{port}{path}", timeout=100) as response:
                assert response.status == 200
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{port}/v1/rulesets", timeout=100)

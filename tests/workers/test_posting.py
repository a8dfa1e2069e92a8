"""Test requests to foreign hosts: they go only to the checked IP address, under the given host name."""

import socket
import ssl
import time
from ipaddress import ip_address, ip_network

import pytest
import trustme

from service.runtime.retry_after import seconds_to_wait
from service.runtime.webhook_targets import is_public
from tests.workers.receivers import NOTHING, receiving
from workers.jobs import http_delivery
from workers.jobs.http_delivery import TOTAL_SECONDS, post

HERE = (ip_network("127.0.0.2/32"),)
INSIDE = "127.0.0.1"
NAME = "receiver.example"
HEADERS = {"webhook-id": "msg_1", "content-type": "application/json"}


def stands_for(*addresses):
    """Return a function that resolves any name to these IP addresses."""
    return lambda _host, _port: [ip_address(each) for each in addresses]


@pytest.fixture
def encrypted(tmp_path, monkeypatch):
    """Trust a new authority; return a function that gives a server's connections a certificate for this host name."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    http_delivery._encryption.cache_clear()
    shown_names = []

    def wrapping(name):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(name).configure_cert(context)
        context.sni_callback = lambda _socket, shown, _context: shown_names.append(shown)
        return lambda request: context.wrap_socket(request, server_side=True)

    yield wrapping, shown_names
    http_delivery._encryption.cache_clear()


def test_the_connection_uses_the_checked_ip_address_and_tls_and_host_use_the_name(encrypted):
    wrapping, shown_names = encrypted
    responses = iter([["127.0.0.2"], [INSIDE]])  # as a name that stands for something else a moment later
    with receiving(wrap=wrapping(NAME)) as receiver:
        port = receiver.address[1]
        resolve = lambda _host, _port: [ip_address(each) for each in next(responses)]  # noqa: E731
        attempt = post(f"https://{NAME}:{port}/hooks?a=1", HEADERS, b"{}", HERE, resolve)
    assert (attempt.status, attempt.error) == (204, "")
    assert shown_names == [NAME]
    (sent,) = receiver.got
    assert (sent.target, sent.headers["host"], sent.body) == ("/hooks?a=1", f"{NAME}:{port}", "{}")


def test_a_receiver_must_show_that_the_name_is_its_own(encrypted):
    wrapping, _ = encrypted
    with receiving(wrap=wrapping("somebody.example")) as receiver:
        attempt = post(f"https://{NAME}:{receiver.address[1]}/", HEADERS, b"{}", HERE, stands_for("127.0.0.2"))
    assert (attempt.status, receiver.got) == (0, [])


@pytest.mark.parametrize(
    "inner",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *(
            "255.255.255.255",
            "240.0.0.1",
            "168.63.129.16",
            "198.18.0.1",
            "192.0.2.1",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
        ),
        *(
            "ff02::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "fd00:ec2::254",
        ),
    ],
)
def test_no_delivery_is_sent_to_a_name_with_a_private_ip_address_even_if_others_are_public(inner):
    assert not is_public(ip_address(inner))
    for addresses in ([inner], ["93.184.215.14", inner]):
        attempt = post("https://receiver.example/", HEADERS, b"{}", (), stands_for(*addresses))
        assert (attempt.status, attempt.error) == (0, "not sent: the host name has no public IP address")


SPECIAL = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
    255.255.255.255/32 ::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:8.8.8.0/120 64:ff9b::/96 64:ff9b::8.8.8.0/120
    64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/32 2001::/23 2001:1::1/128 2001:1::3/128 2001:2::/48 2001:3::/32
    2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16 2002:808:808::/48 3ffe::/16
    3fff::/20 4000::/3 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
"""
PUBLIC = """
    1.0.0.0/24 9.255.255.0/24 11.0.0.0/8 100.63.255.0/24 100.128.0.0/24 126.255.255.0/24 128.0.0.0/16 172.32.0.0/24
    192.0.1.0/24 192.31.196.0/24 192.52.193.0/24 192.88.98.0/24 192.88.100.0/24 192.175.48.0/24 198.20.0.0/24
    203.0.114.0/24 223.255.255.0/24 2001:200::/23 2001:dba::/32 2003::/16 2620:4f:8000::/48 2a00::/12
"""


@pytest.mark.parametrize(("networks", "expected"), [(SPECIAL, False), (PUBLIC, True)])
def test_networks_for_special_purposes_are_not_public(networks, expected):
    for network in map(ip_network, networks.split()):
        assert {is_public(each) for each in (network[0], network[-1])} == {expected}, network


@pytest.mark.parametrize(
    "url",
    [
        *(f"https://example.org{each}@10.0.0.1/" for each in ("\\", "\\\\", "%5c")),
        *(
            f"https://{each}/"
            for each in ("example.org\\x", "example.org%00", "exa mple.org", "exämple.org", "a_b.c:x")
        ),
        *("https://exa\tmple.org/", "https://example.org/\n", "\thttps://example.org/", "https:/\\example.org/"),
        *("https://[fe80::1%25eth0]/", "https://[::1", "https://[example.org]:x/", "https://example.org:0/"),
        *("https://:@example.org/", "https://a:b@example.org/", "https:///example.org/", "https://example.org/#a"),
    ],
)
def test_a_url_that_parsers_may_read_differently_is_rejected(url):
    assert post(url, HEADERS, b"{}", (), stands_for("93.184.215.14")).error.startswith("not sent: ")


def test_the_request_is_made_of_the_checked_parts_of_the_url():
    with receiving() as receiver:
        host = f"EXAMPLE.org:{receiver.address[1]}"
        attempts = [
            post(f"http://{host}{path}", HEADERS, b"{}", HERE, stands_for("127.0.0.2"))
            for path in ("", "?a=/b;c", "//other.example/x?y#", "/\\other.example/%2e%2e/@x")
        ]
    assert [each.status for each in attempts] == [204] * 4
    assert [each.target for each in receiver.got] == [
        "/",
        "/?a=/b;c",
        "//other.example/x?y",
        "/\\other.example/%2e%2e/@x",
    ]
    assert {each.headers["host"] for each in receiver.got} == {host}


def test_the_log_does_not_say_whether_an_inner_name_exists():
    inner = post("https://db.internal/", HEADERS, b"{}", (), stands_for("10.1.2.3"))
    missing = post("https://db.invalid/", HEADERS, b"{}")
    assert inner.error == missing.error == "not sent: the host name has no public IP address"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        (" 7 ", 7.0),
        ("Thu, 01 Jan 1970 00:10:00 GMT", 540.0),
        ("Thu, 01 Jan 1970 00:00:30 GMT", 0.0),
        *((each, 0.0) for each in (None, "", "soon", "-5", "1.5", "²", "Thu, 99 Foo")),
    ],
)
def test_retry_after_is_read_in_seconds_and_as_a_date(header, seconds):
    assert seconds_to_wait(header, 60.0) == seconds


@pytest.mark.parametrize("status", [429, 503])
def test_an_attempt_returns_the_wait_that_the_receiver_requests(status):
    reply = f"HTTP/1.1 {status} Later\r\nRetry-After: 90\r\nContent-Length: 0\r\n\r\n".encode()
    with receiving(lambda *_: reply) as receiver:
        attempt = post(receiver.url, HEADERS, b"{}", HERE)
    assert (attempt.status, attempt.wait) == (status, 90.0)


def test_without_tls_deliveries_are_sent_only_to_networks_that_the_operator_names():
    attempt = post("http://receiver.example/", HEADERS, b"{}", HERE, stands_for("93.184.215.14"))
    assert attempt.error == "not sent: http is only allowed to networks that the operator names"
    assert post("http://receiver.example/", HEADERS, b"{}", (), stands_for("127.0.0.2")).status == 0


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f.1", "127.1"])
def test_no_delivery_is_sent_to_this_machine_under_any_of_its_names(host):
    with socket.create_server((INSIDE, 0)) as inner:
        inner.settimeout(0.1)
        attempt = post(f"https://{host}:{inner.getsockname()[1]}/", HEADERS, b"{}")
        assert attempt.error.startswith("not sent: ")
        with pytest.raises(TimeoutError):
            inner.accept()


def test_a_redirect_is_a_failure_and_is_not_followed():
    with receiving(host=INSIDE) as inner:
        moved = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {inner.url}\r\nContent-Length: 0\r\n\r\n".encode()
        with receiving(lambda *_: moved) as receiver:
            attempt = post(receiver.url, HEADERS, b"{}", HERE)
    assert (attempt.status, attempt.error) == (307, "the response was 307")
    assert (len(receiver.got), inner.got) == (1, [])


def test_no_proxy_of_the_environment_is_used(monkeypatch):
    with receiving(host=INSIDE) as proxy, receiving() as receiver:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert post(receiver.url, HEADERS, b"{}", HERE).status == 204
    assert (len(receiver.got), proxy.got) == (1, [])


def test_the_next_ip_address_is_tried_if_no_server_listens_at_the_first():
    networks = (ip_network("127.0.0.2/31"),)
    with receiving() as receiver:
        url = f"http://receiver.example:{receiver.address[1]}/"
        assert post(url, HEADERS, b"{}", networks, stands_for("127.0.0.3", "127.0.0.2")).status == 204


class Endless:
    """A receiver whose response never ends, sent by single bytes or in blocks."""

    def __init__(self, beginning, part, pause=0.0):
        self.beginning, self.part, self.pause, self.sent = beginning, part, pause, 0

    def __call__(self, request):
        return Writing(request, self)


class Writing:
    """The connection of such a receiver."""

    def __init__(self, request, endless):
        self.request, self.endless = request, endless

    def __enter__(self):
        self.request.recv(65536)
        self.request.sendall(self.endless.beginning)
        while True:
            self.request.sendall(self.endless.part)
            self.endless.sent += len(self.endless.part)
            time.sleep(self.endless.pause)

    def __exit__(self, *_):
        return False


def test_of_an_endless_response_a_little_is_read():
    endless = Endless(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n", b"a" * 4096)
    with receiving(wrap=endless) as receiver:
        attempt = post(receiver.url, HEADERS, b"{}", HERE)
    assert attempt.status == 200
    assert endless.sent < 100_000_000


def test_a_slowly_dripping_receiver_times_out():
    endless = Endless(b"HTTP/1.1 200 OK\r\nX-Header: ", b"a", 0.2)
    with receiving(wrap=endless) as receiver:
        attempt = post(receiver.url, HEADERS, b"{}", HERE)
    assert (attempt.status, attempt.error) == (0, "no response in time")
    assert TOTAL_SECONDS * 1000 <= attempt.duration_ms < (TOTAL_SECONDS + 5) * 1000


@pytest.mark.parametrize(
    "reply", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 30_000, NOTHING[:9]]
)
def test_an_invalid_response_is_a_failure(reply):
    with receiving(lambda *_: reply) as receiver:
        attempt = post(receiver.url, HEADERS, b"{}", HERE)
    assert attempt.status == 0
    assert attempt.error.startswith("no response: ")


def test_a_port_without_a_listener_is_a_failure():
    with receiving() as receiver:
        url = receiver.url
    assert post(url, HEADERS, b"{}", HERE).error == "no response: ConnectError"

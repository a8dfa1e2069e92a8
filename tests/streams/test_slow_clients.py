"""Test clients that send or read too slowly, or disconnect: they get a problem, and other clients are unaffected."""

import json
import re
from contextlib import ExitStack, closing
from pathlib import Path
from socket import create_connection
from urllib.parse import urlsplit

import pytest

from domain.registry import RULESETS
from tests.streams.slow_clients import reported
from tests.workers.client import Client
from tests.workers.waiting import until

RULESET = next(iter(RULESETS.values()))
NEW_GAME = json.dumps(
    {"ruleset": RULESET.name, "options": {}, "seats": [{"kind": "human"}] * RULESET.min_seats}
).encode()
LIMIT = 64 * 1024
POST = b"POST /v1/games HTTP/1.1\r\nHost: bottega\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


def connect(served):
    address = urlsplit(served.address)
    return closing(create_connection((address.hostname, address.port), timeout=60))


def chunked(body, size=1000):
    """Split a body into chunks."""
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join([b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""]])


BODIES = {
    "in chunks": (chunked(NEW_GAME), 201, None),
    "as long as may be": (chunked(NEW_GAME.ljust(LIMIT)), 201, None),
    "longer than that": (chunked(NEW_GAME.ljust(LIMIT + 1)), 413, "content_too_large"),
    "much longer": (chunked(NEW_GAME.ljust(3 * LIMIT)), 413, "content_too_large"),
    "a chunk of no size": (b"size\r\nabc\r\n0\r\n\r\n", 400, "bad_request"),
    "a chunk of less than nothing": (b"-1\r\nabc\r\n0\r\n\r\n", 400, "bad_request"),
    "a chunk that ends elsewhere": (b"3\r\nabcdef\r\n0\r\n\r\n", 400, "bad_request"),
}


@pytest.mark.parametrize(("sent", "status", "code"), BODIES.values(), ids=BODIES)
def test_a_body_in_chunks_is_read_whole_or_rejected(served, sent, status, code):
    with connect(served) as connection:
        connection.sendall(CHUNKED + sent)
        assert reported(connection) == (status, code)


def test_an_invalid_body_adds_no_overlong_line_and_no_token_to_the_log(served):
    token = b"a-token-that-nobody-else-may-read"
    for sent in (b"GET / HTTP/1.1\r\nAuthorization Bearer " + token + b"\r\n\r\n", CHUNKED + token + b"\r\n"):
        with connect(served) as connection:
            connection.sendall(sent)
            assert reported(connection) == (400, "bad_request")
    log = served.errors.read_text()
    assert token.decode() not in log
    assert all(re.fullmatch(r"\S+ \S+ api\[\d+\] WARNING invalid request: \w+", line) for line in log.splitlines())


def test_a_head_a_body_and_a_client_that_take_too_long_are_disconnected(served):
    with ExitStack() as stack:
        head, body, reader = (stack.enter_context(connect(served)) for _ in range(3))
        head.sendall(b"GET /healthz HTTP/1.1\r\nHost: bott")
        body.sendall(POST + b"Content-Length: 100\r\n\r\n{")
        reader.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: bottega\r\n\r\n" * 100)
        with closing(Client(served.address)) as client:
            assert client.get("/healthz") == {"status": "ok", "build": "plain"}
        assert head.recv(1) == b""
        assert reported(body) == (408, "request_timeout")
        assert body.recv(1) == b""
        until(lambda: not is_open(reader), "the connection of the client that reads nothing is closed")


def is_open(connection):
    """Whether the other side still has a connection open, from the kernel's list of ports in hexadecimal."""
    (host, own), (_, other) = connection.getsockname(), connection.getpeername()
    assert host == "127.0.0.1"
    listed = Path("/proc/net/tcp").read_text().splitlines()
    (line,) = [line for line in listed if re.search(rf":{other:04X} [0-9A-F]+:{own:04X} ", line)]
    return line.split()[3] == "01"

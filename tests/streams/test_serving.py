"""Test streams through gunicorn: many in one thread, up to the limit, and none that delays the shutdown."""

import json
import os
import signal
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from socket import create_connection
from urllib.parse import urlsplit
from zlib import decompressobj

import pytest

from domain.registry import RULESETS
from service.api.descriptions import PROBLEM_TYPE
from tests.streams.slow_clients import MANY
from tests.workers.client import Client, UnexpectedResponse
from tests.workers.running import gone
from tests.workers.waiting import until

RULESET = next(iter(RULESETS.values()))


@pytest.fixture
def game(served):
    """Create a game, and return the response."""
    body = {"ruleset": RULESET.name, "options": {}, "seats": [{"kind": "human"}] * RULESET.min_seats}
    with closing(Client(served.address)) as client:
        return client.post("/v1/games", body)


@pytest.fixture
def path(game):
    """Return the path of a new game."""
    return f"/v1/games/{game['game_id']}"


@pytest.fixture
def open_stream(served):
    """Return a function that opens a stream and waits for its first bytes; all are closed after the test."""
    connections = []

    def open_stream(path, **headers):
        result = until(lambda: requested(path, headers), "the streams of earlier tests have ended")
        if not headers:
            result.readline()
        return result

    def requested(path, headers):
        connections.append(HTTPConnection(urlsplit(served.address).netloc, timeout=100))
        connections[-1].request("GET", path, headers=headers)
        result = connections[-1].getresponse()
        if result.status == 200:
            return result
        assert result.status == 503
        return connections.pop().close()

    yield open_stream
    for connection in connections:
        connection.close()


UNREADABLE = {
    "an address without end": (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n\r\n", 414, "uri_too_long"),
    "a header without end": (b"GET / HTTP/1.1\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431, "headers_too_large"),
    "an expectation": (b"GET / HTTP/1.1\r\nHost: x\r\nExpect: luck\r\n\r\n", 417, "expectation_failed"),
    "a coding": (
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x, chunked\r\n\r\n",
        501,
        "unknown_transfer_coding",
    ),
    "another protocol": (b"HELO bottega\r\n\r\n", 400, "bad_request"),
    "no host": (b"GET /healthz HTTP/1.1\r\n\r\n", 400, "bad_request"),
    "no host but a whole URL": (b"GET http://x/healthz HTTP/1.1\r\n\r\n", 400, "bad_request"),
    "two hosts": (b"GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n", 400, "bad_request"),
    "two hosts of HTTP/1.0": (b"GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n", 400, "bad_request"),
    **{
        f"the host {host}": (f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), 400, "bad_request")
        for host in ("x, y", "a b", "http://x", "x/y", "x?y", "u@x", "x:80:80", "x:a", "[::1", "x\\y", "x#y", "é")
    },
}


def test_an_unreadable_request_is_a_problem_too(served):
    reported = {name: _reported(served, sent) for name, (sent, _, _) in UNREADABLE.items()}
    assert reported == {name: (status, PROBLEM_TYPE, code) for name, (_, status, code) in UNREADABLE.items()}


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.0\r\n",
        *(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n".encode() for host in ("x", "X.example:80", "[::1]:80", "a_b")),
        b"GET http://x/healthz HTTP/1.1\r\nHost: x\r\n",
    ],
)
def test_a_request_with_one_host_or_of_http_1_0_is_served(served, head):
    response, _ = _response(served, head + b"Connection: close\r\n\r\n")
    assert response.status == 200


def test_a_page_of_any_origin_reads_why_its_request_could_not_be_read(served):
    responses = [_response(served, sent)[0] for sent, _, _ in UNREADABLE.values()]
    assert {each.headers["Access-Control-Allow-Origin"] for each in responses} == {"*"}


def _reported(served, sent):
    """Send these bytes; return the status, the media type and the code of the problem in the response."""
    response, body = _response(served, sent)
    return response.status, response.headers["Content-Type"], json.loads(body)["code"]


def _response(served, sent):
    """Send these bytes; return the response and its body."""
    address = urlsplit(served.address)
    with closing(create_connection((address.hostname, address.port), timeout=100)) as connection:
        connection.sendall(sent)
        response = HTTPResponse(connection)
        response.begin()
        return response, response.read()


def test_a_compressed_stream_sends_each_event_to_a_page_of_another_origin_at_once(served, game, path, open_stream):
    stream = open_stream(f"{path}/events/ndjson", **{"Accept-Encoding": "gzip, br", "Origin": "https://games.example"})
    assert stream.headers["Content-Encoding"] == "gzip"
    assert stream.headers["Access-Control-Allow-Origin"] == "*"
    lines = _lines(stream)
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    with closing(Client(served.address)) as client:
        for version in (1, 2):
            token = tokens[client.get(f"{path}/view")["to_act"][0]]
            legal = client.get(f"{path}/actions", token)
            body = {"ruleset": RULESET.name, "decision": legal["decision"], "action": legal["actions"][0]}
            client.post(f"{path}/actions", body, token)
            assert json.loads(next(lines))["version"] == version


def _lines(stream):
    """Yield the lines of a compressed stream as they arrive."""
    reader = decompressobj(wbits=31)
    chunks = (reader.decompress(chunk) for chunk in iter(stream.read1, b""))
    return (chunk for chunk in chunks if chunk.strip())


def test_a_stopping_process_ends_its_streams_in_order_and_another_replaces_it(served, path, open_stream):
    (worker,) = served.web_workers()
    streams = [open_stream(f"{path}/events/{form}") for form in ("stream", "ndjson")]
    with closing(Client(served.address)) as idle:
        idle.get("/healthz")
        os.kill(worker, signal.SIGTERM)
        comments = {b":"}
        assert all(set(stream.read().split()) <= comments for stream in streams)
        gone([worker])
    until(lambda: served.web_workers() not in ([], [worker]), "another serves")
    open_stream(f"{path}/events/ndjson")


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "PATH_INFO", "script_name"])
def test_no_client_says_under_which_path_the_service_is(served, name):
    parts = urlsplit(served.address)
    for value in ("/games", "x", "/v1"):
        with closing(HTTPConnection(parts.hostname, parts.port, timeout=100)) as connection:
            connection.request("GET", "/v1/rulesets", headers={name: value})
            result = connection.getresponse()
            assert (result.status, "json" in result.headers["Content-Type"]) == (200, True)
            assert "rulesets" in json.loads(result.read())


def threads(process):
    """Count the threads of a process."""
    return len(list(Path(f"/proc/{process}/task").iterdir()))


def test_many_streams_need_no_thread_each_and_one_too_many_leaves_room_for_requests(served, path, open_stream):
    (worker,) = served.web_workers()
    open_stream(f"{path}/events/ndjson")
    before = threads(worker)
    for _ in range(MANY - 1):
        open_stream(f"{path}/events/stream")
    assert threads(worker) == before
    with closing(Client(served.address)) as client:
        with pytest.raises(UnexpectedResponse, match="too_many_spectators"):
            client.get(f"{path}/events/ndjson")
        assert client.get(f"{path}/view")["version"] == 0

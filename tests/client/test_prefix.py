"""Test client packages with a service under a path of its host, behind a proxy that keeps or removes the path."""

import json
import re
import socket
from urllib.parse import urlsplit

import pytest
from bottega_client import Client

from domain.registry import RULESETS
from tests.client.conftest import PROGRAMS
from tests.client.python_games import created, play, together
from tests.workers.path_proxy import proxying
from tests.workers.running import serving
from workers.command.doctor import api

PREFIX = "/games/bottega"
PLAY = (PROGRAMS / "play.mjs").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("prefix"), BOTTEGA_PUBLIC_URL=f"https://example.org{PREFIX}") as served:
        yield served


@pytest.fixture(params=[True, False], ids=["the proxy keeps the path", "the proxy removes the path"])
def proxy(served, request):
    """Run a proxy; a request outside of the path fails the test."""
    with proxying(PREFIX, keeps=request.param) as proxy:
        proxy.service = served.address
        yield proxy
        assert proxy.outside == []


@pytest.mark.parametrize("end", ["", "/"])
@pytest.mark.parametrize("transport", ["stream", "poll"])
def test_the_client_for_javascript_plays_a_game(run, proxy, transport, end):
    played = run(PLAY, f"{proxy.address}{end}", "azul", transport)
    assert all(versions for versions in played["versions"])


@pytest.mark.parametrize("end", ["", "/"])
@pytest.mark.parametrize("transport", ["stream", "poll"])
def test_the_client_for_python_follows_a_game_to_its_end(proxy, transport, end):
    with Client(f"{proxy.address}{end}") as client:
        game = created(client, "azul")
        tokens = [each["token"] for each in game["tokens"]]
        versions = together(lambda token: play(client, game["game_id"], token, transport=transport), tokens)
        over = client.query_view(game["game_id"])
    assert (over["status"], [each[-1] for each in versions]) == ("over", [over["version"]] * 2)


@pytest.mark.parametrize("end", ["", "/"])
def test_the_doctor_checks_a_service_under_a_path(proxy, end):
    assert {each.check: each.level for each in checked(f"{proxy.address}{end}")} == {"api": "ok", "api clock": "ok"}


def test_the_doctor_finds_a_path_that_the_settings_lack(served):
    with proxying("/elsewhere", keeps=False) as proxy:
        proxy.service = served.address
        (found,) = (each for each in checked(proxy.address) if each.level != "ok")
    assert (found.check, found.level) == ("api path", "fail")
    assert found.found == f"its pages and redirects lead to the path {PREFIX}, not to /elsewhere"


def checked(address):
    """Return what `bottega doctor` finds at a URL."""
    return list(api.findings(address, {name: each.version for name, each in RULESETS.items()}))


def test_the_service_announces_its_urls_with_the_prefix(served):
    play = re.search(r"^ *play +(\S+)$", served.announcement, re.MULTILINE)[1]
    assert play == f"{served.address}{PREFIX}/"


def test_an_unreadable_request_gets_a_problem_of_a_type_below_the_prefix(served):
    where = urlsplit(served.address)
    with socket.create_connection((where.hostname, where.port), timeout=100) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        body = b"".join(iter(lambda: connection.recv(65536), b"")).partition(b"\r\n\r\n")[2]
    assert json.loads(body)["type"] == f"{PREFIX}/docs/errors/bad_request"

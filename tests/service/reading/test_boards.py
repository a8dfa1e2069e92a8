"""Test the boards that rulesets bring over HTTP: listed with their ruleset, and served at the listed URL."""

from dataclasses import replace
from hashlib import sha256

import pytest

from domain.boards import parse_board
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.running import lasting, running
from tests.service.helpers.client.service import settings
from tests.tiny import TINY

SOURCE = b'import { h } from "bottega/kit-1";\nexport const Board = () => h("svg");\n'
PLAIN = "/v1/rulesets/tiny/board.js"
URL = f"{PLAIN}?v={sha256(SOURCE).hexdigest()[:12]}"
DRAWN = lasting({**HOSTED, "tiny": replace(TINY, board=parse_board(SOURCE))})


@pytest.fixture
def client(redis_url):
    """Host the tiny ruleset with a board, and check each response against the contract."""
    with running(settings(redis_url), DRAWN) as service:
        yield service.client


def test_a_ruleset_names_the_url_and_the_kit_of_its_board(client):
    assert client.get("/v1/rulesets/tiny").json["board"] == {"url": URL, "kit": 1}


def test_a_board_at_the_url_with_its_digest_is_a_module_that_is_cached_for_good(client):
    response = client.get(URL)
    assert (response.status_code, response.data) == (200, SOURCE)
    assert (response.content_type, response.headers["X-Content-Type-Options"]) == (
        "text/javascript; charset=utf-8",
        "nosniff",
    )
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", [PLAIN, f"{PLAIN}?v=0123456789ab"])
def test_a_board_at_another_url_is_confirmed(client, path):
    first = client.get(path)
    assert (first.data, first.headers["Cache-Control"]) == (SOURCE, "public, no-cache")
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_ruleset_without_a_board_has_none(service):
    assert "board" not in service.client.get("/v1/rulesets/tiny").json
    response = service.client.get(PLAIN)
    assert (response.status_code, response.json["code"]) == (404, "board_not_found")


def test_an_operator_switches_the_boards_of_packages_off(redis_url):
    with running(settings(redis_url, package_boards=False), DRAWN) as service:
        assert "board" not in service.client.get("/v1/rulesets/tiny").json
        assert service.client.get(URL).json["code"] == "board_not_found"

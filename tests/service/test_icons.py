"""Test appearances and icons: listed with their ruleset, and served at the listed URLs."""

from dataclasses import replace
from hashlib import sha256

import pytest

from domain.appearance import Appearance, Appearances
from service.app import create_app
from tests.service.contract import HOSTED, faults_of
from tests.service.table import Service, settings
from tests.tiny import TINY

PURPLE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30"/></svg>'
DRAWN = replace(
    TINY,
    appearances=Appearances({"colour": {"purple": Appearance("#7b2d8b", "P", "dots")}}, {("colour", "purple"): PURPLE}),
)
PLAIN = "/v1/rulesets/tiny/icons/colour/purple.svg"
ICON = f"{PLAIN}?v={sha256(PURPLE).hexdigest()[:12]}"


@pytest.fixture
def client(redis_url):
    """Host the tiny ruleset with one icon, and check each response against the contract."""
    service = Service(create_app(settings(redis_url), {**HOSTED, "tiny": DRAWN}))
    faults = faults_of(service.app)
    yield service.client
    service.close()
    assert faults == []


def test_a_ruleset_lists_how_its_things_look(client):
    assert client.get("/v1/rulesets/tiny").json["appearances"] == [
        {"kind": "colour", "id": "purple", "colour": "#7b2d8b", "letter": "P", "pattern": "dots", "icon": ICON}
    ]


def test_a_ruleset_that_draws_nothing_lists_no_looks(service):
    assert service.client.get("/v1/rulesets/tiny").json["appearances"] == []


def test_an_icon_is_an_svg_that_may_be_kept_and_is_confirmed(client):
    first = client.get(PLAIN)
    assert (first.status_code, first.content_type, first.data) == (200, "image/svg+xml", PURPLE)
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = client.get(PLAIN, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_an_icon_at_the_address_that_names_its_bytes_is_never_asked_for_again(client):
    answer = client.get(ICON)
    assert (answer.data, answer.headers["Cache-Control"]) == (PURPLE, "public, max-age=31536000, immutable")


def test_an_address_that_names_older_bytes_gives_the_present_ones_to_be_confirmed(client):
    answer = client.get(f"{PLAIN}?v=0123456789ab")
    assert (answer.data, answer.headers["Cache-Control"]) == (PURPLE, "public, no-cache")


@pytest.mark.parametrize("path", ["colour/red.svg", "shape/purple.svg", "colour/purple", "colour/purple.png", "c/.svg"])
def test_what_is_not_drawn_has_no_icon(client, path):
    answer = client.get(f"/v1/rulesets/tiny/icons/{path}")
    assert (answer.status_code, answer.json["code"]) == (404, "icon_not_found")


def test_a_ruleset_that_is_not_there_has_no_icons(client):
    assert client.get("/v1/rulesets/chess/icons/colour/purple.svg").json["code"] == "ruleset_not_found"

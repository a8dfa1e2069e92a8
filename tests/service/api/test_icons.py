"""Test appearances and icons: listed with their ruleset, and served at the listed URLs."""

from dataclasses import replace
from hashlib import sha256

import pytest

from domain.appearance import Appearance, Appearances
from domain.introductions import Introduction
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.tiny import TINY

PURPLE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30"/></svg>'
DRAWN = replace(
    TINY,
    appearances=Appearances({"colour": {"purple": Appearance("#7b2d8b", "P", "dots")}}, {("colour", "purple"): PURPLE}),
    introduction=Introduction(picture=(("colour", "purple"),)),
)
PLAIN = "/v1/rulesets/tiny/icons/colour/purple.svg"
MARK = sha256(b"colour/purple\n" + PURPLE).hexdigest()[:12]
ICON = f"{PLAIN}?v={MARK}"


@pytest.fixture
def client(redis_url):
    """Host the tiny ruleset with one icon, and check each response against the contract."""
    with running(settings(redis_url), {**HOSTED, "tiny": DRAWN}) as service:
        yield service.client


def test_a_ruleset_lists_its_appearances(client):
    assert client.get("/v1/rulesets/tiny").json["appearances"] == [
        {"kind": "colour", "id": "purple", "colour": "#7b2d8b", "letter": "P", "pattern": "dots", "icon": ICON}
    ]


def test_a_ruleset_without_drawings_lists_no_appearances(service):
    listed = service.client.get("/v1/rulesets/tiny").json
    assert listed["appearances"] == []
    assert "icons" not in listed
    assert service.client.get("/v1/rulesets/tiny/icons").json == {"ruleset": "tiny", "icons": []}


def test_all_icons_are_listed_at_once_and_cached_for_good_at_the_url_with_their_digest(client):
    url = client.get("/v1/rulesets/tiny").json["icons"]
    first = client.get(url)
    assert first.json == {"ruleset": "tiny", "icons": [{"kind": "colour", "id": "purple", "svg": PURPLE.decode()}]}
    assert first.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    plain = client.get("/v1/rulesets/tiny/icons?v=0123456789ab")
    assert (plain.data, plain.headers["Cache-Control"]) == (first.data, "public, no-cache")
    again = client.get("/v1/rulesets/tiny/icons", headers={"If-None-Match": plain.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_an_icon_is_a_cacheable_svg_that_is_confirmed(client):
    first = client.get(PLAIN)
    assert (first.status_code, first.content_type, first.data) == (200, "image/svg+xml", PURPLE)
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = client.get(PLAIN, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_an_icon_at_the_url_with_its_digest_is_never_requested_again(client):
    response = client.get(ICON)
    assert (response.data, response.headers["Cache-Control"]) == (PURPLE, "public, max-age=31536000, immutable")


def test_a_url_with_an_older_digest_returns_the_current_icon_to_be_confirmed(client):
    response = client.get(f"{PLAIN}?v=0123456789ab")
    assert (response.data, response.headers["Cache-Control"]) == (PURPLE, "public, no-cache")


@pytest.mark.parametrize("path", ["colour/red.svg", "shape/purple.svg", "colour/purple", "colour/purple.png", "c/.svg"])
def test_an_undrawn_thing_has_no_icon(client, path):
    response = client.get(f"/v1/rulesets/tiny/icons/{path}")
    assert (response.status_code, response.json["code"]) == (404, "icon_not_found")


def test_a_ruleset_that_is_not_there_has_no_icons(client):
    assert client.get("/v1/rulesets/chess/icons").json["code"] == "ruleset_not_found"
    assert client.get("/v1/rulesets/chess/icons/colour/purple.svg").json["code"] == "ruleset_not_found"


def test_the_picture_of_a_ruleset_shows_its_icons_and_is_cached_for_good(client):
    [url] = [each["picture"] for each in client.get("/v1/rulesets").json["rulesets"] if each["ruleset"] == "tiny"]
    response = client.get(url)
    assert response.data == (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><svg x="8" y="8" width="48" height="48"'
        + PURPLE.removeprefix(b"<svg")
        + b"</svg>\n"
    )
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_ruleset_that_names_no_icons_has_no_picture(service):
    assert "picture" not in service.client.get("/v1/rulesets/tiny").json
    response = service.client.get("/v1/rulesets/tiny/picture")
    assert (response.status_code, response.json["code"]) == (404, "icon_not_found")

"""Test that a banned player reads why in the web client, in each language, and never sees an empty page."""

import pytest

from domain.languages import LANGUAGES
from tests.browser.accessibility import keys_in
from tests.browser.conftest import PHONE
from tests.browser.playing import created, human, requested
from tests.browser.tournament import SIGN_IN
from tests.workers.running import environ_for
from workers.command import keys

REASON = "17 abandoned games"


@pytest.fixture(scope="session")
def moderator(service):
    """Create a key of the operator."""
    environ = environ_for(service.errors.with_name("data"))
    return keys.create(environ, None, "Olga", ("moderate",), None)["key"]


def ban(service, moderator, player):
    body = {"public_reason": REASON}
    requested(service, f"/operator/players/{player['player']}/ban", body, token=moderator, method="PUT")


def signed_in(open_page, service, player, path="/", **settings):
    page = open_page(f"{service.address}/table/icon.svg", **settings)
    page.evaluate(SIGN_IN, player["key"])
    page.goto(f"{service.address}/#{path}")
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_says_why_a_player_is_banned(open_page, service, moderator, language):
    ann = requested(service, "/players", {"name": "Ann"})
    ban(service, moderator, ann)
    open_page.expects("^403 ")
    page = signed_in(open_page, service, ann, language=language, viewport=PHONE)
    page.locator("[role=alert]", has_text=REASON).wait_for()
    page.locator(".game-list > li").first.wait_for()
    assert not keys_in(page)


def test_an_open_game_says_why_its_player_was_banned(open_page, service, moderator):
    ann, bea = (requested(service, "/players", {"name": name}) for name in ("Ann", "Bea"))
    seats = [human("Bea"), {"kind": "open"}, {"kind": "open"}]
    game = created(service, "azul", *seats, options={"start_seat": 0})
    claim = f"/games/{game['game_id']}/seats/1/claim"
    requested(service, claim, {}, token=ann["key"])
    requested(service, f"/games/{game['game_id']}/seats/2/claim", {}, token=bea["key"])
    open_page.expects("^403 ")
    page = signed_in(open_page, service, ann, f"/game/{game['game_id']}")
    page.wait_for_selector(".game .player.own")
    ban(service, moderator, ann)
    page.locator("[role=alert]", has_text=REASON).wait_for()
    page.reload()
    page.locator("[role=alert]", has_text=REASON).wait_for()

"""Test the settings of who may invite a player, and the block list, in the web client."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested

BLOCKED = "/me/blocked-players"
OVERFLOW = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def ada(service):
    return requested(service, "/players", {"name": "Ada"})


def signed_in(open_page, service, player, path="/", **settings):
    """Open a page with the key of a player."""
    page = open_page(f"{service.address}/table/icon.svg", **settings)
    page.evaluate("key => localStorage.setItem('bottega.key', key)", player["key"])
    page.goto(f"{service.address}/#{path}")
    return page


def is_change(response):
    return response.request.method == "PATCH"


def blocked(service, player):
    return [each["player"] for each in requested(service, BLOCKED, token=player["key"])["players"]]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_player_chooses_who_may_invite_and_seat_them(open_page, service, ada, viewport):
    page = signed_in(open_page, service, ada, viewport=viewport)
    page.get_by_role("button", name="Ada", exact=True).first.click()
    with page.expect_response(is_change):
        page.get_by_label("Who may invite me").select_option("played_with")
    with page.expect_response(is_change):
        page.get_by_label("Who may start a game with me").select_option("everybody")
    found = requested(service, "/me", token=ada["key"])
    assert (found["invited_by"], found["seated_by"]) == ("played_with", "everybody")
    assert not page.evaluate(OVERFLOW)
    assert_axe_is_content(page, SCHEMES)


def test_a_player_blocks_another_one_at_an_invitation_and_unblocks_them(open_page, service, ada):
    ben = requested(service, "/players", {"name": "Ben"})
    seats = [{"kind": "human", "player": each["player"]} for each in (ben, ada)]
    body = {"ruleset": "riddle", "seats": seats, "starts": "when_seated"}
    game = requested(service, "/games", body, token=ben["key"])["game_id"]
    page = signed_in(open_page, service, ada, f"/join/{game}")
    page.get_by_role("button", name="Block Ben").click()
    page.get_by_text("This player can no longer invite you.").wait_for()
    assert blocked(service, ada) == [ben["player"]]
    assert_axe_is_content(page, SCHEMES)
    page.get_by_role("button", name="Ada", exact=True).first.click()
    page.get_by_text("Blocked players").click()
    page.get_by_role("button", name="Unblock").click()
    page.get_by_text("Blocked players").wait_for(state="detached")
    assert blocked(service, ada) == []


def test_a_player_accepts_an_invitation(open_page, service, ada):
    ben = requested(service, "/players", {"name": "Ben"})
    seats = [{"kind": "human", "player": each["player"]} for each in (ben, ada)]
    game = requested(service, "/games", {"ruleset": "riddle", "seats": seats}, token=ben["key"])["game_id"]
    page = signed_in(open_page, service, ada, f"/join/{game}")
    page.get_by_role("button", name="Take seat 2").click()
    page.wait_for_selector(".player.own")

"""Test how two friends pause a game by agreement, and give each other time, in two browsers."""

import pytest

from tests.browser.playing import acts
from tests.browser.together import ON_PHONE, Friends, invite, link_in


@pytest.fixture
def friends(open_page, service):
    ada = invite(open_page, service, time="budget")
    bruno = open_page(link_in(ada), **ON_PHONE)
    bruno.locator(".seat-list .primary").tap()
    bruno.wait_for_selector(".waiting-panel")
    ada.wait_for_selector(".panel.deciding")
    return Friends(ada, bruno)


def request_a_pause(page):
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Request a pause").click()


def test_a_pause_is_requested_declined_accepted_and_ended_by_a_move(friends):
    ada, bruno = friends
    request_a_pause(ada)
    ada.get_by_text("You requested a pause.").wait_for()
    bruno.get_by_text("Ada requests a pause of 24 hours.").wait_for()
    bruno.get_by_role("button", name="Decline").tap()
    ada.get_by_text("You requested a pause.").wait_for(state="detached")
    request_a_pause(ada)
    bruno.get_by_role("button", name="Agree").tap()
    for page in friends:
        page.get_by_role("button", name="Continue the game").wait_for()
        page.locator(".clock.running").wait_for(state="detached")
        page.locator(".entry", has_text="The game is paused for 24 hours").wait_for(state="attached")
    acts(ada)
    for page in friends:
        page.get_by_role("button", name="Continue the game").wait_for(state="detached")


def test_a_player_gives_the_other_time(friends):
    friends.bruno.get_by_role("button", name="Add 15 seconds for the others").tap()
    for page in friends:
        page.locator(".entry", has_text="adds 15 seconds for the others").wait_for(state="attached")

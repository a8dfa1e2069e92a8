"""Test how two friends play by a link, one at a desk and one on a phone: invitation, undo, lost connections.

Each test walks a whole way in two browsers.
"""

import re
from typing import NamedTuple

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import PHONE
from tests.browser.playing import LEGAL, OFFERED, acts

ON_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SOUNDS = """window.tones = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones++; return create.call(this); };"""
"""Counts the tones of a page."""
PATIENT = 60_000
"""Milliseconds until a player who has left counts as absent, and more."""


class Friends(NamedTuple):
    """The pages of two players of one game."""

    ada: object
    """The page at a desk, whose player has created the game and acts first."""
    bruno: object
    """The page on a phone, whose player got the link."""


def invite(open_page, service, *, starts="Ada", time="calm"):
    """Create a game with a player by link in the form; return the page, which waits for the player."""
    page = open_page("about:blank")
    page.context.add_init_script(SOUNDS)
    page.goto(f"{service.address}/#/new/azul")
    page.get_by_label("Player 2: Player").select_option("open")
    page.locator(".seat-list input").first.fill("Ada")
    page.get_by_role("combobox", name="Starting player").select_option(label=starts)
    page.locator(".terms summary").click()
    page.get_by_role("combobox", name="Time").select_option(time)
    page.get_by_role("combobox", name="Undo").select_option("consent")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".invitation .qr")
    return page


def link_in(page):
    return page.locator(".invitation-link").inner_text()


@pytest.fixture
def friends(open_page, service):
    ada = invite(open_page, service)
    bruno = open_page(link_in(ada), **ON_PHONE)
    bruno.locator(".seat-list .primary").tap()
    bruno.wait_for_selector(".waiting-panel")
    ada.wait_for_selector(".panel.deciding")
    return Friends(ada, bruno)


def wait_for_entries(page, count):
    page.wait_for_function("count => document.querySelectorAll('.entry').length >= count", arg=count)


def undo_button(page):
    return page.get_by_role("button", name="Undo", exact=True)


def play_a_round(friends):
    """Let both players act, so that no undo is possible without consent."""
    acts(friends.ada)
    acts(friends.bruno)
    wait_for_entries(friends.ada, 2)


def test_the_screen_that_waits_shows_the_link_who_is_missing_and_what_happens_next(open_page, service):
    ada = invite(open_page, service)
    text = ada.locator(".waiting-screen").inner_text()
    assert "Waiting for one player" in text
    assert "The game starts when all seats are taken." in text
    assert re.fullmatch(rf"{service.address}/#/join/[a-z0-9]{{20}}", link_in(ada))
    ada.get_by_role("button", name="Copy link").click()
    assert_axe_is_content(ada, SCHEMES)
    ada.set_viewport_size(PHONE)
    assert ada.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_phone_passes_the_link_on_by_its_share_sheet(open_page, service):
    ada = invite(open_page, service)
    ada.context.add_init_script("navigator.share = async (given) => { window.shared = given; };")
    ada.reload()
    ada.get_by_role("button", name="Send link").click()
    link = link_in(ada)
    assert ada.evaluate("window.shared.url") == link


def test_a_friend_is_at_the_board_in_two_taps_and_the_game_starts_on_the_page_that_waited(open_page, service):
    ada = invite(open_page, service)
    bruno = open_page(link_in(ada), **ON_PHONE)  # the first tap
    bruno.locator(".seat-list .primary").tap()
    bruno.wait_for_selector(".board")
    ada.wait_for_selector(".panel.deciding")
    assert ada.title().startswith("● Your turn")
    assert ada.evaluate("window.tones") > 0
    assert ada.locator(".player.own .clock.running").count() == 1
    assert ada.locator(f"{LEGAL}, {OFFERED}").count()
    assert undo_button(ada).is_visible()
    assert ada.get_by_role("button", name="Resign", exact=True).is_visible()
    ada.get_by_role("img", name="online").wait_for()
    bruno.get_by_role("img", name="online").wait_for()


def test_the_start_is_heard_also_if_the_friend_acts_first(open_page, service):
    ada = invite(open_page, service, starts="Player 2")
    bruno = open_page(link_in(ada), **ON_PHONE)
    bruno.locator(".seat-list .primary").tap()
    ada.get_by_text("Waiting for").wait_for()
    ada.wait_for_function("() => window.tones > 0")
    tones = ada.evaluate("window.tones")
    acts(bruno)
    ada.wait_for_function("before => window.tones > before", arg=tones)


def test_an_undo_is_requested_declined_and_accepted(friends):
    ada, bruno = friends
    play_a_round(friends)
    undo_button(ada).click()
    ada.get_by_text("You asked to undo.").wait_for()
    bruno.get_by_text("Ada asks to undo the last 2 moves.").wait_for()
    assert bruno.get_by_role("button", name="Agree").is_visible()
    bruno.get_by_role("button", name="Decline").tap()
    ada.get_by_text("Your request to undo was declined.").wait_for()
    bruno.get_by_text("Ada asks to undo").wait_for(state="detached")
    undo_button(ada).click()
    bruno.get_by_role("button", name="Agree").tap()
    for page in friends:
        page.locator(".entry", has_text="Ada goes back to").wait_for(state="attached")
        page.get_by_role("button", name="Agree").wait_for(state="detached")
    ada.wait_for_selector(".panel.deciding")
    bruno.wait_for_selector(".waiting-panel")


def test_a_player_withdraws_a_request_to_undo(friends):
    ada, bruno = friends
    play_a_round(friends)
    undo_button(ada).click()
    bruno.get_by_role("button", name="Agree").wait_for()
    ada.get_by_role("button", name="Withdraw request").click()
    bruno.get_by_role("button", name="Agree").wait_for(state="detached")
    assert ada.get_by_text("declined").count() == 0


def test_both_players_see_that_one_has_lost_the_connection_and_that_it_is_back(friends):
    ada, bruno = friends
    acts(ada)
    bruno.wait_for_selector(".panel.deciding")
    bruno.context.set_offline(True)
    bruno.get_by_text("Connection lost, your clock runs.").wait_for()
    ada.get_by_text("is not connected.").wait_for(timeout=PATIENT)
    assert ada.get_by_role("img", name="offline").count() == 1
    bruno.context.set_offline(False)
    bruno.get_by_text("Connection lost").wait_for(state="detached", timeout=PATIENT)
    ada.get_by_text("is not connected.").wait_for(state="detached")
    acts(bruno)
    wait_for_entries(ada, 2)


def test_a_page_that_is_loaded_again_in_mid_decision_has_the_same_decision(friends):
    ada, bruno = friends
    ada.locator(LEGAL).first.locator(".hit").last.click()
    ada.locator(".panel .selected-action, .panel .choices").first.wait_for()
    ada.reload()
    ada.wait_for_selector(".panel.deciding")
    acts(ada)
    wait_for_entries(bruno, 1)
    assert bruno.locator(".entry").count() == 1


def test_two_tabs_of_one_seat_show_the_same_after_each_action(friends):
    ada, bruno = friends
    other = ada.context.new_page()
    other.goto(ada.url)
    acts(other)
    ada.wait_for_selector(".waiting-panel")
    acts(bruno)
    for page in (ada, other):
        wait_for_entries(page, 2)
        page.wait_for_selector(".panel.deciding")
    acts(ada)
    for page in (ada, other):
        wait_for_entries(page, 3)
        page.wait_for_selector(".waiting-panel")
    assert [entry.inner_text() for entry in other.locator(".entry").all()] == [
        entry.inner_text() for entry in ada.locator(".entry").all()
    ]


def test_the_browsers_buttons_leave_the_game_and_return_to_it(friends):
    ada, bruno = friends
    ada.go_back()
    ada.wait_for_selector("form.create")
    ada.go_forward()
    ada.wait_for_selector(".panel.deciding")
    acts(ada)
    bruno.wait_for_selector(".panel.deciding")
    assert "/join/" not in bruno.url


def test_the_way_back_never_offers_the_seat_that_the_player_has(friends):
    _, bruno = friends
    game = bruno.url.rpartition("/")[2]
    bruno.evaluate("game => { location.hash = `#/join/${game}`; }", game)
    bruno.wait_for_selector(".board")
    assert bruno.url.endswith(f"#/game/{game}")
